"""What is believed of all that looks like glass: what the box can hold, what its windows foretell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.carcassonne.stained_glass.windows import whole_supply
from vision.artwork.stained_glass.edition import own_glass
from vision.imaging.patches import layers_of
from vision.stained_glass import context
from vision.stained_glass.context import against_the_box, borne_out, distinct, part_confidences, within_the_box
from vision.stained_glass.judge import GlassJudge, Sightings, templates_of, tiles_away

SIDE = 60.0
GLASS = own_glass()


@pytest.fixture(scope="module")
def judge() -> GlassJudge:
    return GlassJudge(layers_of(np.full((480, 640, 3), 90, np.uint8), SIDE), templates_of(GLASS))


def lying(*tiles: tuple[str, float, float]) -> Sightings:
    """Tiles by kind, column and row: upright, edge to edge."""
    poses = [
        np.array([[SIDE, 0, 200 + 1.01 * SIDE * x], [0, SIDE, 150 + 1.01 * SIDE * y], [0, 0, 1.0]]) for _, x, y in tiles
    ]
    views = np.array([GLASS.kinds.index(kind) for kind, _, _ in tiles])
    nothing = np.zeros(len(tiles))
    return Sightings(np.stack(poses), views, *[nothing] * 7)


def test_a_tile_that_lies_where_its_window_goes_on_is_borne_out(judge):
    read = lying(("1a", 0, 0), ("2a", 1, 0))
    assert borne_out(judge, read, lying(("1b", 0, 1), ("2b", 1.03, 1.02))).tolist() == [True, True]


def test_another_kind_or_another_place_is_not(judge):
    read = lying(("1a", 0, 0))
    assert borne_out(judge, read, lying(("1c", 0, 1), ("1b", 0.4, 1), ("1b", 3, 3))).tolist() == [False, False, False]


def test_a_tile_that_was_turned_is_not(judge):
    turned = lying(("1b", 0, 1))
    turned.poses[0] = turned.poses[0] @ np.array([[0, -1, 1], [1, 0, 0], [0, 0, 1.0]])
    assert not borne_out(judge, lying(("1a", 0, 0)), turned).any()


def test_a_window_foretells_no_glass_where_one_thing_lies_on_bare_ground():
    """Given a place where a window goes on, half covered as it seems; then a roof or a figure there is no glass."""
    place = lying(("1b", 0, 1))
    seen = replace(place, similarity=np.array([0.7]), support=np.array([0.34]), explained=np.array([0.8]))
    evenly, hardly = (replace(seen, even=np.array([even])) for even in (0.45, 0.13))
    (there,), (bare,) = (part_confidences(one, np.array([True]), 0.27) for one in (evenly, hardly))
    assert there > 0.9
    assert bare < context.PARAMETERS.read


def test_nothing_read_bears_nothing_out(judge):
    nothing = lying(("1a", 0, 0)).at(np.zeros(1, bool))
    assert not borne_out(judge, nothing, lying(("1b", 0, 1))).any()


def test_what_is_told_oftener_than_the_box_holds_is_the_pattern_of_the_table():
    everywhere = lying(*(("4b", 2.0 * number, 0) for number in range(6)))
    believed = against_the_box(everywhere, np.array([0.85, 0.8, 0.8, 0.75, 0.7, 0.6]), GLASS.kinds)
    assert (believed < context.PARAMETERS.read).all()


def test_more_of_a_kind_than_the_box_holds_bear_nobody_out():
    cloth_with_dots = lying(*(("4b", 2.0 * number, 0) for number in range(9)), ("1a", 0, 2))
    assert np.count_nonzero(within_the_box(cloth_with_dots, GLASS.kinds)) == whole_supply()["4b"] + 1


def test_a_tile_that_stands_out_from_the_pattern_is_believed():
    seen = lying(*(("4b", 2.0 * number, 0) for number in range(4)))
    believed = against_the_box(seen, np.array([0.995, 0.6, 0.55, 0.5]), GLASS.kinds)
    assert believed[0] > 0.9
    assert (believed[1:] < context.PARAMETERS.read).all()


def test_two_of_a_kind_do_not_speak_against_each_other():
    sure = np.array([0.9, 0.7, 0.6])
    assert against_the_box(lying(("4b", 0, 0), ("4b", 2, 0), ("1a", 4, 0)), sure, GLASS.kinds) == pytest.approx(sure)


def test_neighbours_that_are_seen_very_obliquely_are_two_tiles():
    seen = lying(("1a", 0, 0), ("1b", 0, 1))
    far_away = seen.at(np.arange(2))
    far_away.poses[:] = np.diag([1.0, 0.4, 1.0]) @ far_away.poses
    assert tiles_away(far_away.poses[:1], np.array([[230.0, 0.4 * (150 + 1.51 * SIDE)]]))[0, 0] == pytest.approx(1.01)
    assert len(distinct(far_away, np.array([0.9, 0.8]))) == 2


def test_of_two_that_lie_on_each_other_the_surer_stays():
    assert distinct(lying(("1a", 0, 0), ("1b", 0.3, 0.1)), np.array([0.7, 0.9])).tolist() == [1]


def test_one_of_several_views_of_a_kind_has_to_stand_out_more():
    seen, sure = lying(("1a", 0, 0)), np.array([0.8])
    assert against_the_box(seen, sure, GLASS.kinds).tolist() == [pytest.approx(0.8)]
    assert against_the_box(seen, sure, GLASS.kinds * 4).tolist() == [pytest.approx(0.5)]
