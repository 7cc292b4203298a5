"""A lamp over plain places: it is found and taken off, and a white piece is none."""

from __future__ import annotations

import numpy as np

from vision.imaging.patches import lab_of
from vision.istanbul.pieces.lamp import mirrored, taken_off

SIZE = (140, 180)  # height, width, px
TO_PX = np.diag([0.75, 0.75, 1.0])
WHITE = lab_of(np.full((1, 1, 3), 255, np.uint8))
KNOWN = np.ones(SIZE, np.float32)


def prints() -> np.ndarray:
    """A drawn ground, BGR: stripes of red, green and blue."""
    ground = np.zeros((*SIZE, 3), np.float32)
    for stripe in range(0, SIZE[1], 12):
        ground[:, stripe : stripe + 12] = [(40, 60, 170), (60, 130, 70), (150, 90, 50)][stripe // 12 % 3]
    return ground


def whitened(radius_mm: float, strength: float) -> np.ndarray:
    """The ground below something white and soft about its middle."""
    ys, xs = np.mgrid[0 : SIZE[0], 0 : SIZE[1]] / 0.75
    away = np.hypot(xs - 120, ys - 93) / radius_mm
    share = strength * np.exp(-(away**4))[..., None]
    return np.asarray(prints() * (1 - share) + 255 * share, np.float32)


def lab(picture: np.ndarray) -> np.ndarray:
    return lab_of(np.asarray(picture, np.uint8))


def test_a_lamp_is_found_and_taken_off():
    seen = whitened(35.0, 0.5)
    lamp = mirrored(lab(seen), lab(prints()), KNOWN, WHITE, TO_PX)
    assert lamp is not None
    assert np.hypot(*(lamp.middle_mm - [120, 93])) < 8
    below, tells = taken_off(lamp, seen, TO_PX)
    assert np.abs(below - prints()).mean() < 0.5 * np.abs(seen - prints()).mean()
    assert tells[70, 90] < tells[5, 5] == 1


def test_nothing_is_known_below_a_lamp_that_dazzles():
    lamp = mirrored(lab(whitened(35.0, 0.9)), lab(prints()), KNOWN, WHITE, TO_PX)
    assert lamp is not None
    assert taken_off(lamp, whitened(35.0, 0.9), TO_PX)[1][70, 90] == 0


def test_somebody_white_is_no_lamp():
    assert mirrored(lab(whitened(12.0, 0.9)), lab(prints()), KNOWN, WHITE, TO_PX) is None


def test_without_a_lamp_everything_is_as_it_was():
    assert mirrored(lab(prints()), lab(prints()), KNOWN, WHITE, TO_PX) is None
    picture, tells = taken_off(None, prints(), TO_PX)
    assert (picture == prints()).all()
    assert (tells == 1).all()
