"""Whether a lattice that was found without references lies on a map."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.readings.carcassonne_reading import as_plain, base_stock
from vision.carcassonne import map_evidence
from vision.carcassonne.map_evidence import map_chance, seam_lifts
from vision.carcassonne.poses import Orientation, as_sides
from vision.carcassonne.unseen import read_found
from vision.imaging.line_segments import edges_of
from vision.imaging.patches import layers_of
from vision.registration.lattice import Lattice, shifted
from vision.simulator.carcassonne.still import StillBoard, still_board
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.presence_gate import tile_log_odds
from vision.tile_map.terrain import kind_named
from vision.tile_map.unknown_edition import Unseen

CELLS = [(row, column) for row in range(4) for column in range(4)]
STRIPES = ("city", "road", "field")


def orientation(*sides: str) -> Orientation:
    return Orientation(kind_named("D"), 0, as_sides(sides))


ORIENTATIONS = [
    orientation(north, east, south, west)
    for north in STRIPES
    for east in STRIPES
    for south in STRIPES
    for west in STRIPES
]


def seen(kinds: list[tuple[str, ...]], sure: float = 6.0) -> NDArray[np.float64]:
    """Evidence for tiles read as ``kinds``."""
    return np.array([[sure * (one.sides == sides) for one in ORIENTATIONS] for sides in kinds])


def a_map() -> list[tuple[str, ...]]:
    """Seams that meet, of three terrains in turn."""
    return [
        (
            STRIPES[(row + column) % 3],
            STRIPES[(row + 2 * column + 2) % 3],
            STRIPES[(row + 1 + column) % 3],
            STRIPES[(row + 2 * column) % 3],
        )
        for row, column in CELLS
    ]


def odds(value: float) -> NDArray[np.float64]:
    return np.full(len(CELLS), value)


def test_seams_that_meet_make_a_map_likely() -> None:
    assert map_chance(CELLS, odds(7.0), seen(a_map()), ORIENTATIONS) > 0.9


def test_places_that_look_like_tiles_but_whose_seams_meet_by_chance_are_no_map() -> None:
    mixed = [a_map()[index] for index in np.random.default_rng(4).permutation(len(CELLS))]
    assert map_chance(CELLS, odds(7.0), seen(mixed), ORIENTATIONS) < map_evidence.PARAMETERS.least_chance


def test_a_table_taken_for_one_large_field_is_no_map_though_every_seam_meets() -> None:
    field = [("field",) * 4] * len(CELLS)
    assert map_chance(CELLS, odds(7.0), seen(field), ORIENTATIONS) < map_evidence.PARAMETERS.least_chance
    assert seam_lifts(CELLS, seen(field), ORIENTATIONS) == pytest.approx(0, abs=0.2)


def test_seams_that_meet_do_not_help_where_nothing_looks_like_a_tile() -> None:
    assert map_chance(CELLS, odds(1.0), seen(a_map()), ORIENTATIONS) < map_evidence.PARAMETERS.least_chance


def test_two_tiles_that_surely_look_like_tiles_are_enough() -> None:
    assert (
        map_chance(CELLS[:2], np.full(2, 7.0), seen(a_map())[:2], ORIENTATIONS) > map_evidence.PARAMETERS.least_chance
    )


def test_no_place_is_no_map() -> None:
    assert map_chance([], np.zeros(0), np.zeros((0, len(ORIENTATIONS))), ORIENTATIONS) == 0


@pytest.fixture(scope="module")
def table() -> StillBoard:
    return still_board(604, "easy", 9)


def found_at(table: StillBoard, right: float, down: float) -> Unseen:
    """The true lattice, moved by so many sides of a tile."""
    corners = {(tile.place.y, tile.place.x): np.asarray(tile.corners_px, np.float64) for tile in table.truth.tiles}
    poses = {cell: shifted(_pose(quad), right, down) for cell, quad in corners.items()}
    side = float(np.median([np.linalg.norm(quad[1] - quad[0]) for quad in corners.values()]))
    layers = layers_of(table.picture, side)
    value = tile_log_odds(layers, np.stack(list(poses.values())))
    return Unseen(
        Lattice(poses),
        dict(zip(poses, value.tolist(), strict=True)),
        layers,
        edges_of(table.picture),
        TilesInView(table.picture),
    )


def _pose(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, quad.astype(np.float32)))


def test_tiles_are_read_where_the_map_lies(table: StillBoard) -> None:
    read = read_found(found_at(table, 0, 0), base_stock())
    assert len(read.tiles) == len(table.truth.tiles)
    assert read.lock > 0.8
    assert read.trouble is None


def test_a_bare_place_that_was_counted_to_the_map_is_left_unread(table: StillBoard) -> None:
    found = found_at(table, 0, 0)
    bare = found.lattice.frontier(1)[0]
    cells = {**found.lattice.cells, bare: found.lattice.predict(bare)}
    read = read_found(replace(found, lattice=Lattice(cells), odds={**found.odds, bare: 7.0}), base_stock())
    assert len(read.tiles) == len(table.truth.tiles)
    assert [(one.row, one.column) for one in read.unread] == [bare]


def test_a_tile_that_touches_no_other_is_none_of_the_map(table: StillBoard) -> None:
    found = found_at(table, 0, 0)
    aside = max(found.lattice.cells)
    cells = {(90, 90) if cell == aside else cell: pose for cell, pose in found.lattice.cells.items()}
    odds = {(90, 90) if cell == aside else cell: said for cell, said in found.odds.items()}
    read = read_found(replace(found, lattice=Lattice(cells), odds=odds), base_stock())
    assert len(read.tiles) == len(table.truth.tiles) - 1
    assert [(one.row, one.column) for one in read.unread] == [(90, 90)]


def test_followers_are_told_though_nobody_saw_the_bare_tiles() -> None:
    table = still_board(608, "ordinary", 16)
    read = read_found(found_at(table, 0, 0), base_stock())
    there = sorted((one.place.y, one.place.x, one.colour) for one in table.truth.followers)
    assert sorted((one.row, one.column, one.colour) for one in read.followers) == there


def test_a_map_found_half_a_tile_aside_is_refused_in_every_place_and_says_why(table: StillBoard) -> None:
    read = read_found(found_at(table, 0.5, 0.5), base_stock())
    assert not read.tiles
    assert len(read.unread) == len(table.truth.tiles)
    assert read.lock < 0.5
    assert read.trouble is not None
    assert all(as_plain(read, language)["unread"][0]["why"] for language in ("en", "de"))
