from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.simulator.camera import NotInView, SimulatedCamera, scale_for_piece

cameras = st.builds(
    lambda tilt, turn, k1, scale: SimulatedCamera.looking_at(
        (120.0, -40.0), scale_px_mm=scale, tilt_deg=tilt, rotation_deg=turn, k1=k1
    ),
    st.floats(0, 40),
    st.floats(0, 360),
    st.floats(-0.15, 0.05),
    st.floats(0.7, 1.8),
)


@given(cameras, st.floats(5, 1910), st.floats(5, 1070), st.floats(0, 60))
@settings(max_examples=60, deadline=None)
def test_a_pixel_goes_to_the_table_and_comes_back(camera: SimulatedCamera, x: float, y: float, height: float) -> None:
    spot = camera.to_table([[x, y]], height)[0]
    assert camera.project([(*spot, height)])[0] == pytest.approx((x, y), abs=1e-6)


@given(cameras, st.floats(0, 1919), st.floats(0, 1079))
@settings(max_examples=60, deadline=None)
def test_the_lens_bends_and_straightens_exactly(camera: SimulatedCamera, x: float, y: float) -> None:
    assert camera.distort(camera.undistort([[x, y]]))[0] == pytest.approx((x, y), abs=1e-6)


@given(cameras)
@settings(max_examples=20, deadline=None)
def test_it_is_the_camera_that_opencv_knows(camera: SimulatedCamera) -> None:
    points = np.array([[0.0, 0, 0], [300, 10, 0], [-90, 200, 16], [50, -250, 80]])
    before_it = (points * [1, 1, -1]) @ camera.rotation.T + camera.translation  # a turn this small Rodrigues would lose
    seen, _ = cv2.projectPoints(before_it, np.zeros(3), np.zeros(3), camera.matrix, camera.distortion)
    assert np.abs(seen[:, 0] - camera.project(points)).max() < 1e-6


def test_from_above_x_points_right_and_y_down() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=2.0)
    middle, right, down = camera.project([[0, 0], [10, 0], [0, 10]])
    assert middle == pytest.approx((959.5, 539.5))
    assert right - middle == pytest.approx((20, 0))
    assert down - middle == pytest.approx((0, 20))


def test_a_tilted_camera_leans_towards_the_near_side_so_figures_lean_away() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.0, tilt_deg=30)
    assert camera.eye_mm[1] > 300
    foot, head = camera.project([[0, 0, 0], [0, 0, 16]])
    assert head[1] < foot[1]


def test_the_homography_agrees_with_the_projection_at_its_height() -> None:
    camera = SimulatedCamera.looking_at((30, 10), scale_px_mm=1.2, tilt_deg=25, rotation_deg=70)
    x, y, w = camera.homography(2.0) @ [55.0, -20.0, 1.0]
    assert (x / w, y / w) == pytest.approx(tuple(camera.ideal([[55.0, -20.0, 2.0]])[0]))
    assert w > 0


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (25, 0), (40, 45), (40, 90), (33, 200)])
def test_a_tile_in_the_middle_is_as_large_as_asked_for(tilt: float, turn: float) -> None:
    scale = scale_for_piece(45.0, 45.0, tilt, turn)
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=scale, tilt_deg=tilt, rotation_deg=turn, focal_px=4e6)
    corners = camera.project(np.array([[-22.5, -22.5], [22.5, -22.5], [22.5, 22.5], [-22.5, 22.5]]))
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    assert sides.min() == pytest.approx(45.0, abs=0.1)


def test_a_pushed_table_shows_every_point_where_the_push_took_it() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.0, tilt_deg=20, rotation_deg=30, k1=-0.1)
    pushed = camera.pushed((30.0, -10.0), 6.0, (50.0, 50.0))
    turn = np.radians(6.0)
    x = 50.0 + np.cos(turn) * 40 - np.sin(turn) * 10
    y = 50.0 + np.sin(turn) * 40 + np.cos(turn) * 10
    assert pushed.project([[90.0, 60.0]])[0] == pytest.approx(camera.project([[x + 30.0, y - 10.0]])[0])


def test_what_lies_behind_the_camera_is_refused() -> None:
    camera = SimulatedCamera.looking_at((0, 0), scale_px_mm=1.0, tilt_deg=20)
    with pytest.raises(NotInView):
        camera.project([[0.0, 0.0, 5000.0]])
