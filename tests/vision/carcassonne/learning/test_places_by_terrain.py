"""Changed places are read by their terrain, begun early or not."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.carcassonne.learning.places_by_terrain import PlacesByTerrain
from vision.carcassonne.learning.terrain_witness import Sighted
from vision.carcassonne.live.change_outline import Change

HERE, THERE = (0, 1), (1, 0)
STILL, LATER = SimpleNamespace(image=np.zeros(1)), SimpleNamespace(image=np.zeros(1))
MEMORY = SimpleNamespace(
    tiles={(0, 0): ("BA/RCr", 0)}, track=SimpleNamespace(poses=lambda cells: [np.eye(3)] * len(cells))
)
SIGHT = SimpleNamespace(layers=None)
CHANGED = (Change(HERE, 6.0), Change((0, 0), 6.0))


class Witness:
    """Takes the first place for a tile, and counts how often it is asked."""

    asked = 0

    def look(self, picture, layers, places, against):
        self.asked += 1
        return Sighted(next(iter(places)), np.eye(3), np.zeros(1), 5.0)


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
