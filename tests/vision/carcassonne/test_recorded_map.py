"""A recorded map is found on a picture of an edition that nobody has seen, judged by what must lie there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne import recorded_map
from vision.carcassonne.recorded_map import find_recorded, found_in_turn
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.frames import Picture
from vision.registration.lattice import quad_of
from vision.registration.quads import squares_anywhere
from vision.tile_map.terrain.reader import LogPosteriors, TerrainReader

SIDE = 96
START = {(0, 0): ("BA/RCr", 0)}
SIX = {
    **START,
    (0, 1): ("BA/RFr", 0),
    (1, 0): ("BA/L", 0),
    (1, 1): ("BA/C", 2),
    (0, -1): ("BA/Rr", 3),
    (1, -1): ("BA/LR", 2),
}


@pytest.fixture(scope="module")
def teller() -> TerrainTeller:
    return TerrainTeller(CARCASSONNE.box(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))))


def a_table(tiles: dict[tuple[int, int], tuple[str, int]], turn: float = 0.0) -> tuple[Picture, np.ndarray]:
    """Tiles on a plain table, seen by a camera that is turned, with where the map's own axes go, (2, 3)."""
    sheet = np.full((720, 960, 3), (96, 118, 140), np.uint8)
    for (row, column), (key, turns) in tiles.items():
        face = np.rot90(cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)), -turns)
        top, left = 300 + row * (SIDE + 1), 420 + column * (SIDE + 1)
        sheet[top : top + SIDE, left : left + SIDE] = face
    seen = cv2.getRotationMatrix2D((480, 360), turn, 1.0)
    picture = cv2.warpAffine(sheet, seen, (960, 720), borderMode=cv2.BORDER_REPLICATE)
    grain = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8), seen


def middle(seen: np.ndarray, row: int, column: int) -> np.ndarray:
    at = np.array([420 + (column + 0.5) * (SIDE + 1), 300 + (row + 0.5) * (SIDE + 1), 1.0])
    return seen @ at


@pytest.mark.parametrize("turn", [8.0, -75.0, 170.0])
def test_a_lone_start_tile_is_found_with_the_maps_own_axes_however_the_camera_is_turned(
    teller: TerrainTeller, turn: float
) -> None:
    picture, seen = a_table(START, turn)

    found = find_recorded(picture, teller, START)

    assert found is not None
    quad = quad_of(found.poses[0, 0])
    assert np.linalg.norm(quad.mean(axis=0) - middle(seen, 0, 0)) < 0.06 * SIDE
    along = quad[1] - quad[0]
    assert along @ seen[:, 0] > 0.9 * np.linalg.norm(along)


def test_several_tiles_are_found_at_first_sight_then_exactly_and_a_lone_one_exactly(teller: TerrainTeller) -> None:
    picture, seen = a_table(SIX, 21.0)
    at_first_sight, exactly = found_in_turn(picture, teller, SIX)
    for found in (at_first_sight, exactly):
        assert found is not None
        assert set(found.poses) == set(SIX)
        for cell, pose in found.poses.items():
            assert np.linalg.norm(quad_of(pose).mean(axis=0) - middle(seen, *cell)) < 0.15 * SIDE
    assert len(list(found_in_turn(a_table(START, 8.0)[0], teller, START))) == 1


def test_what_is_not_there_is_found_neither_at_first_sight_nor_exactly(teller: TerrainTeller) -> None:
    picture, _ = a_table({})
    assert list(found_in_turn(picture, teller, SIX)) == [None, None]


def test_a_table_of_several_tiles_is_found_at_once(teller: TerrainTeller) -> None:
    picture, seen = a_table(SIX, 21.0)

    found = find_recorded(picture, teller, SIX)

    assert found is not None
    assert set(found.poses) == set(SIX)
    for cell, pose in found.poses.items():
        assert np.linalg.norm(quad_of(pose).mean(axis=0) - middle(seen, *cell)) < 0.08 * SIDE


def test_other_tiles_than_the_recorded_ones_are_not_taken_for_them(teller: TerrainTeller) -> None:
    picture, _ = a_table({(0, 0): ("BA/L", 0), (0, 1): ("BA/L", 0), (1, 0): ("BA/L", 0)})
    recorded = {(0, 0): ("BA/CccR+", 0), (1, 0): ("BA/RFr", 1), (0, 1): ("BA/Cccc+", 0)}

    assert find_recorded(picture, teller, recorded) is None


def test_a_bare_table_holds_no_map(teller: TerrainTeller) -> None:
    picture, _ = a_table({})

    assert find_recorded(picture, teller, START) is None


def test_a_lone_tile_that_stands_out_from_the_table_is_not_looked_for_in_other_ways(
    teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, _ = a_table(START, 8.0)
    dense = []
    monkeypatch.setattr("vision.carcassonne.recorded_map.find_unseen", dense.append)

    assert find_recorded(picture, teller, START) is not None
    assert not dense


def test_a_lone_square_that_looks_like_a_tile_and_shows_another_one_is_not_the_start_tile(
    teller: TerrainTeller,
) -> None:
    """Given a field of a score track, or a tile that fell from the bag, then the start tile is waited for."""
    picture, _ = a_table({(0, 0): ("BA/RRRR", 0)}, 8.0)
    assert find_recorded(picture, teller, START) is None


def a_cloth_of_squares() -> Picture:
    """Squares as large as a tile, of two colours, each with something round printed on it."""
    cloth = np.full((720, 960, 3), (96, 118, 140), np.uint8)
    for row in range(5):
        for column in range(7):
            top, left = 20 + 140 * row, 20 + 132 * column
            cloth[top : top + SIDE, left : left + SIDE] = ((70, 140, 90), (60, 90, 150))[(row + column) % 2]
            cv2.circle(cloth, (left + SIDE // 2, top + SIDE // 2), SIDE // 3, (90, 170, 150), -1)
    return cloth


def test_a_start_tile_among_the_squares_of_a_cloth_is_found_without_looking_at_each_from_all_sides(
    teller: TerrainTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloth = a_cloth_of_squares()
    face = cv2.resize(tile_picture("BA/RCr", 160, 0), (SIDE, SIDE))
    cloth[300 : 300 + SIDE, 284 : 284 + SIDE] = face
    looked_at: list[int] = []
    read = TerrainReader.read

    def counted(self: TerrainReader, crops: Picture) -> LogPosteriors:
        looked_at.append(len(crops))
        return read(self, crops)

    monkeypatch.setattr(TerrainReader, "read", counted)
    found = find_recorded(cloth, teller, START)

    assert found is not None
    assert quad_of(found.poses[0, 0]).mean(axis=0) == pytest.approx([284 + SIDE / 2, 300 + SIDE / 2], abs=0.06 * SIDE)
    assert sum(looked_at) <= recorded_map.PARAMETERS.at_once < len(squares_anywhere(cloth))
