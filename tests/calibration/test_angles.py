"""Angles the shorter way round."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.angles import TURN, wrapped

ANGLE = st.floats(-1e4, 1e4)


@pytest.mark.parametrize(("angle", "shorter"), [(350.0, -10.0), (-350.0, 10.0), (170.0, 170.0), (180.0, -180.0)])
def test_what_is_nearly_a_turn_is_a_little_the_other_way(angle: float, shorter: float) -> None:
    assert wrapped(angle, 360.0) == shorter


def test_a_square_looks_the_same_after_a_quarter_turn() -> None:
    assert wrapped(math.radians(93.0), TURN / 4) == pytest.approx(math.radians(3.0))


@given(ANGLE, st.sampled_from([TURN, TURN / 4, 360.0, 180.0]))
def test_it_points_the_same_way_and_never_further_than_half_round(angle: float, period: float) -> None:
    shorter = wrapped(angle, period)
    assert abs(shorter) <= period / 2 * (1 + 1e-12)
    turns = (angle - shorter) / period
    assert turns == pytest.approx(round(turns), abs=1e-6)


def test_many_are_wrapped_each_by_itself_and_keep_their_type() -> None:
    angles = np.array([[350.0, 10.0], [190.0, -190.0]], np.float32)
    assert wrapped(angles, 360.0).tolist() == [[-10.0, 10.0], [-170.0, 170.0]]
    assert wrapped(angles, 360.0).dtype == np.float32
