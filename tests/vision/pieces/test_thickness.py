"""How thick a figure is for its size."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pieces.thickness import thickness


def box(wide, high, scale=1.0):
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) * np.float32(scale) + 300


@pytest.mark.parametrize(("wide", "high", "thick"), [(20, 20, 1.0), (20, 40, 0.71), (60, 20, 0.58)])
@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0])
def test_it_is_told_by_form_and_not_by_size(wide, high, thick, scale):
    assert thickness(box(wide, high, scale), 40.0) == pytest.approx(thick, abs=0.05)


def test_ground_that_winds_about_a_house_is_thin():
    around = np.array([[0, 0], [60, 0], [60, 50], [45, 50], [45, 12], [15, 12], [15, 50], [0, 50]], np.float32)
    assert thickness(around, 40.0) < 0.5
