"""Which places belong to a map, by what its surer tiles show and what the table around it does."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.registration.lattice import Cell, Lattice
from vision.tile_map.surroundings.print_and_table import PrintAndTable

EDGE = 40  # px of a tile
ACROSS = 9  # places, each way
PRINT = ((2, 3), (3, 3), (3, 4), (4, 4), (4, 5))


def striped(dark: tuple[int, int, int], light: tuple[int, int, int]) -> Picture:
    """A cloth with slanting stripes, BGR."""
    rows, columns = np.mgrid[0 : ACROSS * EDGE, 0 : ACROSS * EDGE]
    stripe = ((rows + columns) // 11 % 3 == 0)[..., None]
    return np.where(stripe, np.uint8(light), np.uint8(dark)).astype(np.uint8)


def with_tiles(cloth: Picture, colours: tuple[tuple[int, int, int], ...]) -> Picture:
    """Tiles on it whose print has these colours, spot by spot."""
    picture, rng = cloth.copy(), np.random.default_rng(3)
    for row, column in PRINT:
        spots = np.array(colours, np.uint8)[rng.integers(0, len(colours), (8, 8))]
        picture[row * EDGE : (row + 1) * EDGE, column * EDGE : (column + 1) * EDGE] = np.kron(
            spots, np.ones((5, 5, 1), np.uint8)
        )
    return picture


def map_of(*cells: Cell) -> Lattice:
    return Lattice(
        {
            (row, column): np.array([[EDGE, 0, column * EDGE], [0, EDGE, row * EDGE], [0, 0, 1]], np.float64)
            for row, column in cells
        }
    )


def belong(picture: Picture, *cells: Cell, eyes: float = 3.0, share: float = 0.5) -> set[Cell]:
    """Which of these cells do, where a closer look and a dense network say so much for those beyond the print, and more
    for its own."""
    lattice, layers = map_of(*cells), layers_of(picture, EDGE)
    odds = {cell: 5.0 if cell in PRINT else eyes for cell in cells}
    known = PrintAndTable.of(lattice, odds, layers, cells)
    assert known is not None
    poses = np.stack(list(lattice.cells.values()))
    eyes_there = np.array([odds[cell] for cell in cells])
    shares = np.array([0.8 if cell in PRINT else share for cell in cells])
    said = known.log_odds(layers, poses, eyes_there, shares)
    return {cell for cell, one in zip(cells, said.tolist(), strict=True) if one > 0}


GRASS, WALL, ROAD = (60, 190, 150), (70, 110, 190), (225, 235, 240)
GREEN_CLOTH = striped((60, 85, 30), (45, 65, 22))


@pytest.mark.parametrize("bare", [[(2, 4)], [(2, 4), (4, 3), (5, 5)]])
def test_striped_cloth_between_tiles_and_beside_them_is_no_tile(bare: list[Cell]) -> None:
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    assert belong(picture, *PRINT, *bare) == set(PRINT)


def test_tiles_stay_on_a_cloth_with_the_colours_of_their_grass() -> None:
    """Given a cloth printed as grass, and tiles that show a road and nothing but grass beside it."""
    picture = with_tiles(striped(GRASS, (55, 175, 140)), (GRASS, GRASS, GRASS, ROAD))
    assert belong(picture, *PRINT, (2, 4)) == set(PRINT)


def test_a_tile_that_a_mirrored_lamp_hides_stays() -> None:
    """Given a tile that is white all over, as neither print nor cloth is."""
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    picture[2 * EDGE : 3 * EDGE, 4 * EDGE : 5 * EDGE] = 255, 200, 255
    assert belong(picture, *PRINT, (2, 4)) == {*PRINT, (2, 4)}


def test_a_road_that_no_network_takes_for_a_tile_belongs_to_the_map_whose_print_it_has() -> None:
    """Given a meadow with a road between the others, of which the networks say next to nothing."""
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    picture[2 * EDGE : 3 * EDGE, 4 * EDGE : 5 * EDGE] = GRASS
    picture[2 * EDGE : 3 * EDGE, 4 * EDGE + 18 : 4 * EDGE + 22] = ROAD
    assert belong(picture, *PRINT, (2, 4), eyes=1.0, share=0.05) == {*PRINT, (2, 4)}


def test_cloth_that_the_networks_take_for_a_tile_does_not() -> None:
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    assert belong(picture, *PRINT, (2, 4), eyes=6.0, share=0.1) == set(PRINT)


def test_over_a_cloth_that_a_map_grew_over_it_is_known_by_what_was_seen_before_it_grew() -> None:
    """Given eight times as many places of the cloth as tiles, all of them surely tiles to a closer look."""
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    bare = [(row, column) for row in range(1, 8) for column in range(1, 8) if (row, column) not in PRINT]
    lattice, layers = map_of(*PRINT, *bare), layers_of(picture, EDGE)
    known = PrintAndTable.of(lattice, dict.fromkeys(PRINT, 3.0), layers)
    assert known is not None
    poses, its_own = np.stack(list(lattice.cells.values())), np.arange(len(lattice)) < len(PRINT)
    said = known.log_odds(layers, poses, np.full(len(poses), 6.0), np.where(its_own, 0.6, 0.0))
    assert (said[its_own] > 0).all()
    assert (said[~its_own] < 0).all()


def test_where_a_map_fills_the_picture_nothing_is_known_of_the_table() -> None:
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))[2 * EDGE : 5 * EDGE, 3 * EDGE : 6 * EDGE].copy()
    lattice = map_of(*((row - 2, column - 3) for row, column in PRINT))
    assert PrintAndTable.of(lattice, dict.fromkeys(lattice.cells, 5.0), layers_of(picture, EDGE)) is None


SNOW = (246, 242, 240)
WHITE_CLOTH = striped(SNOW, SNOW)


def with_a_road(picture: Picture) -> Picture:
    """One more tile between the others: snow, and a road that crosses it."""
    picture[2 * EDGE : 3 * EDGE, 4 * EDGE : 5 * EDGE] = SNOW
    picture[2 * EDGE : 3 * EDGE, 4 * EDGE + 18 : 4 * EDGE + 21] = 30, 90, 160
    return picture


def test_snow_with_a_road_is_a_tile_on_a_white_cloth() -> None:
    """Given a cloth whose colour explains all of a tile but its road, which runs nowhere on the cloth."""
    picture = with_a_road(with_tiles(WHITE_CLOTH, (SNOW, SNOW, SNOW, (150, 140, 130))))
    assert belong(picture, *PRINT, (2, 4)) == {*PRINT, (2, 4)}


def test_white_cloth_between_tiles_of_snow_is_none() -> None:
    picture = with_tiles(WHITE_CLOTH, (SNOW, SNOW, SNOW, (150, 140, 130)))
    assert belong(picture, *PRINT, (2, 4)) == set(PRINT)
