"""A board whose camera is known roughly: points of its print are sought again, and the camera is known exactly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.registration.board_camera import CameraAboveBoard
from vision.registration.board_finding import Agreement, pairs_within, refined
from vision.registration.interest_points import Points

WANTED = Agreement(alike=0.8, least=12, within_px=2.0)
TRUE = CameraAboveBoard(1600, 1200, 1300.0, -0.05, np.array([0.25, -0.1, 0.4]), np.array([-20.0, 15.0, 900.0]))


def points_at(at: np.ndarray, descriptors: np.ndarray) -> Points:
    return Points(at, np.full(len(at), 4.0), np.zeros(len(at)), descriptors.astype(np.float32))


@pytest.fixture
def board() -> Points:
    rng = np.random.default_rng(3)
    looks = rng.normal(size=(120, 128))
    return points_at(rng.uniform(-200, 200, (120, 2)), looks / np.linalg.norm(looks, axis=1, keepdims=True))


@pytest.fixture
def photograph(board: Points) -> Points:
    """Two thirds of the board's points a third of a px beside their place, and three times as many that are none."""
    rng = np.random.default_rng(4)
    seen = TRUE.project(board.at[:80]) + rng.normal(0, 0.3, (80, 2))
    others = rng.normal(size=(240, 128))
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    everywhere = rng.uniform((0, 0), (1600, 1200), (240, 2))
    return points_at(np.vstack([seen, everywhere]), np.vstack([board.descriptors[:80], others]))


@pytest.mark.parametrize("square", [False, True])
def test_from_a_camera_that_is_a_little_off_the_true_one_is_found(board, photograph, square) -> None:
    nearly = replace(TRUE, translation=TRUE.translation + np.array([2.0, -1.5, 4.0]))
    found = refined(nearly, board, photograph, (14.0, 7.0, 4.0), replace(WANTED, square=square))
    assert found is not None
    assert found.agreeing >= 78
    assert found.error_px < 0.6
    assert np.abs(found.view.project(board.at) - TRUE.project(board.at)).max() < 0.5


def test_from_a_camera_that_stands_elsewhere_nothing_is_found(board, photograph) -> None:
    elsewhere = replace(TRUE, translation=TRUE.translation + np.array([90.0, 60.0, 0.0]))
    assert refined(elsewhere, board, photograph, (14.0, 7.0, 4.0), WANTED) is None


def test_a_view_with_part_of_the_board_behind_the_camera_is_no_photograph_of_it(board) -> None:
    """Given a camera that looks along the board from above its middle, then it shows what lies ahead and nothing else,
    however well chance pairs agree."""
    along = replace(TRUE, rotation=np.array([1.35, 0.0, 0.0]), translation=np.array([0.0, 0.0, 120.0]))
    ahead = along.shows
    near = [bool(ahead(at[None])) for at in board.at]
    assert any(near)
    assert not ahead(board.at)
    seen = points_at(along.project(board.at[near]), board.descriptors[near])
    assert refined(along, board, seen, (14.0, 7.0, 4.0), WANTED) is None


def test_pairs_of_points_that_are_close_are_all_found() -> None:
    rng = np.random.default_rng(2)
    these, those = rng.uniform(0, 60, (40, 2)), rng.uniform(0, 60, (70, 2))
    off = these[:, None] - those[None]
    for square, order in ((False, 2), (True, np.inf)):
        apart = np.linalg.norm(off, ord=order, axis=2)
        near = set(zip(*pairs_within(these, those, 5.0, square=square), strict=True))
        assert near == set(zip(*np.nonzero(apart < 5.0), strict=True))
