"""Shapes with outlines on a picture that is drawn finer than asked for: what drawings of boards and cards share."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.imaging.values import Colour

Point = tuple[float, float]
_SHIFT = 4  # sub-pixel bits


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour this share of the way from one to another."""
    blue, green, red = one
    return blue + (other[0] - blue) * share, green + (other[1] - green) * share, red + (other[2] - red) * share


class DrawnShapes:
    """A picture that shapes are drawn on, in units of whoever draws.

    Args:
        size: (width, height) px of the finished picture. fine: it as it is drawn, so many times as large.
        scale: px of the fine picture a unit. middle: where on it (0, 0) lies, px.
    """

    def __init__(self, size: tuple[int, int], fine: Picture, scale: float, middle: Point = (0.0, 0.0)) -> None:
        self.size, self.fine = size, fine
        self._scale, self._middle = scale, middle

    def _points(self, points: Sequence[Point]) -> NDArray[np.int32]:
        array = np.asarray(points, np.float64) * self._scale + self._middle - 0.5
        return np.asarray(np.round(array * 2**_SHIFT), np.int32)

    def _thick(self, width: float) -> int:
        return max(1, round(width * self._scale))

    def poly(self, points: Sequence[Point], fill: Colour | None, ink: Colour | None, width: float) -> None:
        """A filled polygon with an outline; either may be left out."""
        at = self._points(points)
        if fill is not None:
            cv2.fillPoly(self.fine, [at], fill, cv2.LINE_AA, _SHIFT)
        if ink is not None:
            cv2.polylines(self.fine, [at], True, ink, self._thick(width), cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], ink: Colour, width: float) -> None:
        """An open line."""
        cv2.polylines(self.fine, [self._points(points)], False, ink, self._thick(width), cv2.LINE_AA, _SHIFT)

    def finished(self) -> Picture:
        """The picture, BGR, at its own size."""
        return np.asarray(cv2.resize(self.fine, self.size, interpolation=cv2.INTER_AREA), np.uint8)
