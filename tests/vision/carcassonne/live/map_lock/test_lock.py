"""Where the recorded map lies on a picture, where it may lie in two ways, and whether it still lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.known_tiles import Places, laid_on
from vision.carcassonne.live.map_lock import lock
from vision.carcassonne.live.map_lock.following import followed, shown
from vision.carcassonne.live.map_lock.lock import find_map
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.poses import TileAsLaid
from vision.imaging.patches import Layers, layers_of
from vision.photometry.tone import NEUTRAL, Tone
from vision.registration.alignment import LAID_BY_HAND, Freedom
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix, shifted
from vision.registration.tracking import Track

START = "BA/RCr"
EDGE, LEFT, TOP = 100, 100, 60  # px: a tile's side, and the left upper corner of the upper tile
TILES: dict[Cell, tuple[str, int]] = {(0, 0): (START, 0), (-1, 0): (START, 2)}  # two that close a city between them


def at(column: float, row: float, turned: bool) -> Matrix:
    """A tile's pose with its left upper corner there, or with its right lower one there when it is turned round."""
    side = -EDGE if turned else EDGE
    return np.array([[side, 0, column], [0, side, row], [0, 0, 1]], np.float64)


UPRIGHT = {(0, 0): at(LEFT, TOP + EDGE, False), (-1, 0): at(LEFT, TOP, False)}
ROUND = {(0, 0): at(LEFT + EDGE, TOP + EDGE, True), (-1, 0): at(LEFT + EDGE, TOP + 2 * EDGE, True)}


@pytest.fixture(scope="module")
def deck() -> Deck:
    north, east, south, west = tile_type(START).turned[0].sides
    return Deck.of(
        edition_of(
            "one", [Reference(tile_type(START).name, (north, east, south, west), tile_picture(START, 160, 0), "r")]
        )
    )


@pytest.fixture(scope="module")
def layers() -> Layers:
    picture = np.full((320, 300, 3), (120, 70, 40), np.uint8)
    tile = tile_picture(START, EDGE, 0)
    picture[TOP : TOP + EDGE, LEFT : LEFT + EDGE] = np.rot90(tile, 2)
    picture[TOP + EDGE : TOP + 2 * EDGE, LEFT : LEFT + EDGE] = tile
    return layers_of(picture, float(EDGE))


@pytest.mark.parametrize("before", [UPRIGHT, ROUND], ids=["upright", "turned round"])
def test_two_tiles_that_look_the_same_turned_round_lie_as_they_lay(
    layers: Layers, deck: Deck, before: dict[Cell, Matrix]
) -> None:
    found = find_map([TileSeed(pose, 20) for pose in UPRIGHT.values()], layers, deck, TILES, before)
    assert found is not None
    for cell, pose in before.items():
        assert found.matches[cell].pose[:2, 2] == pytest.approx(pose[:2, 2], abs=3)


def test_twenty_tiles_in_their_places_are_the_map_whatever_hides_the_others(deck: Deck) -> None:
    """Five rows of five; a tray lies on four tiles, so that fewer than nine in ten show."""
    side, tile = 60, tile_picture(START, 60, 0)
    picture = np.full((5 * side + 120, 5 * side + 120, 3), (120, 70, 40), np.uint8)
    tiles = {(row, column): (START, (row * row + column // 2 + row * column) % 4) for row, column in np.ndindex(5, 5)}
    for (row, column), (_, turns) in tiles.items():
        top, left = 60 + row * side, 60 + column * side
        picture[top : top + side, left : left + side] = np.rot90(tile, -turns)
    picture[60 + 3 * side : 60 + 5 * side, 60 + 3 * side : 60 + 5 * side] = (40, 40, 160)
    seed = TileSeed(np.array([[side, 0, 60 + side], [0, side, 60 + side], [0, 0, 1]], np.float64), 20)
    found = find_map([seed], layers_of(picture, float(side)), deck, tiles)
    assert found is not None
    assert len(found.matches) == 21
    assert found.clear


def test_a_cloth_that_fits_in_some_light_is_no_map(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """One tile lies there; what is beside it is checked, and by colours alone could be the others."""
    monkeypatch.setattr(lock, "PARAMETERS", replace(lock.PARAMETERS, fits=9.0))
    side, checks = 60, np.indices((480, 480)).sum(axis=0) // 12 % 2
    picture = np.where(checks[..., None] == 0, (40, 120, 190), (190, 215, 225)).astype(np.uint8)
    picture[180:240, 180:240] = tile_picture(START, side, 0)
    tiles = dict.fromkeys(np.ndindex(5, 5), (START, 0))
    seed = TileSeed(np.array([[side, 0, 180], [0, side, 180], [0, 0, 1]], np.float64), 20)
    assert find_map([seed], layers_of(picture, float(side)), deck, tiles) is None


def test_a_map_lies_where_it_looks_like_itself_and_not_where_some_of_it_lies_as_it_lay(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Knocked round by a quarter; elsewhere three tiles of the same kind lie upright, as the map did."""
    monkeypatch.setattr(lock, "PARAMETERS", replace(lock.PARAMETERS, fits=9.0))  # whatever lies there fits
    side, tile = 60, tile_picture(START, 60, 0)
    tiles = dict.fromkeys([(0, 0), (-1, 0), (0, -1), (0, 1), (1, 0)], (START, 0))
    picture = np.full((300, 640, 3), (120, 70, 40), np.uint8)
    upright = {
        cell: np.array([[side, 0, 450 + side * cell[1]], [0, side, 120 + side * cell[0]], [0, 0, 1]], float)
        for cell in tiles
    }
    for row, column in ((0, 0), (-1, 0), (0, 1)):
        picture[120 + side * row :, 450 + side * column :][:side, :side] = tile
    for row, column in tiles:
        picture[120 + side * row :, 120 + side * column :][:side, :side] = np.rot90(
            cv2.GaussianBlur(tile, None, 3.2), -1
        )
    round_by_a_quarter = np.array([[0, -side, 120 + side], [side, 0, 120], [0, 0, 1]], float)
    found = find_map(
        [TileSeed(upright[0, 0], 30), TileSeed(round_by_a_quarter, 20)],
        layers_of(picture, float(side)),
        deck,
        tiles,
        upright,
    )
    assert found is not None
    assert found.matches[0, 0].pose[:2, 2] == pytest.approx(round_by_a_quarter[:2, 2], abs=3)


def test_known_tiles_laid_on_together_lie_where_each_lies_by_itself(layers: Layers, deck: Deck) -> None:
    sight = TileSight(layers, NEUTRAL, deck)
    guessed = {
        cell: (pose @ np.array([[1, 0, 0.06], [0, 1, -0.05], [0, 0, 1]]), TILES[cell]) for cell, pose in UPRIGHT.items()
    }
    found = laid_on(sight, guessed)
    for cell, (guess, tile) in guessed.items():
        alone = sight.matches(guess, [tile])[0]
        assert found[cell].pose[:2, 2] == pytest.approx(UPRIGHT[cell][:2, 2], abs=1)
        assert found[cell].pose == pytest.approx(alone.pose, abs=0.5)
        assert found[cell].cost == pytest.approx(alone.cost, abs=0.05)


def test_a_tile_of_a_kind_without_a_picture_is_left_out(layers: Layers, deck: Deck) -> None:
    sight = TileSight(layers, NEUTRAL, deck)
    assert laid_on(sight, {(0, 0): (UPRIGHT[0, 0], ("BA/L", 0))}) == {}


def test_what_lies_beyond_the_picture_is_not_found_there(layers: Layers, deck: Deck) -> None:
    sight = TileSight(layers, NEUTRAL, deck)
    beyond = at(LEFT, 320 + EDGE, False)
    assert laid_on(sight, {(2, 0): (beyond, (START, 0))})[2, 0].cost > lock.PARAMETERS.fits


def test_a_map_is_clear_where_all_of_it_is_found(layers: Layers, deck: Deck) -> None:
    seeds = [TileSeed(pose, 20) for pose in UPRIGHT.values()]
    whole, part = (find_map(seeds, layers, deck, tiles) for tiles in (TILES, {**TILES, (1, 0): (START, 1)}))
    assert whole is not None
    assert whole.clear
    assert part is not None
    assert not part.clear


@pytest.fixture(scope="module")
def row(deck: Deck) -> lock.FirstLock:
    """Seven tiles in a row, found from the first; something lies on the sixth."""
    picture = np.full((320, 900, 3), (120, 70, 40), np.uint8)
    for column in (0, 1, 2, 3, 4, 6):
        left = LEFT + column * EDGE
        picture[TOP : TOP + EDGE, left : left + EDGE] = tile_picture(START, EDGE, 0)
    tiles = {(0, column): (START, 0) for column in range(7)}
    found = find_map([TileSeed(at(LEFT, TOP, False), 20)], layers_of(picture, float(EDGE)), deck, tiles)
    assert found is not None
    return found


def test_a_tile_behind_one_that_is_hidden_is_found_too(row: lock.FirstLock) -> None:
    assert set(row.matches) == {(0, column) for column in (0, 1, 2, 3, 4, 6)}


def test_tiles_that_look_like_themselves_are_the_map_whatever_hides_one_of_seven(row: lock.FirstLock) -> None:
    assert len(row.matches) < lock.PARAMETERS.clear_share * 7
    assert row.similarity > lock.PARAMETERS.surely_alike
    assert row.clear


def test_a_tile_whose_pattern_shows_is_seen_whatever_its_colours_cost(
    layers: Layers, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tile tells little of how light falls on the next one."""
    monkeypatch.setattr(lock, "PARAMETERS", replace(lock.PARAMETERS, fits=0.0))  # no colours are near enough
    found = find_map([TileSeed(UPRIGHT[0, 0], 20)], layers, deck, TILES)
    assert found is not None
    assert set(found.matches) == set(TILES)


def test_a_tile_that_was_missed_is_asked_again_once_more_tiles_tell_of_the_light(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five in a row, found from the second on: in the light that it alone tells of, half of the first looks wrong."""
    picture = np.full((320, 740, 3), (120, 70, 40), np.uint8)
    for column in range(5):
        picture[TOP : TOP + EDGE, LEFT + column * EDGE :][:, :EDGE] = tile_picture(START, EDGE, 0)
    picture[TOP : TOP + 60, LEFT : LEFT + EDGE] = (40, 40, 160)  # too little of its pattern shows
    of_tiles: list[int] = []

    def tone_of(layers: Layers, deck: Deck, matches: Mapping[Cell, TileMatch]) -> Tone:
        of_tiles.append(len(matches))
        return learned(layers, deck, matches)

    def costs(sight: TileSight, places: Places, freedom: Freedom = LAID_BY_HAND) -> dict[Cell, TileMatch]:
        dim = of_tiles[-1:] == [1]
        return {
            cell: replace(match, cost=9.0 if dim else 0.0) if cell == (0, 0) else match
            for cell, match in laid_on(sight, places, freedom).items()
        }

    learned = lock.tone_of
    monkeypatch.setattr(lock, "tone_of", tone_of)
    monkeypatch.setattr(lock, "laid_on", costs)
    tiles = {(0, column): (START, 0) for column in range(5)}
    seed = TileSeed(at(LEFT + EDGE, TOP, False), 20)
    found = find_map([seed], layers_of(picture, float(EDGE)), deck, tiles)
    assert found is not None
    assert set(found.matches) == set(tiles)


def test_seeds_of_one_arrangement_are_followed_once(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing settles whether it is the map, but each of its tiles tells the same."""
    picture = np.full((320, 800, 3), (120, 70, 40), np.uint8)
    for column in range(6):
        picture[TOP : TOP + EDGE, LEFT + column * EDGE :][:, :EDGE] = tile_picture(START, EDGE, 0)
    monkeypatch.setattr(lock, "PARAMETERS", replace(lock.PARAMETERS, surely_alike=1.0))
    rightly: list[Cell] = []  # tiles in their own places from which the others were sought

    def spread(sight: TileSight, cell: Cell, pose: Matrix, tiles: Mapping[Cell, TileAsLaid]) -> dict[Cell, TileMatch]:
        if pose[:2, 2] == pytest.approx((LEFT + cell[1] * EDGE, TOP), abs=EDGE / 5):
            rightly.append(cell)
        return spreads(sight, cell, pose, tiles)

    spreads = lock._spread
    monkeypatch.setattr(lock, "_spread", spread)
    tiles = {(0, column): (START, 0) for column in range(6)} | {(1, 0): (START, 2)}
    seeds = [TileSeed(at(LEFT + column * EDGE, TOP, False), 20) for column in range(6)]
    found = find_map(seeds, layers_of(picture, float(EDGE)), deck, tiles)
    assert found is not None
    assert {(0, column) for column in range(6)} <= set(found.matches)
    assert len(rightly) == 1


def test_two_searches_that_find_the_map_in_one_place_bear_each_other_out(row: lock.FirstLock) -> None:
    def moved(by: float) -> lock.FirstLock:
        poses = {cell: replace(one, pose=shifted(one.pose, by, 0)) for cell, one in row.matches.items()}
        return replace(row, matches=poses)

    assert row.bears_out(moved(0.1))
    assert not row.bears_out(moved(1.0))
    assert not row.bears_out(None)


def test_a_few_tiles_in_one_place_may_be_chance(row: lock.FirstLock) -> None:
    few = replace(row, matches=dict(list(row.matches.items())[: lock.PARAMETERS.no_chance - 1]))
    assert not few.bears_out(row)


def test_seeds_that_look_like_no_recorded_kind_find_nothing(layers: Layers, deck: Deck) -> None:
    assert find_map([TileSeed(at(10, 10, False), 20)], layers, deck, TILES) is None


def test_a_map_that_was_pushed_is_seen_no_more_where_it_lay(layers: Layers, deck: Deck) -> None:
    memory, sight = Memory(deck, {}, TILES), TileSight(layers, NEUTRAL, deck)
    track = Track(Lattice(dict(UPRIGHT)))
    for cell, pose in UPRIGHT.items():
        track = track.with_piece(cell, pose, layers)
    assert shown(sight, memory, followed(sight, track)) == 2
    away = layers_of(np.full((320, 300, 3), (120, 70, 40), np.uint8), float(EDGE))
    bare = TileSight(away, NEUTRAL, deck)
    assert shown(bare, memory, followed(bare, track)) == 0
