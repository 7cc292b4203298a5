"""Whoever enters a straight road need not say which way round it lies: the map is found, and it is seen."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from games.carcassonne.actions import Lay
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import State
from games.game import Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.known_tiles import as_they_lie
from vision.carcassonne.live.map_lock.following import Followed
from vision.carcassonne.live.map_lock.lock import find_map
from vision.carcassonne.live.map_lock.turned_alike import other_ways, turned_alike, turned_otherwise
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.review import review
from vision.carcassonne.live.tile_evidence import TileSight
from vision.carcassonne.poses import TileAsLaid
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix
from vision.registration.tracking import Track

EDGE, LEFT, TOP = 72, 260, 200  # px: a tile's side, and where the start tile lies
ROAD, CLOISTER = (0, 1), (1, 0)
TRUE: dict[Cell, TileAsLaid] = {(0, 0): ("BA/RCr", 0), ROAD: ("BA/Rr", 1), CLOISTER: ("BA/L", 0), (1, 1): ("BA/RFr", 1)}


def table(tiles: Mapping[Cell, TileAsLaid]) -> Picture:
    picture = np.full((480, 640, 3), (120, 90, 60), np.uint8)
    for (row, column), (key, turns) in tiles.items():
        top, left = TOP + row * EDGE, LEFT + column * EDGE
        picture[top : top + EDGE, left : left + EDGE] = np.rot90(tile_picture(key, EDGE, 0), -turns)
    return picture


def lying(cell: Cell) -> Matrix:
    return np.array([[EDGE, 0, LEFT + cell[1] * EDGE], [0, EDGE, TOP + cell[0] * EDGE], [0, 0, 1]], np.float64)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck.of(own_edition())


@pytest.fixture(scope="module")
def layers() -> Layers:
    return layers_of(table(TRUE), float(EDGE))


def otherwise_recorded() -> dict[Cell, TileAsLaid]:
    """The same to the rules, each tile that can be turned so."""
    return {cell: next(iter(other_ways(tile)), tile) for cell, tile in TRUE.items()}


def test_a_straight_road_can_lie_in_two_ways_a_cloister_in_four_and_a_curve_in_one() -> None:
    assert other_ways(("BA/RFr", 1)) == (("BA/RFr", 3),)
    assert [turns for _, turns in other_ways(("BA/L", 2))] == [0, 1, 3]
    assert other_ways(("BA/Rr", 1)) == ()


def test_a_map_is_found_and_seen_to_lie_as_it_does_whatever_the_record_says_of_equal_turns(
    layers: Layers, deck: Deck
) -> None:
    recorded = otherwise_recorded()
    assert recorded != TRUE
    found = find_map([TileSeed(lying((0, 0)), 20)], layers, deck, recorded)
    assert found is not None
    assert {cell: (match.key, match.turns) for cell, match in found.matches.items()} == TRUE
    assert turned_otherwise(found.matches, recorded) == {
        cell: tile for cell, tile in TRUE.items() if recorded[cell] != tile
    }
    for cell, match in found.matches.items():
        assert match.pose[:2, 2] == pytest.approx(lying(cell)[:2, 2], abs=3)


def test_a_map_is_found_from_a_tile_that_lies_otherwise_than_recorded(layers: Layers, deck: Deck) -> None:
    found = find_map([TileSeed(lying(CLOISTER), 20)], layers, deck, otherwise_recorded())
    assert found is not None
    assert found.matches[0, 0].pose[:2, 2] == pytest.approx(lying((0, 0))[:2, 2], abs=3)


def test_tiles_that_lie_as_recorded_stay_so(layers: Layers, deck: Deck) -> None:
    sight = TileSight(layers, NEUTRAL, deck)
    matches = as_they_lie(sight, {cell: (lying(cell), tile) for cell, tile in TRUE.items()})
    assert turned_otherwise(turned_alike(sight, matches), TRUE) == {}


def played() -> State:
    """The start tile and a cloister beside it, which the record has upright."""
    state = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    return CARCASSONNE.apply(state, Lay("BA/L", 0, 1, 0))[0]


def test_how_a_tile_lies_is_remembered_while_the_record_says_the_same_of_it(deck: Deck) -> None:
    memory = Memory(deck, {}).recording(played()).with_turned({CLOISTER: ("BA/L", 2)})
    again = memory.recording(played())
    assert again.tiles[CLOISTER] == ("BA/L", 2)
    assert again.recorded[CLOISTER] == ("BA/L", 0)


def test_nobody_is_asked_about_a_tile_that_lies_turned_otherwise(deck: Deck) -> None:
    """It is noticed only later, when something has changed there."""
    tiles: dict[Cell, TileAsLaid] = {(0, 0): ("BA/RCr", 0), CLOISTER: ("BA/L", 2)}
    track = Track(Lattice({cell: lying(cell) for cell in tiles}))
    memory = Memory(deck, {"red": LearnedPaint.of("red")}, track=track).recording(played())
    sight = TileSight(layers_of(table(tiles), float(EDGE)), NEUTRAL, deck)
    seen = review(sight, memory, Followed(track, (CLOISTER,)), None)
    assert seen.discrepancies == ()
    assert seen.turned == {CLOISTER: ("BA/L", 2)}
