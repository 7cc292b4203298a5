"""Where tiles lie beside each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.lattice import NEIGHBOURS, facing, seams

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
