"""The 28 rhombi of Tableside's own copy: a building, a frame that tells good from bad, a number in each corner.

A picture stands with its head up. It is as wide as a triangle's edge is long and √3 times as high; what lies outside of
the rhombus is transparent. Each number has its foot towards its corner, so that it points at the crossing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from games.cronberg.components import RhombKind
from vision.artwork.canvas import INK, Canvas
from vision.artwork.cronberg import blights as cronberg_blights
from vision.artwork.cronberg import buildings as cronberg_buildings
from vision.artwork.cronberg.masonry import wall
from vision.artwork.numerals import number
from vision.frames import Picture
from vision.imaging.values import Colour

EDGE_MM = 45.0
THICK_MM = 2.0
TIP = math.sqrt(3) / 2  # from the middle to a tip, in edges
OUTLINE = ((0.0, -TIP), (0.5, 0.0), (0.0, TIP), (-0.5, 0.0))  # head, right, tail, left, in edges
RHOMB_SIZE_MM = (EDGE_MM, 2 * TIP * EDGE_MM)

_TIP_BADGE = (TIP - 0.31, 0.112)  # distance from the middle, radius
_WIDE_BADGE = (0.335, 0.088)
_GOOD: tuple[Colour, Colour] = ((212, 236, 246), (58, 74, 30))  # paper and ink of a positive number
_BAD: tuple[Colour, Colour] = ((44, 36, 128), (226, 240, 250))
_GOOD_FRAME: Colour = (78, 168, 214)
_BAD_FRAME: Colour = (52, 40, 84)


@lru_cache(maxsize=64)
def rhomb_picture(kind: RhombKind, px_per_mm: float = 6.0) -> Picture:
    """A rhomb's printed face, BGRA, head up, (√3 · 45 mm) high and 45 mm wide. Do not write to it."""
    c = Canvas(1.0, 2 * TIP, EDGE_MM * px_per_mm)
    _scene(kind.building)(c)
    c.speckle(np.random.default_rng(len(kind.building) * 31 + sum(kind.numbers)), 3.0)
    bad = sum(kind.numbers) < 0
    _frame(c, _BAD_FRAME if bad else _GOOD_FRAME)
    paper, ink = _BAD if bad else _GOOD
    places = (
        (0.0, -_TIP_BADGE[0], 180),
        (_WIDE_BADGE[0], 0.0, 270),
        (0.0, _TIP_BADGE[0], 0),
        (-_WIDE_BADGE[0], 0.0, 90),
    )
    for value, (x, y, turn) in zip(kind.numbers, places, strict=True):
        radius = _TIP_BADGE[1] if x == 0 else _WIDE_BADGE[1]
        c.circle(x, y, radius, paper, INK, 0.01)
        c.circle(x, y, radius * 0.86, None, ink, 0.005)
        height = radius * (1.08 if len(str(value)) == 1 else 0.92)
        number(c, value, x, y, height, ink, turn_deg=turn)
    picture = c.finished()
    return np.dstack([picture, _mask(picture.shape[1], picture.shape[0])])


def _scene(building: str) -> Callable[[Canvas], None]:
    for module in (cronberg_buildings, cronberg_blights):
        scene: Callable[[Canvas], None] | None = getattr(module, building, None)
        if scene is not None:
            return scene
    return _some_building


def _some_building(c: Canvas) -> None:
    wall(c, 0, 0.28, 0.4, 0.36, (168, 180, 190))


def _frame(c: Canvas, colour: Colour) -> None:
    c.poly(OUTLINE, None, colour, 0.07)
    inner = [(x * 0.915, y * 0.915) for x, y in OUTLINE]
    c.poly(inner, None, INK, 0.008)
    c.poly(OUTLINE, None, INK, 0.016)


def _mask(columns: int, rows: int) -> np.ndarray:
    fine = np.zeros((rows * 4, columns * 4), np.uint8)
    points = np.array([((x + 0.5) * columns * 4, (y / (2 * TIP) + 0.5) * rows * 4) for x, y in OUTLINE])
    cv2.fillPoly(fine, [np.round(points).astype(np.int32)], 255)
    return cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA)


def rhomb_back(px_per_mm: float = 4.0) -> Picture:
    """The back of every rhomb: a plain city gate, BGRA."""
    c = Canvas(1.0, 2 * TIP, EDGE_MM * px_per_mm, (104, 84, 62))
    c.poly(OUTLINE, (104, 84, 62), INK, 0.02)
    c.poly([(x * 0.8, y * 0.8) for x, y in OUTLINE], None, (176, 188, 200), 0.012)
    for x in (-0.14, 0.14):
        c.rect(x - 0.08, -0.12, x + 0.08, 0.24, (150, 164, 174))
    c.rect(-0.1, -0.02, 0.1, 0.24, (120, 134, 146))
    c.poly([(-0.06, 0.24), (-0.06, 0.12), (0.0, 0.06), (0.06, 0.12), (0.06, 0.24)], INK)
    picture = c.finished()
    alpha = np.zeros(picture.shape[:2], np.uint8)
    scale = EDGE_MM * px_per_mm
    points = [((x + 0.5) * scale, (y + TIP) * scale) for x, y in OUTLINE]
    cv2.fillPoly(alpha, [np.round(points).astype(np.int32)], 255)
    return np.dstack([picture, alpha])
