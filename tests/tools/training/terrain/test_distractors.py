"""What lies beside roads without being one, and water in cities, change what a tile looks like and nothing it is."""

from dataclasses import replace

import numpy as np
import pytest

from tools.training.terrain.painting.art import ROAD, TILE, paint_tile, set_up_press
from tools.training.terrain.painting.canvas import TileCanvas
from tools.training.terrain.painting.distractors import Distractors, lay_distractors
from tools.training.terrain.painting.plan import DrawingHabits, draw_plan
from tools.training.terrain.painting.style import invent_style
from tools.training.terrain.painting.waters import Waters, draw_canal
from tools.training.terrain.shards import placement_weights
from vision.tile_map.terrain.kinds import kind_named, placements

CURVE, JUNCTION, CITY_AND_MEADOW = "V", "W", "E"
POND = Waters(water=(200.0, 120.0, 40.0), shore=(20.0, 20.0, 20.0), width=0.02, glints=False)
WHITE = 255


def distractors(thing: str) -> Distractors:
    return Distractors(
        chance=1.0,
        things=(thing,),
        yard=None,
        fence=(30.0, 60.0, 90.0),
        fence_width=0.03,
        track=(60.0, 60.0, 60.0),
        track_width=0.04,
        waters=POND,
    )


def laid(letter: str, thing: str, seed: int) -> np.ndarray:
    """A white tile of this kind before its roads are painted, with things at its free sides."""
    rng = np.random.default_rng(seed)
    style = invent_style("print", rng)
    canvas = TileCanvas(np.full((TILE, TILE, 3), WHITE, np.uint8))
    nothing = np.zeros((TILE, TILE), np.uint8)
    plan = draw_plan(kind_named(letter), DrawingHabits(), rng)
    lay_distractors(canvas, plan, nothing, distractors(thing), style.farms, style.scenery, rng)
    return canvas.image


@pytest.mark.parametrize("letter", [CURVE, JUNCTION])
def test_things_lie_by_curves_and_by_junctions_alike(letter: str) -> None:
    for thing in ("homestead", "hamlet", "lake", "track", "row", "strokes"):
        assert (laid(letter, thing, 3) != WHITE).any(), thing


def test_no_road_is_told_where_a_track_ends() -> None:
    rng = np.random.default_rng(8)
    style = replace(invent_style("roadside", rng), distractors=distractors("track"))
    labels = paint_tile(kind_named(CURVE), set_up_press(style, rng), rng).labels
    north, east = labels[0], labels[:, -1]
    assert ROAD not in north
    assert ROAD not in east  # at rest the curve runs from south to west


def test_a_covered_crossing_hides_where_roads_meet_and_leaves_them_roads() -> None:
    style = replace(invent_style("roadside", np.random.default_rng(4)), crossing="plain")
    plain, covered = (
        paint_tile(kind_named(JUNCTION), set_up_press(one, np.random.default_rng(5)), np.random.default_rng(6))
        for one in (style, replace(style, crossing="covered"))
    )
    middle = slice(TILE * 3 // 8, TILE * 5 // 8)
    assert (plain.image[middle, middle] != covered.image[middle, middle]).any()
    np.testing.assert_array_equal(plain.labels, covered.labels)


def test_nothing_lies_where_a_city_or_road_leaves_no_room() -> None:
    rng = np.random.default_rng(2)
    style = invent_style("print", rng)
    canvas = TileCanvas(np.full((TILE, TILE, 3), WHITE, np.uint8))
    everything = np.full((TILE, TILE), 255, np.uint8)
    plan = draw_plan(kind_named(CURVE), DrawingHabits(), rng)
    lay_distractors(canvas, plan, everything, distractors("homestead"), style.farms, style.scenery, rng)
    assert (canvas.image == WHITE).all()


def test_a_canal_with_its_bridges_ends_at_the_walls() -> None:
    city = np.zeros((TILE, TILE), np.uint8)
    city[40:90, 30:100] = 255
    wet = 0
    for seed in range(12):
        canvas = TileCanvas(np.full((TILE, TILE, 3), WHITE, np.uint8))
        draw_canal(canvas, city, POND, (150.0, 160.0, 170.0), np.random.default_rng(seed))
        changed = (canvas.image != WHITE).any(axis=2)
        assert not changed[city == 0].any()
        wet += bool(changed.any())
    assert wet == 12


def test_the_family_about_roads_draws_tiles_with_roads_three_times_as_often() -> None:
    usual, roadside = placement_weights(), placement_weights("roadside")
    letters = [place.kind.letter for place in placements()]
    curve, meadow = letters.index(CURVE), letters.index(CITY_AND_MEADOW)
    assert roadside.sum() == pytest.approx(1)
    assert (roadside[curve] / roadside[meadow]) / (usual[curve] / usual[meadow]) == pytest.approx(3)
