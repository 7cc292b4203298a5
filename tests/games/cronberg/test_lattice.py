import json
import math
from pathlib import Path

import pytest

from games.cronberg.lattice import lattice_of_side

MESH = json.loads((Path(__file__).parent / "net_of_side_3.json").read_text())


@pytest.mark.parametrize("side", range(1, 13))
def test_a_hexagon_of_any_side_has_its_counts(side):
    lattice = lattice_of_side(side)
    assert len(lattice.triangle_names) == 6 * side**2 == len(set(lattice.triangle_names))
    assert len(lattice.crossing_names) == 3 * side * (side + 1) + 1 == len(set(lattice.crossing_names))
    assert len(lattice.sites) == 2 * (9 * side**2 - 3 * side)  # inner edges, each two ways round


def test_the_net_of_side_3_is_the_one_written_down_elsewhere():
    lattice = lattice_of_side(3)
    at = {(round(x, 6), round(y, 6)): number for number, (x, y) in enumerate(lattice.positions)}
    ours = [at[round(q + r / 2, 6), round(r * math.sqrt(3) / 2, 6)] for q, r in MESH["vertices"]]
    theirs = {frozenset(ours[v] for v in triangle): number for number, triangle in enumerate(MESH["triangles"])}
    assert set(theirs) == {frozenset(corners) for corners in lattice.corners_of}
    for triangle, corners in enumerate(lattice.corners_of):
        number = theirs[frozenset(corners)]
        expected = {frozenset(ours[v] for v in MESH["triangles"][other]) for other in MESH["neighbours"][number]}
        assert {frozenset(lattice.corners_of[other]) for other in lattice.neighbours_of[triangle]} == expected


def test_nineteen_crossings_touch_six_triangles_twelve_three_and_six_two():
    sizes = [len(fan) for fan in lattice_of_side(3).triangles_at]
    assert (sizes.count(6), sizes.count(3), sizes.count(2)) == (19, 12, 6)


def test_rows_are_lettered_from_the_top_and_strips_numbered():
    lattice = lattice_of_side(3)
    assert lattice.positions[lattice.crossing_named["D4"]] == (0, 0)
    first = lattice.corners_of[lattice.triangle_named["1.1"]]
    assert {lattice.crossing_names[corner] for corner in first} == {"A1", "B1", "B2"}


@pytest.mark.parametrize("side", [1, 2, 3, 5])
def test_triangles_around_a_crossing_follow_each_other_clockwise(side):
    lattice = lattice_of_side(side)
    for crossing, fan in enumerate(lattice.triangles_at):
        pairs = list(zip(fan, fan[1:] + fan[:1], strict=True))
        for one, other in pairs if len(fan) == 6 else pairs[:-1]:
            assert other in lattice.neighbours_of[one]
            (cx, cy), (ax, ay), (bx, by) = lattice.positions[crossing], lattice.centre(one), lattice.centre(other)
            assert (ax - cx) * (by - cy) - (ay - cy) * (bx - cx) > 0  # y points down


def test_corners_of_a_rhomb_run_clockwise_from_its_head_between_two_tips():
    lattice = lattice_of_side(3)
    for site in lattice.sites:
        points = [lattice.positions[corner] for corner in site.corners]
        area = sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True))
        assert area > 0
        assert math.dist(points[0], points[2]) == pytest.approx(math.sqrt(3))
        assert math.dist(points[1], points[3]) == pytest.approx(1)


@pytest.mark.parametrize("side", [0, 13])
def test_a_board_without_side_or_with_too_many_rows_is_none(side):
    with pytest.raises(ValueError, match="side"):
        lattice_of_side(side)
