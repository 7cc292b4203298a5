"""Which way the heads of figures are seen to lean over a tile, told by the tile alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.lens import Lens
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.stance import CameraStance, Guess, foreshortened_lean
from vision.simulator.camera import SimulatedCamera

SIDE = 45.0  # mm


def seen_by(camera: SimulatedCamera, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
    """The pose on the picture of an upright tile whose middle lies there (mm), and how far in tile widths a head is
    really seen from its foot in that tile's own frame."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    corners = (unit - 0.5) * SIDE + (x, y)
    pose = cv2.getPerspectiveTransform(unit, camera.project(corners).astype(np.float32)).astype(np.float64)
    head = np.append(camera.project([[x, y, stance.PARAMETERS.head_mm]])[0], 1.0)
    there = np.linalg.inv(pose) @ head
    return pose, there[:2] / there[2] - 0.5


@pytest.mark.parametrize("where", [(0.0, 0.0), (220.0, -60.0)], ids=["in the middle", "aside"])
@pytest.mark.parametrize("turn_deg", [0.0, 70.0])
def test_a_foreshortened_tile_tells_the_lean_but_not_its_side(where: tuple[float, float], turn_deg: float) -> None:
    camera = SimulatedCamera.looking_at((0.0, 0.0), tilt_deg=22.0, rotation_deg=turn_deg, scale_px_mm=1.4)
    lens = Lens(camera.width, camera.height, (camera.focal_px, camera.focal_px), Lens.nominal(1920, 1080).centre)
    pose, lean = seen_by(camera, *where)
    value = foreshortened_lean(pose, lens, SIDE)
    assert min(np.abs(value - lean).max(), np.abs(value + lean).max()) < 0.03


def test_where_either_side_may_be_right_both_are_asked_about() -> None:
    lean = np.array([0.0, 0.15])
    heads = np.array([guess.lean for guess in CameraStance().likely((lean, -lean), 1)])
    assert (heads[:, 1] > 0.1).any()
    assert (heads[:, 1] < -0.1).any()


def test_the_first_guess_is_the_likeliest_and_not_the_outermost() -> None:
    """Where only one is asked, it stands for all of them."""
    lean = np.array([0.0, 0.05])
    first, *others = CameraStance().likely((lean,), 1)
    assert len(others) > 10
    assert np.abs(first.lean - lean).max() < 0.04


def test_a_figure_tells_which_of_both_it_is() -> None:
    lean = np.array([0.0, 0.15])
    stance = CameraStance()
    asked: tuple[Guess, ...] = stance.asked((lean, -lean), 1)
    scores = np.array([-40.0 * float(np.hypot(*(guess.lean - lean))) for guess in asked])
    likely = stance.updated(asked, scores).likely((lean, -lean), 1)
    assert all(guess.lean[1] > 0 for guess in likely)
