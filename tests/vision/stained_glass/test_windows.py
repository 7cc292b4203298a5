"""Which tiles make a window, by how they lie on the table."""

from __future__ import annotations

import numpy as np

from games.carcassonne.stained_glass.windows import cell_of
from vision.stained_glass.observation import SeenGlass
from vision.stained_glass.windows import pitch_mm, windows_of


def lying(*kinds: str, right_mm: float = 0.0) -> list[SeenGlass]:
    """Each where it lies in the whole window of twelve, or so much to the right."""
    nowhere = np.zeros((4, 2))
    places = [(column * pitch_mm() + right_mm, row * pitch_mm()) for column, row in map(cell_of, kinds)]
    return [SeenGlass(kind, *place, 0.0, 0.99, nowhere, place, 0.0) for kind, place in zip(kinds, places, strict=True)]


def window(*numbers: int) -> list[str]:
    return [f"{number}{part}" for number in numbers for part in "abc"]


def test_a_tile_beyond_a_gap_belongs_to_the_window_that_is_begun() -> None:
    (begun,), loose = windows_of(lying("1a", "1c", "2c"))
    assert begun.missing == ("1b", "2a", "2b")
    assert not loose


def test_whole_windows_that_lie_apart_are_windows_of_their_own() -> None:
    windows, loose = windows_of(lying(*window(1, 2), *window(4)))
    assert [(one.numbers, one.whole) for one in windows] == [((1, 2), True), ((4,), True)]
    assert not loose


def test_what_is_begun_beyond_a_whole_window_is_told_beside_it() -> None:
    windows, loose = windows_of(lying(*window(1), "3a"))
    assert [one.numbers for one in windows] == [(1,)]
    assert [tile.kind for tile in loose] == ["3a"]


def test_edge_to_edge_a_whole_window_grows_on() -> None:
    (grown,), _ = windows_of(lying(*window(1), "2a"))
    assert grown.missing == ("2b", "2c")


def test_two_windows_that_nearly_touch_are_two_where_one_would_be_forbidden() -> None:
    nearly = lying(*window(1), right_mm=pitch_mm() + 8.0)
    windows, loose = windows_of([*lying(*window(1)), *nearly])
    assert [(one.numbers, one.whole) for one in windows] == [((1,), True), ((1,), True)]
    assert not loose


def test_a_double_that_lies_as_near_as_the_rest_is_pointed_out() -> None:
    (double,), _ = windows_of([*lying(*window(1)), *lying("1a", right_mm=pitch_mm() + 1.0)])
    assert [fault.tiles for fault in double.faults] == [("1a", "1a")]


def test_a_window_that_lies_loosely_and_breaks_no_rule_stays_one() -> None:
    (one,), _ = windows_of([*lying(*window(1)), *lying(*window(2), right_mm=8.0)])
    assert one.whole
