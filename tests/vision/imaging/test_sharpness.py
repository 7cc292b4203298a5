"""How blurred a picture is, and that straight edges are found in one out of focus."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.imaging.line_segments import edges_of
from vision.imaging.sharpness import blur_px


def board(blur: float, square: int = 96) -> np.ndarray:
    """A chequered board as a camera shows it with this blur, px."""
    light = np.kron(np.indices((6, 8)).sum(axis=0) % 2, np.ones((square, square)))
    grain = np.random.default_rng(1).normal(0, 2, light.shape)
    return np.clip(cv2.GaussianBlur(60 + 120 * light, (0, 0), blur) + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("blur", [1.5, 3.0, 8.0])
def test_blur_is_measured_at_the_edges(blur: float) -> None:
    assert blur_px(board(blur)) == pytest.approx(blur, rel=0.3)


def test_a_picture_of_one_colour_has_no_edges_to_measure() -> None:
    assert np.isfinite(blur_px(np.full((200, 300), 90, np.uint8)))


def test_edges_are_found_out_of_focus_where_they_run() -> None:
    found = edges_of(board(9.0))
    assert len(found) > 20
    off = np.abs(found / 96 - np.rint(found / 96)).min(axis=2)
    assert np.median(off) < 0.03
