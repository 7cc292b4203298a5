"""What ends where it ends, and what fades away."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pieces.outline_step import step_across


def disc(blur):
    picture = np.zeros((60, 60, 3), np.float32)
    cv2.circle(picture, (30, 32), 10, (40.0, 0.0, 0.0), -1)
    return cv2.GaussianBlur(picture, (0, 0), blur)


def step(picture):
    shape = picture[..., 0] > 15
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    part = shape[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return step_across(picture, part, (int(columns[0]), int(rows[0])), 1.5)


def test_a_piece_stands_out_even_a_little_out_of_focus():
    assert step(disc(0.5)) > 30
    assert step(disc(1.5)) > 20


def test_a_glare_fades_away():
    assert step(disc(6.0)) < 7


def test_something_at_the_edge_of_the_picture_is_told_by_the_rest():
    picture = disc(0.5)[25:]
    assert step(picture) > 20
