"""A printed icon is print, and somebody in its colour is not: one plain place with a yellow square printed on it."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.arrays import Picture
from vision.imaging.patches import lab_of
from vision.istanbul.layout.edition import PlaceEdition
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.layout.own_print import OwnPrint

SIDE, FINER = 64, 3  # px of the mosaic that a place is wide; px of the picture for each
BROWN, YELLOW = (40, 60, 90), (40, 200, 220)  # BGR
ICON, BESIDE = (20, 24), (44, 40)  # px of the mosaic


def the_place() -> Picture:
    """As the edition has it, and as a picture from straight above shows it."""
    place = np.full((SIDE * FINER, SIDE * FINER, 3), BROWN, np.uint8)
    x, y = (FINER * at for at in ICON)
    cv2.rectangle(place, (x - 11, y - 11), (x + 11, y + 11), YELLOW, -1)
    cv2.rectangle(place, (x - 4, y - 6), (x + 4, y + 2), (30, 90, 40), -1)
    return place


def print_on(picture: Picture) -> OwnPrint:
    """The print of that place on a picture."""

    def rectified(image: Picture, onto: np.ndarray, size: tuple[int, int]) -> Picture:
        return np.asarray(cv2.warpPerspective(image, onto, size, flags=cv2.INTER_AREA), np.uint8)

    corners = np.array([[[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]]])
    to_px = np.diag([1 / FINER, 1 / FINER, 1.0])
    plan = SimpleNamespace(view=SimpleNamespace(rectified=rectified), to_px=to_px, quads=corners)
    lab = lab_of(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
    known = np.ones((SIDE, SIDE), np.float32)
    mosaic = Mosaic(
        lab, lab, known, known.astype(np.int16), np.ones(3), corners.mean(axis=1), np.array([32.0, 32.0, 600.0])
    )
    edition = PlaceEdition((5,), (the_place(),), 1.0)
    return OwnPrint.of(picture, plan, mosaic, edition, (5,))  # type: ignore[arg-type]


@pytest.mark.parametrize("light", [1.0, 0.8])
def test_a_printed_icon_is_nobody(light: float) -> None:
    assert print_on((the_place() * light).astype(np.uint8)).is_all(*ICON)


def test_somebody_in_the_icons_colour_stands_beside_it() -> None:
    picture = the_place()
    cv2.circle(picture, tuple(FINER * at for at in BESIDE), 12, YELLOW, -1)
    assert not print_on(picture).is_all(*BESIDE)


def test_off_the_layout_no_print_speaks() -> None:
    assert not print_on(the_place()).is_all(SIDE + 12, SIDE + 12)
