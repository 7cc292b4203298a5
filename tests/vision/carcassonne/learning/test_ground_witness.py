"""What the network paints at a tile's sides and in its middle is a second word on its kind."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.learning.ground_witness import cloister_evidence, ground_evidence, side_evidence
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.tile_map.terrain.reader import TERRAINS

NORTH, EAST, SOUTH, WEST = range(4)
ROAD, CITY, FIELD = range(3)
BOX = {"BA/RFr": 8, "BA/LR": 2, "BA/L": 4, "BA/Rr": 9}
ORIENTATIONS = TerrainTeller(BOX).orientations


def painted(*strokes):
    """(1, terrains, 32, 32): a meadow with some terrains painted over parts of it."""
    ground = np.full((1, len(TERRAINS), 32, 32), 0.01, np.float32)
    ground[:, TERRAINS.index("field")] = 0.95
    for terrain, rows, columns in strokes:
        ground[:, :, rows, columns] = 0.01
        ground[:, TERRAINS.index(terrain), rows, columns] = 0.95
    return ground


STRAIGHT = ("road", slice(0, 32), slice(15, 17))
CLOISTER = ("cloister", slice(9, 23), slice(9, 23))
SWAYS = (0, 0, 1, 2, 3, 3, 4, 4, 3, 2, 1, 0, 0)  # spots to the east, row by row


def said_of(ground, key, turns=0):
    (evidence,) = ground_evidence(ground, ORIENTATIONS)
    return next(
        value
        for value, orientation in zip(evidence, ORIENTATIONS, strict=True)
        if (orientation.kind.key, orientation.turns) == (key, turns)
    )


@pytest.mark.parametrize(("side", "quarters"), [(NORTH, 0), (EAST, 3), (SOUTH, 2), (WEST, 1)])
def test_a_road_is_told_at_the_side_that_it_reaches(side, quarters):
    half = np.rot90(painted(("road", slice(0, 16), slice(15, 17))), quarters, (2, 3))
    (side_terms,) = side_evidence(half)
    assert side_terms[side].argmax() == ROAD
    assert [side_terms[other].argmax() for other in range(4) if other != side] == [FIELD] * 3


def test_walls_and_arms_are_city():
    (side_terms,) = side_evidence(painted(("city", slice(0, 8), slice(0, 32)), ("shield", slice(1, 5), slice(13, 18))))
    assert side_terms[NORTH].argmax() == CITY


def test_what_somebody_stands_on_is_not_listened_to():
    covers = np.zeros((1, 32, 32), np.float32)
    covers[:, :12] = 1.0
    ends, goes_through = painted(("road", slice(16, 32), slice(15, 17))), painted(STRAIGHT)
    with_him = [ground_evidence(ground, ORIENTATIONS, covers) for ground in (ends, goes_through)]
    without = [ground_evidence(ground, ORIENTATIONS) for ground in (ends, goes_through)]
    assert with_him[0] == pytest.approx(with_him[1])
    assert without[0] != pytest.approx(without[1])


def test_a_cloister_stands_in_the_middle_or_it_does_not():
    (bare,), (there,) = cloister_evidence(painted(STRAIGHT)), cloister_evidence(painted(CLOISTER))
    assert bare[0] > bare[1]
    assert there[1] > there[0]


def test_a_road_from_side_to_side_without_a_cloister_is_no_cloister_with_a_road():
    straight = painted(STRAIGHT)
    assert said_of(straight, "BA/RFr", 1) > said_of(straight, "BA/LR", 2) + 2
    assert said_of(straight, "BA/RFr", 1) > said_of(straight, "BA/RFr", 0) + 2


def test_a_cloister_whose_road_reaches_no_side_has_none():
    assert said_of(painted(CLOISTER), "BA/L") > said_of(painted(CLOISTER), "BA/LR") + 1


def test_a_cloister_s_road_ends_at_its_wall():
    with_road = painted(("cloister", slice(6, 23), slice(9, 23)), ("road", slice(0, 6), slice(15, 17)))
    assert said_of(with_road, "BA/LR", 2) > said_of(with_road, "BA/L") + 1


def test_a_fence_that_reaches_the_edge_and_ends_soon_is_no_road():
    fence = painted(("road", slice(0, 5), slice(15, 17)))
    road = painted(("road", slice(0, 16), slice(15, 17)))
    (by_fence,), (by_road,) = side_evidence(fence), side_evidence(road)
    assert by_fence[NORTH].argmax() == FIELD
    assert by_road[NORTH][ROAD] - by_fence[NORTH][ROAD] > 1


def test_a_road_that_winds_is_one():
    winding = painted(*(("road", slice(row, row + 1), slice(15 + sway, 17 + sway)) for row, sway in enumerate(SWAYS)))
    (side_terms,) = side_evidence(winding)
    assert side_terms[NORTH].argmax() == ROAD


def test_two_pieces_of_road_beside_each_other_are_no_way_inward():
    apart = painted(("road", slice(0, 6), slice(12, 14)), ("road", slice(6, 16), slice(20, 22)))
    (side_terms,) = side_evidence(apart)
    (whole,) = side_evidence(painted(("road", slice(0, 16), slice(12, 14))))
    assert side_terms[NORTH][ROAD] < whole[NORTH][ROAD] - 0.5
