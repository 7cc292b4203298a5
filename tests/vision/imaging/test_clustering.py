"""Pixels gathered into shades: those of one colour belong together, and twice the same pixels to the same shades."""

import numpy as np

from vision.imaging.clustering import shades_of


def test_three_woods_on_one_table_are_three_shades():
    woods = np.array([[30, 60, 90], [200, 210, 220], [40, 160, 60]], np.float32)
    which = np.arange(600) % 3
    pixels = woods[which] + np.random.default_rng(11).normal(0, 3, (600, 3)).astype(np.float32)
    member, shades = shades_of(pixels, 3)
    assert all(len(set(member[which == wood])) == 1 for wood in range(3))
    assert all(np.abs(shades - wood).max(axis=1).min() < 2 for wood in woods)


def test_the_same_pixels_have_the_same_shades_whatever_was_drawn_before():
    pixels = np.random.default_rng(7).random((300, 3)).astype(np.float32) * 255
    first = shades_of(pixels, 5)
    shades_of(pixels[::2], 2)
    again = shades_of(pixels, 5)
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
