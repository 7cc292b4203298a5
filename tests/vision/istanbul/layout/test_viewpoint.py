"""From which side the camera looks at a layout."""

import cv2
import numpy as np
import pytest

from vision.istanbul.layout.viewpoint import aspect_of, viewpoints_of
from vision.istanbul.pieces import shapes
from vision.registration.board_camera import CameraAboveBoard
from vision.registration.lattice import UNIT_CORNERS

ASPECT = 0.72
SIZE = (1920, 1080)


def camera(tilt_deg: float, away_mm: float, focal_px: float) -> CameraAboveBoard:
    """A camera that looks at a layout of four by four places from below its lower edge."""
    middle = np.array([1.5 * shapes.PARAMETERS.place_wide_mm, 1.5 * shapes.PARAMETERS.place_wide_mm * ASPECT, 0.0])
    rotation = np.array([np.radians(tilt_deg), 0.0, 0.0])
    turn, _ = cv2.Rodrigues(rotation)
    return CameraAboveBoard(*SIZE, focal_px, 0.0, rotation, np.array([0.0, 0.0, away_mm]) - turn @ middle)


def laid(view: CameraAboveBoard, rng: np.random.Generator, off_mm: float) -> tuple[np.ndarray, np.ndarray]:
    """Cells and poses of places as the camera shows them, each laid a little off."""
    cells = np.array([(column, row) for row in range(4) for column in range(4)], np.float64)
    place = np.array([shapes.PARAMETERS.place_wide_mm, shapes.PARAMETERS.place_wide_mm * ASPECT])
    poses = []
    for cell in cells:
        corners = (cell + UNIT_CORNERS - 0.5) * place + rng.normal(0, off_mm, 2)
        poses.append(
            cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), view.project(corners).astype(np.float32))
        )
    return cells, np.stack(poses)


def lean(view: CameraAboveBoard) -> float:
    """How far things in the layout's middle lean away from the camera, down the layout."""
    eye = view.eye_mm
    return float((1.5 * shapes.PARAMETERS.place_wide_mm * ASPECT - eye[1]) / eye[2])


def test_the_other_side_shows_a_flat_board_almost_alike() -> None:
    near, far = camera(35.0, 900.0, 1500.0), camera(35.0, 3600.0, 6000.0)
    middle = np.array([1.5 * shapes.PARAMETERS.place_wide_mm, 1.5 * shapes.PARAMETERS.place_wide_mm * ASPECT])
    board = middle + np.array([[-100.0, -100.0], [100.0, -100.0], [100.0, 100.0], [-100.0, 100.0]])

    def off(view: CameraAboveBoard) -> float:
        return float(np.abs(view.mirrored(middle).project(board) - view.project(board)).max())

    assert off(far) < off(near) / 3
    assert lean(far.mirrored(middle)) == pytest.approx(-lean(far), abs=0.02)


def test_places_laid_exactly_near_the_camera_tell_its_side() -> None:
    view = camera(35.0, 700.0, 1540.0)
    found = viewpoints_of(*laid(view, np.random.default_rng(1), 0.0), ASPECT, SIZE)
    assert [lean(one) for one in found] == [pytest.approx(lean(view), abs=0.05)]


def test_places_laid_roughly_far_away_leave_two_sides_and_one_is_right() -> None:
    view = camera(38.0, 3000.0, 1600.0)
    found = viewpoints_of(*laid(view, np.random.default_rng(2), 4.0), ASPECT, SIZE)
    assert len(found) == 2
    assert min(abs(lean(one) - lean(view)) for one in found) < 0.2
    assert lean(found[0]) * lean(found[1]) < 0


def test_places_that_are_higher_than_their_references_are_told_from_their_corners() -> None:
    cells, poses = laid(camera(20.0, 900.0, 1540.0), np.random.default_rng(3), 0.5)
    assert aspect_of(cells, poses, 0.85 * ASPECT, SIZE) == pytest.approx(ASPECT, rel=0.02)


def test_what_references_tell_is_kept_where_corners_hardly_tell_otherwise() -> None:
    cells, poses = laid(camera(35.0, 900.0, 1540.0), np.random.default_rng(4), 1.0)
    assert aspect_of(cells, poses, ASPECT, SIZE) == ASPECT
