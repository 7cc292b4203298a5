"""What the four windows show: a day over hills and a river, from dawn (1) over noon (2) and evening (3) to night (4).

Sky with its arches is the uppermost row of tiles, the land the middle one, river and banks the lowest. Everything is
told in window units (see ``vision.artwork.stained_glass.shapes``).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np

from calibration.arrays import Float64Array
from vision.artwork.stained_glass.land import land_panes
from vision.artwork.stained_glass.panes import (
    Drawing,
    PaintedLine,
    Pane,
    Split,
    fading,
    glowing,
    lighter,
    mesh,
    one,
    rays,
    ribbons,
    strips,
    whorls,
)
from vision.artwork.stained_glass.river import river_panes
from vision.artwork.stained_glass.shapes import (
    between,
    box,
    crescent,
    disc,
    flame,
    lancet,
    moved,
    sector,
    smooth,
    star,
)

SKY = mesh(
    (0.0, 0.5, 1.0, 1.5, 1.99, 2.01, 2.5, 2.99, 3.01, 3.5, 4.0),
    (0.05, 0.75, 1.7),
    (
        ("#8a5fa8", "#e88fa6", "#ffcf8f"),
        ("#a06fb4", "#f4a0a0", "#ffe29a"),
        ("#8d86cc", "#e6b4c0", "#ffe8b8"),
        ("#2a78d4", "#62b0f0", "#c4e6f6"),
        ("#2f74c4", "#7cbce8", "#e4f0e0"),
        ("#c8485a", "#f59a4a", "#ffd87a"),
        ("#b5343f", "#f07a28", "#ffc540"),
        ("#8a2450", "#d64a3a", "#f7a23c"),
        ("#3a2a7e", "#4a3c9a", "#6a5ab8"),
        ("#182868", "#28409c", "#4866be"),
        ("#141d55", "#21337f", "#3a54a8"),
    ),
)
GOLD = "#f5b92e"
_SPRING, _APEX, _BAND = 0.60, 0.045, 0.075


@lru_cache(maxsize=1)
def window_panes() -> tuple[Pane | PaintedLine, ...]:
    """The whole window, what lies lowest first."""
    return (*_sky(), *_lights(), *_wind(), *land_panes(), *river_panes(), *_arches())


def _sky() -> Drawing:
    return [
        Pane(box(-0.1, -0.1, 1, 2), SKY, rays(0.5, 1.45, 15.0, (0.62, 0.98, 1.3))),
        Pane(box(1, -0.1, 2, 2), SKY, rays(1.5, 0.44, 24.0, (0.36, 0.58, 0.82, 1.1))),
        Pane(box(2, -0.1, 3, 2), SKY, ribbons(0.17, 0.55, 0.05, 1.2)),
        Pane(box(3, -0.1, 4.1, 2), SKY, whorls(3.42, 0.42, 0.17, 1, 50.0)),
    ]


def _lights() -> Drawing:
    """Morning star, noon's sun, the low sun of the evening, moon and stars. The sun of the dawn is the land's."""
    drawing: Drawing = []
    for number in range(16):
        tint = one("#ffd34d") if number % 2 else one("#f08a24")
        drawing.append(Pane(flame(1.5, 0.44, 0.15, 0.33 if number % 2 else 0.27, 22.5 * number, 10.0), tint))
    drawing.append(Pane(disc(1.5, 0.44, 0.185), glowing(1.5, 0.44, 0.2, "#fff6c0", "#ffc42e"), _ring(1.5, 0.44)))
    drawing += _face(1.5, 0.44)
    drawing += _dove(0.5, 0.46)
    drawing += _clouds()
    drawing.append(Pane(disc(3.5, 0.42, 0.235), lighter(SKY, 0.18)))
    drawing.append(Pane(crescent(3.47, 0.42, 0.2, 0.16, 0.1), fading("#ffffff", "#dfe3ee", 0.22, 0.62)))
    for x, y, size in ((3.22, 0.68, 0.085), (3.8, 0.64, 0.1), (3.66, 0.44, 0.07), (3.5, 0.745, 0.06)):
        drawing.append(Pane(star(x, y, size, 0.42 * size, 5), one("#ffe27a")))
    return drawing


def _ring(x0: float, y0: float) -> Split:
    return lambda x, y: (np.hypot(x - x0, y - y0) > 0.135).astype(np.int64)


def _face(x: float, y: float) -> Drawing:
    """The sun looks friendly."""
    brow = moved(smooth([(-0.075, -0.05), (-0.046, -0.064), (-0.018, -0.05)]), x, y)
    other = brow * [-1, 1] + [2 * x, 0]
    nose = moved(smooth([(-0.012, -0.03), (-0.006, 0.02), (-0.018, 0.036), (0.006, 0.042)]), x, y)
    mouth = moved(smooth([(-0.055, 0.058), (-0.02, 0.08), (0.025, 0.08), (0.057, 0.056)]), x, y)
    drawing: Drawing = [PaintedLine(line, 0.014, 0.85) for line in (brow, other, nose, mouth)]
    return [*drawing, *(PaintedLine(disc(x + dx, y - 0.012, 0.008), 0.014, 0.85, True) for dx in (-0.046, 0.046))]


def _dove(x: float, y: float) -> Drawing:
    """A dove over the dawn, its wings spread."""
    wing = smooth([(-0.02, 0.0), (-0.13, -0.09), (-0.29, -0.13), (-0.25, -0.04), (-0.17, 0.03), (-0.03, 0.06)], True)
    other = smooth([(0.02, -0.01), (0.08, -0.14), (0.2, -0.26), (0.22, -0.13), (0.17, -0.02), (0.05, 0.05)], True)
    body = smooth(
        [(-0.17, 0.17), (-0.08, 0.04), (0.03, -0.03), (0.115, -0.035), (0.15, 0.01), (0.08, 0.05), (-0.03, 0.11)], True
    )
    tail = smooth([(-0.1, 0.07), (-0.25, 0.14), (-0.28, 0.23), (-0.18, 0.24), (-0.06, 0.12)], True)
    head = disc(0.135, -0.025, 0.045)
    white = fading("#ffffff", "#e6e4f0", y - 0.2, y + 0.2)
    drawing: Drawing = [
        Pane(moved(shape, x, y), tint)
        for shape, tint in ((tail, one("#dfe4f4")), (other, one("#f4f2fa")), (body, white), (wing, white))
    ]
    drawing.append(Pane(moved(np.array([(0.16, -0.04), (0.215, -0.02), (0.165, 0.0)]), x, y), one("#f2a21c")))
    drawing.append(Pane(moved(head, x, y), one("#ffffff")))
    drawing.append(PaintedLine(disc(x + 0.145, y - 0.032, 0.006), 0.012, 0.9, True))
    for k in range(3):
        feather = np.array([(-0.24 + 0.06 * k, -0.085 + 0.02 * k), (-0.14 + 0.045 * k, 0.01 + 0.008 * k)])
        drawing.append(PaintedLine(moved(feather, x, y), 0.011, 0.55))
    return drawing


def _clouds() -> Drawing:
    """Towering clouds of the evening, rimmed with gold."""
    drawing: Drawing = []
    for x, y, radius, tint in (
        (2.27, 0.66, 0.15, "#f6c9a0"),
        (2.74, 0.62, 0.16, "#e8a07c"),
        (2.6, 0.46, 0.17, "#ffdcae"),
        (2.41, 0.5, 0.16, "#ffe6c2"),
        (2.5, 0.66, 0.19, "#fff0d2"),
    ):
        drawing.append(Pane(disc(x, y, radius), one(GOLD)))
        drawing.append(Pane(disc(x, y + 0.022, radius - 0.03), lighter(one(tint), 0.0)))
    swallow = smooth([(-0.12, -0.05), (-0.04, -0.03), (0.0, 0.015), (0.05, -0.04), (0.13, -0.07)])
    for x, y, size in ((2.35, 0.25, 0.8), (2.56, 0.19, 1.0), (2.7, 0.3, 0.7)):
        drawing.append(PaintedLine(moved(swallow, x, y, size), 0.022, 0.95))
    return drawing


def _wind() -> Drawing:
    """Ribbons of wind that run through all four windows and bind the arches together."""
    x = np.linspace(-0.1, 4.1, 120)
    middle = 0.885 + 0.045 * np.sin(2 * np.pi * x / 1.37 + 0.4) - 0.02 * np.sin(2 * np.pi * x / 0.61)
    swell = 0.5 + 0.5 * np.sin(2 * np.pi * x / 2.0 + 0.8)
    lines = [np.column_stack([x, middle + offset * (0.55 + 0.6 * swell)]) for offset in (-0.085, -0.02, 0.05)]
    tints = (
        mesh((0, 1, 2, 3, 4), (0, 2), tuple((c, c) for c in ("#fff3d0", "#fbe3d8", "#ffffff", "#ffd27a", "#9fb4e8"))),
        mesh((0, 1, 2, 3, 4), (0, 2), tuple((c, c) for c in ("#f7b2a6", "#c9b5e6", "#a9dcf7", "#f0803c", "#6f86d6"))),
    )
    return [
        Pane(between(lines[0], lines[1]), tints[0], strips(0.0, 0.34)),
        Pane(between(lines[1], lines[2]), tints[1], strips(0.0, 0.36)),
    ]


def _arches() -> Drawing:
    """A pointed arch over each small window, its spandrels in the window's own deep colour."""
    drawing: Drawing = []
    colours = ("#8c2a5e", "#17498f", "#8a1c24", "#1d5a5e")
    bands = (("#f2c14e", "#d8597a"), ("#f2c14e", "#3f8fd0"), ("#f2c14e", "#d8432e"), ("#e9d9a0", "#3f8f8c"))
    for column in range(4):
        outer = lancet(column - 0.002, column + 1.002, _SPRING, _APEX, _SPRING)
        inner = lancet(column + _BAND, column + 1 - _BAND, _SPRING, _APEX + 1.25 * _BAND, _SPRING)
        half = len(outer) // 2
        for side, at in ((outer[1:half], column + 1.02), (outer[half:-1][::-1], column - 0.02)):
            spandrel = np.vstack([side, [[side[-1, 0], -0.1], [at, -0.1], [at, side[0, 1]]]])
            drawing.append(Pane(spandrel, one(colours[column])))
        for dx in (0.12, 0.88):
            drawing.append(Pane(disc(column + dx, 0.13, 0.07), one(GOLD)))
            drawing.append(Pane(disc(column + dx, 0.13, 0.034), one(colours[(column + 2) % 4])))
        stones = _voussoirs(outer, inner)
        for number, stone in enumerate(stones):
            drawing.append(Pane(stone, one(bands[column][number % 2])))
    return drawing


def _voussoirs(outer: Float64Array, inner: Float64Array) -> list[Float64Array]:
    """The arch's own ring, cut into stones."""
    upper, lower = outer[1:-1], inner[1:-1]
    cuts = np.linspace(0, len(upper) - 1, 14).astype(int)
    return [np.vstack([upper[start : end + 1], lower[start : end + 1][::-1]]) for start, end in pairwise(cuts)]


@lru_cache(maxsize=1)
def back_panes() -> tuple[Pane | PaintedLine, ...]:
    """The back: a rose window in grey glass and gold."""
    drawing: Drawing = [Pane(box(-0.1, -0.1, 1.1, 1.1), one("#4a5560"), ribbons(0.25, 0.25, 0.0))]
    drawing.append(Pane(disc(0.5, 0.5, 0.46), one("#8d99a3")))
    for k in range(12):
        tint = one("#aeb9c0") if k % 2 else one("#6f7d88")
        drawing.append(Pane(sector(0.5, 0.5, 0.2, 0.43, 30 * k, 30 * k + 30), tint))
        at = np.radians(30 * k + 15)
        drawing.append(Pane(disc(0.5 + 0.35 * np.cos(at), 0.5 + 0.35 * np.sin(at), 0.06), one(GOLD)))
    for k in range(6):
        at = np.radians(60 * k)
        drawing.append(Pane(disc(0.5 + 0.13 * np.cos(at), 0.5 + 0.13 * np.sin(at), 0.075), one("#c9d2d6")))
    drawing.append(Pane(disc(0.5, 0.5, 0.075), one(GOLD)))
    for x in (0.09, 0.91):
        for y in (0.09, 0.91):
            drawing.append(Pane(disc(x, y, 0.05), one("#b08a3a")))
    return tuple(drawing)
