"""What squares edge to edge are: what each says is added up as each window would have it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.arrays import Float64Array
from tests.vision.stained_glass.on_black.film_on_black import (
    GLASS,
    HEIGHT,
    PLANE,
    SIDE,
    WIDTH,
    column,
    film_on_black,
    outline,
)
from vision.stained_glass.map_plane import MapOnTable
from vision.stained_glass.on_black.by_outline import as_glass, continued, glass_by_outline, windows_on
from vision.stained_glass.on_black.in_light import light_of
from vision.stained_glass.on_black.squares import Squares

COLUMN = np.array([[0, 0], [0, 1], [0, 2]])
MAP = MapOnTable(PLANE, np.stack([outline((660 + 60 * number, 60)) for number in range(3)]), float(SIDE))


def said(*each: dict[tuple[str, int], float]) -> Float64Array:
    """(n, views, 4): how strongly squares speak for kinds, each with how many quarters it is turned."""
    table = np.zeros((len(each), len(GLASS.kinds), 4))
    for number, words in enumerate(each):
        for (kind, turn), much in words.items():
            table[number, GLASS.kinds.index(kind), turn] = much
    return table


def kinds_of(cells: np.ndarray, words: Float64Array) -> list[list[str]]:
    return [[GLASS.kinds[view] for view in one.views] for one in as_glass(cells, words, GLASS)]


def test_three_in_a_column_are_one_of_four_windows_or_lie_across_three() -> None:
    """Upright or upside down each of the four small windows; turned aside three of one row, from 1 to 3 or 2 to 4."""
    windows = windows_on(COLUMN, GLASS)
    upright = [[GLASS.kinds[view] for view in views] for turn, views in windows if turn == 0]
    assert sorted(upright) == [[f"{number}a", f"{number}b", f"{number}c"] for number in "1234"]
    assert [sum(turn == one for turn, _ in windows) for one in range(4)] == [4, 6, 4, 6]


def test_what_hardly_any_tile_says_alone_a_window_says_together() -> None:
    faint = said({("4a", 0): 7.0, ("1b", 1): 6.0}, {("4b", 0): 6.0, ("2c", 3): 5.5}, {("4c", 0): 6.5, ("3a", 2): 6.0})
    assert kinds_of(COLUMN, faint) == [["4a", "4b", "4c"]]
    for number in range(3):
        assert kinds_of(COLUMN[:1], faint[number : number + 1]) == []


def test_what_is_likest_by_chance_makes_no_window() -> None:
    chance = said({("1b", 1): 6.0}, {("2c", 3): 5.5}, {("3a", 2): 6.0})
    assert kinds_of(COLUMN, chance) == []


def test_two_windows_that_are_as_likely_are_none() -> None:
    either = said(*({(f"{number}{row}", 0): 9.0 for number in "14"} for row in "abc"))
    assert kinds_of(COLUMN, either) == []


def test_squares_that_no_window_fits_speak_for_themselves() -> None:
    """Two of the same kind side by side, which the rules forbid, and people do."""
    double = said({("2b", 0): 40.0}, {("2b", 0): 40.0})
    assert kinds_of(COLUMN[:2], double) == [["2b"], ["2b"]]


@pytest.mark.parametrize("turned", range(4))
def test_film_is_told_by_its_outline_however_it_is_turned(turned: int) -> None:
    picture = film_on_black({(300, 200): "3b"}, turned=turned)
    found = glass_by_outline(light_of(picture, SIDE), (HEIGHT, WIDTH), GLASS, MAP)
    assert [GLASS.kinds[view] for view in found.views] == ["3b"]
    corner = found.poses[0] @ (0.0, 0.0, 1.0)
    wanted = outline((300, 200))[turned]
    assert np.linalg.norm(corner[:2] / corner[2] - wanted) < 0.05 * SIDE


def test_a_window_is_told_under_noise_in_which_hardly_anybody_makes_out_a_tile() -> None:
    picture = film_on_black(column(300, 200, "2a", "2b", "2c"), veil=0.06, noise=6.0)
    found = glass_by_outline(light_of(picture, SIDE), (HEIGHT, WIDTH), GLASS, MAP)
    assert [GLASS.kinds[view] for view in found.views] == ["2a", "2b", "2c"]


def test_grey_squares_without_a_pattern_are_no_glass() -> None:
    picture = film_on_black({})
    picture[200 : 200 + 3 * SIDE, 300 : 300 + SIDE] = (60, 62, 64)
    assert len(glass_by_outline(light_of(picture, SIDE), (HEIGHT, WIDTH), GLASS, MAP)) == 0


def test_a_grey_square_with_one_bright_corner_is_no_glass_alone() -> None:
    for corner in ((302, 202), (334, 202), (302, 234), (334, 234)):
        picture = film_on_black({})
        picture[200 : 200 + SIDE, 300 : 300 + SIDE] = (60, 62, 64)
        picture[corner[1] : corner[1] + 24, corner[0] : corner[0] + 24] = (90, 140, 220)
        assert len(glass_by_outline(light_of(picture, SIDE), (HEIGHT, WIDTH), GLASS, MAP)) == 0


def test_a_window_whose_last_pane_is_as_dark_as_the_table_is_told_where_it_lies() -> None:
    """Its outline stops short of the pane; what the rest shows tells how far it really goes."""
    window = column(300, 200, "2a", "2b", "2c")
    picture = film_on_black(window)
    picture[200 + 3 * SIDE - 8 : 200 + 3 * SIDE, 300 : 300 + SIDE] = film_on_black({})[:8, :SIDE]
    found = glass_by_outline(light_of(picture, SIDE), (HEIGHT, WIDTH), GLASS, MAP)
    assert [GLASS.kinds[view] for view in found.views] == ["2a", "2b", "2c"]
    for pose, place in zip(found.poses, window, strict=True):
        corner = pose @ (0.0, 1.0, 1.0)
        assert np.linalg.norm(corner[:2] / corner[2] - outline(place)[3]) < 0.1 * SIDE


def group(*places: tuple[int, int]) -> Squares:
    """Squares that lie there, cells counted from the first."""
    cells = (np.array(places) - places[0]) // SIDE
    return Squares(cells, np.stack([outline(place) for place in places]), 1.0)


def test_a_window_that_was_begun_foretells_what_lies_in_line_with_it_across_a_gap() -> None:
    begun = group((300, 200), (300, 260))
    views = tuple(GLASS.kinds.index(kind) for kind in ("2b", "2c"))
    for place, kind in (((360, 200), "3b"), ((420, 200), "4b"), ((300, 140), "2a"), ((240, 260), "1c")):
        way = continued(group(place), begun, 0, views, GLASS)
        assert way == (0, (GLASS.kinds.index(kind),))


def test_nothing_is_foretold_beyond_the_great_window_or_out_of_line() -> None:
    begun = group((300, 200), (300, 260))
    views = tuple(GLASS.kinds.index(kind) for kind in ("2b", "2c"))
    assert continued(group((300, 320)), begun, 0, views, GLASS) is None
    assert continued(group((380, 220)), begun, 0, views, GLASS) is None


def test_a_window_that_lies_aside_foretells_as_it_lies() -> None:
    """Turned a quarter clockwise what was to its right lies below it."""
    begun = group((300, 200))
    way = continued(group((300, 260)), begun, 1, (GLASS.kinds.index("2b"),), GLASS)
    assert way == (1, (GLASS.kinds.index("3b"),))
