"""Tiles and maps told by a dense field."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.tile_field.targets import field_of
from vision.frames import Picture
from vision.networks.tile_field.field import STEP, TileField, decoded
from vision.registration.lattice import UNIT_CORNERS, Lattice, Matrix, project, quad_of, shifted, side_px
from vision.tile_map import field_votes
from vision.tile_map.aslant import seen_however_aslant
from vision.tile_map.consensus import agreed
from vision.tile_map.field_votes import TilesInView

SIZE = 960, 540
SURE = 6.0  # logit
OBLIQUE = np.array([[34.0, -14.0, 400.0], [16.0, 30.0, 120.0], [0.01, 0.015, 1.0]])  # column, row to px
PLACES = [(row, column) for row in range(4) for column in range(5) if (row, column) != (1, 2)]
MAP = {place: shifted(OBLIQUE, place[1], place[0]) for place in PLACES}
# As from a chair at the end of the table: tiles are 0.62 to 0.46 times as high as wide.
CHAIR = np.array([[80.0, 12.0, 120.0], [0.0, 58.0, 90.0], [0.0, 0.06, 1.0]])
FROM_A_CHAIR = {place: shifted(CHAIR, place[1], place[0]) for place in PLACES}
ASIDE = np.array([[1.0, 0.0, 0.18], [0.0, 1.0, -0.15], [0.0, 0.0, 1.0]])  # of a tile's side
MIDST = 2, 2
WRONG: Matrix = MAP[MIDST] @ ASIDE  # where another print fits better
LAID_ON = Lattice({**MAP, MIDST: WRONG})


class TrueField:
    """What a network without fault would tell of tiles that lie on a picture; nothing where something ``hides`` it."""

    def __init__(self, poses: list[Matrix], hides: NDArray[np.float64] | None = None, lowest: float = 0.0) -> None:
        self._quads, self._hides, self._lowest = np.array([quad_of(pose) for pose in poses]), hides, lowest

    def __call__(self, picture: Picture) -> TileField:
        height, width = picture.shape[:2]
        scale = np.array([width / SIZE[0], height / SIZE[1]])
        rows, columns = -(-height // STEP), -(-width // STEP)
        quads = (self._quads + 0.5) * scale - 0.5
        wide, high = np.ptp(quads, axis=1).T
        channels, _ = field_of(quads[high > self._lowest * wide], (rows * STEP, columns * STEP))
        if self._hides is not None:
            cover = np.zeros((rows, columns), np.uint8)
            cv2.fillPoly(cover, [np.rint(self._hides * scale / STEP).astype(np.int32)], 1)
            channels[0][cover > 0] = 0
        channels[0] = np.where(channels[0] > 0, SURE, -SURE)
        return decoded(channels)


def view_of(poses: list[Matrix], hides: NDArray[np.float64] | None = None, lowest: float = 0.0) -> TilesInView:
    """What is seen of tiles by a network that tells none lower than ``lowest`` times its width."""
    return TilesInView(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), TrueField(poses, hides, lowest))


def off(pose: Matrix, found_pose: Matrix) -> float:
    """Farthest corner of a tile from where it was told, whichever is called the first, in tile sides."""
    true, found = quad_of(pose), quad_of(found_pose)
    return float(min(np.abs(np.roll(found, turns, axis=0) - true).max() for turns in range(4)) / side_px(pose))


def farthest_off(lattice: Lattice, poses: list[Matrix]) -> float:
    return max(min(off(pose, entered) for entered in lattice.cells.values()) for pose in poses)


def test_a_map_is_seen_as_its_tiles_lie() -> None:
    view = view_of(list(MAP.values()))
    assert len(view.lattice) == len(MAP)
    assert farthest_off(view.lattice, list(MAP.values())) < 0.04


def test_a_tile_half_hidden_is_told_by_what_shows_of_it() -> None:
    hidden = project(MAP[2, 2], UNIT_CORNERS * [0.5, 1.0])
    view = view_of(list(MAP.values()), hidden)
    assert min(off(MAP[2, 2], tile.pose) for tile in view.tiles) < 0.06


def test_a_tile_that_is_not_in_line_with_the_map_is_no_part_of_it() -> None:
    turn = np.deg2rad(40)
    aside = np.array(
        [[36 * np.cos(turn), -36 * np.sin(turn), 780], [36 * np.sin(turn), 36 * np.cos(turn), 420.0], [0, 0, 1]]
    )
    view = view_of([*MAP.values(), aside])
    assert len(view.tiles) == len(MAP) + 1
    assert len(view.lattice) == len(MAP)


def test_large_tiles_are_seen_from_afar() -> None:
    large = [shifted(np.diag([100.0, 100.0, 1.0]), column + 0.5, row + 0.5) for row in range(3) for column in range(6)]
    view = view_of(large)
    assert farthest_off(view.lattice, large) < 0.04
    assert not view.small


def test_a_map_far_aslant_is_seen_as_if_from_above() -> None:
    aslant = list(FROM_A_CHAIR.values())
    assert len(view_of(aslant, lowest=0.6).lattice) < len(aslant) / 2
    view = seen_however_aslant(view_of(aslant, lowest=0.6))
    assert len(view.lattice) == len(aslant)
    assert farthest_off(view.lattice, aslant) < 0.05
    assert view.share(np.stack(aslant)).min() > 0.9


class RingsFromAfar(TrueField):
    """Drawn out, a cloth's rings pass for large tiles from afar, and the map's are too high to be told; as it is, these
    show from nearby."""

    def __call__(self, picture: Picture) -> TileField:
        nearby, drawn_out = picture.shape[1] > SIZE[0], picture.shape[0] / picture.shape[1] > 1.2 * SIZE[1] / SIZE[0]
        rings = [
            shifted(np.diag([96.0, 69.0, 1.0]), column + 3.6, row + 1.7) for row in range(3) for column in range(2)
        ]
        if nearby != drawn_out:
            return super().__call__(picture) if nearby else TrueField(rings)(picture)
        return TrueField([np.eye(3)])(picture)  # a speck


def test_a_cloth_of_rings_does_not_draw_out_a_picture_on_which_a_map_shows_from_nearby(monkeypatch) -> None:
    """Given rings that pass for six large tiles on the picture drawn out, when these look like no tiles from nearby and
    the map's do, then it is left as it is."""
    large = 120.0
    monkeypatch.setattr(
        field_votes,
        "_glances",
        lambda _image, tiles: np.array([-6.0 if side_px(tile.pose) > large else 6.0 for tile in tiles]),
    )
    rings = RingsFromAfar(list(MAP.values()))
    view = TilesInView(np.zeros((2 * SIZE[1], 2 * SIZE[0], 3), np.uint8), rings)
    assert view.drawn_out(1.4).votes_from_afar > view.votes_from_afar
    assert seen_however_aslant(view) is view
    assert len(view.lattice) == len(MAP)


def test_a_map_seen_from_above_is_left_as_it_is() -> None:
    view = view_of(list(MAP.values()))
    assert seen_however_aslant(view) is view


def test_where_nothing_is_seen_there_is_no_map() -> None:
    away = [np.diag([1.0, 1.0, 1.0])]  # a speck
    view = view_of(away)
    assert not view.tiles
    assert not len(view.lattice)
    assert not view.small


def test_a_place_shows_a_tile_where_one_lies_and_not_between_two() -> None:
    view = view_of(list(MAP.values()))
    there, between, hole = view.share(np.stack([MAP[3, 1], shifted(MAP[3, 1], 0.5, 0.0), shifted(OBLIQUE, 2, 1)]))
    assert there > 0.9
    assert between < 0.2
    assert hole < 0.2


def test_a_large_place_that_is_seen_as_none_must_surely_look_like_a_tile() -> None:
    large = [shifted(np.diag([100.0, 100.0, 1.0]), column + 0.5, row + 0.5) for row in range(3) for column in range(5)]
    beside = shifted(np.diag([100.0, 100.0, 1.0]), 6.5, 0.5)
    doubtful, sure = view_of(large).log_odds(np.stack([beside] * 2), np.array([1.5, 5.0]))
    assert doubtful < 0 < sure


def test_a_tile_laid_on_wrongly_is_brought_back_by_its_neighbours_and_by_what_is_seen() -> None:
    lattice = agreed(LAID_ON, view_of(list(MAP.values())))
    assert off(MAP[MIDST], lattice.cells[MIDST]) < 0.4 * off(MAP[MIDST], WRONG)  # one of three is wrong


def test_where_the_network_sees_no_tile_its_neighbours_still_bring_it_back() -> None:
    others = [pose for cell, pose in MAP.items() if cell != MIDST]
    lattice = agreed(LAID_ON, view_of(others))
    assert off(MAP[MIDST], lattice.cells[MIDST]) < 0.6 * off(MAP[MIDST], WRONG)  # one of two


def test_tiles_that_lie_as_they_are_seen_stay_where_they_are_and_as_they_are_turned() -> None:
    lattice = agreed(Lattice(MAP), view_of(list(MAP.values())))
    assert farthest_off(lattice, list(MAP.values())) < 0.03
    for cell, pose in MAP.items():
        assert np.allclose(lattice.cells[cell][:2, :2] / pose[:2, :2], 1.0, atol=0.2)


def test_a_lone_tile_has_nobody_to_agree_with() -> None:
    alone = Lattice({(0, 0): MAP[0, 0]})
    assert agreed(alone, view_of([MAP[0, 0]])) is alone


def test_a_map_of_which_a_tile_was_left_out_is_not_the_one_that_is_seen() -> None:
    view = view_of(list(MAP.values()))
    assert view.agrees(Lattice(MAP))
    assert not view.agrees(Lattice({place: pose for place, pose in MAP.items() if place != (0, 0)}))


def test_a_map_to_which_a_bare_place_was_counted_is_not_the_one_that_is_seen() -> None:
    view = view_of(list(MAP.values()))
    assert not view.agrees(Lattice({**MAP, (1, 2): shifted(OBLIQUE, 2, 1)}))
