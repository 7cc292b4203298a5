"""The lens is learned from pictures of a sheet that a known camera took."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from calibration.lens import (
    SHEET_MM,
    CalibrationError,
    Lens,
    LensSheet,
    SheetView,
    edge_blur,
    fit_lens,
)

TRUE_LENS = Lens(1280, 720, (1010.0, 1010.0), (650.0, 352.0), (-0.12, 0.03, 0.0, 0.0, 0.0))
PX_PER_MM = 3.0


def photograph(lens: Lens, sheet: np.ndarray, turn_deg: tuple[float, float, float], at_mm: tuple[float, float, float]):
    """The sheet as this lens sees it: turned about its middle, which lies at ``at_mm`` before the camera."""
    turn, _ = cv2.Rodrigues(np.radians(turn_deg))
    middle = np.array([SHEET_MM[0] / 2, SHEET_MM[1] / 2, 0])
    origin = np.array(at_mm) - turn @ middle
    to_ideal = lens.matrix @ np.column_stack([turn[:, 0], turn[:, 1], origin])
    # Worked out at every fourth pixel: between them the map is as good as straight.
    columns, rows = np.meshgrid(np.arange(1.5, lens.width, 4), np.arange(1.5, lens.height, 4))
    ideal = lens.straightened(np.stack([columns.ravel(), rows.ravel()], 1))
    on_sheet = np.column_stack([ideal, np.ones(len(ideal))]) @ np.linalg.inv(to_ideal).T
    maps = (on_sheet[:, :2] / on_sheet[:, 2:] * PX_PER_MM).astype(np.float32).reshape(*columns.shape, 2)
    maps = cv2.resize(maps, (lens.width, lens.height), interpolation=cv2.INTER_LINEAR)
    return cv2.remap(sheet, maps, None, cv2.INTER_LINEAR, borderValue=90)


SIDES = [
    ((0, 0, 0), (0, 0, 420)), ((25, 0, 5), (20, 0, 420)), ((-25, 5, 0), (-30, 10, 430)), ((0, 28, 90), (0, 0, 520)),
    ((5, -28, 0), (-40, 20, 430)), ((18, 18, 20), (60, -30, 440)), ((-18, 18, -20), (-60, 30, 440)),
    ((20, -15, 180), (40, 25, 460)), ((-15, -20, 0), (-70, -40, 480)),
]  # fmt: skip


@pytest.fixture(scope="module")
def views() -> list[SheetView]:
    sheet = LensSheet()
    printed = sheet.picture(PX_PER_MM)
    found = [sheet.find(photograph(TRUE_LENS, printed, turn, at)) for turn, at in SIDES]
    return [view for view in found if view is not None]


def test_nine_looks_at_the_sheet_give_the_lens(views: list[SheetView]):
    lens = fit_lens(LensSheet(), views, 1280, 720).lens
    assert lens.error_px is not None
    assert lens.error_px < 0.3
    assert lens.focal == pytest.approx(TRUE_LENS.focal, rel=0.01)
    grid = np.stack(np.meshgrid(np.linspace(80, 1200, 9), np.linspace(60, 660, 7)), -1).reshape(-1, 2)
    rays = (lens.straightened(grid) - lens.centre) / lens.focal
    true_rays = (TRUE_LENS.straightened(grid) - TRUE_LENS.centre) / TRUE_LENS.focal
    shift = np.median(rays - true_rays, axis=0)  # where the axis points may differ a little: the pose takes that up
    assert np.abs(rays - true_rays - shift).max() * 1010 < 1.5


def test_too_few_looks_are_not_enough(views: list[SheetView]):
    with pytest.raises(CalibrationError) as failed:
        fit_lens(LensSheet(), views[:3], 1280, 720)
    assert dict(failed.value.phrase.values)["views"] == 3


def test_looks_that_contradict_each_other_are_refused(views: list[SheetView]):
    rng = np.random.default_rng(3)
    shaken = [SheetView(v.numbers, v.corners + rng.normal(0, 6, v.corners.shape).astype(np.float32)) for v in views]
    with pytest.raises(CalibrationError) as failed:
        fit_lens(LensSheet(), shaken, 1280, 720)
    assert failed.value.phrase.key == "calibration.lens_too_rough"


def test_a_sheet_half_out_of_the_picture_still_counts():
    sheet = LensSheet()
    view = sheet.find(photograph(TRUE_LENS, sheet.picture(PX_PER_MM), (10, 5, 0), (190, 90, 420)))
    assert view is not None
    assert 12 <= len(view.numbers) < 54


def test_a_table_without_a_sheet_shows_none():
    assert LensSheet().find(np.full((480, 640, 3), 120, np.uint8)) is None


def test_bending_undoes_straightening():
    points = np.array([[10.0, 20], [640, 360], [1200, 700]])
    assert TRUE_LENS.bent(TRUE_LENS.straightened(points)) == pytest.approx(points, abs=0.01)


def test_a_lens_survives_being_written_down():
    assert Lens.from_json(json.loads(json.dumps(TRUE_LENS.to_json()))) == TRUE_LENS
    with pytest.raises(ValueError, match="not a lens"):
        Lens.from_json({"width": 3})


def test_half_the_picture_is_half_the_lens():
    half = TRUE_LENS.scaled(640, 360)
    points = np.array([[100.0, 50], [900, 600]])
    assert half.straightened((points + 0.5) / 2 - 0.5) == pytest.approx(
        (TRUE_LENS.straightened(points) + 0.5) / 2 - 0.5
    )


def test_a_sheet_that_always_faces_the_camera_tells_no_focal_length():
    sheet = LensSheet()
    printed = sheet.picture(PX_PER_MM)
    flat = [(0, 0, 0, 420), (90, 0, 0, 520), (10, 60, 20, 450), (20, -60, 20, 430), (0, -50, -40, 480),
            (180, 40, -40, 500), (5, 10, 10, 430), (-15, 30, 0, 470), (33, 0, 0, 600)]  # fmt: skip
    looks = [sheet.find(photograph(TRUE_LENS, printed, (0, 0, turn), at)) for turn, *at in flat]
    with pytest.raises(CalibrationError) as failed:
        fit_lens(sheet, [look for look in looks if look is not None], 1280, 720)
    assert failed.value.phrase.key == "calibration.lens_too_alike"


def test_a_look_at_a_bent_sheet_is_left_out(views: list[SheetView]):
    rng = np.random.default_rng(4)
    bent = SheetView(views[4].numbers, views[4].corners + rng.normal(0, 5, views[4].corners.shape).astype(np.float32))
    fit = fit_lens(LensSheet(), [*views[:4], bent, *views[5:], views[4]], 1280, 720)
    assert fit.left_out == (4,)
    assert 4 not in fit.errors_px
    assert max(fit.errors_px.values()) < 0.5


@pytest.mark.parametrize("blur", [1.0, 2.0, 4.0])
def test_a_blurred_picture_is_known_as_such(blur: float):
    sharp = photograph(TRUE_LENS, LensSheet().picture(PX_PER_MM), (25, 0, 5), (20, 0, 420))
    value = edge_blur(cv2.GaussianBlur(sharp, (0, 0), blur))
    assert value is not None
    assert abs(value - np.hypot(blur, 0.75)) < 0.35 * blur  # the printed sheet's own px are not infinitely sharp
    assert edge_blur(np.full((300, 400), 120, np.uint8)) is None
