"""Where tiles lie beside each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.registration.lattice import NEIGHBOURS, facing, seams, share_in_view

CELL = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


@given(st.sets(CELL))
def test_every_pair_that_touches_is_named_once_and_from_both_sides_alike(cells: set[tuple[int, int]]) -> None:
    named = list(seams(cells))
    touching = {
        frozenset((cell, (cell[0] + down, cell[1] + right)))
        for cell in cells
        for down, right in NEIGHBOURS
        if (cell[0] + down, cell[1] + right) in cells
    }
    assert {frozenset((one, other)) for one, other, _ in named} == touching
    assert len(named) == len(touching)
    for one, other, side in named:
        back = NEIGHBOURS[facing(side)]
        assert (other[0] + back[0], other[1] + back[1]) == one


def test_of_a_tile_at_the_rim_of_a_picture_it_is_told_how_much_shows() -> None:
    whole = np.diag([40.0, 40.0, 1.0])
    assert share_in_view(whole, (100, 200)) == pytest.approx(1.0)
    cut = np.array([[40.0, 0.0, 170.0], [0.0, 40.0, 30.0], [0.0, 0.0, 1.0]])  # 30 of its 40 px
    assert share_in_view(cut, (100, 200)) == pytest.approx(0.75)
    assert share_in_view(whole @ np.diag([-1.0, 1.0, 1.0]), (100, 200)) == 0.0
