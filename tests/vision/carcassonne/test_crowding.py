"""A box holds so many of each tile; a cloth repeats its pattern without end."""

import numpy as np
import pytest

from vision.carcassonne.crowding import pattern_kinds, within_the_box
from vision.carcassonne.poses import Orientation
from vision.tile_map.terrain import kind_named

BOX = {"BA/RFr": 8, "BA/L": 4, "BA/Rr": 9}
ORIENTATIONS = tuple(Orientation(kind_named(key), 0, ("field",) * 4) for key in BOX)
ROAD, CLOISTER, BEND = range(3)


def likelihoods(kinds):
    """A reader that is sure of what it sees at each place."""
    return lambda which: np.eye(len(ORIENTATIONS))[np.array(kinds)[which]]


def test_flowers_of_a_cloth_are_no_cloisters():
    cells = [(0, column) for column in range(20)]
    kinds = [ROAD, BEND, ROAD, BEND, ROAD, *[CLOISTER] * 12, BEND, ROAD, BEND]
    kept, posterior = within_the_box(cells, ORIENTATIONS, BOX, likelihoods(kinds))
    assert kept.tolist() == [0, 1, 2, 3, 4]
    assert posterior.argmax(axis=1).tolist() == kinds[:5]


def test_one_too_many_is_a_mistake_and_no_pattern():
    assert not pattern_kinds(["BA/L"] * 5 + ["BA/RFr"], BOX)


@pytest.mark.parametrize(("count", "drawn"), [(2, True), (3, True), (6, False)])
def test_nobody_draws_one_road_after_the_other(count, drawn):
    box = {**BOX, "BA/C": 51}
    assert (not pattern_kinds(["BA/RFr"] * count, box)) == drawn


def test_stripes_alone_leave_nothing():
    kept, posterior = within_the_box(
        [(0, column) for column in range(8)], ORIENTATIONS, {**BOX, "BA/C": 51}, likelihoods([ROAD] * 8)
    )
    assert not len(kept)
    assert posterior.shape == (0, len(ORIENTATIONS))
