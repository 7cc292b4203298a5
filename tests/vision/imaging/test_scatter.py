"""Medians."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.imaging.scatter import median_of, median_of_rows


@given(st.integers(1, 40) | st.integers(590, 610), st.integers(0, 2**32 - 1))
def test_the_median_is_the_one_that_numpy_tells(count: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(count, 3))
    assert median_of(values) == pytest.approx(np.median(values, axis=0), abs=1e-12)
    assert median_of(values[:, 0]) == pytest.approx(np.median(values[:, 0]), abs=1e-12)
    assert median_of_rows(values.T) == pytest.approx(np.median(values, axis=0), abs=1e-12)


def test_one_wild_value_does_not_move_it() -> None:
    assert median_of(np.array([1.0, 2.0, 3.0, 1e9])) == 2.5
