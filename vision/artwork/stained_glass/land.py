"""The middle row of the windows: hills from dawn to night, and on them a chapel, a tree, a walled city, a cathedral."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.artwork.stained_glass.panes import (
    Drawing,
    Field,
    PaintedLine,
    Pane,
    Split,
    Tint,
    fading,
    glowing,
    mesh,
    one,
    rays,
    strips,
)
from vision.artwork.stained_glass.shapes import below, box, disc, flame, smooth, star

_FAR = smooth(
    [(-0.1, 1.52), (0.25, 1.44), (0.7, 1.5), (1.15, 1.4), (1.6, 1.47), (2.0, 1.5), (2.5, 1.56), (3.0, 1.42),
     (3.32, 1.3), (3.6, 1.4), (3.85, 1.3), (4.1, 1.38)]
)  # fmt: skip
_MID = smooth(
    [(-0.1, 1.68), (0.3, 1.62), (0.75, 1.7), (1.2, 1.62), (1.7, 1.66), (2.1, 1.72), (2.55, 1.66), (3.0, 1.7),
     (3.4, 1.6), (3.8, 1.66), (4.1, 1.6)]
)  # fmt: skip
_NEAR = smooth(
    [(-0.1, 1.86), (0.4, 1.9), (0.9, 1.8), (1.4, 1.88), (1.9, 1.84), (2.4, 1.92), (2.9, 1.82), (3.5, 1.9), (4.1, 1.84)]
)
_AT = (0.0, 0.99, 1.01, 1.99, 2.01, 2.99, 3.01, 4.0)


def _day(*colours: str) -> Tint:
    """Land in the light of each window."""
    return mesh(_AT, (1.0, 2.2), tuple((colours[k // 2], colours[k // 2]) for k in range(8)))


def land_panes() -> Drawing:
    """All that stands between the sky and the river."""
    return [
        *_dawn(),
        *_evening_sun(),
        Pane(below(_FAR, 2.4), _day("#9a8fc0", "#4f9d8a", "#a8572e", "#24457a"), strips(62, 0.31, 0.02)),
        *_peaks(),
        *_city(),
        Pane(below(_MID, 2.4), _day("#7fae7a", "#7cc04a", "#c08a2a", "#1f6a72"), strips(-48, 0.27, 0.03)),
        *_cathedral(),
        *_chapel(),
        *_tree(),
        Pane(below(_NEAR, 2.4), _day("#4f9a55", "#3f9a3a", "#8a7a26", "#17525a"), strips(35, 0.33, 0.03)),
    ]


def _dawn() -> Drawing:
    """The sun comes up behind the hills."""
    drawing: Drawing = []
    for number in range(13):
        long = 0.62 if number % 2 else 0.5
        drawing.append(Pane(flame(0.5, 1.5, 0.3, long, 180 + 15.0 * number, 5.2), one("#ffe9a6")))
    drawing.append(Pane(disc(0.5, 1.5, 0.33), one("#ff9a4a"), rays(0.5, 1.5, 20.0, (2.0,))))
    drawing.append(Pane(disc(0.5, 1.5, 0.255), glowing(0.5, 1.5, 0.26, "#fff7cf", "#ffd052")))
    return drawing


def _evening_sun() -> Drawing:
    """The sun goes down beside the city, large and red."""
    return [
        Pane(disc(2.73, 1.36, 0.24), one("#ffd75e"), rays(2.73, 1.36, 30.0, (2.0,))),
        Pane(disc(2.73, 1.36, 0.17), glowing(2.73, 1.36, 0.18, "#ff8a3a", "#e2331f")),
    ]


def _peaks() -> Drawing:
    """Snow on the mountains of the night."""
    left = np.array([(3.14, 1.52), (3.32, 1.2), (3.5, 1.52)])
    right = np.array([(3.66, 1.5), (3.86, 1.16), (4.08, 1.5)])
    drawing: Drawing = []
    for peak in (left, right):
        base = np.array([(peak[0, 0] - 0.12, 1.72), peak[1], (peak[2, 0] + 0.12, 1.72)])
        drawing.append(Pane(base, one("#3b5fa8"), _halves(float(peak[1, 0]))))
        snow = np.vstack(
            [peak[1], peak[1] + [0.085, 0.15], peak[1] + [0.03, 0.12], peak[1] + [-0.02, 0.17], peak[1] + [-0.08, 0.13]]
        )
        drawing.append(Pane(snow, one("#eef4ff")))
    return drawing


def _halves(at: float) -> Split:
    """A pane cut upright at ``at``."""
    return lambda x, y: (x > at).astype(np.int64)


def _city() -> Drawing:
    """Walls and towers with pointed blue roofs, and red roofs between."""
    drawing: Drawing = []
    for x, y in ((2.22, 1.42), (2.36, 1.38), (2.5, 1.43), (2.6, 1.48)):
        drawing.append(Pane(box(x - 0.07, y, x + 0.07, 1.75), one("#f3dfb8")))
        drawing.append(Pane(np.array([(x - 0.09, y), (x, y - 0.1), (x + 0.09, y)]), one("#c23b2a")))
    drawing.append(Pane(box(2.04, 1.5, 2.72, 1.8), one("#e2c48e"), _masonry))
    for k in range(9):
        drawing.append(Pane(box(2.05 + 0.078 * k, 1.465, 2.09 + 0.078 * k, 1.51), one("#d2ae72")))
    for x, high, wide in ((2.09, 1.32, 0.062), (2.4, 1.27, 0.07), (2.69, 1.35, 0.062)):
        drawing.append(Pane(box(x - wide, high, x + wide, 1.82), fading("#f6e6c4", "#cfa768", 1.2, 1.8), _masonry))
        roof = np.array([(x - wide - 0.025, high), (x, high - 0.2), (x + wide + 0.025, high)])
        drawing.append(Pane(roof, one("#3a5a9c")))
        drawing.append(PaintedLine(np.array([(x, high + 0.05), (x, high + 0.11)]), 0.026, 0.9))
    gate = np.vstack([box(2.355, 1.66, 2.445, 1.84)[[3, 0]], smooth([(2.355, 1.66), (2.4, 1.6), (2.445, 1.66)]),
                      [[2.445, 1.84]]])  # fmt: skip
    drawing.append(Pane(gate, one("#5a3a22")))
    drawing.append(Pane(np.array([(2.4, 1.055), (2.53, 1.03), (2.5, 1.07), (2.53, 1.11), (2.4, 1.12)]), one("#d8301f")))
    drawing.append(PaintedLine(np.array([(2.4, 1.05), (2.4, 1.02)]), 0.012, 0.9))
    return drawing


def _masonry(x: Field, y: Field) -> NDArray[np.int64]:
    row = np.floor(y / 0.1)
    return np.asarray(row * 64 + np.floor((x + 0.09 * (row % 2)) / 0.18), np.int64)


def _cathedral() -> Drawing:
    """A cathedral by night, its windows lit."""
    stone, dark, lit = "#8f9cc4", "#56659c", "#ffd95a"
    drawing: Drawing = [Pane(box(3.36, 1.5, 3.8, 1.84), one(stone), _masonry)]
    drawing.append(Pane(np.array([(3.34, 1.5), (3.58, 1.29), (3.82, 1.5)]), one(dark)))
    for x in (3.3, 3.86):
        drawing.append(Pane(box(x - 0.075, 1.32, x + 0.075, 1.86), one(stone), _masonry))
        drawing.append(Pane(np.array([(x - 0.095, 1.32), (x, 1.06), (x + 0.095, 1.32)]), one(dark)))
        drawing.append(Pane(_slit(x, 1.4, 0.03, 0.12), one(lit)))
    drawing.append(Pane(disc(3.58, 1.52, 0.075), one(lit), rays(3.58, 1.52, 60.0, (2.0,))))
    drawing.append(Pane(_slit(3.58, 1.66, 0.055, 0.2), one("#c96f24")))
    for x in (3.44, 3.72):
        drawing.append(Pane(_slit(x, 1.62, 0.03, 0.15), one(lit)))
    for x, y, size in ((3.13, 1.13, 0.08), (3.58, 1.14, 0.075)):
        drawing.append(Pane(star(x, y, size, 0.42 * size, 5), one("#ffe27a")))
    return drawing


def _slit(x: float, top: float, half: float, high: float) -> Float64Array:
    """A narrow window with a pointed top."""
    return np.array(
        [(x - half, top + high), (x - half, top), (x, top - 1.3 * half), (x + half, top), (x + half, top + high)]
    )


def _chapel() -> Drawing:
    """A chapel in the morning light."""
    drawing: Drawing = [Pane(box(0.2, 1.62, 0.42, 1.84), one("#fbf3e2"))]
    drawing.append(
        Pane(np.array([(0.17, 1.63), (0.23, 1.5), (0.45, 1.5), (0.45, 1.63)]), one("#c2452e"), strips(0, 0.1))
    )
    drawing.append(Pane(box(0.4, 1.42, 0.52, 1.86), one("#f1e3cc")))
    drawing.append(Pane(np.array([(0.375, 1.42), (0.46, 1.2), (0.545, 1.42)]), one("#3f6fb4")))
    drawing.append(Pane(_slit(0.46, 1.51, 0.025, 0.07), one("#3a2f4f")))
    drawing.append(Pane(_slit(0.3, 1.7, 0.028, 0.09), one("#5a86c8")))
    for x, high in ((0.7, 1.42), (0.8, 1.5), (0.9, 1.46)):
        cypress = smooth([(x, high), (x + 0.05, 1.66), (x + 0.03, 1.86), (x - 0.03, 1.86), (x - 0.05, 1.66)], True)
        drawing.append(Pane(cypress, fading("#3f8f5a", "#1f5a44", 1.4, 1.9)))
    return drawing


def _tree() -> Drawing:
    """A great apple tree at noon."""
    trunk = np.vstack(
        [
            smooth([(1.44, 1.95), (1.46, 1.75), (1.4, 1.55), (1.3, 1.42)]),
            smooth([(1.34, 1.4), (1.47, 1.55), (1.5, 1.4), (1.55, 1.4), (1.54, 1.56), (1.66, 1.42), (1.7, 1.46)]),
            smooth([(1.57, 1.62), (1.55, 1.78), (1.58, 1.95)]),
        ]
    )
    drawing: Drawing = []
    crown = (
        (1.24, 1.36, 0.15, "#2f8f3f"), (1.76, 1.36, 0.15, "#1f7a3a"), (1.32, 1.2, 0.15, "#55b03c"),
        (1.68, 1.2, 0.15, "#3c9a3a"), (1.5, 1.17, 0.13, "#7cc844"), (1.5, 1.3, 0.17, "#4faa3c"),
        (1.36, 1.42, 0.12, "#6abb42"), (1.64, 1.43, 0.12, "#2f8f3f"),
    )  # fmt: skip
    drawing.append(Pane(trunk, one("#7a4a26"), lambda x, y: (x > 1.5).astype(np.int64)))
    drawing += [Pane(disc(x, y, radius), one(tint)) for x, y, radius, tint in crown]
    for x, y in ((1.22, 1.3), (1.4, 1.18), (1.56, 1.15), (1.68, 1.27), (1.78, 1.42), (1.5, 1.33), (1.32, 1.43)):
        drawing.append(Pane(disc(x, y, 0.037), one("#e0291f")))
    return drawing
