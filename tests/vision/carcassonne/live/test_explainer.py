"""What is told of a place that changed, and how surely."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.live.change_outline import Change
from vision.carcassonne.live.explainer import vague
from vision.carcassonne.live.tile_evidence import TileMatch

POSE = np.array([[60.0, 0.0, 100.0], [0.0, 60.0, 200.0], [0.0, 0.0, 1.0]])
ELSEWHERE = POSE + np.array([[0.0, 0.0, 300.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])


def tile(cost):
    return TileMatch("BA/RrC", 0, POSE, 0, cost, 1.0, np.zeros((8, 8), np.float32))


def changed(pose, beside):
    return Change((0, 0), 5.0, pose, 1.0, beside)


@pytest.mark.parametrize(("cost", "is_vague"), [(1.5, False), (3.5, True)])
def test_a_tile_that_hardly_fits_where_all_around_changed_as_well_is_told_in_doubt(cost, is_vague):
    assert vague(tile(cost), [changed(POSE, beside=1.0)]) == is_vague


def test_where_just_a_tiles_square_has_changed_a_tile_lies_there_however_badly_it_fits():
    assert not vague(tile(3.5), [changed(POSE, beside=0.1)])


def test_the_square_of_another_tile_says_nothing_of_this_one():
    assert vague(tile(3.5), [changed(POSE, beside=1.0), changed(ELSEWHERE, beside=0.1)])
