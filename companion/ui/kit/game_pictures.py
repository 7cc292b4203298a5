"""A picture for each game, painted by ourselves in quiet colours. No kivy here; pictures are BGR arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Point = tuple[float, float]
Colour = tuple[int, int, int]  # red, green, blue

_FINE = 3
_SHIFT = 4

CREAM: Colour = (247, 240, 228)
INK: Colour = (38, 30, 24)


class Canvas:
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


def game_picture(key: str, width: int, height: int) -> Picture:
    """The picture of a game, BGR (height, width, 3). Raises :class:`KeyError` where there is none."""
    canvas = Canvas(width, height, CREAM)
    _PICTURES[key](canvas)
    return canvas.done()


def _hill(canvas: Canvas, base: float, rise: float, peak: float, colour: Colour) -> None:
    w, h = canvas.width, canvas.height
    crest = [
        (w * t, h * (base - rise * math.exp(-(((t - peak) / 0.34) ** 2)) - 0.015 * math.sin(t * 9)))
        for t in np.linspace(0, 1, 60)
    ]
    canvas.fill([*crest, (w, h), (0, h)], colour)


def _tower(canvas: Canvas, x: float, top: float, width: float, base: float, wall: Colour, roof: Colour) -> None:
    canvas.fill([(x, top), (x + width, top), (x + width, base), (x, base)], wall)
    canvas.fill(
        [(x + width * 0.62, top), (x + width, top), (x + width, base), (x + width * 0.62, base)], _dark(wall, 0.88)
    )
    canvas.fill([(x - width * 0.14, top), (x + width / 2, top - width * 1.05), (x + width * 1.14, top)], roof)
    canvas.fill(
        [(x + width / 2, top - width * 1.05), (x + width * 1.14, top), (x + width * 0.62, top)], _dark(roof, 0.84)
    )


def _dark(colour: Colour, share: float) -> Colour:
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue


def _carcassonne(canvas: Canvas) -> None:
    w, h = canvas.width, canvas.height
    canvas.fade((214, 222, 214), (244, 233, 206))
    _hill(canvas, 0.56, 0.14, 0.8, (172, 186, 140))
    _hill(canvas, 0.62, 0.10, 0.2, (150, 170, 118))
    base = h * 0.66
    wall, roof = (201, 170, 128), (164, 82, 62)
    for x, top, width in ((0.30, 0.34, 0.07), (0.44, 0.22, 0.085), (0.585, 0.30, 0.075), (0.70, 0.40, 0.06)):
        _tower(canvas, w * x, h * top, w * width, base, wall, roof)
    left, right = w * 0.24, w * 0.79
    canvas.fill([(left, h * 0.5), (right, h * 0.5), (right, base), (left, base)], _dark(wall, 0.95))
    for k in range(14):
        x = left + (right - left) * k / 13.5
        canvas.fill(
            [(x, h * 0.465), (x + w * 0.022, h * 0.465), (x + w * 0.022, h * 0.505), (x, h * 0.505)], _dark(wall, 0.95)
        )
    gate = [
        (w * 0.5 + w * 0.035 * math.cos(t), base - h * 0.05 - h * 0.055 * math.sin(t))
        for t in np.linspace(0, math.pi, 20)
    ]
    canvas.fill([(w * 0.535, base), *gate, (w * 0.465, base)], _dark(INK, 1.5))
    _hill(canvas, 0.70, 0.05, 0.6, (128, 154, 98))
    road = [(w * (0.5 + 0.16 * math.sin(t * 3.3)), h * (0.655 + 0.36 * t)) for t in np.linspace(0, 1, 30)]
    edge = [(x - w * (0.012 + 0.05 * k / 29), y) for k, (x, y) in enumerate(road)]
    back = [(x + w * (0.012 + 0.05 * k / 29), y) for k, (x, y) in reversed(list(enumerate(road)))]
    canvas.fill(edge + back, (238, 226, 196))
    for x, y, r in ((0.1, 0.8, 0.05), (0.17, 0.86, 0.04), (0.88, 0.82, 0.05), (0.94, 0.9, 0.04), (0.8, 0.9, 0.035)):
        canvas.disc(w * x, h * y, h * r * 1.3, (92, 122, 78))
        canvas.disc(w * x - h * r * 0.3, h * y - h * r * 0.3, h * r * 0.8, (112, 142, 92))


def _cronberg(canvas: Canvas) -> None:
    _w, h = canvas.width, canvas.height
    canvas.fade((196, 204, 206), (222, 218, 206))
    side = h * 0.205
    tones = ((206, 164, 116), (170, 96, 76), (226, 206, 164), (118, 138, 122), (148, 126, 104))
    half = side * math.cos(math.radians(30))
    rng = np.random.default_rng(7)
    for row in range(-1, 7):
        for column in range(-1, 9):
            cx = column * 2 * half + (half if row % 2 else 0)
            cy = row * side * 1.5
            ring = [
                (cx + side * math.sin(math.radians(60 * k)), cy - side * math.cos(math.radians(60 * k)))
                for k in range(6)
            ]
            tone = tones[int(rng.integers(len(tones)))]
            for start, share in ((0, 1.0), (2, 0.8), (4, 0.9)):
                quad = [(cx, cy), ring[start - 1], ring[start], ring[start + 1]]
                canvas.fill(quad, _dark(tone, share))
                canvas.line([*quad, quad[0]], (244, 236, 220), 1.1)
    for x, y, colour in ((1, 2, (244, 72, 57)), (3, 3, (74, 132, 230)), (3, 1, (248, 214, 76))):
        cx, cy = x * 2 * half + (half if y % 2 else 0), y * side * 1.5
        canvas.disc(cx, cy + 2, side * 0.3, INK)
        canvas.disc(cx, cy, side * 0.28, colour)


def _istanbul(canvas: Canvas) -> None:
    w, h = canvas.width, canvas.height
    canvas.fade((58, 66, 92), (232, 168, 116))
    canvas.disc(w * 0.74, h * 0.3, h * 0.1, (250, 224, 170))
    far, near = (104, 88, 104), (62, 52, 66)

    def dome(x: float, base: float, r: float, colour: Colour) -> None:
        arc = [(x + r * math.cos(t), base - r * math.sin(t) * 0.9) for t in np.linspace(0, math.pi, 32)]
        canvas.fill(arc, colour)
        canvas.line([(x, base - r * 0.85), (x, base - r * 1.18)], colour, r * 0.07 + 0.6)

    def minaret(x: float, base: float, top: float, width: float, colour: Colour) -> None:
        canvas.fill(
            [(x - width, base), (x - width, top), (x, top - width * 6), (x + width, top), (x + width, base)], colour
        )
        canvas.fill(
            [
                (x - width * 1.8, top + width * 7),
                (x + width * 1.8, top + width * 7),
                (x + width * 1.4, top + width * 9),
                (x - width * 1.4, top + width * 9),
            ],
            colour,
        )

    for x, r in ((0.2, 0.1), (0.34, 0.07), (0.86, 0.09)):
        dome(w * x, h * 0.66, h * r * 1.3, far)
    for x in (0.1, 0.29, 0.93):
        minaret(w * x, h * 0.68, h * 0.42, w * 0.008, far)
    canvas.fill([(0, h * 0.64), (w, h * 0.64), (w, h * 0.72), (0, h * 0.72)], far)
    for x, r in ((0.54, 0.21), (0.40, 0.11), (0.68, 0.11)):
        dome(w * x, h * 0.74, h * r, near)
    for x in (0.31, 0.77):
        minaret(w * x, h * 0.78, h * 0.3, w * 0.0105, near)
    canvas.fill([(w * 0.26, h * 0.71), (w * 0.82, h * 0.71), (w * 0.82, h * 0.8), (w * 0.26, h * 0.8)], near)
    stalls = ((176, 78, 62), (238, 214, 164), (86, 120, 112), (238, 214, 164), (196, 132, 66))
    for k in range(8):
        x0, x1 = w * k / 8, w * (k + 1) / 8
        canvas.fill([(x0, h * 0.86), ((x0 + x1) / 2, h * 0.76), (x1, h * 0.86)], stalls[k % 5])
        canvas.fill(
            [((x0 + x1) / 2, h * 0.76), (x1, h * 0.86), ((x0 + 2 * x1) / 3, h * 0.86)], _dark(stalls[k % 5], 0.82)
        )
        canvas.fill([(x0, h * 0.86), (x1, h * 0.86), (x1, h), (x0, h)], _dark((92, 66, 56), 1 - 0.1 * (k % 2)))


def _thurn_and_taxis(canvas: Canvas) -> None:
    w, h = canvas.width, canvas.height
    canvas.fade((236, 226, 200), (224, 208, 172))
    areas = (
        ((0, 0), (0.42, 0), (0.36, 0.3), (0.22, 0.52), (0, 0.46), (208, 196, 152)),
        ((0.42, 0), (1, 0), (1, 0.34), (0.7, 0.42), (0.36, 0.3), (190, 200, 168)),
        ((0, 0.46), (0.22, 0.52), (0.42, 0.7), (0.36, 1), (0, 1), (214, 182, 148)),
        ((0.7, 0.42), (1, 0.34), (1, 1), (0.62, 1), (0.58, 0.66), (200, 188, 178)),
    )
    for *corners, colour in areas:
        canvas.fill([(w * x, h * y) for x, y in corners], colour)
    towns = (
        (0.1, 0.26),
        (0.25, 0.46),
        (0.42, 0.34),
        (0.55, 0.54),
        (0.72, 0.42),
        (0.88, 0.2),
        (0.9, 0.7),
        (0.62, 0.82),
        (0.32, 0.8),
        (0.52, 0.13),
    )
    spot = [(w * x, h * y) for x, y in towns]
    for a, b in (
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (4, 6),
        (3, 7),
        (7, 6),
        (7, 8),
        (8, 1),
        (2, 9),
        (9, 5),
        (0, 9),
    ):
        canvas.line([spot[a], spot[b]], (158, 138, 106), 1.4)
    canvas.line([spot[k] for k in (0, 1, 2, 3, 4, 6)], INK, 5.6)
    canvas.line([spot[k] for k in (0, 1, 2, 3, 4, 6)], (214, 92, 60), 3.4)
    for k, (x, y) in enumerate(spot):
        chosen = k in (0, 1, 2, 3, 4, 6)
        canvas.disc(x, y, h * 0.045, INK)
        canvas.disc(x, y, h * 0.033, CREAM if not chosen else (248, 214, 76))


def _riga(canvas: Canvas) -> None:
    w, h = canvas.width, canvas.height
    canvas.fade((186, 204, 214), (238, 226, 206))
    steeple = (116, 124, 128)
    canvas.fill([(w * 0.61, h * 0.4), (w * 0.645, h * 0.04), (w * 0.68, h * 0.4)], steeple)
    canvas.fill([(w * 0.60, h * 0.38), (w * 0.69, h * 0.38), (w * 0.69, h * 0.7), (w * 0.60, h * 0.7)], (150, 96, 78))
    tones = (
        (176, 92, 70),
        (226, 192, 128),
        (132, 150, 134),
        (206, 132, 88),
        (232, 216, 186),
        (154, 112, 96),
        (190, 156, 104),
    )
    width = w / 6.6
    for k, tone in enumerate(tones):
        x, top = k * width - width * 0.2, h * (0.42 + 0.07 * ((k * 5) % 3))
        base = h * 0.78
        mid = x + width / 2
        gable = [(x, top)]
        for step in range(4):
            gable += [
                (x + width * 0.125 * step, top - h * 0.045 * step),
                (x + width * 0.125 * step, top - h * 0.045 * (step + 1)),
            ]
        other = [(2 * mid - px, py) for px, py in reversed(gable)]
        canvas.fill([(x, base), *gable, *other, (x + width, base)], tone)
        canvas.line([(x, base), *gable, *other, (x + width, base)], _dark(tone, 0.7), 1)
        for row in range(3):
            for column in range(2):
                wx, wy = x + width * (0.24 + 0.32 * column), top + h * (0.03 + 0.1 * row)
                if wy + h * 0.06 < base:
                    canvas.fill(
                        [(wx, wy), (wx + width * 0.18, wy), (wx + width * 0.18, wy + h * 0.055), (wx, wy + h * 0.055)],
                        _dark(INK, 1.7),
                    )
    canvas.fill([(0, h * 0.78), (w, h * 0.78), (w, h), (0, h)], (92, 122, 136))
    for k in range(9):
        x, y = w * ((k * 0.37) % 1), h * (0.82 + 0.018 * k)
        canvas.line([(x - w * 0.06, y), (x + w * 0.06, y)], (138, 164, 172), 1.4)
    hull = [(w * 0.13, h * 0.86), (w * 0.43, h * 0.86), (w * 0.38, h * 0.95), (w * 0.18, h * 0.95)]
    canvas.fill(hull, (84, 60, 48))
    canvas.line([(w * 0.28, h * 0.86), (w * 0.28, h * 0.46)], (66, 50, 42), 2.4)
    canvas.fill([(w * 0.17, h * 0.52), (w * 0.39, h * 0.52), (w * 0.41, h * 0.78), (w * 0.15, h * 0.78)], CREAM)
    canvas.fill(
        [(w * 0.262, h * 0.52), (w * 0.298, h * 0.52), (w * 0.302, h * 0.78), (w * 0.258, h * 0.78)], (196, 70, 56)
    )
    canvas.fill(
        [(w * 0.16, h * 0.63), (w * 0.40, h * 0.63), (w * 0.403, h * 0.67), (w * 0.157, h * 0.67)], (196, 70, 56)
    )


_PICTURES: dict[str, Callable[[Canvas], None]] = {
    "carcassonne": _carcassonne,
    "cronberg": _cronberg,
    "istanbul": _istanbul,
    "thurn-and-taxis": _thurn_and_taxis,
    "riga": _riga,
}

PICTURED = tuple(_PICTURES)
