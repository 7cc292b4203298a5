"""Coats of arms beneath somebody, on tiles of an edition that nobody has seen: both readings stay open."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.figures import hidden_arms as hiding
from vision.carcassonne.figures.hidden_arms import CITY, SHIELD, HiddenArms, covers_of, left_open
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named

BOX = {"BA/Ccc": 3, "BA/Ccc+": 1, "BA/C": 5}
ORIENTATIONS = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, BOX)]
LIES_AT = np.array([[[100.0, 0, 300], [0, 100.0, 200], [0, 0, 1]]])  # a tile of 100 px


def painted(arms_at=None):
    """A tile that is city all over, and where its arms are made out."""
    ground = np.zeros((1, 6, 32, 32), np.float32)
    ground[0, CITY] = 1.0
    if arms_at is not None:
        row, column = arms_at
        ground[0, :, row : row + 4, column : column + 4] = 0.0
        ground[0, SHIELD, row : row + 4, column : column + 4] = 1.0
    return ground


def hidden_arms(ground, poses, outlines):
    """What figures with these outlines hide of tiles that lie so."""
    return hiding.hidden_arms(ground, covers_of(poses, outlines, ground.shape[-1]))


def somebody(left, top, right, bottom):
    """The outline of a figure over that part of the tile, shares of its side."""
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return (corners * 100 + (300, 200)).astype(np.float32)


def odds(bare, armed):
    return np.array([[bare, armed, 1 - bare - armed]])


def test_nobody_hides_nothing():
    hidden = hidden_arms(painted((4, 4)), LIES_AT, [])
    opened, covered = left_open(odds(0.04, 0.96), hidden, ORIENTATIONS, BOX)
    assert np.allclose(opened, odds(0.04, 0.96))
    assert not covered.any()


def test_whoever_hides_a_part_of_the_city_hides_its_arms_as_often():
    left_half = hidden_arms(painted(), LIES_AT, [somebody(0.0, 0.0, 0.5, 1.0)])
    assert left_half.if_there[0] == pytest.approx(0.5, abs=0.1)


def test_arms_that_show_beside_a_figure_are_seen():
    beside = hidden_arms(painted((4, 24)), LIES_AT, [somebody(0.1, 0.3, 0.5, 0.9)])
    assert beside.if_seen[0] == 0.0
    beneath = hidden_arms(painted((16, 8)), LIES_AT, [somebody(0.1, 0.3, 0.5, 0.9)])
    assert beneath.if_seen[0] == 1.0


def test_where_all_of_the_city_is_covered_the_box_alone_tells_and_the_reading_says_so():
    hidden = HiddenArms(np.array([1.0]), np.array([1.0]))
    opened, covered = left_open(odds(0.95, 0.05), hidden, ORIENTATIONS, BOX)
    assert opened[0, 1] == pytest.approx(
        1 / 4
    )  # three without and one with arms in the box, none of them lies elsewhere
    assert covered[0].tolist() == [True, True, False]


def test_a_tile_with_arms_that_lies_elsewhere_is_not_beneath_the_figure_as_well():
    posterior = np.vstack([odds(0.5, 0.5), odds(0.0, 1.0)])
    hidden = HiddenArms(np.array([1.0, 0.0]), np.array([1.0, 0.0]))
    opened, _ = left_open(posterior, hidden, ORIENTATIONS, BOX)
    assert opened[0, 1] < 0.1
    assert opened[1].tolist() == [0.0, 1.0, 0.0]


def test_who_stands_on_the_place_where_arms_are_printed_hides_them_however_large_the_city_is():
    seen_elsewhere = HiddenArms(np.array([0.1]), np.array([0.0]))
    on_their_place = np.array([[1.0, 1.0, 0.0]])
    opened, covered = left_open(odds(0.95, 0.05), seen_elsewhere, ORIENTATIONS, BOX, on_their_place)
    assert opened[0, 1] == pytest.approx(1 / 4)
    assert covered[0].tolist() == [True, True, False]
