"""What a picture's values say of light."""

from __future__ import annotations

import numpy as np
import pytest

from vision.photometry.srgb import light_to_srgb, srgb_to_light


def test_black_is_no_light_and_white_is_all_of_it() -> None:
    assert srgb_to_light(np.array([0.0, 255.0])) == pytest.approx([0.0, 1.0])


def test_the_middle_value_is_about_a_fifth_of_the_light() -> None:
    assert srgb_to_light(np.array([128.0])) == pytest.approx([0.2159], abs=1e-4)  # IEC 61966-2-1


def test_every_value_comes_back() -> None:
    values = np.arange(256, dtype=np.uint8)
    assert light_to_srgb(srgb_to_light(values)) == pytest.approx(values.astype(float), abs=0.01)
