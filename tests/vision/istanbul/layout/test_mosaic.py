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


def test_the_print_about_somebody_is_otherwise_where_a_place_is_not_in_the_state_of_its_picture():
    bare = two_bare_places()
    lab = bare.lab.copy()
    lab[..., 0] += np.random.default_rng(1).normal(0, 1.0, lab.shape[:2]).astype(np.float32)
    lab[26:38, 90:102] += 40.0  # somebody on the second place hides none of the print about him
    assert replace(bare, lab=lab).otherwise_about(96, 34) < 0.2
    lab[8:62, 70:122] += np.float32(20.0)  # tiles lie on that place that its picture does not show
    assert replace(bare, lab=lab).otherwise_about(96, 34) > 0.9
    assert replace(bare, lab=lab).otherwise_about(32, 34) < 0.2


def test_nothing_is_told_of_print_that_is_not_known():
    bare = two_bare_places()
    assert replace(bare, known=np.zeros_like(bare.known)).otherwise_about(96, 34) == 0.0
    assert bare.otherwise_about(-40, 900) == 0.0
