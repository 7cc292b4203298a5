"""Two pieces of one colour that touch are two."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pieces.touching_pieces import two_of

RADIUS = 10
USUAL = np.pi * RADIUS**2


def patch(*discs, radius=RADIUS):
    """(80, 80) with discs about these places (x, y)."""
    drawn = np.zeros((80, 80), np.uint8)
    for place in discs:
        cv2.circle(drawn, place, radius, 1, -1)
    return drawn > 0


@pytest.mark.parametrize("other", [(48, 30), (30, 48), (43, 43)])
def test_a_patch_with_a_waist_is_two_pieces(other):
    halves = two_of(patch((30, 30), other), USUAL)
    assert halves is not None
    centres = sorted(tuple(np.argwhere(half).mean(axis=0)[::-1].round().astype(int).tolist()) for half in halves)
    for centre, place in zip(centres, sorted([(30, 30), other]), strict=True):
        assert np.hypot(*np.subtract(centre, place)) < 2


def test_a_piece_is_one_and_so_is_a_long_one_without_a_waist():
    lying = np.zeros((80, 80), np.bool_)
    lying[30:46, 20:60] = True
    assert two_of(patch((40, 40)), USUAL) is None
    assert two_of(lying, USUAL) is None


def test_a_ground_with_a_waist_is_too_large_for_two_pieces():
    assert two_of(patch((25, 40), (54, 40), radius=16), USUAL) is None


def test_a_piece_and_a_crumb_beside_it_are_one():
    assert two_of(patch((30, 30)) | patch((44, 30), radius=4), USUAL / 2) is None
