"""A tile being painted: shapes in tile units, drawn smooth, with sub-pixel places."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.painting.palette import Colour
from tools.training.terrain.painting.plan import Points
from vision.frames import Picture

_SHIFT = 4
_ONE = 1 << _SHIFT


class TileCanvas:
    """One square picture of ``size`` px a tile side; every place and length below is in tile units."""

    def __init__(self, image: Picture) -> None:
        self.image = image
        self.size = image.shape[0]

    def _fixed(self, points: Points) -> NDArray[np.int32]:
        return np.asarray(np.round((points * self.size - 0.5) * _ONE), np.int32)

    def fill(self, points: Points, colour: Colour) -> None:
        """A filled polygon."""
        cv2.fillPoly(self.image, [self._fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def line(self, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
        """A polyline; at least one pixel wide."""
        pixels = max(1, round(width * self.size))
        cv2.polylines(self.image, [self._fixed(points)], closed, colour, pixels, cv2.LINE_AA, _SHIFT)

    def disc(self, at: Points, radius: float, colour: Colour, width: float = 0) -> None:
        """A filled circle, or a ring of ``width``."""
        x, y = (round((float(c) * self.size - 0.5) * _ONE) for c in at)
        pixels = -1 if width == 0 else max(1, round(width * self.size))
        cv2.circle(self.image, (x, y), max(round(radius * self.size * _ONE), 1), colour, pixels, cv2.LINE_AA, _SHIFT)

    def oval(self, at: Points, axes: tuple[float, float], angle: float, colour: Colour) -> None:
        """A filled ellipse; half axes, angle in degrees clockwise."""
        x, y = (round((float(c) * self.size - 0.5) * _ONE) for c in at)
        half = (max(round(axes[0] * self.size * _ONE), 1), max(round(axes[1] * self.size * _ONE), 1))
        cv2.ellipse(self.image, (x, y), half, angle, 0, 360, colour, -1, cv2.LINE_AA, _SHIFT)

    def pour(self, surface: Picture, mask: Picture) -> None:
        """Cover where the mask (h, w, 0 to 255) says with a surface of the canvas's own size."""
        cv2.copyTo(surface, mask, self.image)


def quad(at: Points, across: float, down: float, angle: float) -> Points:
    """Corners of a turned rectangle, angle in radians."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = across / 2, down / 2
    flat = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    return np.asarray(at + flat @ np.array([(c, s), (-s, c)]), np.float64)
