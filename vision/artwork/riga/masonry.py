"""What Hanseatic buildings are made of: walls, stepped gables, roofs, lancet windows, gates, towers, ships, goods.

Everything is drawn on a :class:`vision.artwork.sheet.DrawingSheet`, mm, y down; a building stands on its base line.
"""

from __future__ import annotations

import math

import numpy as np

from vision.artwork.riga.style import DARK_GOLD, GOLD, PAPER, WOOD, shade, tint
from vision.artwork.sheet import INK, DrawingSheet, arc
from vision.imaging.values import Colour

_THIN = 0.22
_GLOW: Colour = (120, 206, 248)


def wall(c: DrawingSheet, x0: float, y0: float, x1: float, y1: float, stone: Colour, courses: bool = True) -> None:
    """A wall of stone, its courses just to be seen, darker on its right."""
    c.rect(x0, y0, x1, y1, stone, None)
    if courses:
        line = shade(stone, 0.16)
        y, odd = y1 - 0.9, False
        while y > y0:
            c.line([(x0, y), (x1, y)], line, 0.1)
            for x in np.arange(x0 + (0.9 if odd else 1.8), x1, 1.8):
                c.line([(float(x), y), (float(x), min(y1, y + 0.9))], line, 0.1)
            y, odd = y - 0.9, not odd
    side = x1 - max(0.5, (x1 - x0) * 0.12)
    c.rect(side, y0, x1, y1, shade(stone, 0.22), None)
    c.rect(x0, y0, x1, y1, None, INK, _THIN)


def stepped_gable(c: DrawingSheet, x0: float, x1: float, base: float, high: float, steps: int, stone: Colour) -> None:
    """A gable in steps over a wall that ends at ``base``."""
    half, middle = (x1 - x0) / 2, (x0 + x1) / 2
    left, right = [(x0, base)], [(x1, base)]
    for k in range(steps):
        out, up = half * (1 - k / (steps + 0.6)), base - high * (k + 1) / steps
        left += [(middle - out, left[-1][1]), (middle - out, up)]
        right += [(middle + out, right[-1][1]), (middle + out, up)]
    c.poly([*left, *reversed(right)], stone, INK, _THIN)
    for k in range(steps):
        out, up = half * (1 - k / (steps + 0.6)), base - high * (k + 1) / steps
        for sign in (-1, 1):
            x = middle + sign * out
            c.rect(min(x, x - sign * 0.9), up - 0.55, max(x, x - sign * 0.9), up, tint(stone, 0.45), INK, 0.16)
    c.circle(middle, base - high * 0.5, min(1.1, half * 0.22), shade(stone, 0.7), INK, 0.16)


def roof(c: DrawingSheet, x0: float, x1: float, eave: float, ridge: float, tiles: Colour, slant: float = 1.6) -> None:
    """A roof seen from its long side, in rows of tiles."""
    c.poly([(x0 - 0.6, eave), (x0 + slant, ridge), (x1 - slant, ridge), (x1 + 0.6, eave)], tiles, INK, _THIN)
    rows = max(2, round((eave - ridge) / 1.0))
    for k in range(1, rows):
        share = k / rows
        y, inset = eave + (ridge - eave) * share, -0.6 + (slant + 0.6) * share
        c.line([(x0 + inset, y), (x1 - inset, y)], shade(tiles, 0.3), 0.13)
    c.line([(x0 + slant, ridge), (x1 - slant, ridge)], shade(tiles, 0.45), 0.45)


def spire(c: DrawingSheet, x: float, base: float, wide: float, high: float, tiles: Colour, ball: bool = True) -> None:
    """A pointed roof with a ball on its tip."""
    c.poly([(x - wide / 2 - 0.4, base), (x, base - high), (x + wide / 2 + 0.4, base)], tiles, INK, _THIN)
    c.poly([(x, base - high), (x + wide / 2 + 0.4, base), (x + wide * 0.16, base)], shade(tiles, 0.28), None)
    if ball:
        c.line([(x, base - high), (x, base - high - 1.6)], INK, 0.22)
        c.circle(x, base - high - 1.7, 0.45, GOLD, INK, 0.14)


def lancet(c: DrawingSheet, x: float, base: float, wide: float, high: float, lit: bool = False) -> None:
    """A pointed window."""
    top = base - high
    left = arc(x + wide / 2, top + wide * 0.85, wide, wide, 180, 240, 6)
    right = arc(x - wide / 2, top + wide * 0.85, wide, wide, -60, 0, 6)
    points = [(x - wide / 2, base), *left, *right, (x + wide / 2, base)]
    c.poly(points, _GLOW if lit else (92, 74, 58), INK, 0.16)
    if wide > 0.9:
        c.line([(x, base), (x, top + wide * 0.2)], INK, 0.12)


def windows(
    c: DrawingSheet, x0: float, x1: float, base: float, count: int, wide: float, high: float, rng: np.random.Generator
) -> None:
    """A row of pointed windows, some of them lit."""
    for k in range(count):
        lancet(c, x0 + (x1 - x0) * (k + 0.5) / count, base, wide, high, bool(rng.random() < 0.35))


def gate(c: DrawingSheet, x: float, base: float, wide: float, high: float, portcullis: bool = False) -> None:
    """A gate with a round arch, of wood or barred."""
    arch = arc(x, base - high + wide / 2, wide / 2, wide / 2, 180, 360, 14)
    c.poly([(x - wide / 2, base), *arch, (x + wide / 2, base)], (44, 50, 62) if portcullis else WOOD, INK, _THIN)
    for k in np.linspace(-0.5, 0.5, 6 if portcullis else 5)[1:-1]:
        c.line([(x + wide * k, base), (x + wide * k, base - high + wide * 0.1)], INK, 0.16 if not portcullis else 0.26)
    if portcullis:
        for share in (0.3, 0.6):
            c.line([(x - wide / 2, base - high * share), (x + wide / 2, base - high * share)], INK, 0.22)


def battlements(c: DrawingSheet, x0: float, x1: float, base: float, stone: Colour, tooth: float = 1.2) -> None:
    """Teeth along the top of a wall."""
    count = max(2, round((x1 - x0) / tooth / 2) * 2 + 1)
    step = (x1 - x0) / count
    for k in range(0, count, 2):
        c.rect(x0 + k * step, base - tooth, x0 + (k + 1) * step, base + 0.05, stone, INK, 0.18)


def tower(
    c: DrawingSheet,
    x: float,
    base: float,
    wide: float,
    high: float,
    stone: Colour,
    tiles: Colour | None,
    cap: float = 7.0,
) -> None:
    """A tower with a pointed roof, or battlements where ``tiles`` is None."""
    wall(c, x - wide / 2, base - high, x + wide / 2, base, stone)
    if tiles is None:
        c.rect(x - wide / 2 - 0.5, base - high - 0.6, x + wide / 2 + 0.5, base - high + 0.7, stone, INK, 0.18)
        battlements(c, x - wide / 2 - 0.5, x + wide / 2 + 0.5, base - high - 0.5, stone)
    else:
        spire(c, x, base - high, wide, cap, tiles)
    lancet(c, x, base - high * 0.62, 1.0, 2.4)


def barrel(c: DrawingSheet, x: float, base: float, size: float) -> None:
    """A barrel standing up."""
    w, h = size * 0.42, size
    c.poly(
        [
            (x - w, base),
            (x - w * 1.2, base - h / 2),
            (x - w, base - h),
            (x + w, base - h),
            (x + w * 1.2, base - h / 2),
            (x + w, base),
        ],
        WOOD,
        INK,
        0.18,
    )
    for share in (0.22, 0.78):
        c.line([(x - w * 1.1, base - h * share), (x + w * 1.1, base - h * share)], INK, 0.28)


def cog(c: DrawingSheet, x: float, water: float, size: float, sail: Colour) -> None:
    """A cog under sail, the ship of the Hanse."""
    hull = [
        (x - size, water - size * 0.42),
        (x - size * 0.7, water + size * 0.12),
        (x + size * 0.62, water + size * 0.12),
        (x + size, water - size * 0.5),
        (x + size * 0.5, water - size * 0.22),
        (x - size * 0.5, water - size * 0.2),
    ]
    c.line([(x, water - size * 0.2), (x, water - size * 1.9)], INK, size * 0.07)
    bulge = [(x - size * 0.72, water - size * 1.7), (x + size * 0.72, water - size * 1.7)]
    side = [(x + size * 0.86, water - size), (x + size * 0.66, water - size * 0.45)]
    c.poly([*bulge, *side, (x - size * 0.8, water - size * 0.45), (x - size * 0.6, water - size)], sail, INK, 0.2)
    c.line([(x, water - size * 1.68), (x + size * 0.02, water - size * 0.47)], shade(sail, 0.25), size * 0.16)
    c.poly(hull, WOOD, INK, 0.22)
    c.line([(x - size * 0.86, water - size * 0.14), (x + size * 0.8, water - size * 0.14)], shade(WOOD, 0.4), 0.2)
    c.poly([(x, water - size * 1.9), (x + size * 0.5, water - size * 1.8), (x, water - size * 1.72)], sail, INK, 0.16)


def waves(c: DrawingSheet, x0: float, x1: float, y0: float, y1: float, sea: Colour, rng: np.random.Generator) -> None:
    """Water with light on its waves."""
    c.rect(x0, y0, x1, y1, sea, None)
    for _ in range(round((x1 - x0) * (y1 - y0) / 14)):
        x, y, w = rng.uniform(x0 + 1, x1 - 4), rng.uniform(y0 + 0.4, y1 - 0.3), rng.uniform(1.2, 3.0)
        c.line(arc(x + w / 2, y, w / 2, 0.4, 200, 340, 6), tint(sea, 0.4), 0.2)


def coin(c: DrawingSheet, x: float, y: float, radius: float, words: str = "") -> None:
    """A ducat, with a number or a cross on it."""
    c.circle(x, y, radius, GOLD, INK, 0.35)
    c.circle(x, y, radius * 0.82, None, DARK_GOLD, 0.3)
    if words:
        c.text(words, x, y, radius * (1.0 if len(words) == 1 else 0.86), INK, weight=0.16)
    else:
        c.line([(x - radius * 0.45, y), (x + radius * 0.45, y)], DARK_GOLD, radius * 0.16)
        c.line([(x, y - radius * 0.45), (x, y + radius * 0.45)], DARK_GOLD, radius * 0.16)


def shield(c: DrawingSheet, x: float, y: float, size: float, fill: Colour, ink: Colour = INK) -> None:
    """A shield, ``size`` high."""
    w, h = size * 0.42, size / 2
    low = [(x + w * math.cos(a), y + h * 0.1 + h * 0.9 * math.sin(a) ** 1.0) for a in np.linspace(0, math.pi, 17)]
    c.poly([(x - w, y - h), (x + w, y - h), *low], fill, ink, 0.35)


def laurel(c: DrawingSheet, x: float, y: float, radius: float, leaf: Colour) -> None:
    """Two sprigs around a number."""
    for side in (-1, 1):
        for k in range(6):
            angle = math.radians(-58 + k * 27)
            px, py = x + side * math.cos(angle) * radius, y + math.sin(angle) * radius
            c.poly(arc(px, py, radius * 0.2, radius * 0.26, 0, 360, 12), leaf, INK, 0.14)


def pennant(c: DrawingSheet, x: float, y: float, size: float, fill: Colour) -> None:
    """A flag on a pole that blows to the right."""
    c.line([(x, y), (x, y - size)], INK, 0.22)
    c.poly([(x, y - size), (x + size * 0.7, y - size * 0.8), (x, y - size * 0.58)], fill, INK, 0.16)


def scroll(c: DrawingSheet, x0: float, x1: float, y: float, high: float, fill: Colour = PAPER) -> None:
    """A banner whose ends are folded back."""
    fold = high * 0.45
    for sign, x in ((-1, x0), (1, x1)):
        c.poly(
            [
                (x + sign * fold, y - high * 0.32),
                (x - sign * fold, y - high * 0.32),
                (x - sign * fold, y + high * 0.62),
                (x + sign * fold, y + high * 0.62),
                (x + sign * fold * 0.4, y + high * 0.15),
            ],
            shade(fill, 0.22),
            INK,
            0.25,
        )
    c.rect(x0, y - high / 2, x1, y + high / 2, fill, INK, 0.3)
