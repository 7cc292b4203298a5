"""A small drawing board for Cronberg's art: shapes in rhomb units, drawn fine and then made smaller.

Units: 1 is the length of a triangle's edge; the origin is the middle of the picture, x right and y down. Colours are
blue, green, red.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.artwork.drawn_shapes import DrawnShapes, Point, mixed
from vision.imaging.values import Colour

INK: Colour = (38, 40, 52)
_FINER = 3  # drawn this many times finer than asked for


def shade(colour: Colour, factor: float) -> Colour:
    """The colour brighter (above 1) or darker."""
    if factor <= 1:
        return colour[0] * factor, colour[1] * factor, colour[2] * factor
    share = factor - 1
    return mixed(colour, (255, 255, 255), min(1.0, share))


class Canvas(DrawnShapes):
    """A picture that shapes are drawn on.

    Args:
        width, height: in units. px_per_unit: of the finished picture.
    """

    def __init__(self, width: float, height: float, px_per_unit: float, ground: Colour = (255, 255, 255)) -> None:
        size = (round(width * px_per_unit), round(height * px_per_unit))
        fine = np.full((size[1] * _FINER, size[0] * _FINER, 3), ground, np.uint8)
        super().__init__(size, fine, px_per_unit * _FINER, (size[0] * _FINER / 2, size[1] * _FINER / 2))

    def shift(self, x: float, y: float) -> None:
        """Draw what follows so much further right and down, in units."""
        self._middle = (self._middle[0] + x * self._scale, self._middle[1] + y * self._scale)

    def poly(
        self, points: Sequence[Point], fill: Colour | None, ink: Colour | None = INK, width: float = 0.008
    ) -> None:
        """A filled polygon with an outline; either may be left out."""
        super().poly(points, fill, ink, width)

    def rect(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        fill: Colour | None,
        ink: Colour | None = INK,
        width: float = 0.008,
    ) -> None:
        """An upright rectangle."""
        self.poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill, ink, width)

    def line(self, points: Sequence[Point], ink: Colour = INK, width: float = 0.008) -> None:
        """An open line."""
        super().line(points, ink, width)

    def circle(
        self, x: float, y: float, radius: float, fill: Colour | None, ink: Colour | None = INK, width: float = 0.008
    ) -> None:
        """A circle."""
        self.oval(x, y, radius, radius, fill, ink, width)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: Colour | None,
        ink: Colour | None = INK,
        width: float = 0.008,
    ) -> None:
        """An upright ellipse."""
        self.poly(arc(x, y, rx, ry, 0, 360), fill, ink, width)

    def speckle(self, rng: np.random.Generator, strength: float = 5.0, cell: float = 0.02) -> None:
        """A paper-like unevenness over everything drawn so far."""
        rows, columns = self.fine.shape[:2]
        grid = (max(2, int(rows / (cell * self._scale))), max(2, int(columns / (cell * self._scale))))
        noise = cv2.resize(rng.normal(0, strength, grid).astype(np.float32), (columns, rows))
        for top in range(0, rows, 64):  # in bands, because a whole sheet in floats is large
            band = self.fine[top : top + 64].astype(np.float32)
            band += noise[top : top + 64, :, None]
            self.fine[top : top + 64] = np.clip(band, 0, 255, out=band)


def arc(x: float, y: float, rx: float, ry: float, start_deg: float, end_deg: float, steps: int = 40) -> list[Point]:
    """Points along an ellipse, degrees clockwise from the right."""
    angles = np.radians(np.linspace(start_deg, end_deg, steps))
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]
