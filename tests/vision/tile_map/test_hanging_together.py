"""Tiles of a map hang together by their sides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.registration.lattice import Cell
from vision.tile_map.unknown_edition import PARAMETERS, hanging_together

MAP = {(row, column): 6.0 for row in range(2) for column in range(3)}


def joined(odds: dict[Cell, float]) -> dict[Cell, float]:
    return dict(zip(odds, hanging_together(list(odds), np.array(list(odds.values()))).tolist(), strict=True))


def test_a_pale_tile_that_alone_joins_plain_ones_to_the_map_is_one() -> None:
    """Given a place that looks a little more like the cloth, and two plain tiles that touch no other one."""
    seen = MAP | {(0, 3): -1.0, (0, 4): 5.0, (-1, 3): 3.0}
    assert joined(seen)[0, 3] == pytest.approx(-1.0 + PARAMETERS.most_joined)
    assert {cell for cell, odds in joined(seen).items() if odds > 0} == set(seen)


def test_bare_cloth_between_the_map_and_another_thing_stays_cloth() -> None:
    assert joined(MAP | {(0, 3): -6.0, (0, 4): 5.0})[0, 3] < 0


@pytest.mark.parametrize("beside", [{(0, 3): -1.0}, {(0, 4): -1.0, (0, 5): 5.0}, {(-1, 0): -1.0, (-1, 1): 4.0}])
def test_a_place_that_joins_nothing_to_the_map_is_as_likely_as_it_looks(beside: dict[Cell, float]) -> None:
    doubted = next(iter(beside))
    assert joined(MAP | beside)[doubted] == -1.0


@given(st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.floats(-9, 9), min_size=1))
def test_nothing_becomes_less_likely_and_what_is_likely_stays_as_it_is(odds: dict[Cell, float]) -> None:
    for cell, now in joined(odds).items():
        assert odds[cell] <= now <= max(odds[cell] + PARAMETERS.most_joined, odds[cell])
        assert now == odds[cell] or odds[cell] <= 0
