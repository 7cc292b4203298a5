"""Colours of pieces as people are shown them."""

import pytest

from calibration.colours import rgb_of


def test_a_colour_shows_on_a_screen_as_it_was_seen():
    assert rgb_of((53.24, 80.09, 67.20)) == pytest.approx((1.0, 0.0, 0.0), abs=0.01)  # sRGB's red
    assert rgb_of((100.0, 0.0, 0.0)) == pytest.approx((1.0, 1.0, 1.0), abs=0.01)


def test_what_a_screen_cannot_show_is_cut_off():
    assert all(0.0 <= value <= 1.0 for value in rgb_of((60.0, -120.0, 110.0)))
