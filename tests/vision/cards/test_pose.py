"""How large a card is seen, whichever way it lies before the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.pose import px_per_mm, turned

CARD = (59.0, 91.0)
TILE = (52.0, 52.0)
PX_PER_MM = 0.9
ASIDE = np.diag([1.0, 0.8, 1.0])  # a camera that looks from aside sees a table's depth shortened


def lying(size_mm, turn_deg=0.0):
    wide, high = (PX_PER_MM * side for side in size_mm)
    return turned(np.array([[wide, 0.0, 300.0], [0.0, high, 200.0], [0.0, 0.0, 1.0]]), turn_deg, size_mm)


def test_a_tile_and_a_card_tell_the_same_of_how_near_the_camera_is():
    assert px_per_mm(lying(TILE), TILE) == pytest.approx(PX_PER_MM, rel=0.01)
    assert px_per_mm(lying(CARD, 30.0), CARD) == pytest.approx(PX_PER_MM, rel=0.01)


@pytest.mark.parametrize("turn_deg", [0.0, 45.0, 90.0])
def test_it_says_the_same_of_a_card_that_is_turned_before_a_camera_that_looks_from_aside(turn_deg):
    assert px_per_mm(ASIDE @ lying(CARD, turn_deg), CARD) == pytest.approx(PX_PER_MM * np.sqrt(0.8), rel=0.01)


def test_a_card_in_perspective_is_as_large_as_its_outline():
    corners = np.array([[10, 10], [110, 20], [100, 190], [20, 170]], np.float32)
    pose = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), corners)
    assert px_per_mm(pose, CARD) == pytest.approx(np.sqrt(cv2.contourArea(corners) / (59 * 91)), rel=0.01)
