"""What all places of Tableside's own Istanbul share: an ornament behind the motif, a frame, and the badge with the
number."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from vision.artwork.canvas import Canvas, arc, shade
from vision.artwork.drawn_shapes import Point, mixed
from vision.artwork.istanbul.style import CORNER, CREAM, DEEP_GOLD, GOLD, INK, WIDE, PlacePalette
from vision.artwork.numerals import number
from vision.frames import Picture
from vision.imaging.values import Colour

BADGE_AT, BADGE_RADIUS = (-WIDE / 2 + 0.135, -0.5 + 0.135), 0.115
_HALF = WIDE / 2


def background(c: Canvas, palette: PlacePalette) -> None:
    """The ground with its ornament, a little darker towards the rim."""
    c.rect(-_HALF, -0.5, _HALF, 0.5, palette.ground, None)
    _ORNAMENTS[palette.ornament](c, palette.pattern)
    rows, columns = c.fine.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    light = (1.06 - 0.2 * (x * x + y * y) / 2).astype(np.float32)
    c.fine = np.clip(c.fine * light[..., None], 0, 255).astype(np.uint8)


def frame(c: Canvas) -> None:
    """A dark band with a gold line inside it."""
    for inset, ink, width in ((0.012, INK, 0.026), (0.034, GOLD, 0.010), (0.044, shade(DEEP_GOLD, 0.7), 0.004)):
        c.rect(-_HALF + inset, -0.5 + inset, _HALF - inset, 0.5 - inset, None, ink, width)


def badge(c: Canvas, value: int) -> None:
    """The number on a cream medal in the upper left corner."""
    x, y = BADGE_AT
    badge_medal(c, x, y, BADGE_RADIUS)
    number(c, value, x, y, 0.125 if value < 10 else 0.108, INK, weight=0.2)


def badge_medal(c: Canvas, x: float, y: float, radius: float, face: Colour = CREAM) -> None:
    """A star-shaped medal with a light face."""
    points = []
    for k in range(32):
        reach = radius * (1.16 if k % 2 else 1.04)
        points.append((x + reach * math.cos(k * math.pi / 16), y + reach * math.sin(k * math.pi / 16)))
    c.poly(points, INK, None)
    c.circle(x, y, radius, GOLD, None)
    c.circle(x, y, radius * 0.9, face, INK, 0.006)


def ribbon(c: Canvas, width: float, y: float = 0.385) -> None:
    """A cream band at the lower edge on which the place's effect stands."""
    half = width / 2
    for out, fill in ((0.012, INK), (0.0, CREAM)):
        c.poly(
            [
                (-half - out, y - 0.068 - out),
                (half + out, y - 0.068 - out),
                (half + 0.035 + out, y),
                (half + out, y + 0.068 + out),
                (-half - out, y + 0.068 + out),
                (-half - 0.035 - out, y),
            ],
            fill,
            None,
        )


def cut_out(picture: Picture, corner: float) -> Picture:
    """The picture as BGRA with rounded corners, ``corner`` px."""
    rows, columns = picture.shape[:2]
    finer = 4
    mask = np.zeros((rows * finer, columns * finer), np.uint8)
    r = max(1, round(corner * finer))
    cv2.rectangle(mask, (r, 0), (columns * finer - 1 - r, rows * finer - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (columns * finer - 1, rows * finer - 1 - r), 255, -1)
    for x in (r, columns * finer - 1 - r):
        for y in (r, rows * finer - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.dstack([picture, cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA)])


def corner_px(px_per_mm: float, height_mm: float) -> float:
    """The cut corner of a piece of this height, px."""
    return CORNER * height_mm * px_per_mm


# --- ornaments ------------------------------------------------------------------------------------------------------


def star(x: float, y: float, radius: float, points: int = 8, inner: float = 0.6, turn: float = 0.0) -> list[Point]:
    """A star's outline."""
    found = []
    for k in range(2 * points):
        reach = radius if k % 2 == 0 else radius * inner
        angle = turn + k * math.pi / points
        found.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return found


def _spots(step_x: float, step_y: float, shifted: bool = True) -> list[Point]:
    spots = []
    for row in range(-int(0.6 / step_y) - 1, int(0.6 / step_y) + 2):
        shift = step_x / 2 if shifted and row % 2 else 0.0
        for column in range(-int(0.75 / step_x) - 1, int(0.75 / step_x) + 2):
            spots.append((column * step_x + shift, row * step_y))
    return spots


def _planks(c: Canvas, ink: Colour) -> None:
    for k in range(-5, 6):
        c.line([(-0.7, k * 0.1), (0.7, k * 0.1)], ink, 0.012)
        for j in range(-2, 3):
            x = j * 0.3 + (0.15 if k % 2 else 0.0)
            c.line([(x, k * 0.1), (x, k * 0.1 + 0.1)], ink, 0.01)


def _stripes(c: Canvas, ink: Colour) -> None:
    for k in range(-14, 15):
        c.line([(k * 0.1 - 0.5, 0.5), (k * 0.1 + 0.5, -0.5)], ink, 0.03)


def _diamonds(c: Canvas, ink: Colour) -> None:
    for x, y in _spots(0.17, 0.1):
        c.poly([(x - 0.055, y), (x, y - 0.065), (x + 0.055, y), (x, y + 0.065)], ink, None)


def _scales(c: Canvas, ink: Colour) -> None:
    for x, y in _spots(0.2, 0.1):
        c.line(arc(x, y, 0.1, 0.1, 0, 180, 16), ink, 0.014)


def _waves(c: Canvas, ink: Colour) -> None:
    for k in range(-6, 7):
        c.line([(x / 40, k * 0.09 + 0.022 * math.sin(x / 40 * 22 + k)) for x in range(-28, 29)], ink, 0.016)


def _bricks(c: Canvas, ink: Colour) -> None:
    for k in range(-5, 7):
        y = k * 0.105
        c.line([(-0.7, y), (0.7, y)], ink, 0.014)
        for j in range(-4, 5):
            x = j * 0.2 + (0.1 if k % 2 else 0.0)
            c.line([(x, y), (x, y + 0.105)], ink, 0.014)


def _stars(c: Canvas, ink: Colour) -> None:
    for x, y in _spots(0.24, 0.12):
        c.poly(star(x, y, 0.075, 8, 0.55), ink, None)


def _lattice(c: Canvas, ink: Colour) -> None:
    for k in range(-10, 11):
        c.line([(k * 0.16 - 0.5, 0.5), (k * 0.16 + 0.5, -0.5)], ink, 0.014)
        c.line([(k * 0.16 + 0.5, 0.5), (k * 0.16 - 0.5, -0.5)], ink, 0.014)


def _tulips(c: Canvas, ink: Colour) -> None:
    for x, y in _spots(0.26, 0.16):
        c.poly([*arc(x, y, 0.045, 0.06, 0, 180, 12), (x - 0.045, y - 0.06), (x - 0.018, y - 0.02), (x, y - 0.075),
                (x + 0.018, y - 0.02), (x + 0.045, y - 0.06)], ink, None)  # fmt: skip
        c.line([(x, y + 0.05), (x, y + 0.09)], ink, 0.012)


def _rays(c: Canvas, ink: Colour) -> None:
    for k in range(16):
        a, b = k * math.pi / 8, k * math.pi / 8 + math.pi / 16
        c.poly([(0, 0.1), (math.cos(a), 0.1 + math.sin(a)), (math.cos(b), 0.1 + math.sin(b))], ink, None)


def _chevrons(c: Canvas, ink: Colour) -> None:
    for k in range(-7, 8):
        c.line([(j * 0.12, k * 0.1 + (0.05 if j % 2 else 0.0)) for j in range(-6, 7)], ink, 0.022)


def _bars(c: Canvas, ink: Colour) -> None:
    for k in range(-6, 7):
        c.line([(k * 0.11, -0.5), (k * 0.11, 0.5)], ink, 0.03)


def _crescents(c: Canvas, ink: Colour) -> None:
    for x, y in _spots(0.22, 0.13):
        c.poly([*arc(x, y, 0.05, 0.05, 50, 310, 16), *reversed(arc(x + 0.02, y, 0.037, 0.037, 60, 300, 16))], ink, None)


def _beans(c: Canvas, ink: Colour) -> None:
    for x, y in _spots(0.2, 0.12):
        c.oval(x, y, 0.05, 0.034, ink, None)
        c.line(arc(x, y - 0.02, 0.05, 0.024, 20, 160, 10), mixed(ink, (255, 255, 255), 0.25), 0.01)


_ORNAMENTS: dict[str, Callable[[Canvas, Colour], None]] = {
    "planks": _planks,
    "stripes": _stripes,
    "diamonds": _diamonds,
    "scales": _scales,
    "waves": _waves,
    "bricks": _bricks,
    "stars": _stars,
    "lattice": _lattice,
    "tulips": _tulips,
    "rays": _rays,
    "chevrons": _chevrons,
    "bars": _bars,
    "crescents": _crescents,
    "beans": _beans,
}
