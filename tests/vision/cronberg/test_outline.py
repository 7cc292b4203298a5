"""Six-sided things on a table."""

import cv2
import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.outline import board_corners, hexagons

TABLE = (190, 200, 205)


def table_with(corners, colour=(60, 90, 120)):
    picture = np.full((540, 960, 3), TABLE, np.uint8)
    cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], colour)
    return picture


def ring(sides, middle=(480.0, 270.0), radius=120.0, squeeze=0.8):
    angles = np.arange(sides) * 2 * np.pi / sides + 0.3
    return np.array(middle) + radius * np.column_stack([np.cos(angles), squeeze * np.sin(angles)])


def test_a_board_seen_aslant_is_told_by_its_corners():
    (corners,) = hexagons(table_with(ring(6)))
    away = np.linalg.norm(corners[:, None] - ring(6)[None], axis=2).min(axis=1)
    assert away.max() < 4


@pytest.mark.parametrize("sides", [3, 4, 24])
def test_what_has_not_six_sides_is_no_board(sides):
    assert hexagons(table_with(ring(sides))) == []


def test_an_empty_table_has_none():
    assert hexagons(np.full((540, 960, 3), 128, np.uint8)) == []


def test_the_corners_of_a_copy_lie_evenly_around_its_middle():
    corners = board_corners(drawn_set())
    far = np.linalg.norm(corners, axis=1)
    assert far == pytest.approx(far.mean(), rel=0.02)
