"""A drawing board in millimetres for the maps and cards of the postal games: drawn twice as fine, then made smaller.

The origin is the upper left corner, x right and y down. Colours are blue, green, red.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.artwork.drawn_shapes import DrawnShapes, Point, mixed
from vision.frames import Picture
from vision.imaging.values import Colour

INK: Colour = (38, 50, 66)
PAPER: Colour = (198, 222, 234)
_FINER = 2
_SERIF = cv2.FONT_HERSHEY_COMPLEX
_CAPITAL = 21.0  # height of a capital of the font at scale 1, px
_DOTTED = {"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U"}


def darker(colour: Colour, share: float) -> Colour:
    """The colour on its way to ink."""
    return mixed(colour, INK, share)


def arc(x: float, y: float, rx: float, ry: float, start_deg: float, end_deg: float, steps: int = 32) -> list[Point]:
    """Points along an ellipse, degrees clockwise from the right."""
    angles = np.radians(np.linspace(start_deg, end_deg, steps))
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]


def bow(start: Point, end: Point, bend: float, steps: int = 24) -> list[Point]:
    """A gentle curve between two points; ``bend`` is its height as a share of its length."""
    (x0, y0), (x1, y1) = start, end
    mx, my = (x0 + x1) / 2 - (y1 - y0) * bend, (y0 + y1) / 2 + (x1 - x0) * bend
    shares = np.linspace(0, 1, steps)
    return [
        (
            float((1 - t) ** 2 * x0 + 2 * t * (1 - t) * mx + t * t * x1),
            float((1 - t) ** 2 * y0 + 2 * t * (1 - t) * my + t * t * y1),
        )
        for t in shares
    ]


class DrawingSheet(DrawnShapes):
    """A picture that shapes are drawn on.

    Args:
        width, height: mm. px_per_mm: of the finished picture. ground: its colour, or a picture to draw on.
    """

    def __init__(
        self, width: float, height: float, px_per_mm: float, ground: Colour | Picture = (255, 255, 255)
    ) -> None:
        self.width, self.height = width, height
        size = (round(width * px_per_mm), round(height * px_per_mm))
        wide, high = size[0] * _FINER, size[1] * _FINER
        if isinstance(ground, np.ndarray):
            fine = np.asarray(cv2.resize(ground, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)
        else:
            fine = np.full((high, wide, 3), ground, np.uint8)
        super().__init__(size, fine, px_per_mm * _FINER)

    def poly(self, points: Sequence[Point], fill: Colour | None, ink: Colour | None = INK, width: float = 0.35) -> None:
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
        width: float = 0.35,
        round_mm: float = 0.0,
    ) -> None:
        """An upright rectangle, its corners rounded."""
        if round_mm <= 0:
            self.poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill, ink, width)
            return
        r = round_mm
        corners = ((x1 - r, y0 + r, -90), (x1 - r, y1 - r, 0), (x0 + r, y1 - r, 90), (x0 + r, y0 + r, 180))
        points = [point for cx, cy, start in corners for point in arc(cx, cy, r, r, start, start + 90, 8)]
        self.poly(points, fill, ink, width)

    def line(self, points: Sequence[Point], ink: Colour = INK, width: float = 0.35) -> None:
        """An open line."""
        super().line(points, ink, width)

    def circle(
        self, x: float, y: float, radius: float, fill: Colour | None, ink: Colour | None = INK, width: float = 0.35
    ) -> None:
        """A circle."""
        self.poly(arc(x, y, radius, radius, 0, 360), fill, ink, width)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        high: float,
        ink: Colour = INK,
        *,
        weight: float = 0.12,
        halo: Colour | None = None,
    ) -> None:
        """Words in an old serif, their middle at (x, y); ``high`` mm is the height of a capital."""
        scale, thick = high * self._scale / _CAPITAL, max(1, round(weight * high * self._scale))
        plain = "".join(_DOTTED.get(letter, letter) for letter in words)
        (wide, _), _ = cv2.getTextSize(plain, _SERIF, scale, thick)
        left, base = x * self._scale - wide / 2, (y + high / 2) * self._scale
        if halo is not None:
            self._letters(words, left, base, scale, thick + round(0.7 * self._scale), halo)
        self._letters(words, left, base, scale, thick, ink)

    def _letters(self, words: str, left: float, base: float, scale: float, thick: int, ink: Colour) -> None:
        plain = "".join(_DOTTED.get(letter, letter) for letter in words)
        cv2.putText(self.fine, plain, (round(left), round(base)), _SERIF, scale, ink, thick, cv2.LINE_AA)
        for number, letter in enumerate(words):
            if letter not in _DOTTED:
                continue
            (before, _), _ = cv2.getTextSize(plain[:number], _SERIF, scale, thick) if number else ((0, 0), 0)
            (wide, _), _ = cv2.getTextSize(plain[number], _SERIF, scale, thick)
            up = (1.22 if letter.isupper() else 0.98) * _CAPITAL * scale
            for side in (-0.22, 0.22):
                spot = (round(left + before + wide * (0.5 + side)), round(base - up))
                cv2.circle(self.fine, spot, max(1, round(1.7 * scale + thick * 0.45)), ink, -1, cv2.LINE_AA)

    def speckle(self, rng: np.random.Generator, strength: float = 4.0, cell_mm: float = 0.8) -> None:
        """A paper-like unevenness over everything drawn so far."""
        rows, columns = self.fine.shape[:2]
        grid = (max(2, int(rows / (cell_mm * self._scale))), max(2, int(columns / (cell_mm * self._scale))))
        noise = cv2.resize(rng.normal(0, strength, grid).astype(np.float32), (columns, rows))
        for top in range(0, rows, 256):  # in bands: a whole board in floats is large
            band = self.fine[top : top + 256].astype(np.float32) + noise[top : top + 256, :, None]
            self.fine[top : top + 256] = np.clip(band, 0, 255).astype(np.uint8)
