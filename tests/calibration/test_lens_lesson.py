"""Showing the sheet to a camera: each look is judged, and what to show next is told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.arrays import Picture
from calibration.lens import Lens, LensSheet
from calibration.lens_lesson import LensLesson

LENS = Lens(640, 360, (520.0, 520.0), (325.0, 176.0), (-0.2, 0.03, 0.0, 0.0, 0.0))
PX_PER_MM = 3.0
SIDES = [
    ((0, 0, 0), (0, 0, 390)), ((25, 0, 5), (20, 0, 400)), ((-25, 5, 0), (-90, 50, 430)), ((0, 28, 90), (0, 0, 520)),
    ((5, -28, 0), (-100, -50, 430)), ((18, 18, 20), (100, -60, 440)), ((-18, 18, -20), (-100, 30, 440)),
    ((20, -15, 180), (100, 60, 460)), ((-15, -20, 0), (-70, -60, 480)), ((0, 0, 0), (60, 30, 360)),
    ((25, 10, 45), (-20, 40, 420)),
]  # fmt: skip


def photograph(turn_deg: tuple[float, float, float], at_mm: tuple[float, float, float]) -> Picture:
    """The printed sheet, its middle at ``at_mm`` before the camera, turned about it."""
    turn, _ = cv2.Rodrigues(np.radians(turn_deg))
    origin = np.array(at_mm) - turn @ np.array([148.5, 105.0, 0])
    to_ideal = LENS.matrix @ np.column_stack([turn[:, 0], turn[:, 1], origin])
    columns, rows = np.meshgrid(np.arange(LENS.width), np.arange(LENS.height))
    ideal = LENS.straightened(np.stack([columns.ravel(), rows.ravel()], 1))
    seen = np.column_stack([ideal, np.ones(len(ideal))]) @ np.linalg.inv(to_ideal).T
    x, y = (seen[:, :2] / seen[:, 2:] * PX_PER_MM).astype(np.float32).T.reshape(2, LENS.height, LENS.width)
    return cv2.remap(SHEET, x, y, cv2.INTER_LINEAR, borderValue=90)


SHEET = LensSheet().picture(PX_PER_MM)


def test_looks_from_all_sides_are_counted_until_they_are_enough():
    lesson = LensLesson()
    needed = [lesson.needed]
    for turn, at in SIDES:
        look = lesson.show(photograph(turn, at))
        assert look.taken, look.phrase
        needed.append(lesson.needed)
        if not lesson.needed:
            break
    assert needed[0] == 8
    assert needed == sorted(needed, reverse=True)
    assert needed[-1] == 0
    fit = lesson.fit()
    assert fit.lens.error_px is not None
    assert fit.lens.error_px < 0.3
    assert fit.lens.focal == pytest.approx(LENS.focal, rel=0.02)


def test_the_same_look_twice_counts_once():
    lesson = LensLesson()
    assert lesson.show(photograph(*SIDES[0])).taken
    again = lesson.show(photograph(*SIDES[0]))
    assert not again.taken
    assert again.phrase.key == "calibration.lens_alike"
    assert lesson.taken == 1


def test_a_camera_waits_until_the_sheet_is_held_still():
    lesson = LensLesson(live=True)
    first = lesson.show(photograph(*SIDES[0]))
    moved = lesson.show(photograph((0, 0, 0), (8, 0, 390)))
    held = lesson.show(photograph((0, 0, 0), (8, 0, 390)))
    assert [look.taken for look in (first, moved, held)] == [False, False, True]
    assert moved.phrase.key == "calibration.lens_hold_still"
    assert moved.outline is not None


def test_a_blurred_sheet_and_no_sheet_are_told_apart():
    lesson = LensLesson()
    blurred = lesson.show(cv2.GaussianBlur(photograph(*SIDES[0]), (0, 0), 4))
    none = lesson.show(np.full((360, 640, 3), 120, np.uint8))
    assert blurred.phrase.key == "calibration.lens_blurred"
    assert none.phrase.key == "calibration.lens_sheet_not_seen"


def test_pictures_of_another_size_are_of_another_camera():
    lesson = LensLesson()
    lesson.show(photograph(*SIDES[0]))
    other = lesson.show(np.full((480, 640), 90, np.uint8))
    assert other.phrase.key == "calibration.lens_other_size"
