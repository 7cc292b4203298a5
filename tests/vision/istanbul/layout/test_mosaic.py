"""Which places have changed from one still picture to the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.istanbul.layout.mosaic import Mosaic

SIDE = 64  # px of a place
GREEN = (30.0, -18.0, 12.0)  # Lab, L halved


def two_bare_places() -> Mosaic:
    """Two plain places side by side."""
    expected = np.tile(np.array(GREEN, np.float32), (SIDE, 2 * SIDE, 1))
    cell = np.repeat(np.array([[0, 1]], np.int16), SIDE, axis=1).repeat(SIDE, axis=0)
    middles = np.array([[SIDE / 2, SIDE / 2], [1.5 * SIDE, SIDE / 2]])
    known = np.ones(cell.shape, np.float32)
    return Mosaic(expected, expected, known, cell, np.array([3.0, 4.0, 5.0]), middles, np.array([64.0, 32.0, 1500.0]))


def test_a_place_with_somebody_new_has_changed():
    before = two_bare_places()
    lab = before.lab.copy()
    lab[30:38, 90:98] += 12.0
    assert replace(before, lab=lab).changed_since(before) == {1}


def test_stripes_that_a_cameras_compression_leaves_are_no_change():
    before = two_bare_places()
    lab = before.lab.copy()
    lab[:, 8:56] += 14.0 * np.sign(np.sin(np.arange(8, 56) * np.pi / 2 + 0.1)).astype(np.float32)[:, None]
    assert replace(before, lab=lab).changed_since(before) == set()


def test_somebody_white_who_left_a_pale_place_is_a_change():
    before = two_bare_places()
    lab = before.lab.copy()
    lab[26:38, 20:32, 0] += 7.0
    assert replace(before, lab=lab).changed_since(before) == {0}
