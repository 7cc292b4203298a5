"""Somebody stands on what would tell one reading of a tile from another: both are told."""

from __future__ import annotations

import numpy as np

from vision.carcassonne.figures.hidden_differences import hidden_differences
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named

WITHOUT_ROAD, WITH_ROAD, CLOISTER = (
    Orientation(kind, 2, as_sides(kind.sides(2))) for kind in map(kind_named, ("R", "T", "B"))
)
ORIENTATIONS = [WITHOUT_ROAD, WITH_ROAD, CLOISTER]  # turned twice: the road of T ends at the north
CURVE, VILLAGE = (Orientation(kind, 1, as_sides(kind.sides(1))) for kind in map(kind_named, ("J", "L")))


def read_together(chances, *, left, right, low=0.35, orientations=ORIENTATIONS):
    """Which readings of a tile are told together where a figure covers it from its north side to so far down."""
    covers = np.zeros((1, 32, 32), np.float32)
    covers[0, : int(32 * low), int(32 * left) : int(32 * right)] = 1.0
    return hidden_differences(np.array([chances]), covers, orientations)[0].tolist()


def test_a_road_that_would_end_beneath_a_figure_may_be_there_or_not():
    assert read_together((0.8, 0.2, 0.0), left=0.35, right=0.65) == [True, True, False]


def test_a_figure_beside_the_road_hides_nothing_that_tells():
    assert read_together((0.8, 0.2, 0.0), left=0.65, right=0.95) == [False, False, False]


def test_how_a_road_winds_tells_nothing_where_both_readings_have_it():
    # Both have roads to the south and the west; beneath the figure the village's third one would go north.
    together = read_together((0.7, 0.3), left=0.35, right=0.65, orientations=[CURVE, VILLAGE])
    assert together == [True, True]


def test_what_is_hardly_possible_is_not_told():
    assert read_together((0.97, 0.03, 0.0), left=0.35, right=0.65) == [False, False, False]


def test_what_shows_beside_the_figure_as_well_is_not_hidden():
    assert read_together((0.6, 0.0, 0.4), left=0.35, right=0.65) == [False, False, False]
