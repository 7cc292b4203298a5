"""Small squares are outlined whatever is around them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.registration.small_squares import small_squares


def test_a_tile_is_outlined_on_a_striped_cloth_that_is_lighter_and_darker_than_it():
    cloth = np.zeros((200, 300, 3), np.uint8)
    cloth[:] = np.where(np.arange(200)[:, None, None] % 80 < 40, (235, 235, 235), (70, 60, 50))
    corners = np.array([[120, 80], [152, 88], [144, 120], [112, 112]])
    cv2.fillConvexPoly(cloth, corners, (60, 90, 190))
    found = small_squares(cv2.GaussianBlur(cloth, (0, 0), 1.2))
    assert any(np.linalg.norm(quad.mean(axis=0) - corners.mean(axis=0)) < 3 for quad in found)


def test_nothing_is_square_on_a_plain_table():
    assert small_squares(np.full((200, 300, 3), 120, np.uint8)) == []
