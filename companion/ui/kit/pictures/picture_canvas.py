"""What each game's picture for the home screen is painted on. No kivy here; pictures are BGR arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Picture

Point = tuple[float, float]
Colour = tuple[int, int, int]  # red, green, blue

_FINE = 3
_SHIFT = 4

CREAM: Colour = (247, 240, 228)
INK: Colour = (38, 30, 24)


class PictureCanvas:
    """A picture in the making: coordinates from 0 to ``width`` and 0 to ``height``, y down."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self._fine = np.empty((height * _FINE, width * _FINE, 3), np.uint8)
        self._fine[:] = ground[::-1]

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon."""
        cv2.fillPoly(self._fine, [self._fixed(points)], colour[::-1], cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round joints."""
        thick = max(1, round(width * _FINE))
        cv2.polylines(self._fine, [self._fixed(points)], False, colour[::-1], thick, cv2.LINE_AA, _SHIFT)

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        """A filled circle."""
        self.fill([(x + r * math.cos(t), y + r * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 48)], colour)

    def fade(self, top: Colour, bottom: Colour) -> None:
        """A ground that changes from top to bottom."""
        share = np.linspace(0, 1, self._fine.shape[0])[:, None, None]
        self._fine[:] = (np.array(top[::-1]) * (1 - share) + np.array(bottom[::-1]) * share).astype(np.uint8)

    def done(self) -> Picture:
        """The picture at its size, BGR."""
        return np.asarray(cv2.resize(self._fine, (self.width, self.height), interpolation=cv2.INTER_AREA), np.uint8)

    def _fixed(self, points: Sequence[Point]) -> NDArray[np.int32]:
        return np.round(np.array(points, float) * _FINE * (1 << _SHIFT)).astype(np.int32)


def game_picture(paint: Callable[[PictureCanvas], None], width: int, height: int) -> Picture:
    """What a game paints, BGR (height, width, 3)."""
    canvas = PictureCanvas(width, height, CREAM)
    paint(canvas)
    return canvas.done()


def darker(colour: Colour, share: float) -> Colour:
    """The colour with this share of its light."""
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue
