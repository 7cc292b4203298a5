"""Signs on Riga's cards and tiles: the four commodities, knight and merchant, the cities' arms."""

from __future__ import annotations

import numpy as np

from vision.artwork.riga import masonry as m
from vision.artwork.riga.style import CITY, DARK_GOLD, GOLD, GOOD, PAPER, RED, shade, tint
from vision.artwork.sheet import INK, DrawingSheet, arc, bow
from vision.imaging.values import Colour

STEEL: Colour = (206, 200, 190)


def good(c: DrawingSheet, name: str, x: float, y: float, size: float) -> None:
    """A commodity, ``size`` mm high about (x, y)."""
    _DRAWN[name](c, x, y, size / 2, GOOD[name])


def _cloth(c: DrawingSheet, x: float, y: float, s: float, fill: Colour) -> None:
    for k, tone in enumerate((0.0, 0.25, 0.45)):
        top = y + s * (0.55 - 0.62 * k)
        c.rect(x - s * 0.9, top - s * 0.5, x + s * 0.7, top + s * 0.1, tint(fill, tone), INK, 0.22, s * 0.12)
        c.poly(arc(x + s * 0.7, top - s * 0.2, s * 0.22, s * 0.3, 0, 360, 14), tint(fill, 0.6), INK, 0.22)


def _glass(c: DrawingSheet, x: float, y: float, s: float, fill: Colour) -> None:
    bowl = [(x - s * 0.6, y - s), (x + s * 0.6, y - s), *arc(x, y - s * 0.5, s * 0.6, s * 0.7, 0, 180, 14)]
    c.poly(bowl, tint(fill, 0.25), INK, 0.26)
    c.line([(x - s * 0.3, y - s * 0.8), (x - s * 0.34, y - s * 0.2)], (255, 255, 255), s * 0.14)
    c.line([(x, y + s * 0.2), (x, y + s * 0.85)], shade(fill, 0.3), s * 0.2)
    c.poly(arc(x, y + s * 0.88, s * 0.55, s * 0.16, 0, 360, 16), fill, INK, 0.24)


def _wine(c: DrawingSheet, x: float, y: float, s: float, fill: Colour) -> None:
    for dx, dy in ((-0.5, -0.35), (0, -0.35), (0.5, -0.35), (-0.25, 0.08), (0.25, 0.08), (0, 0.5)):
        c.circle(x + s * dx, y + s * dy, s * 0.3, fill, INK, 0.2)
        c.circle(x + s * (dx - 0.1), y + s * (dy - 0.1), s * 0.08, tint(fill, 0.6), None)
    c.line([(x, y - s * 0.6), (x + s * 0.12, y - s)], shade((60, 120, 90), 0.2), s * 0.14)
    c.poly([(x, y - s * 0.66), (x + s * 0.7, y - s * 0.98), (x + s * 0.5, y - s * 0.5)], (84, 140, 92), INK, 0.2)


def _grain(c: DrawingSheet, x: float, y: float, s: float, fill: Colour) -> None:
    for lean in (-0.45, 0.0, 0.45):
        stem = bow((x + s * lean * 0.2, y + s), (x + s * lean, y - s * 0.5), 0.12 * lean)
        c.line(stem, DARK_GOLD, s * 0.1)
        for k in range(4):
            for side in (-1, 1):
                px, py = x + s * lean + side * s * 0.13, y - s * (0.9 - 0.26 * k)
                c.poly(arc(px, py, s * 0.12, s * 0.2, 0, 360, 10), fill, INK, 0.14)
    c.line([(x - s * 0.25, y + s * 0.42), (x + s * 0.25, y + s * 0.42)], RED, s * 0.16)


_DRAWN = {"cloth": _cloth, "glass": _glass, "wine": _wine, "grain": _grain}


def person(c: DrawingSheet, name: str, x: float, y: float, size: float) -> None:
    """A knight's helmet or a merchant with his cap, ``size`` mm high about (x, y)."""
    draw = _knight if name == "Knight" else _merchant
    draw(c, x, y, size / 2)


def _knight(c: DrawingSheet, x: float, y: float, s: float) -> None:
    c.poly(
        [*bow((x - s * 0.2, y - s * 0.7), (x - s * 0.95, y + s * 0.2), -0.35), (x - s * 0.3, y - s * 0.2)],
        RED,
        INK,
        0.25,
    )
    helmet = [
        *arc(x, y - s * 0.2, s * 0.66, s * 0.7, 180, 360, 20),
        (x + s * 0.6, y + s * 0.5),
        (x, y + s),
        (x - s * 0.6, y + s * 0.5),
    ]
    c.poly(helmet, STEEL, INK, 0.35)
    c.poly(
        [
            (x + s * 0.05, y - s * 0.86),
            (x + s * 0.6, y - s * 0.2),
            (x + s * 0.55, y + s * 0.5),
            (x + s * 0.05, y + s),
        ],
        shade(STEEL, 0.2),
        None,
    )
    c.line([(x - s * 0.52, y - s * 0.05), (x + s * 0.52, y - s * 0.05)], INK, s * 0.2)
    c.line([(x, y - s * 0.9), (x, y + s * 0.9)], INK, s * 0.1)
    for dy in (0.25, 0.45, 0.65):
        for dx in (-0.3, 0.3):
            c.circle(x + s * dx, y + s * dy, s * 0.06, INK, None)


def _merchant(c: DrawingSheet, x: float, y: float, s: float) -> None:
    coat = [(x - s * 0.9, y + s), (x - s * 0.5, y + s * 0.4), (x + s * 0.5, y + s * 0.4), (x + s * 0.9, y + s)]
    c.poly(coat, (120, 74, 52), INK, 0.3)
    c.poly([(x - s * 0.3, y + s * 0.4), (x, y + s * 0.85), (x + s * 0.3, y + s * 0.4)], (230, 236, 240), INK, 0.22)
    c.poly(arc(x, y - s * 0.02, s * 0.46, s * 0.56, 0, 360, 24), (170, 200, 232), INK, 0.3)
    c.poly([*arc(x, y + s * 0.2, s * 0.44, s * 0.44, 10, 170, 14)], (90, 110, 132), INK, 0.2)
    for dx in (-0.18, 0.18):
        c.circle(x + s * dx, y - s * 0.06, s * 0.06, INK, None)
    c.poly(
        [
            *arc(x, y - s * 0.42, s * 0.74, s * 0.56, 180, 360, 20),
            (x + s * 0.62, y - s * 0.26),
            (x - s * 0.62, y - s * 0.26),
        ],
        (64, 46, 118),
        INK,
        0.3,
    )
    c.line([(x - s * 0.64, y - s * 0.34), (x + s * 0.64, y - s * 0.34)], GOLD, s * 0.14)


def arms(c: DrawingSheet, city: str, x: float, y: float, size: float) -> None:
    """A coat of arms of our own for each city: a charge on its colour."""
    m.shield(c, x, y, size, CITY[city])
    s = size / 2
    ink = PAPER if city != "Tallinn" else INK
    if city == "Visby":  # a lamb's banner: a cross on a pole
        c.line([(x - s * 0.3, y - s * 0.6), (x - s * 0.3, y + s * 0.5)], ink, s * 0.12)
        c.rect(x - s * 0.28, y - s * 0.6, x + s * 0.5, y, ink, INK, 0.2)
        c.line([(x + s * 0.11, y - s * 0.56), (x + s * 0.11, y - s * 0.04)], RED, s * 0.14)
        c.line([(x - s * 0.24, y - s * 0.3), (x + s * 0.46, y - s * 0.3)], RED, s * 0.14)
    elif city == "Stockholm":  # a crown
        points = [(-0.6, 0.35), (-0.6, -0.35), (-0.3, 0.0), (0, -0.5), (0.3, 0.0), (0.6, -0.35), (0.6, 0.35)]
        c.poly([(x + s * px, y + s * py) for px, py in points], GOLD, INK, 0.25)
    elif city == "Tallinn":  # three waves
        for k in range(3):
            wave = [
                (x - s * 0.6 + s * 1.2 * t, y + s * (0.42 * k - 0.42) + s * 0.12 * float(np.sin(t * 9)))
                for t in np.linspace(0, 1, 18)
            ]
            c.line(wave, CITY["Stockholm"], s * 0.18)
    elif city == "Danzig":  # two crosses under a crown
        for dy in (-0.2, 0.45):
            c.line([(x - s * 0.36, y + s * dy), (x + s * 0.36, y + s * dy)], ink, s * 0.17)
            c.line([(x, y + s * (dy - 0.28)), (x, y + s * (dy + 0.28))], ink, s * 0.17)
        c.poly(
            [
                (x - s * 0.4, y - s * 0.56),
                (x - s * 0.4, y - s * 0.86),
                (x, y - s * 0.66),
                (x + s * 0.4, y - s * 0.86),
                (x + s * 0.4, y - s * 0.56),
            ],
            GOLD,
            INK,
            0.2,
        )
    else:  # Riga: a gate with two towers
        for dx in (-0.45, 0.45):
            c.rect(x + s * (dx - 0.17), y - s * 0.6, x + s * (dx + 0.17), y + s * 0.5, ink, INK, 0.2)
        c.rect(x - s * 0.45, y - s * 0.1, x + s * 0.45, y + s * 0.5, ink, INK, 0.2)
        c.rect(x - s * 0.16, y + s * 0.1, x + s * 0.16, y + s * 0.5, INK, None)
