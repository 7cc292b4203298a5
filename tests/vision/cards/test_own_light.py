"""What a known card leaves unexplained of what is seen, in the light that suits it best."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards.own_light import chances_of, lit_as_seen

LAMP = np.array([0.5, 0.8, 1.1], np.float32)
VEIL = np.array([20.0, 25.0, 30.0], np.float32)


@pytest.fixture
def prints():
    """Two known cards of 400 pixels that differ in a quarter of them."""
    rng = np.random.default_rng(4)
    one = rng.uniform(30, 220, (400, 3))
    other = one.copy()
    other[:100] = rng.uniform(30, 220, (100, 3))
    return np.stack([one, other]).astype(np.float32)


def left_of(seen, prints, counts=None):
    counts = np.ones(prints.shape[:2], np.float32) if counts is None else counts
    return lit_as_seen(np.broadcast_to(seen, prints.shape).astype(np.float32), prints, counts).unexplained(counts)


def test_a_lamp_and_a_veil_leave_next_to_nothing_of_the_right_card_unexplained(prints):
    left = left_of(prints[1] * LAMP + VEIL, prints)
    assert left[1] < 10.0 < 100.0 < left[0]  # no veil is supposed at first, and a little of that stays


def test_what_a_camera_burnt_speaks_for_every_card_that_is_as_light(prints):
    burnt = np.minimum(prints[1] * 1.8, 255.0)
    left = left_of(burnt, prints)
    assert left[1] < 2.0
    assert left[0] > 20 * left[1]


def test_a_card_that_is_dark_where_the_camera_burnt_has_to_explain_it(prints):
    seen = prints[0].copy()
    seen[:100] = 255.0
    light = prints[0].copy()
    light[:100] = 250.0
    dark_left, light_left = left_of(seen, np.stack([prints[0], light]))
    assert dark_left > 10 * light_left


def test_pixels_under_another_card_tell_nothing(prints):
    counts = np.ones((2, 400), np.float32)
    counts[:, :100] = 0.0
    left = left_of(prints[1] * LAMP, prints, counts)
    assert left == pytest.approx([0.0, 0.0], abs=0.5)


def test_the_card_that_leaves_least_is_likeliest_and_what_was_not_compared_impossible():
    chances = chances_of(np.array([90.0, 60.0, np.inf]))
    assert chances.sum() == pytest.approx(1.0)
    assert chances[1] > chances[0] > chances[2] == 0.0
