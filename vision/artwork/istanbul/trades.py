"""The motifs of places 1 to 12 in Tableside's own Istanbul. Units: a place is 1 high, the motif stands about (0, 0)."""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.artwork.canvas import INK, Canvas, arc, shade
from vision.artwork.istanbul.ornament import star
from vision.artwork.istanbul.style import CREAM, GOLD, GOODS, STONE, PlacePalette
from vision.imaging.values import Colour

Motif = Callable[[Canvas, PlacePalette], None]
_LINE = 0.012


def wainwright(c: Canvas, p: PlacePalette) -> None:
    """A cart wheel, larger than the cart."""
    c.rect(-0.5, 0.06, 0.5, 0.2, p.main, INK, _LINE)
    for k in range(1, 8):
        c.line([(-0.5 + k * 0.125, 0.06), (-0.5 + k * 0.125, 0.2)], shade(p.main, 0.7), 0.01)
    c.circle(0, 0, 0.33, shade(p.main, 0.55), INK, _LINE)
    c.circle(0, 0, 0.27, p.ground, INK, _LINE)
    for k in range(10):
        a = k * math.pi / 5
        c.line([(0, 0), (0.29 * math.cos(a), 0.29 * math.sin(a))], INK, 0.05)
        c.line([(0, 0), (0.29 * math.cos(a), 0.29 * math.sin(a))], p.main, 0.032)
    c.circle(0, 0, 0.09, p.accent, INK, _LINE)
    c.circle(0, 0, 0.035, INK, None)


def fabric(c: Canvas, p: PlacePalette) -> None:
    """Rolls of cloth on a shelf, one hanging down."""
    for row, y in enumerate((-0.24, -0.02)):
        for k in range(3):
            x = -0.12 + k * 0.22 + (0.11 if row else 0.0) - 0.1
            fill = (p.main, p.accent, shade(p.main, 0.65))[(k + row) % 3]
            c.circle(x, y, 0.11, fill, INK, _LINE)
            c.line([(x + 0.09 * t / 30 * math.cos(t / 2.6), y + 0.09 * t / 30 * math.sin(t / 2.6)) for t in range(30)],
                   INK, 0.01)  # fmt: skip
    drape = [
        (-0.46, -0.1),
        (0.5, 0.1),
        (0.46, 0.27),
        *[(0.46 - k * 0.092, 0.27 + 0.03 * (k % 2)) for k in range(1, 10)],
    ]
    c.poly([*drape, (-0.46, 0.27)], p.main, INK, _LINE)
    for k in range(6):
        c.poly(star(-0.36 + k * 0.145, 0.18, 0.045, 6, 0.5), p.accent, None)


def spice(c: Canvas, p: PlacePalette) -> None:
    """Three bowls heaped with spices."""
    heaps = ((-0.3, 0.05, (52, 120, 224)), (0.3, 0.05, (60, 196, 240)), (0.0, 0.14, p.main))
    for x, y, fill in heaps:
        c.poly([(x - 0.2, y), (x - 0.05, y - 0.3), (x, y - 0.34), (x + 0.05, y - 0.3), (x + 0.2, y)], fill, INK, _LINE)
        c.poly([(x - 0.17, y - 0.02), (x - 0.05, y - 0.27), (x - 0.05, y - 0.02)], shade(fill, 1.35), None)
        c.poly([*arc(x, y, 0.23, 0.16, 0, 180, 20)], CREAM, INK, _LINE)
        c.line(arc(x, y + 0.02, 0.19, 0.09, 15, 165, 16), p.accent, 0.022)


def fruit(c: Canvas, p: PlacePalette) -> None:
    """A basket of oranges and lemons with leaves."""
    for x, y, fill in (
        (-0.2, -0.12, p.main), (0.0, -0.2, (70, 216, 250)), (0.2, -0.12, (40, 110, 236)), (-0.1, -0.02, (60, 200, 248)),
        (0.1, -0.02, p.main), (-0.31, 0.0, (50, 62, 214)), (0.31, 0.0, (84, 190, 110)),
    ):  # fmt: skip
        c.circle(x, y, 0.135, fill, INK, _LINE)
        c.circle(x - 0.04, y - 0.05, 0.03, shade(fill, 1.6), None)
    for x in (-0.06, 0.07):
        c.poly([(x, -0.3), (x + 0.1, -0.38), (x + 0.14, -0.3), (x + 0.06, -0.25)], p.accent, INK, 0.008)
    c.poly([(-0.46, 0.05), (0.46, 0.05), (0.36, 0.29), (-0.36, 0.29)], (74, 128, 186), INK, _LINE)
    for k in range(3):
        y = 0.09 + k * 0.07
        c.line([(-0.44 + k * 0.03, y), (0.44 - k * 0.03, y)], (46, 86, 132), 0.02)
    for k in range(7):
        c.line([(-0.36 + k * 0.12, 0.05), (-0.29 + k * 0.097, 0.29)], (46, 86, 132), 0.016)


def post(c: Canvas, p: PlacePalette) -> None:
    """A sealed letter with wings."""
    for side in (-1, 1):
        for k, reach in enumerate((0.3, 0.26, 0.2)):
            y = -0.16 + k * 0.1
            c.poly([(side * 0.24, y), (side * (0.26 + reach), y - 0.1), (side * (0.24 + reach), y + 0.02),
                    (side * 0.26, y + 0.12)], CREAM, INK, _LINE)  # fmt: skip
    c.rect(-0.32, -0.19, 0.32, 0.25, p.main, INK, _LINE * 1.3)
    c.line([(-0.32, 0.25), (-0.06, 0.02), (0.06, 0.02), (0.32, 0.25)], shade(p.main, 0.75), 0.014)
    c.poly([(-0.32, -0.19), (0.32, -0.19), (0, 0.1)], shade(p.main, 0.93), INK, _LINE)
    c.circle(0, 0.05, 0.095, p.accent, INK, _LINE)
    c.poly(star(0, 0.05, 0.055, 5, 0.45, -math.pi / 2), CREAM, None)


def caravansary(c: Canvas, p: PlacePalette) -> None:
    """A camel before an arcade."""
    for k in range(5):
        x = -0.48 + k * 0.24
        c.rect(x - 0.12, -0.34, x + 0.12, 0.29, STONE, INK, 0.008)
        c.poly([(x - 0.085, 0.29), (x - 0.085, -0.1), *arc(x, -0.1, 0.085, 0.12, 180, 360, 16), (x + 0.085, 0.29)],
               shade(p.accent, 0.9 + 0.1 * (k % 2)), INK, 0.008)  # fmt: skip
        c.rect(x - 0.12, -0.38, x + 0.12, -0.3, p.main, INK, 0.008)
    body = [(-0.3, 0.04), (-0.2, -0.02), (-0.12, -0.16), (-0.03, -0.17), (0.03, -0.03), (0.1, -0.15), (0.18, -0.15),
            (0.25, 0.02), (0.3, 0.0), (0.33, -0.18), (0.34, -0.27), (0.42, -0.31), (0.52, -0.25), (0.52, -0.2),
            (0.43, -0.2), (0.4, 0.06), (0.3, 0.14), (0.26, 0.29), (0.2, 0.29), (0.2, 0.13), (-0.16, 0.13),
            (-0.18, 0.29), (-0.24, 0.29), (-0.27, 0.13)]  # fmt: skip
    c.poly(body, (104, 166, 214), INK, _LINE)
    c.poly([(-0.05, -0.08), (0.12, -0.08), (0.16, 0.08), (-0.1, 0.08)], GOODS["red"], INK, 0.008)
    c.line([(-0.07, 0.03), (0.14, 0.03)], GOLD, 0.02)


def fountain(c: Canvas, p: PlacePalette) -> None:
    """A marble basin seen from above, with its jets."""
    ring = [(0.42 * math.cos(a), 0.05 + 0.34 * math.sin(a)) for a in (math.pi / 8 + k * math.pi / 4 for k in range(8))]
    c.poly(ring, p.accent, INK, _LINE * 1.4)
    inner = [(x * 0.82, 0.05 + (y - 0.05) * 0.82) for x, y in ring]
    c.poly(inner, p.main, INK, _LINE)
    for reach in (0.62, 0.42):
        c.poly([(x * reach, 0.05 + (y - 0.05) * reach) for x, y in ring], None, CREAM, 0.014)
    c.poly(star(0, 0.05, 0.15, 8, 0.6), p.accent, INK, _LINE)
    for side in (-1, 1):
        for reach in (0.1, 0.22):
            c.line(arc(side * reach / 1.0, -0.02, reach, 0.26, 180 if side > 0 else 0, 300 if side > 0 else -120, 18),
                   (250, 246, 236), 0.022)  # fmt: skip
    c.circle(0, 0.05, 0.05, GOLD, INK, _LINE)


def black_market(c: Canvas, p: PlacePalette) -> None:
    """A lantern and a crescent moon at night."""
    c.poly([*arc(0.34, -0.16, 0.17, 0.17, 40, 320, 30), *reversed(arc(0.42, -0.16, 0.13, 0.13, 55, 305, 30))],
           p.accent, None)  # fmt: skip
    c.line([(-0.12, -0.48), (-0.12, -0.34)], GOLD, 0.016)
    for reach, fill in ((0.34, (70, 60, 96)), (0.25, (78, 92, 140))):
        c.circle(-0.12, -0.04, reach, fill, None)
    c.poly([(-0.26, -0.22), (-0.12, -0.36), (0.02, -0.22)], GOLD, INK, _LINE)
    c.poly(
        [(-0.26, -0.2), (0.02, -0.2), (0.09, -0.04), (0.0, 0.16), (-0.24, 0.16), (-0.33, -0.04)], p.accent, INK, _LINE
    )
    for x in (-0.2, -0.12, -0.04):
        c.line([(x, -0.2), (x + (x + 0.12) * 0.5, -0.04), (x, 0.16)], DEEP, 0.016)
    c.line([(-0.33, -0.04), (0.09, -0.04)], DEEP, 0.016)
    c.rect(-0.26, 0.16, 0.02, 0.22, GOLD, INK, _LINE)
    c.circle(-0.12, 0.0, 0.05, (60, 120, 250), None)
    c.poly([(0.14, 0.3), (0.2, 0.05), (0.34, 0.02), (0.5, 0.08), (0.54, 0.3)], p.main, INK, _LINE)
    c.line([(0.25, 0.12), (0.42, 0.14)], shade(p.main, 1.5), 0.014)


DEEP = (44, 110, 160)


def tea_house(c: Canvas, p: PlacePalette) -> None:
    """A tulip glass of tea on its saucer."""
    c.oval(0, 0.24, 0.4, 0.075, p.accent, INK, _LINE)
    c.oval(0, 0.22, 0.28, 0.045, GOODS["red"], INK, 0.008)
    glass = [(-0.17, -0.22), (-0.13, -0.06), (-0.2, 0.08), (-0.12, 0.22), (0.12, 0.22), (0.2, 0.08), (0.13, -0.06),
             (0.17, -0.22)]  # fmt: skip
    c.poly(glass, (214, 226, 234), INK, _LINE * 1.2)
    tea = [(-0.145, -0.14), (-0.115, -0.06), (-0.18, 0.08), (-0.105, 0.2), (0.105, 0.2), (0.18, 0.08), (0.115, -0.06),
           (0.145, -0.14)]  # fmt: skip
    c.poly(tea, p.main, None)
    c.oval(0, -0.14, 0.145, 0.03, shade(p.main, 1.3), None)
    c.oval(0, -0.22, 0.17, 0.035, None, INK, _LINE)
    c.line([(-0.09, -0.02), (-0.13, 0.1), (-0.08, 0.17)], (120, 150, 240), 0.026)
    for x in (-0.08, 0.06):
        c.line([(x + 0.03 * math.sin(t / 3), -0.26 - t * 0.012) for t in range(14)], CREAM, 0.024)
    for side in (-1, 1):
        c.rect(side * 0.42 - 0.05, 0.12, side * 0.42 + 0.05, 0.22, (246, 248, 250), INK, 0.008)


def _awning(c: Canvas, left: float, right: float, top: float, bottom: float, fill: Colour, other: Colour) -> None:
    count = max(4, round((right - left) / 0.09))
    step = (right - left) / count
    for k in range(count):
        x = left + k * step
        c.poly([(x, bottom), (x + step, bottom), (x + step * 0.9 + 0.1 * 0, top), (x + step * 0.1, top)],
               fill if k % 2 else other, INK, 0.007)  # fmt: skip
        c.poly(arc(x + step / 2, bottom, step / 2, step * 0.42, 0, 180, 12), fill if k % 2 else other, INK, 0.007)


def large_market(c: Canvas, p: PlacePalette) -> None:
    """A long stall under a striped awning."""
    c.rect(-0.5, -0.1, -0.46, 0.3, (60, 96, 140), INK, 0.008)
    c.rect(0.46, -0.1, 0.5, 0.3, (60, 96, 140), INK, 0.008)
    c.rect(-0.46, -0.1, 0.46, 0.12, (86, 72, 92), None)
    for k, good in enumerate(("red", "green", "yellow", "blue", "yellow", "red", "green", "blue")):
        c.circle(-0.4 + k * 0.114, 0.09, 0.068, GOODS[good], INK, 0.009)
    c.rect(-0.52, 0.12, 0.52, 0.29, (84, 140, 196), INK, _LINE)
    for k in range(9):
        c.line([(-0.52 + k * 0.13, 0.12), (-0.52 + k * 0.13, 0.29)], (52, 96, 142), 0.012)
    _awning(c, -0.56, 0.56, -0.33, -0.08, p.main, p.accent)


def small_market(c: Canvas, p: PlacePalette) -> None:
    """A parasol seen from above, baskets around it."""
    for k, good in enumerate(("red", "yellow", "blue", "green")):
        x, y = (0.43 if k % 2 else -0.43), (0.2 if k > 1 else -0.12)
        c.circle(x, y, 0.13, (84, 136, 190), INK, _LINE)
        for j in range(3):
            a = j * 2.1
            c.circle(x + 0.05 * math.cos(a), y + 0.05 * math.sin(a), 0.05, GOODS[good], INK, 0.007)
    for k in range(12):
        a, b = k * math.pi / 6, (k + 1) * math.pi / 6
        rim = [(0.34 * math.cos(t), 0.02 + 0.34 * math.sin(t)) for t in (a, b)]
        c.poly([(0, 0.02), *rim], p.main if k % 2 else p.accent, INK, 0.008)
    c.circle(0, 0.02, 0.06, GOLD, INK, _LINE)


def police(c: Canvas, p: PlacePalette) -> None:
    """A barred door in a thick wall, a star above it."""
    c.poly([(-0.42, 0.3), (-0.42, -0.22), (-0.34, -0.22), (-0.34, -0.32), (-0.2, -0.32), (-0.2, -0.22), (0.2, -0.22),
            (0.2, -0.32), (0.34, -0.32), (0.34, -0.22), (0.42, -0.22), (0.42, 0.3)], p.main, INK, _LINE)  # fmt: skip
    for y in (-0.12, 0.0, 0.12, 0.24):
        c.line([(-0.42, y), (-0.2, y)], shade(p.main, 0.72), 0.012)
        c.line([(0.2, y), (0.42, y)], shade(p.main, 0.72), 0.012)
    c.poly(
        [(-0.18, 0.3), (-0.18, 0.02), *arc(0, 0.02, 0.18, 0.16, 180, 360, 20), (0.18, 0.3)], (40, 34, 36), INK, _LINE
    )
    for x in (-0.12, -0.04, 0.04, 0.12):
        c.line([(x, 0.3), (x, -0.09)], STONE, 0.024)
    c.line([(-0.18, 0.1), (0.18, 0.1)], STONE, 0.024)
    c.poly(star(0, -0.24, 0.17, 6, 0.5, -math.pi / 2), p.accent, INK, _LINE)
    c.circle(0, -0.24, 0.05, CREAM, INK, 0.008)


TRADES: dict[int, Motif] = {
    1: wainwright,
    2: fabric,
    3: spice,
    4: fruit,
    5: post,
    6: caravansary,
    7: fountain,
    8: black_market,
    9: tea_house,
    10: large_market,
    11: small_market,
    12: police,
}
