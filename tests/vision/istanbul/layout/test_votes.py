"""A layout that is too small and soft for any single place to be known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.istanbul.edition import own_places
from vision.artwork.istanbul.places import place_picture
from vision.frames import Picture
from vision.giving_up import until_left
from vision.istanbul.layout.votes import voted_layout
from vision.istanbul.reading import read_places
from vision.registration.lattice import project, side_px

LAYOUT = ((15, 5, 2, 14), (4, 12, 7, 3), (8, 6, 11, 9), (13, 10, 1, 16))
WIDE, HIGH = 34, 26  # px of a place


def far_away() -> Picture:
    """The layout on a brown table, leaning, soft and grainy."""
    rows = [
        np.hstack([cv2.resize(place_picture(number, 1.0)[..., :3], (84, 64)) for number in line]) for line in LAYOUT
    ]
    flat = np.vstack(rows)
    across = np.array([np.cos(0.5), np.sin(0.5)]) * 4 * WIDE
    down = np.array([-np.sin(0.4), np.cos(0.4)]) * 4 * HIGH * 0.85
    start = np.array([320.0, 150.0])
    corners = np.array([start, start + across, start + across + down, start + down], np.float32)
    own = np.array([[0, 0], [336, 0], [336, 256], [0, 256]], np.float32)
    table = np.full((480, 800, 3), (60, 80, 110), np.uint8)
    onto = cv2.getPerspectiveTransform(own, corners)
    flat = cv2.GaussianBlur(flat, (0, 0), 1.2)
    there = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), onto, (800, 480))[..., None] > 127
    seen = np.where(there, cv2.warpPerspective(flat, onto, (800, 480), flags=cv2.INTER_AREA), table)
    soft = cv2.GaussianBlur(np.asarray(seen, np.uint8), (0, 0), 1.3).astype(np.float32)
    return np.asarray(np.clip(soft + np.random.default_rng(4).normal(0, 9, soft.shape), 0, 255), np.uint8)


@pytest.fixture(scope="module")
def picture() -> Picture:
    return far_away()


def test_all_places_together_tell_where_they_lie(picture: Picture) -> None:
    found = voted_layout(picture, own_places())
    assert found is not None
    middle = np.mean([project(pose, [[0.5, 0.5]])[0] for pose in found.cells.values()], axis=0)
    assert np.allclose(middle, (360, 225), atol=6)
    assert np.median([side_px(pose) for pose in found.cells.values()]) == pytest.approx(27, abs=4)


def test_and_which_they_are(picture: Picture) -> None:
    assert read_places(picture, own_places()).layout == LAYOUT


def test_where_there_is_only_grain_nothing_is_found() -> None:
    table = np.full((480, 800, 3), 120.0) + np.random.default_rng(4).normal(0, 10, (480, 800, 3))
    assert voted_layout(np.asarray(np.clip(table, 0, 255), np.uint8), own_places()) is None


def test_soft_patches_that_fill_the_picture_are_given_up_soon() -> None:
    patches = np.random.default_rng(5).integers(0, 256, (9, 12, 3), np.uint8)
    blurred = np.asarray(cv2.resize(patches, (480, 360), interpolation=cv2.INTER_CUBIC), np.uint8)
    assert voted_layout(blurred, own_places()) is None


def test_a_pattern_all_over_is_given_up_after_the_usual_width() -> None:
    """Rows of soft patches that are shifted against each other look like places whatever way they are turned."""
    chance = np.random.default_rng(6)
    patches = chance.integers(0, 256, (30, 53, 3), np.uint8)
    torn = np.asarray(cv2.resize(patches, (640, 360), interpolation=cv2.INTER_CUBIC), np.uint8)
    for top in range(0, 360, 16):
        torn[top : top + 16] = np.roll(torn[top : top + 16], int(chance.integers(0, 640)), axis=1)
    tried: list[int] = []
    with until_left(lambda: tried.append(1) is not None):
        assert voted_layout(torn, own_places()) is None
    assert len(tried) < 2 * 7 * 18  # squeezes and turns; with every width it would be five times as many
