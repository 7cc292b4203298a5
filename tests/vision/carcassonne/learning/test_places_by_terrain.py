"""Changed places are read by their terrain, begun early or not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

from vision.carcassonne.learning import places_by_terrain
from vision.carcassonne.learning.places_by_terrain import PlacesByTerrain
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.live.change_outline import Change
from vision.registration.lattice import Cell

HERE, THERE = (0, 1), (1, 0)
STILL, LATER = SimpleNamespace(image=np.zeros(1)), SimpleNamespace(image=np.zeros(1))
MEMORY = SimpleNamespace(
    tiles={(0, 0): ("BA/RCr", 0)}, track=SimpleNamespace(poses=lambda cells: [np.eye(3)] * len(cells))
)
SIGHT = SimpleNamespace(layers=None)
CHANGED = (Change(HERE, 6.0), Change((0, 0), 6.0))


class Witness:
    """Takes the likeliest place for a tile, and counts how often it is asked."""

    asked = 0
    odds: Mapping[Cell, float] = MappingProxyType({HERE: 5.0, THERE: 2.0})

    def look(self, picture, layers, places, against):
        self.asked += 1
        besides = {cell: self.odds[cell] - against.get(cell, 0.0) for cell in places}
        likeliest = max(besides, key=besides.__getitem__)
        odds = self.odds[likeliest]
        del besides[likeliest]
        return Sighted(likeliest, np.eye(3), np.zeros(1), odds, besides)


@pytest.fixture(autouse=True)
def like_nothing_before(monkeypatch):
    """No place looks as it did before the turn, nor as the table around it, where a test does not say so."""
    monkeypatch.setattr(places_by_terrain, "against_a_tile", lambda cell, sight, memory: 0.0)
    monkeypatch.setattr(places_by_terrain, "_as_table", lambda cell, sight, memory: 0.0)


@pytest.fixture
def witness():
    return Witness()


def test_what_was_begun_on_this_picture_is_waited_for(witness):
    places = PlacesByTerrain(witness)
    places.begin(STILL, SIGHT, MEMORY, CHANGED)
    there = places.at(STILL, SIGHT, MEMORY, CHANGED, first=False)
    assert there.sighted.cell == there.change.cell == HERE
    assert witness.asked == 1


def test_another_picture_and_other_places_are_read_anew(witness):
    places = PlacesByTerrain(witness)
    places.begin(STILL, SIGHT, MEMORY, CHANGED)
    assert places.at(LATER, SIGHT, MEMORY, CHANGED, first=False).sighted.cell == HERE
    places.begin(STILL, SIGHT, MEMORY, CHANGED)
    assert places.at(STILL, SIGHT, MEMORY, (Change(THERE, 6.0),), first=False).sighted.cell == THERE
    assert witness.asked == 4


def test_recorded_tiles_are_no_places_and_nothing_changed_is_nothing(witness):
    assert PlacesByTerrain(witness).at(STILL, SIGHT, MEMORY, CHANGED[1:], first=False) is None


BOTH = (Change(HERE, 6.0), Change(THERE, 3.0))


def as_before(monkeypatch, place):
    """A place looks as it did before the turn."""
    monkeypatch.setattr(places_by_terrain, "against_a_tile", lambda cell, sight, memory: 8.0 * (cell == place))


@pytest.mark.parametrize(("first", "another"), [(False, -6.0), (True, 2.0)])
def test_a_place_that_looks_as_before_the_turn_is_hardly_a_second_tile(witness, monkeypatch, first, another):
    """Given a square of a cloth beside the map that passes for a tile, and a tile that was laid; on the first picture
    nothing tells how it looked before."""
    as_before(monkeypatch, THERE)
    there = PlacesByTerrain(witness).at(STILL, SIGHT, MEMORY, BOTH, first=first)
    assert there.sighted.odds == 5.0
    assert there.sighted.another == another


def test_nor_is_it_the_first_however_much_its_print_looks_like_one(witness, monkeypatch):
    """Given a cloth that looks more like a tile than the tile that was laid, when it looks as before the turn, then the
    tile is what is read."""
    as_before(monkeypatch, HERE)
    there = PlacesByTerrain(witness).at(STILL, SIGHT, MEMORY, BOTH, first=False)
    assert (there.sighted.cell, there.sighted.odds) == (THERE, 2.0)
    assert there.sighted.another == -3.0


def test_where_nothing_else_has_changed_it_is_hardly_a_tile_either(witness, monkeypatch):
    as_before(monkeypatch, HERE)
    there = PlacesByTerrain(witness).at(STILL, SIGHT, MEMORY, BOTH[:1], first=False)
    assert (there.sighted.cell, there.sighted.odds) == (HERE, -3.0)
