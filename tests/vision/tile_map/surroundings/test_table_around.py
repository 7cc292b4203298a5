"""Places that were taken for tiles and show nothing but the table that goes on around the map."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.registration.lattice import Cell, Lattice
from vision.tile_map.surroundings.table_around import without_bare_places

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


def kept(picture: Picture, *cells: Cell) -> set[Cell]:
    odds = {cell: 5.0 if cell in PRINT else 3.0 for cell in cells}
    return set(without_bare_places(map_of(*cells), odds, layers_of(picture, EDGE)).cells)


GRASS, WALL, ROAD = (60, 190, 150), (70, 110, 190), (225, 235, 240)
GREEN_CLOTH = striped((60, 85, 30), (45, 65, 22))


@pytest.mark.parametrize("bare", [[(2, 4)], [(2, 4), (4, 3), (5, 5)]])
def test_striped_cloth_between_tiles_and_beside_them_is_no_tile(bare: list[Cell]) -> None:
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    assert kept(picture, *PRINT, *bare) == set(PRINT)


def test_tiles_stay_on_a_cloth_with_the_colours_of_their_grass() -> None:
    """Given a cloth printed as grass, and tiles that show a road and nothing but grass beside it."""
    picture = with_tiles(striped(GRASS, (55, 175, 140)), (GRASS, GRASS, GRASS, ROAD))
    assert kept(picture, *PRINT, (2, 4)) == set(PRINT)


def test_a_tile_that_a_mirrored_lamp_hides_stays() -> None:
    """Given a tile that is white all over, as neither print nor cloth is."""
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))
    picture[2 * EDGE : 3 * EDGE, 4 * EDGE : 5 * EDGE] = 255, 200, 255
    assert kept(picture, *PRINT, (2, 4)) == {*PRINT, (2, 4)}


def test_a_place_that_a_map_fills_to_the_rim_of_the_picture_is_left() -> None:
    """Given a picture that shows no table beyond the map, then nothing is known of it."""
    picture = with_tiles(GREEN_CLOTH, (GRASS, WALL, ROAD))[2 * EDGE : 5 * EDGE, 3 * EDGE : 6 * EDGE].copy()
    cells = [(row - 2, column - 3) for row, column in PRINT]
    assert kept(picture, *cells, (0, 1)) == {*cells, (0, 1)}


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
    assert kept(picture, *PRINT, (2, 4)) == {*PRINT, (2, 4)}


def test_white_cloth_between_tiles_of_snow_is_none() -> None:
    picture = with_tiles(WHITE_CLOTH, (SNOW, SNOW, SNOW, (150, 140, 130)))
    assert kept(picture, *PRINT, (2, 4)) == set(PRINT)
