"""Small things an engraver puts on a map: churches, trees, hills, ships, posthorns, horses, a compass."""

from __future__ import annotations

import math

import numpy as np

from vision.artwork.drawn_shapes import mixed
from vision.artwork.sheet import INK, DrawingSheet, arc, darker
from vision.imaging.values import Colour

_STONE: Colour = (206, 222, 230)
_TILES: Colour = (84, 104, 158)
_SLATE: Colour = (150, 128, 112)
_BRASS: Colour = (70, 158, 206)
_LEAF: Colour = (112, 152, 122)


def town(sheet: DrawingSheet, x: float, y: float, wide: float, rng: np.random.Generator) -> None:
    """A town seen from afar: gables left and right, churches between; (x, y) is the middle of its foot."""
    unit = wide / 20.0
    for left, high in ((-9.5, 3.4), (-6.6, 4.4), (3.6, 4.6), (6.6, 3.5)):
        _gable(sheet, x + left * unit, y, 3.0 * unit, high * unit, _TILES if rng.random() < 0.7 else _SLATE)
    tall = float(rng.uniform(10.0, 12.5))
    _tower(sheet, x - 2.6 * unit, y, 2.7 * unit, tall * unit, _SLATE if rng.random() < 0.5 else _TILES)
    _gable(sheet, x - 1.2 * unit, y, 4.2 * unit, 6.0 * unit, _TILES)
    if rng.random() < 0.6:
        _tower(sheet, x + 2.4 * unit, y, 2.0 * unit, float(rng.uniform(7.4, 9.6)) * unit, _SLATE)
    sheet.line([(x - 11 * unit, y), (x + 11 * unit, y)], INK, 0.5)


def _gable(sheet: DrawingSheet, left: float, y: float, wide: float, high: float, roof: Colour) -> None:
    eaves = y - high * 0.45
    sheet.rect(left, eaves, left + wide, y, _STONE, INK, 0.25)
    sheet.poly([(left - 0.2, eaves), (left + wide / 2, y - high), (left + wide + 0.2, eaves)], roof, INK, 0.25)
    sheet.rect(left + wide * 0.4, y - high * 0.2, left + wide * 0.6, y, INK, None)


def _tower(sheet: DrawingSheet, x: float, y: float, wide: float, high: float, roof: Colour) -> None:
    eaves, half = y - high * 0.55, wide / 2
    sheet.rect(x - half, eaves, x + half, y, _STONE, INK, 0.25)
    sheet.poly([(x - half - 0.15, eaves), (x, y - high), (x + half + 0.15, eaves)], roof, INK, 0.25)
    sheet.rect(x - half * 0.35, eaves + high * 0.1, x + half * 0.35, eaves + high * 0.26, INK, None)


def tree(sheet: DrawingSheet, x: float, y: float, high: float) -> None:
    """A round tree with its shade."""
    sheet.line([(x, y), (x, y - high * 0.4)], INK, 0.4)
    sheet.circle(x, y - high * 0.62, high * 0.36, _LEAF, darker(_LEAF, 0.55), 0.25)
    sheet.line(arc(x, y - high * 0.62, high * 0.22, high * 0.22, 10, 110), darker(_LEAF, 0.4), 0.3)


def fir(sheet: DrawingSheet, x: float, y: float, high: float) -> None:
    """A fir."""
    for share in (0.0, 0.28, 0.54):
        foot, half = y - high * (0.12 + share), high * (0.3 - share * 0.3)
        colour = mixed(_LEAF, (96, 110, 70), 0.5)
        sheet.poly([(x - half, foot), (x, foot - high * 0.42), (x + half, foot)], colour, darker(_LEAF, 0.6), 0.25)


def hill(sheet: DrawingSheet, x: float, y: float, wide: float) -> None:
    """A hill, hatched on its shady side."""
    crest = arc(x, y, wide / 2, wide * 0.42, 180, 360, 20)
    sheet.poly(crest, (176, 200, 208), None)
    sheet.line(crest, (70, 96, 116), 0.4)
    for number in range(4):
        left = x + wide * (0.06 + 0.1 * number)
        top = y - wide * 0.42 * math.sqrt(max(0.0, 1 - ((left - x) / (wide / 2)) ** 2))
        sheet.line([(left, top + 0.6), (left - wide * 0.05, min(y, top + wide * 0.26))], (70, 96, 116), 0.25)


def ship(sheet: DrawingSheet, x: float, y: float, wide: float) -> None:
    """A merchant ship under sail."""
    w = wide / 10
    hull = [
        (x - 5 * w, y - 1.6 * w),
        (x - 3.6 * w, y),
        (x + 3.4 * w, y),
        (x + 5 * w, y - 2.2 * w),
        (x + 3 * w, y - 1.4 * w),
    ]
    sheet.poly(hull, (96, 124, 158), INK, 0.35)
    for at, high in ((-2.0, 5.6), (1.4, 6.8)):
        sheet.line([(x + at * w, y - 1.5 * w), (x + at * w, y - (high + 1.4) * w)], INK, 0.35)
        sail = [
            (x + (at - 1.7) * w, y - 2.2 * w),
            (x + (at - 1.3) * w, y - high * w),
            (x + (at + 1.5) * w, y - high * w),
            (x + (at + 2.1) * w, y - 2.2 * w),
        ]
        sheet.poly(sail, (228, 238, 242), INK, 0.3)
        sheet.poly(
            [
                (x + at * w, y - (high + 1.4) * w),
                (x + (at + 1.6) * w, y - (high + 1.0) * w),
                (x + at * w, y - (high + 0.6) * w),
            ],
            (70, 70, 176),
            INK,
            0.2,
        )
    for row in range(3):
        sheet.line(arc(x - 4 * w + 3.5 * w * row, y + 0.9 * w, 1.6 * w, 0.5 * w, 180, 360, 8), (150, 132, 92), 0.3)


def posthorn(
    sheet: DrawingSheet, x: float, y: float, radius: float, colour: Colour = _BRASS, ink: Colour | None = INK
) -> None:
    """A coiled horn: mouthpiece left, bell right."""
    width = radius * 0.26
    for colour_now, extra in ((ink, 0.7), (colour, 0.0)):
        if colour_now is None:
            continue
        sheet.line(arc(x, y, radius * 0.72, radius * 0.72, 0, 360, 40), colour_now, width + extra)
        sheet.line(
            [(x - radius * 1.25, y + radius * 0.42), (x - radius * 0.3, y + radius * 0.66)],
            colour_now,
            width * 0.8 + extra,
        )
        sheet.line(
            [(x + radius * 0.2, y + radius * 0.7), (x + radius * 0.9, y + radius * 0.5)], colour_now, width + extra
        )
    bell = [
        (x + radius * 0.75, y + radius * 0.4),
        (x + radius * 1.35, y + radius * 0.02),
        (x + radius * 1.45, y + radius * 0.86),
        (x + radius * 0.8, y + radius * 0.66),
    ]
    sheet.poly(bell, colour, ink, 0.35)
    if ink is not None:
        sheet.line(
            [(x - radius * 0.2, y - radius * 0.8), (x + radius * 0.05, y - radius * 0.5)], (60, 60, 170), width * 0.7
        )


# A trotting horse, facing right, in a box from (-1, -1) to (1, 1).
_HORSE = (
    (-0.78, -0.20), (-0.60, -0.34), (-0.20, -0.32), (0.16, -0.36), (0.36, -0.58), (0.50, -0.84), (0.56, -0.98),
    (0.62, -0.86), (0.78, -0.72), (0.94, -0.56), (0.90, -0.46), (0.74, -0.50), (0.62, -0.54), (0.56, -0.34),
    (0.50, -0.10), (0.56, 0.06), (0.82, 0.16), (0.86, 0.40), (0.80, 0.58), (0.70, 0.56), (0.74, 0.40), (0.70, 0.26),
    (0.48, 0.20), (0.42, 0.48), (0.44, 0.86), (0.54, 0.94), (0.36, 0.94), (0.32, 0.50), (0.26, 0.12), (-0.20, 0.14),
    (-0.40, 0.06), (-0.46, 0.28), (-0.34, 0.52), (-0.42, 0.88), (-0.34, 0.96), (-0.52, 0.96), (-0.48, 0.54),
    (-0.64, 0.32), (-0.76, 0.48), (-0.94, 0.70), (-0.98, 0.82), (-1.02, 0.66), (-0.84, 0.42), (-0.72, 0.10),
    (-0.80, -0.02), (-0.90, 0.20), (-1.0, 0.30), (-0.94, 0.0), (-0.90, -0.14),
)  # fmt: skip


def horse(sheet: DrawingSheet, x: float, y: float, size: float, coat: Colour) -> None:
    """A trotting horse of a post coach, facing right; ``size`` is half its width, mm."""
    sheet.poly([(x + px * size, y + py * size) for px, py in _HORSE], coat, INK, 0.4)
    mane = [(0.50, -0.84), (0.34, -0.62), (0.20, -0.40), (0.34, -0.46), (0.48, -0.66)]
    sheet.poly([(x + px * size, y + py * size) for px, py in mane], darker(coat, 0.6), None)
    sheet.circle(x + 0.68 * size, y - 0.70 * size, 0.035 * size, INK, None)
    collar = [(0.30, -0.46), (0.50, -0.08), (0.40, 0.10)]
    sheet.line([(x + px * size, y + py * size) for px, py in collar], (54, 60, 168), 0.09 * size)
    sheet.line([(x - 0.8 * size, y - 0.06 * size), (x + 0.42 * size, y - 0.06 * size)], (40, 52, 84), 0.05 * size)


def horseshoe(sheet: DrawingSheet, x: float, y: float, radius: float, colour: Colour = (120, 112, 104)) -> None:
    """A horseshoe, its opening down."""
    curve = arc(x, y, radius, radius * 1.15, 130, 410, 24)
    sheet.line(curve, INK, radius * 0.62)
    sheet.line(curve, colour, radius * 0.4)
    for number in (4, 9, 14, 19):
        sheet.circle(*curve[number], radius * 0.09, INK, None)


def compass(sheet: DrawingSheet, x: float, y: float, radius: float) -> None:
    """A compass rose, north up."""
    sheet.circle(x, y, radius * 0.62, None, INK, 0.3)
    sheet.circle(x, y, radius * 0.56, None, INK, 0.2)
    for turn in range(8):
        long = radius if turn % 2 == 0 else radius * 0.6
        angle, side = math.radians(45 * turn - 90), math.radians(45 * turn - 90 + 22)
        tip = (x + long * math.cos(angle), y + long * math.sin(angle))
        for sign, colour in ((1, INK), (-1, (222, 234, 240))):
            across = angle + sign * (side - angle)
            notch = (x + radius * 0.2 * math.cos(across), y + radius * 0.2 * math.sin(across))
            sheet.poly([(x, y), tip, notch], colour, INK, 0.2)
    sheet.text("N", x, y - radius * 1.22, radius * 0.26)
