"""The table plane, from the sheet and from the tiles themselves."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from calibration.lens import CalibrationError, Lens
from calibration.table_plane import SHEET_MM, TablePlane, TablePose, plane_from_sheet, plane_from_tiles, sheet_picture

SIDE = 45.0
LENS = Lens(1280, 720, (1100.0, 1100.0), (639.5, 359.5), (-0.12, 0.0, 0.0, 0.0, 0.0))


def camera_above(lens: Lens, tilt_deg: float, turn_deg: float, away_mm: float) -> TablePlane:
    """A camera whose axis meets the table at 0, 0."""
    spin, _ = cv2.Rodrigues(np.array([0, 0, np.radians(turn_deg)]))
    lean, _ = cv2.Rodrigues(np.array([np.radians(tilt_deg), 0, 0]))
    turn = lean @ spin
    homography = lens.matrix @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, away_mm]])
    return TablePlane(homography / homography[2, 2], lens)


def laid_by_hand(places: list[tuple[int, int]], rng: np.random.Generator) -> dict[tuple[int, int], TablePose]:
    """Each tile up to 2.5 mm and 2.5 degrees off the one before it; the first lies straight."""
    poses = {places[0]: TablePose(0, 0)}
    for x, y in places[1:]:
        before = next(poses[x - dx, y - dy] for dx, dy in ((1, 0), (0, 1)) if (x - dx, y - dy) in poses)
        dx, dy = next((dx, dy) for dx, dy in ((1, 0), (0, 1)) if (x - dx, y - dy) in poses)
        turn = np.radians(before.turn_deg)
        poses[x, y] = TablePose(
            before.x + SIDE * (dx * np.cos(turn) - dy * np.sin(turn)) + rng.uniform(-2.5, 2.5),
            before.y + SIDE * (dx * np.sin(turn) + dy * np.cos(turn)) + rng.uniform(-2.5, 2.5),
            before.turn_deg + rng.uniform(-2.5, 2.5),
        )
    return poses


def seen(plane: TablePlane, poses: dict[tuple[int, int], TablePose], rng: np.random.Generator, noise_px: float = 0.3):
    return {
        place: plane.to_picture(pose.corners(SIDE)) + rng.normal(0, noise_px, (4, 2)) for place, pose in poses.items()
    }


@pytest.mark.parametrize("tilt", [5, 25, 40])
def test_thirty_crooked_tiles_tell_how_the_camera_stands(tilt: float):
    rng = np.random.default_rng(tilt)
    true = camera_above(LENS, tilt, 30, 900)
    places = [(x, y) for y in range(-2, 3) for x in range(-3, 3)]
    poses = laid_by_hand(places, rng)
    fit = plane_from_tiles(seen(true, poses, rng), Lens.nominal(1280, 720), SIDE)
    assert fit.error_px < 0.6
    first = places[0]
    for place in places:
        apart = np.hypot(fit.poses[place].x - fit.poses[first].x, fit.poses[place].y - fit.poses[first].y)
        truly = np.hypot(poses[place].x, poses[place].y)
        assert apart == pytest.approx(truly, abs=2.0)


def test_a_lone_start_tile_is_enough_to_go_on_from():
    rng = np.random.default_rng(1)
    true = camera_above(LENS, 25, 200, 900)
    start, neighbour = TablePose(20, -30, 0), TablePose(20 + SIDE, -30, 0)
    fit = plane_from_tiles(seen(true, {(0, 0): start}, rng), Lens.nominal(1280, 720), SIDE)
    predicted = fit.plane.to_picture(TablePose(SIDE, 0).corners(SIDE))
    assert np.abs(predicted - true.to_picture(neighbour.corners(SIDE))).max() < 0.1 * 55  # a tenth of a tile


def test_the_lens_shows_in_a_long_row():
    rng = np.random.default_rng(2)
    true = camera_above(LENS, 15, 0, 1000)
    poses = laid_by_hand([(x, y) for y in range(4) for x in range(9)], rng)
    moved = {place: TablePose(pose.x - 180, pose.y - 70, pose.turn_deg) for place, pose in poses.items()}
    fit = plane_from_tiles(seen(true, moved, rng, 0.1), Lens.nominal(1280, 720), SIDE)
    assert fit.plane.lens.distortion[0] < -0.03


def test_no_tiles_no_plane():
    with pytest.raises(CalibrationError):
        plane_from_tiles({}, LENS, SIDE)


def test_what_stands_up_is_seen_leaning_away_from_the_camera():
    plane = camera_above(LENS, 30, 0, 900)
    for point in ((0.0, 0.0), (150.0, 80.0), (-150.0, -80.0)):
        base = plane.to_picture([point])[0]
        high = plane.upright(point)
        turn = np.linalg.inv(LENS.matrix) @ plane.homography
        scale = np.linalg.norm(turn[:, 0])
        above = turn[:, 2] + turn[:, 0] * point[0] + turn[:, 1] * point[1] - np.cross(turn[:, 0], turn[:, 1]) / scale
        truly = LENS.bent([above[:2] / above[2] * LENS.focal + LENS.centre])[0] - base
        assert high == pytest.approx(truly, abs=1e-6)
        assert np.linalg.norm(high) > 0.2


def photograph_sheet(plane: TablePlane, covered: bool) -> np.ndarray:
    printed = sheet_picture(4.0)
    if covered:
        printed[:, : printed.shape[1] // 2] = 255
    columns, rows = np.meshgrid(np.arange(1.5, 1280, 4), np.arange(1.5, 720, 4))
    table = plane.to_table(np.stack([columns.ravel(), rows.ravel()], 1)) + np.array(SHEET_MM) / 2
    maps = cv2.resize((table * 4.0).astype(np.float32).reshape(*columns.shape, 2), (1280, 720))
    return cv2.remap(printed, maps, None, cv2.INTER_LINEAR, borderValue=120)


@pytest.mark.parametrize("covered", [False, True])
def test_the_sheet_tells_the_plane_even_half_covered(covered: bool):
    true = camera_above(LENS, 25, 15, 700)
    plane, error = plane_from_sheet(photograph_sheet(true, covered), LENS)
    assert error < 1.0
    # With half of the markers hidden the far half is foretold, no longer measured.
    points = np.array([[20.0, -60], [60, 0], [120, 70]] if covered else [[-100.0, -60], [0, 0], [120, 70]])
    assert plane.to_picture(points) == pytest.approx(true.to_picture(points), abs=1.5)


def test_a_table_without_the_sheet_is_refused():
    with pytest.raises(CalibrationError) as failed:
        plane_from_sheet(np.full((720, 1280), 120, np.uint8), LENS)
    assert failed.value.phrase.key == "calibration.sheet_not_seen"


def test_a_plane_survives_being_written_down():
    plane = camera_above(LENS, 25, 15, 700)
    again = TablePlane.from_json(json.loads(json.dumps(plane.to_json())))
    assert again.to_picture([[10, 20]]) == pytest.approx(plane.to_picture([[10, 20]]))
    half = plane.scaled(640, 360)
    assert half.to_picture([[10, 20]]) == pytest.approx((plane.to_picture([[10, 20]]) + 0.5) / 2 - 0.5)
    with pytest.raises(ValueError, match="not a"):
        TablePlane.from_json({"homography": [[1]]})


def turned(pose: TablePose, right: float, down: float) -> TablePose:
    """The pose of a tile so many tiles beside another."""
    turn = np.radians(pose.turn_deg)
    return TablePose(
        pose.x + SIDE * (right * np.cos(turn) - down * np.sin(turn)),
        pose.y + SIDE * (right * np.sin(turn) + down * np.cos(turn)),
        pose.turn_deg,
    )


@pytest.mark.parametrize("tilt", [12, 25, 38])
def test_a_lone_start_tile_on_a_calibrated_table_tells_how_heads_lean(tilt: float):
    rng = np.random.default_rng(tilt)
    true = camera_above(LENS, tilt, 70, 900)
    start = TablePose(110, -60, 25)
    outline = seen(true, {(0, 0): start}, rng)
    off = {}
    for name, known in (("calibrated", true), ("not", None)):
        plane = plane_from_tiles(outline, LENS, SIDE, known=known).plane
        lean = 16 * (plane.upright((0, 0)) - true.upright((start.x, start.y)))
        predicted = plane.to_picture(TablePose(2 * SIDE, 0).corners(SIDE))
        beside = np.abs(predicted - true.to_picture(turned(start, 2, 0).corners(SIDE))).max()
        off[name] = (float(np.linalg.norm(lean)), beside)
    assert off["calibrated"][0] < 0.3  # px, of a follower's head
    assert off["calibrated"][0] < 0.2 * off["not"][0]
    assert off["calibrated"][1] < 3.0


def test_a_camera_that_was_moved_since_is_not_believed():
    rng = np.random.default_rng(5)
    true, before = camera_above(LENS, 33, 0, 700), camera_above(LENS, 8, 0, 900)
    outline = seen(true, {(0, 0): TablePose(20, 10, 5)}, rng)
    stale = plane_from_tiles(outline, LENS, SIDE, known=before).plane
    fresh = plane_from_tiles(outline, LENS, SIDE).plane
    assert stale.homography == pytest.approx(fresh.homography)


def test_a_plane_tells_its_scale_and_how_obliquely_it_is_seen():
    for tilt in (0, 20, 40):
        plane = camera_above(LENS, tilt, 30, 880)
        assert plane.tilt_deg == pytest.approx(tilt, abs=1e-4)
        assert plane.px_per_mm() == pytest.approx(LENS.focal[0] / 880 * np.sqrt(np.cos(np.radians(tilt))), rel=0.01)
