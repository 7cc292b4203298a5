"""What shows at a place between a map's tiles, looked for on the table around it."""

from __future__ import annotations

import numpy as np

from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.registration.lattice import Cell, Lattice
from vision.tile_map.surroundings.table_around import LatticeBox, middles_of
from vision.tile_map.surroundings.texture_around import PARAMETERS, TextureAround

EDGE = 40  # px of a tile
ACROSS = 9  # places, each way
PRINT = ((3, 3), (3, 4), (3, 5), (4, 3), (4, 5))  # all around the place that is looked at
ASKED = (4, 4)
WHITE, BROWN = (246, 242, 240), (30, 90, 160)


def cloth(lines: int = 0) -> Picture:
    """A white cloth, with brown lines from top to bottom so many px apart."""
    picture = np.full((ACROSS * EDGE, ACROSS * EDGE, 3), WHITE, np.uint8)
    if lines:
        for shift in range(4):
            picture[:, shift + 7 :: lines] = BROWN
    return picture


def pose(cell: Cell) -> np.ndarray:
    return np.array([[EDGE, 0, cell[1] * EDGE], [0, EDGE, cell[0] * EDGE], [0, 0, 1]], np.float64)


def goes_on(picture: Picture, places: tuple[Cell, ...] | None = None) -> bool:
    """Whether what shows at the place goes on around a map that has a hole there."""
    lattice, layers = Lattice({cell: pose(cell) for cell in (*PRINT, ASKED)}), layers_of(picture, EDGE)
    around = tuple(LatticeBox.around(lattice).wider(2).cells()) if places is None else places
    middles, _ = middles_of(layers, pose(ASKED)[None], PARAMETERS.middle_px)
    return bool(TextureAround.of(lattice, layers, around, lattice.cells).goes_on(middles)[0])


def with_a_line_across(picture: Picture) -> Picture:
    picture[4 * EDGE + 18 : 4 * EDGE + 22, 4 * EDGE : 5 * EDGE] = BROWN
    return picture


def test_a_bare_cloth_goes_on():
    assert goes_on(cloth())


def test_a_line_of_the_cloth_goes_on():
    assert goes_on(cloth(lines=26))


def test_a_road_on_a_white_cloth_is_found_nowhere_around():
    assert not goes_on(with_a_line_across(cloth()))


def test_a_road_across_the_lines_of_a_cloth_is_found_nowhere_around():
    assert not goes_on(with_a_line_across(cloth(lines=80)))


def test_where_nothing_of_the_table_is_in_view_nothing_is_known_of_it():
    assert not goes_on(cloth(lines=26), places=(*PRINT, ASKED))
