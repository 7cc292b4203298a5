"""On one map all roads look alike, and so do all cities: whether one crosses a side is seen beside the sides that the
record tells."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.sides import terrain_at_sides
from vision.carcassonne.learning.sides.edition_sides import EditionSides
from vision.carcassonne.learning.sides.tiles_around import TilesAround
from vision.carcassonne.learning.sighted import Sighted, TileCrops
from vision.carcassonne.poses import as_sides
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.tile_map.terrain import kind_named

CURVE, STRAIGHT, JUNCTION, CLOISTER = "BA/Rr", "BA/RFr", "BA/RRR", "BA/L"  # a curve goes from south to west
LAID = {(0, column): (key, 0) for column, key in enumerate([JUNCTION, STRAIGHT, CLOISTER, CURVE, STRAIGHT, JUNCTION])}
HERE = (1, 0)
WHOLE = np.eye(3)[None]
NORTH = 0
ON_THE_NORTH = ((0.2, 0.0), (0.8, 0.0), (0.8, 0.3), (0.2, 0.3))
WAYS = [(key, turns) for key in (CURVE, STRAIGHT, JUNCTION, CLOISTER) for turns in range(4)]


def printed(key: str, copy: int = 0) -> Picture:
    """(64, 64, 3) one of the edition's tiles, in a warm lamp."""
    face = cv2.resize(tile_picture(key, 128, copy), (64, 64), interpolation=cv2.INTER_AREA)
    return np.clip(face * np.array([0.7, 0.85, 1.0]), 0, 255).astype(np.uint8)


def beside_a_village(tile: Picture) -> Picture:
    """A fence leads from a hut towards the north edge, and ends before it."""
    fenced = tile.copy()
    fenced[7:20, 28:36:3] = (60, 75, 90)
    return fenced


def seen(tile: Picture, cell: tuple[int, int] = HERE) -> Sighted:
    crops = TileCrops(WHOLE, tile[None], np.ones(1))
    return Sighted(cell, np.eye(3), np.zeros(1), odds=6.0, crops=crops)


@pytest.fixture
def sides() -> EditionSides:
    """Of six tiles that lie on the table, which were seen before people said what they are."""
    known = EditionSides()
    for copy, (cell, (key, _)) in enumerate(LAID.items()):
        known.recorded([known.seen_on(seen(printed(key, copy), cell), (), [], {})])
    return known


def likeliest(sighted: Sighted) -> tuple[str, int]:
    assert sighted.sides is not None
    return max(WAYS, key=sighted.sides.says)


def test_a_curve_beside_a_village_is_no_junction(sides: EditionSides) -> None:
    curve = sides.seen_on(seen(beside_a_village(printed(CURVE, 9))), (), [], LAID)
    assert likeliest(curve) == (CURVE, 0)
    junctions = [curve.sides.says((JUNCTION, turns)) for turns in range(4)]
    assert curve.sides.says((CURVE, 0)) > max(junctions) + 1


@pytest.mark.parametrize("turns", range(4))
def test_however_it_lies(sides: EditionSides, turns: int) -> None:
    lying = np.ascontiguousarray(np.rot90(printed(CURVE, 9), -turns))
    assert likeliest(sides.seen_on(seen(lying), (), [], LAID)) == (CURVE, turns)


def test_pictures_of_earlier_evenings_tell_it_on_the_first_turn() -> None:
    views = [
        Reference(key, as_sides(kind_named(key).sides(0)), tile_picture(key, 96, copy))
        for copy, key in enumerate([JUNCTION, STRAIGHT, CURVE, CLOISTER])
    ]
    curve = EditionSides().seen_on(seen(beside_a_village(printed(CURVE, 9))), (), views, {})
    assert likeliest(curve) == (CURVE, 0)


def test_while_hardly_a_road_is_known_no_side_tells_anything(sides: EditionSides) -> None:
    first = {cell: tile for cell, tile in LAID.items() if tile[0] == CLOISTER}
    assert not sides.seen_on(seen(printed(CURVE)), (), [], first).sides.road.any()


def test_a_side_that_somebody_stands_on_tells_nothing(sides: EditionSides) -> None:
    road = sides.seen_on(seen(printed(CURVE)), ON_THE_NORTH, [], LAID).sides.road
    assert road[NORTH] == 0
    assert all(road[1:] != 0)


def test_unless_it_was_seen_while_nobody_stood_there(sides: EditionSides) -> None:
    bare = sides.seen_on(seen(printed(CURVE)), (), [], LAID)
    stood_on = sides.seen_on(seen(printed(CURVE)).as_it_was_bare(bare), ON_THE_NORTH, [], LAID)
    assert stood_on.sides.road[NORTH] == pytest.approx(bare.sides.road[NORTH])


def test_a_side_that_was_cut_with_a_strip_of_table_tells_nothing(sides: EditionSides) -> None:
    cut = printed(CURVE)
    cut[:5] = (25, 35, 45)
    assert sides.seen_on(seen(cut), (), [], LAID).sides.road[NORTH] == 0


def test_looking_again_adds_nothing(sides: EditionSides) -> None:
    once = sides.seen_on(seen(printed(CURVE)), (), [], LAID)
    again = sides.seen_on(once, (), [], LAID)
    assert again.sides.road == pytest.approx(once.sides.road)
    terrain = dict.fromkeys(WAYS, 0.0)
    assert again.added_to(terrain) == pytest.approx(once.added_to(terrain))


def test_a_road_that_is_missed_says_more_than_one_that_is_seen(sides: EditionSides) -> None:
    bounds, odds = terrain_at_sides.PARAMETERS, sides.seen_on(seen(printed(CURVE)), (), [], LAID).sides.road
    assert odds.min() == -bounds.most_against_road < -bounds.most_against_field == -odds.max()


def test_what_people_correct_is_learned_anew(sides: EditionSides) -> None:
    """Given junctions and straight roads that were entered as cloisters by mistake, there are too few roads."""
    mistaken = {cell: (CLOISTER, 0) if key != CURVE else (key, turns) for cell, (key, turns) in LAID.items()}
    assert not sides.seen_on(seen(printed(CURVE)), (), [], mistaken).sides.road.any()
    assert sides.seen_on(seen(printed(CURVE)), (), [], LAID).sides.road.any()


# Cities

CAP, CORNER, START = "BA/C", "BA/Cc.1", "BA/RrC"  # a city to the north, to the north and east, and above a road
BEYOND = (0, 1)  # the place beside the start tile
FIRST = {(0, 0): (START, 0)}


def table_with(*tiles: Picture, stood_on: frozenset[tuple[int, int]] = frozenset()) -> TilesAround:
    """Tiles side by side on one picture."""
    poses = {(0, column): np.diag([64.0, 64.0, 1.0]) for column in range(len(tiles))}
    for column, pose in enumerate(poses.values()):
        pose[0, 2] = 64.0 * column
    return TilesAround(layers_of(np.hstack(tiles), 64.0), poses, stood_on)


def in_blue_light(tile: Picture) -> Picture:
    return np.clip(tile * np.array([1.3, 0.9, 0.6]), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("lamp", [np.asarray, in_blue_light])
@pytest.mark.parametrize(("lies", "other"), [(CURVE, CORNER), (CAP, CORNER), (CORNER, CAP)])
def test_one_tile_tells_what_a_city_looks_like_in_this_light(
    lies: str, other: str, lamp: Callable[..., Picture]
) -> None:
    """Given the start tile alone, on the first turn of an evening whose edition nobody knows."""
    looked_at = EditionSides().seen_on(
        seen(lamp(printed(lies, 3)), BEYOND), (), [], FIRST, table_with(lamp(printed(START)))
    )
    said = looked_at.added_to(dict.fromkeys([(lies, 0), (other, 0)], 0.0))
    assert said[lies, 0] > said[other, 0] + 2


def test_a_field_that_a_bent_road_shuts_in_is_no_city() -> None:
    """Given a curve from east to south on snow, with a city's corner as the only other thing that is as round."""
    table = table_with(printed(START), printed(CAP, 1))
    lying = np.ascontiguousarray(np.rot90(printed(CURVE, 2), 1))  # from east to south
    tiles = {**FIRST, (0, 1): (CAP, 0)}
    looked_at = EditionSides().seen_on(seen(lying, (0, 2)), (), [], tiles, table)
    assert looked_at.sides.says((CURVE, 3)) > looked_at.sides.says((CORNER, 1)) + 4


def test_without_a_city_on_the_table_nothing_is_said_of_any() -> None:
    tiles = {(0, 0): (CLOISTER, 0)}
    looked_at = EditionSides().seen_on(seen(printed(CAP), BEYOND), (), [], tiles, table_with(printed(CLOISTER)))
    assert not looked_at.sides.city.any()


def test_nobody_asks_a_tile_that_somebody_stands_on_now() -> None:
    """His paint would be a city's."""
    table = table_with(printed(START), stood_on=frozenset({(0, 0)}))
    assert not EditionSides().seen_on(seen(printed(CAP), BEYOND), (), [], FIRST, table).sides.city.any()


def test_but_as_it_was_seen_before(sides: EditionSides) -> None:
    first = sides.seen_on(seen(printed(START), (0, 0)), (), [], {})
    sides.recorded([first])
    table = table_with(printed(START), stood_on=frozenset({(0, 0)}))
    assert sides.seen_on(seen(printed(CAP), BEYOND), (), [], FIRST, table).sides.city[NORTH] > 0
