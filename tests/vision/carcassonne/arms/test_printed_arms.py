"""Coats of arms where all editions print them, and editions that print them elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.arms.printed_arms import PARAMETERS, arms_in_place, doubted_at_ends, printed_as_usual
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named
from vision.tile_map.terrain.reader import TERRAINS

BOX = {"BA/Ccc": 3, "BA/Ccc+": 1, "BA/C": 5}
BARE, ARMED, CAP = 0, 1, 2


def lying(turns):
    """How the tiles of the box lie that were turned so often clockwise."""
    return [Orientation(kind, turns, as_sides(kind.sides(turns))) for kind in map(kind_named, BOX)]


def painted(spots):
    """Tiles on which arms are made out at one spot each, (column, row) as shares of a tile."""
    ground = np.zeros((len(spots), len(TERRAINS), 32, 32), np.float32)
    for tile, (x, y) in enumerate(spots):
        ground[tile, TERRAINS.index("shield"), int(32 * y), int(32 * x)] = 0.9
    return ground


def seen(spots, turns=0, covers=None):
    """What such tiles show where arms are printed."""
    nobody = np.zeros((len(spots), 32, 32), np.float32)
    return arms_in_place(painted(spots), nobody if covers is None else covers, lying(turns), BOX)


@pytest.mark.parametrize(("turns", "corner"), [(0, (0.14, 0.14)), (1, (0.86, 0.14)), (2, (0.86, 0.86))])
def test_arms_turn_with_their_tile(turns, corner):
    shown = seen([corner, (0.5, 0.3)], turns).shown
    assert shown[:, ARMED] == pytest.approx([0.9, 0.0])
    assert shown[:, CAP] == pytest.approx([0.0, 0.0])


def test_who_stands_in_the_corner_covers_them_and_who_stands_beside_it_does_not():
    covers = np.zeros((2, 32, 32), np.float32)
    covers[0, :10, :10] = 1.0
    covers[1, 14:, 14:] = 1.0
    covered = seen([(0.5, 0.5)] * 2, covers=covers).covered
    assert covered[:, ARMED] == pytest.approx([1.0, 0.0])


@pytest.mark.parametrize(("spot", "usual"), [((0.14, 0.14), True), ((0.4, 0.4), False)])
def test_whether_an_edition_prints_them_there_is_told_by_its_map(spot, usual):
    count = 12
    posterior = np.tile([0.5, 0.5, 0.0], (count, 1))
    visible = np.ones((count, 3), bool)
    assert printed_as_usual(seen([spot] * count), posterior, visible, lying(0), BOX) == usual


def test_a_few_tiles_without_arms_are_no_sign_of_another_edition():
    posterior, visible = np.tile([0.5, 0.5, 0.0], (3, 1)), np.ones((3, 3), bool)
    nothing = np.zeros((3, len(TERRAINS), 32, 32), np.float32)
    show_none = arms_in_place(nothing, np.zeros((3, 32, 32), np.float32), lying(0), BOX)
    assert printed_as_usual(show_none, posterior, visible, lying(0), BOX)


def test_houses_where_a_city_ends_are_doubted_to_be_arms_and_arms_in_a_corner_are_not():
    corner = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, ("M", "N"))]
    end = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, ("F", "G"))]
    box = {one.kind.key: 2 for one in corner + end}
    surely_armed = np.array([[6.0, 0.0, -30.0, -30.0], [-30.0, -30.0, 6.0, 0.0]])
    doubted = doubted_at_ends(surely_armed, corner + end, box)
    assert doubted[0, 0] - doubted[0, 1] == pytest.approx(6.0)
    assert doubted[1, 2] - doubted[1, 3] == pytest.approx(PARAMETERS.most_at_an_end)


def test_that_a_city_from_side_to_side_lies_there_is_as_sure_as_before():
    kinds = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, ("F", "G", "E"))]
    box = {one.kind.key: 1 for one in kinds}
    evidence = np.array([[4.0, -2.0, 1.0]])
    after = doubted_at_ends(evidence, kinds, box)[0]
    before = evidence[0]
    assert np.logaddexp(*after[:2]) - after[2] == pytest.approx(np.logaddexp(*before[:2]) - before[2])
