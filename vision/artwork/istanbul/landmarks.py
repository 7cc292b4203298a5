"""The motifs of places 13 to 25 in Tableside's own Istanbul. Units: a place is 1 high, about (0, 0)."""

from __future__ import annotations

import math

from vision.artwork.canvas import INK, Canvas, arc, shade
from vision.artwork.istanbul.ornament import star
from vision.artwork.istanbul.style import CREAM, DEEP_GOLD, GOLD, GOODS, STONE, PlacePalette
from vision.artwork.istanbul.trades import Motif
from vision.imaging.values import Colour

_LINE = 0.012


def _dome(c: Canvas, x: float, y: float, radius: float, fill: Colour, tall: float = 1.0) -> None:
    """A dome that stands on y, lit from the left, with a gold tip."""
    c.line([(x, y - radius * tall), (x, y - radius * tall - 0.07)], GOLD, 0.018)
    c.circle(x, y - radius * tall - 0.07, 0.018, GOLD, INK, 0.005)
    c.poly(arc(x, y, radius, radius * tall, 180, 360, 30), fill, INK, _LINE)
    c.poly([*arc(x, y, radius * 0.78, radius * tall * 0.86, 190, 265, 14), *reversed(arc(x, y, radius * 0.45,
           radius * tall * 0.82, 190, 265, 14))], shade(fill, 1.35), None)  # fmt: skip


def _minaret(c: Canvas, x: float, top: float, bottom: float, fill: Colour, cap: Colour) -> None:
    c.rect(x - 0.026, top, x + 0.026, bottom, fill, INK, 0.009)
    c.rect(x - 0.042, top + 0.1, x + 0.042, top + 0.13, fill, INK, 0.007)
    c.poly([(x - 0.034, top), (x, top - 0.13), (x + 0.034, top)], cap, INK, 0.009)


def _arch(c: Canvas, x: float, bottom: float, half: float, tall: float, fill: Colour) -> None:
    c.poly([(x - half, bottom), (x - half, bottom - tall), *arc(x, bottom - tall, half, half * 1.2, 180, 360, 14),
            (x + half, bottom - tall), (x + half, bottom)], fill, INK, 0.008)  # fmt: skip


def palace(c: Canvas, p: PlacePalette) -> None:
    """A palace gate between two pointed towers."""
    c.rect(-0.44, -0.06, 0.44, 0.3, p.main, INK, _LINE)
    for k in range(9):
        c.rect(-0.44 + k * 0.1, -0.12, -0.38 + k * 0.1, -0.06, p.main, INK, 0.008)
    for x in (-0.27, 0.27):
        c.rect(x - 0.09, -0.2, x + 0.09, 0.3, shade(p.main, 0.85), INK, _LINE)
        c.poly([(x - 0.12, -0.2), (x, -0.47), (x + 0.12, -0.2)], p.accent, INK, _LINE)
        _arch(c, x, 0.06, 0.03, 0.1, INK)
    c.poly(arc(0, -0.06, 0.16, 0.2, 180, 360, 24), p.accent, INK, _LINE)
    c.poly(star(0, -0.33, 0.05, 5, 0.45, -math.pi / 2), GOLD, INK, 0.006)
    _arch(c, 0, 0.3, 0.12, 0.16, (50, 40, 78))
    c.line([(0, 0.3), (0, 0.02)], GOLD, 0.012)
    for x in (-0.4, 0.4):
        _arch(c, x, 0.3, 0.026, 0.12, (50, 40, 78))


def small_mosque(c: Canvas, p: PlacePalette) -> None:
    """One dome, one minaret."""
    _minaret(c, 0.36, -0.3, 0.3, p.main, p.accent)
    c.rect(-0.34, 0.02, 0.24, 0.3, p.main, INK, _LINE)
    c.rect(-0.26, -0.05, 0.16, 0.02, shade(p.main, 0.88), INK, _LINE)
    _dome(c, -0.05, -0.05, 0.21, p.accent, 1.1)
    _arch(c, -0.05, 0.3, 0.075, 0.14, INK)
    for x in (-0.25, 0.15):
        _arch(c, x, 0.2, 0.035, 0.06, (150, 128, 20))
    c.line([(-0.34, 0.07), (0.24, 0.07)], GOLD, 0.016)


def great_mosque(c: Canvas, p: PlacePalette) -> None:
    """Domes over domes between four minarets at dusk."""
    for x in (-0.52, -0.38, 0.38, 0.52):
        _minaret(c, x, -0.26 if abs(x) > 0.45 else -0.34, 0.3, p.main, p.accent)
    for x in (-0.22, 0.22):
        _dome(c, x, 0.1, 0.15, shade(p.main, 0.85), 0.9)
    _dome(c, 0, -0.04, 0.24, p.accent, 1.05)
    c.rect(-0.25, -0.05, 0.25, 0.02, p.main, INK, _LINE)
    c.rect(-0.34, 0.1, 0.34, 0.3, p.main, INK, _LINE)
    _dome(c, 0, 0.12, 0.12, p.accent, 0.9)
    for k in range(7):
        _arch(c, -0.285 + k * 0.095, 0.3, 0.03, 0.1, (96, 54, 44))


def gems(c: Canvas, p: PlacePalette) -> None:
    """One great cut ruby."""
    c.circle(0, -0.02, 0.36, shade(p.main, 0.32), None)
    table = [(-0.17, -0.2), (0.17, -0.2), (0.24, -0.08), (-0.24, -0.08)]
    crown = [(-0.24, -0.3), (0.24, -0.3), (0.4, -0.08), (0.0, 0.32), (-0.4, -0.08)]
    c.poly(crown, p.main, CREAM, 0.018)
    for points, light in (
        ([(-0.24, -0.3), (-0.17, -0.2), (-0.24, -0.08), (-0.4, -0.08)], 1.3),
        ([(-0.24, -0.3), (0.24, -0.3), (0.17, -0.2), (-0.17, -0.2)], 1.55),
        ([(0.24, -0.3), (0.4, -0.08), (0.24, -0.08), (0.17, -0.2)], 0.85),
        (table, 1.2),
        ([(-0.4, -0.08), (-0.24, -0.08), (0, 0.32)], 0.95),
        ([(-0.24, -0.08), (0.24, -0.08), (0, 0.32)], 0.72),
        ([(0.24, -0.08), (0.4, -0.08), (0, 0.32)], 0.5),
    ):
        c.poly(points, shade(p.main, light), (230, 220, 250), 0.007)
    for x, y, size in ((-0.44, -0.3, 0.07), (0.46, 0.16, 0.09), (0.42, -0.34, 0.05), (-0.46, 0.2, 0.05)):
        c.poly(star(x, y, size, 4, 0.22), CREAM, None)


def roasting(c: Canvas, p: PlacePalette) -> None:
    """A roasting drum over a fire."""
    for k, x in enumerate((-0.26, -0.13, 0.0, 0.13, 0.26)):
        tall = 0.2 if k % 2 else 0.15
        c.poly([(x - 0.08, 0.3), (x - 0.03, 0.3 - tall * 0.5), (x, 0.3 - tall), (x + 0.05, 0.3 - tall * 0.45),
                (x + 0.08, 0.3)], p.accent, None)  # fmt: skip
        c.poly([(x - 0.04, 0.3), (x, 0.3 - tall * 0.55), (x + 0.04, 0.3)], (80, 200, 250), None)
    c.rect(-0.3, -0.26, 0.3, 0.12, p.main, INK, _LINE)
    c.oval(-0.3, -0.07, 0.07, 0.19, shade(p.main, 0.7), INK, _LINE)
    c.oval(0.3, -0.07, 0.07, 0.19, shade(p.main, 1.4), INK, _LINE)
    for x in (-0.16, 0.0, 0.16):
        c.line([(x, -0.26), (x, 0.12)], (92, 120, 150), 0.02)
    c.line([(0.3, -0.07), (0.46, -0.07), (0.46, -0.22)], STONE, 0.03)
    c.circle(0.46, -0.24, 0.04, GOODS["red"], INK, 0.008)
    c.line([(-0.42, 0.32), (-0.36, -0.07)], INK, 0.03)
    for x, y in ((-0.08, -0.13), (0.08, -0.05), (-0.08, 0.03), (0.08, -0.2)):
        c.oval(x, y, 0.05, 0.034, (70, 104, 146), INK, 0.006)
        c.line([(x - 0.04, y), (x + 0.04, y)], INK, 0.008)


def guild(c: Canvas, p: PlacePalette) -> None:
    """A shield with hammer and scales on a hall's banner."""
    c.line([(-0.4, -0.36), (0.4, -0.36)], (60, 96, 150), 0.04)
    c.poly([(-0.34, -0.34), (0.34, -0.34), (0.34, 0.22), (0.17, 0.12), (0, 0.3), (-0.17, 0.12), (-0.34, 0.22)],
           p.main, INK, _LINE)  # fmt: skip
    c.poly([(-0.22, -0.26), (0.22, -0.26), (0.22, -0.02), (0, 0.2), (-0.22, -0.02)], p.accent, INK, _LINE)
    c.line([(-0.12, 0.04), (0.1, -0.18)], (54, 84, 130), 0.04)
    c.poly([(0.0, -0.22), (0.08, -0.26), (0.19, -0.15), (0.13, -0.09)], STONE, INK, 0.008)
    c.line([(0.12, 0.04), (-0.1, -0.18)], (54, 84, 130), 0.04)
    c.poly([(-0.17, -0.2), (-0.08, -0.24), (-0.05, -0.12), (-0.14, -0.1)], GOODS["red"], INK, 0.008)
    for x in (-0.46, 0.46):
        c.poly(star(x, 0.0, 0.08, 8, 0.5), p.accent, INK, 0.008)


def tavern(c: Canvas, p: PlacePalette) -> None:
    """A jug and a bunch of grapes."""
    c.poly([(-0.36, -0.26), (-0.12, -0.26), (-0.1, -0.12), (-0.02, 0.04), (-0.08, 0.28), (-0.4, 0.28), (-0.46, 0.04),
            (-0.38, -0.12)], (92, 134, 190), INK, _LINE)  # fmt: skip
    c.line(arc(-0.05, -0.03, 0.12, 0.14, -95, 80, 20), (60, 92, 140), 0.04)
    c.line([(-0.43, -0.02), (-0.05, -0.02)], p.main, 0.035)
    c.line([(-0.46, 0.06), (-0.02, 0.06)], CREAM, 0.02)
    c.oval(-0.24, -0.26, 0.12, 0.035, (40, 60, 92), INK, 0.01)
    for row, count in enumerate((4, 3, 4, 3, 2, 1)):
        for k in range(count):
            x, y = 0.27 + (k - (count - 1) / 2) * 0.115, -0.16 + row * 0.085
            c.circle(x, y, 0.062, p.main, INK, 0.009)
            c.circle(x - 0.018, y - 0.02, 0.016, shade(p.main, 1.8), None)
    c.poly([(0.27, -0.2), (0.14, -0.28), (0.2, -0.38), (0.32, -0.34), (0.44, -0.38), (0.46, -0.26), (0.36, -0.2)],
           p.accent, INK, _LINE)  # fmt: skip


def coffee_house(c: Canvas, p: PlacePalette) -> None:
    """A copper pot with a long handle, and a small cup."""
    c.line([(0.0, -0.12), (0.5, -0.3)], INK, 0.07)
    c.line([(0.0, -0.12), (0.5, -0.3)], (56, 86, 120), 0.045)
    c.poly([(-0.24, -0.22), (0.04, -0.22), (0.0, -0.08), (0.1, 0.24), (0.02, 0.3), (-0.22, 0.3), (-0.3, 0.24),
            (-0.2, -0.08)], p.main, INK, _LINE)  # fmt: skip
    c.poly([(-0.17, -0.06), (-0.12, -0.06), (-0.17, 0.24), (-0.24, 0.22)], shade(p.main, 1.5), None)
    c.oval(-0.1, -0.22, 0.14, 0.045, (34, 50, 76), INK, _LINE)
    c.line([(-0.26, 0.1), (0.07, 0.1)], GOLD, 0.018)
    c.oval(0.33, 0.27, 0.2, 0.045, p.accent, INK, _LINE)
    c.poly([*arc(0.33, 0.1, 0.13, 0.17, 0, 180, 20)], p.accent, INK, _LINE)
    c.oval(0.33, 0.1, 0.13, 0.035, (34, 50, 76), INK, _LINE)
    c.line(arc(0.48, 0.15, 0.05, 0.05, -110, 110, 12), INK, 0.018)
    c.line([(0.22, 0.18), (0.44, 0.18)], GOODS["blue"], 0.02)
    for x in (-0.16, -0.04):
        c.line([(x + 0.025 * math.sin(t / 2.5), -0.28 - t * 0.011) for t in range(14)], CREAM, 0.022)


def embassy(c: Canvas, p: PlacePalette) -> None:
    """Columns under a gable, with flags of many colours."""
    for k, fill in enumerate((GOODS["red"], GOODS["blue"], GOODS["green"], GOODS["yellow"])):
        x = (-0.5, -0.36, 0.36, 0.5)[k]
        c.line([(x, 0.3), (x, -0.4)], (60, 70, 90), 0.018)
        side = 1 if x < 0 else -1
        c.poly([(x, -0.4), (x + side * 0.13, -0.37), (x + side * 0.11, -0.3), (x + side * 0.13, -0.24), (x, -0.24)],
               fill, INK, 0.008)  # fmt: skip
    c.poly([(-0.33, -0.12), (0, -0.34), (0.33, -0.12)], p.main, INK, _LINE)
    c.circle(0, -0.2, 0.05, p.accent, INK, 0.008)
    c.rect(-0.33, -0.12, 0.33, -0.05, shade(p.main, 0.9), INK, _LINE)
    c.rect(-0.28, -0.05, 0.28, 0.24, shade(p.accent, 0.75), None)
    for k in range(5):
        x = -0.26 + k * 0.13
        c.rect(x - 0.033, -0.05, x + 0.033, 0.24, p.main, INK, 0.009)
    c.rect(-0.36, 0.24, 0.36, 0.3, shade(p.main, 0.92), INK, _LINE)


def kiosk(c: Canvas, p: PlacePalette) -> None:
    """A small round kiosk with a scalloped roof."""
    c.rect(-0.24, -0.06, 0.24, 0.3, p.accent, INK, _LINE)
    c.rect(-0.18, -0.04, 0.18, 0.1, (70, 62, 70), INK, 0.009)
    for k, fill in enumerate((GOODS["yellow"], GOODS["green"], GOODS["red"], GOODS["blue"])):
        c.rect(-0.16 + k * 0.085, -0.01, -0.09 + k * 0.085, 0.08, fill, INK, 0.006)
    c.rect(-0.29, 0.1, 0.29, 0.15, (84, 140, 196), INK, _LINE)
    for k in range(4):
        c.line([(-0.16 + k * 0.11, 0.17), (-0.16 + k * 0.11, 0.29)], p.main, 0.03)
    c.poly([(-0.42, -0.06), (-0.2, -0.22), (0, -0.4), (0.2, -0.22), (0.42, -0.06)], p.main, INK, _LINE)
    c.poly([(-0.13, -0.06), (-0.05, -0.26), (0, -0.4), (0.05, -0.26), (0.13, -0.06)], p.accent, INK, 0.008)
    for k in range(6):
        c.poly(arc(-0.35 + k * 0.14, -0.06, 0.07, 0.06, 0, 180, 12), p.accent if k % 2 else p.main, INK, 0.008)
    c.circle(0, -0.42, 0.03, GOLD, INK, 0.008)


def auction(c: Canvas, p: PlacePalette) -> None:
    """A gavel on its block."""
    c.oval(-0.12, 0.24, 0.3, 0.075, shade(p.main, 0.6), INK, _LINE)
    c.oval(-0.12, 0.2, 0.3, 0.075, p.main, INK, _LINE)
    c.line([(-0.02, -0.06), (0.48, 0.14)], INK, 0.085)
    c.line([(-0.02, -0.06), (0.48, 0.14)], p.main, 0.06)
    head = [(-0.16, -0.32), (0.0, -0.26), (-0.16, 0.1), (-0.32, 0.04)]
    c.poly(head, shade(p.main, 0.85), INK, _LINE * 1.2)
    for share in (0.14, 0.8):
        ends = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for (x0, y0), (x1, y1) in
                ((head[0], head[3]), (head[1], head[2]))]  # fmt: skip
        c.line(ends, p.accent, 0.04)
    for x, y in ((0.3, -0.24), (0.42, -0.14), (0.2, -0.34)):
        c.circle(x, y, 0.075, p.accent, INK, _LINE)
        c.circle(x, y, 0.045, None, DEEP_GOLD, 0.01)


def society(c: Canvas, p: PlacePalette) -> None:
    """A mask over a key."""
    c.line([(0, 0.02), (0, 0.3)], GOLD, 0.04)
    c.line([(0, 0.28), (0.1, 0.28)], GOLD, 0.04)
    c.line([(0, 0.21), (0.08, 0.21)], GOLD, 0.03)
    c.poly([(-0.46, -0.2), (-0.3, -0.27), (0, -0.2), (0.3, -0.27), (0.46, -0.2), (0.4, 0.04), (0.2, 0.13), (0.06, 0.04),
            (0, 0.0), (-0.06, 0.04), (-0.2, 0.13), (-0.4, 0.04)], p.main, INK, _LINE * 1.3)  # fmt: skip
    for side in (-1, 1):
        x = side * 0.21
        lids = [*arc(x, -0.06, 0.125, 0.075, 180, 360, 16), *arc(x, -0.06, 0.125, 0.055, 0, 180, 16)]
        c.poly(lids, (28, 24, 16), INK, 0.009)
        c.circle(side * 0.21, -0.06, 0.035, p.accent, None)
        c.poly(star(side * 0.4, -0.17, 0.06, 4, 0.4), GOLD, INK, 0.006)
    c.poly([(0, -0.4), (0.07, -0.28), (0, -0.2), (-0.07, -0.28)], GOODS["red"], INK, 0.008)


def catacombs(c: Canvas, p: PlacePalette) -> None:
    """Steps down into a vault, a skull above, torches beside."""
    c.poly(
        [(-0.34, 0.3), (-0.34, -0.08), *arc(0, -0.08, 0.34, 0.28, 180, 360, 30), (0.34, 0.3)], (40, 38, 40), INK, 0.02
    )
    for k in range(5):
        half, y = 0.3 - k * 0.045, 0.28 - k * 0.075
        c.rect(-half, y - 0.06, half, y, shade((150, 156, 160), 1 - k * 0.17), INK, 0.008)
    for k in range(9):
        a = math.pi + k * math.pi / 8
        c.line([(0.3 * math.cos(a), -0.08 + 0.24 * math.sin(a)), (0.39 * math.cos(a), -0.08 + 0.33 * math.sin(a))],
               STONE, 0.03)  # fmt: skip
    c.circle(0, -0.14, 0.105, CREAM, INK, _LINE)
    c.rect(-0.055, -0.08, 0.055, 0.0, CREAM, INK, _LINE)
    for x in (-0.042, 0.042):
        c.circle(x, -0.14, 0.03, INK, None)
        c.line([(x * 0.5, -0.06), (x * 0.5, 0.0)], INK, 0.01)
    for x in (-0.48, 0.48):
        c.line([(x, 0.26), (x, -0.06)], (50, 76, 110), 0.035)
        c.poly(
            [(x - 0.06, -0.06), (x - 0.04, -0.18), (x, -0.3), (x + 0.05, -0.17), (x + 0.06, -0.06)],
            p.accent,
            INK,
            0.008,
        )
        c.poly([(x - 0.03, -0.06), (x, -0.18), (x + 0.03, -0.06)], (130, 226, 254), None)


LANDMARKS: dict[int, Motif] = {
    13: palace,
    14: small_mosque,
    15: great_mosque,
    16: gems,
    17: roasting,
    18: guild,
    19: tavern,
    20: coffee_house,
    21: embassy,
    22: kiosk,
    23: auction,
    24: society,
    25: catacombs,
}
