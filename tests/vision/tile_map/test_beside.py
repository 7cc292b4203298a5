"""Two games on one table are told from one whose map a cup or a hand cuts in two."""

import cv2
import numpy as np
import pytest

from vision.imaging.patches import Layers, layers_of
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix, quad_of
from vision.tile_map import beside
from vision.tile_map.beside import map_beside, torn_apart

SIDE = 60.0  # px


def tile(column: float, row: float, turned: float = 0.0) -> Matrix:
    """A tile with its upper left corner there, in tiles; ``turned`` degrees about the picture's corner."""
    angle = np.deg2rad(turned)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return np.asarray(turn @ np.array([[SIDE, 0, SIDE * column], [0, SIDE, SIDE * row], [0, 0, 1]]))


def cells(columns: int, rows: int = 3) -> list[Cell]:
    return [(row, column) for row in range(rows) for column in range(columns)]


ONE = Lattice({cell: tile(cell[1], cell[0]) for cell in cells(4)})


def seeds(columns: int, right: float, turned: float = 0.0, rows: int = 3) -> list[TileSeed]:
    """Votes for the one map and for another that begins so many tiles to the right."""
    other = [TileSeed(tile(right + column, row, turned), 2.0) for row, column in cells(columns, rows)]
    return [*(TileSeed(pose, 2.0) for pose in ONE.cells.values()), *other]


def all_of_them(poses):
    return np.ones(len(poses), np.bool_)


@pytest.mark.parametrize(("right", "turned"), [(4.6, 0.0), (6.0, -8.0)], ids=["beside the rows", "turned"])
def test_a_second_map_is_found(right, turned):
    assert len(map_beside(ONE, seeds(2, right, turned), all_of_them)) == 6


def test_a_second_map_of_which_a_few_tiles_show_is_found():
    corners = seeds(3, 4.6)[-9::2]  # of three by three, none beside another
    assert len(map_beside(ONE, corners, all_of_them)) == 5


def test_what_a_cup_cuts_off_is_of_the_same_map():
    assert not map_beside(ONE, seeds(2, 5.0), all_of_them)


def test_a_large_map_of_its_own_is_another_wherever_it_lies():
    assert len(map_beside(ONE, seeds(4, 6.0), all_of_them)) >= beside.PARAMETERS.large


def test_a_few_drawn_tiles_beside_the_map_are_no_map():
    assert not map_beside(ONE, seeds(2, 4.6, rows=2), all_of_them)


def test_what_only_features_take_for_tiles_is_no_map():
    assert not map_beside(ONE, seeds(4, 4.6), lambda poses: np.zeros(len(poses), np.bool_))


def two(gap: float, columns: int = 3, turned: float = 0.0, apart: int = 0) -> Lattice:
    """Two maps taken for one, with a gap between them; cells left out between them."""
    first = {(row, column): tile(column, row) for row, column in cells(columns)}
    right = {
        (row, column + columns + apart): tile(column + columns + apart + gap, row, turned) for row, column in first
    }
    return Lattice({**first, **right})


TABLE, DARK = (70, 104, 138), (30, 30, 40)


def seen(lattice: Lattice, *things: tuple[float, float, float, float], shade: tuple[int, int, int] = DARK) -> Layers:
    """Tiles on a brown table, and dark things on it: left, top, right and bottom of each, in tiles."""
    picture = np.full((5 * round(SIDE), 10 * round(SIDE), 3), TABLE, np.uint8)
    for pose in lattice.cells.values():
        cv2.fillConvexPoly(picture, np.round(quad_of(pose)).astype(np.int32), (60, 150, 90))
    for thing in things:
        left, top, right, bottom = (round(SIDE * edge) for edge in thing)
        cv2.rectangle(picture, (max(left, 0), max(top, 0)), (right, bottom), shade, -1)
    return layers_of(picture, SIDE)


def torn(lattice: Lattice, *things: tuple[float, float, float, float]) -> bool:
    return torn_apart(lattice, seen(lattice, *things))


def test_maps_with_a_gap_between_them_are_two():
    assert torn(two(gap=0.25))
    assert not torn(two(gap=0.08))


def test_one_tile_beside_a_gap_is_laid_carelessly():
    cells_of_one = dict(ONE.cells)
    cells_of_one[1, 4] = tile(4.25, 1)
    assert not torn(Lattice(cells_of_one))


def test_parts_that_a_hand_divides_are_one_map():
    over_all_of_it, over_a_place = (3, 0, 4, 3), (3, 1, 4, 2)
    assert not torn(two(gap=0.0, apart=1), over_all_of_it)
    assert not torn(two(gap=0.0, apart=1), over_a_place)
    assert torn(two(gap=0.0, apart=1, turned=-10.0), over_all_of_it)


def laid_anyhow(lattice: Lattice, *but: Cell) -> Lattice:
    """The same tiles, each but these up to a tenth of a tile off and up to three degrees turned."""
    chance = np.random.default_rng(3)

    def strayed(pose: Matrix) -> Matrix:
        angle, (right, down) = np.deg2rad(chance.uniform(-3, 3)), chance.uniform(-0.1, 0.1, 2)
        turn = np.array([[np.cos(angle), -np.sin(angle), right], [np.sin(angle), np.cos(angle), down], [0, 0, 1]])
        return np.asarray(pose @ turn)

    return Lattice({cell: pose if cell in but else strayed(pose) for cell, pose in lattice.cells.items()})


def test_a_part_of_a_map_that_was_laid_anyhow_may_be_off_its_rows_and_turned():
    """Given a place between two parts of a map that a hand covers, and a part beyond it that is a fifth of a tile off
    and turned a little: where all tiles lie anyhow, it is a part of the map, and another map where all lie neatly."""
    over_all_of_it = (3, 0, 5, 5)
    apart = {cell: pose for cell, pose in two(gap=0.0, columns=4, apart=1).cells.items() if cell[1] > 3}
    off = {cell: tile(0.2, 0.0, turned=1.0) @ np.diag([1 / SIDE, 1 / SIDE, 1]) @ pose for cell, pose in apart.items()}
    parts = Lattice({**ONE.cells, **off})
    assert torn(parts, over_all_of_it)
    assert not torn(laid_anyhow(parts), over_all_of_it)


def test_a_wide_gap_between_two_tiles_tears_no_map_in_which_all_lie_anyhow():
    beyond = Lattice({**ONE.cells, **{(row + 2, column + 4): tile(column + 4.12, row + 2) for row, column in cells(3)}})
    assert torn(beyond)
    assert not torn(laid_anyhow(beyond, (2, 3), (2, 4)))


def test_parts_with_nothing_between_but_bare_table_are_two_maps():
    """Given two games whose tiles lie in the same rows with a tile's width between, when nothing lies there, or only
    something beside the maps, then they are two."""
    assert torn(two(gap=0.0, apart=1))
    assert torn(two(gap=0.0, apart=1), (8, 1, 9, 2))


def test_tiles_that_look_like_the_table_may_lie_between_two_parts_of_a_map():
    """Given snow on a white table, of which a tile between two parts was overlooked, then the table shows there, and on
    some of the tiles as well: nobody can tell that they are two."""
    parts = two(gap=0.0, apart=1)
    snow = [(0, 0, 1, 1), (2, 1, 3, 2)]  # of 18 tiles
    assert torn(parts)
    assert not torn_apart(parts, seen(parts, *snow, shade=TABLE))
