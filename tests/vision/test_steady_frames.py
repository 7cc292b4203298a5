"""Whatever a camera hands over, eyes see BGR frames of one size, or nothing."""

from __future__ import annotations

import numpy as np
import pytest

from vision import steady_frames
from vision.frames import Frame
from vision.steady_frames import SteadyFrames


def frame(image: np.ndarray, number: int = 0) -> Frame:
    return Frame(image, 1000.0 * number, number)


def scene(height: int, width: int) -> np.ndarray:
    return np.random.default_rng(5).integers(60, 200, (height, width, 3), np.uint8)


def test_a_usual_frame_is_handed_on_as_it_is() -> None:
    usual = frame(scene(270, 480))
    assert SteadyFrames().fit(usual) is usual


@pytest.mark.parametrize("shape", [(0, 0, 3), (1, 1, 3), (1, 500, 3), (40, 4000, 3), (2, 2)])
def test_a_tiny_frame_is_none_and_settles_no_size(shape: tuple[int, ...]) -> None:
    frames = SteadyFrames()
    assert frames.fit(frame(np.zeros(shape, np.uint8))) is None
    usual = frame(scene(270, 480))
    assert frames.fit(usual) is usual


@pytest.mark.parametrize("shape", [(270, 480), (270, 480, 1), (270, 480, 4)])
def test_grey_and_transparent_frames_become_bgr(shape: tuple[int, ...]) -> None:
    seen = SteadyFrames().fit(frame(np.full(shape, 77, np.uint8)))
    assert seen is not None
    assert seen.image.shape == (270, 480, 3)
    assert (seen.image == 77).all()


def test_a_camera_that_comes_back_with_another_size_is_seen_as_before() -> None:
    frames = SteadyFrames()
    frames.fit(frame(scene(270, 480)))
    for shape in ((540, 960), (135, 240), (1080, 1920)):
        seen = frames.fit(frame(np.full((*shape, 3), 90, np.uint8), 1))
        assert seen is not None
        assert seen.image.shape == (270, 480, 3)
        assert (seen.image == 90).all()
        assert (seen.number, seen.time_ms) == (1, 1000.0)


def test_a_camera_that_was_turned_is_seen_whole_in_the_middle() -> None:
    frames = SteadyFrames()
    frames.fit(frame(scene(270, 480)))
    seen = frames.fit(frame(np.full((480, 270, 3), 90, np.uint8)))
    assert seen is not None
    assert seen.image.shape == (270, 480, 3)
    lit = np.flatnonzero(seen.image.max(axis=(0, 2)))
    assert len(lit) == round(270 * 270 / 480)
    assert abs(lit.mean() - 479 / 2) < 1


def test_frames_far_larger_than_any_camera_needs_are_made_smaller() -> None:
    seen = SteadyFrames().fit(frame(np.zeros((4320, 7680, 3), np.uint8)))
    assert seen is not None
    assert seen.image.shape[0] * seen.image.shape[1] <= steady_frames.PARAMETERS.most_px
