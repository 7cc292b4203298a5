"""Where tiles lie beside each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.registration.lattice import NEIGHBOURS, Lattice, facing, seams, share_in_view, shifted

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


def test_many_cells_are_foretold_as_each_is_alone_and_without_itself_as_if_it_were_not_known() -> None:
    common = np.array([[80.0, 9.0, 200.0], [-7.0, 75.0, 150.0], [1e-3, -2e-3, 1.0]])
    cells = {
        (row, column): shifted(common, column + 0.02 * ((3 * row + column) % 4), row - 0.015 * ((row + 2 * column) % 3))
        for row in range(3)
        for column in range(4)
    }
    lattice = Lattice(cells)
    together = lattice.predict_all(lattice.frontier())
    assert all(np.allclose(lattice.predict(cell), pose) for cell, pose in together.items())
    for cell, pose in lattice.predict_all(cells, without_itself=True).items():
        others = Lattice({other: known for other, known in cells.items() if other != cell})
        assert np.allclose(others.predict(cell), pose)
