"""The lowest row of the windows: a river with its banks, and by it poppies, a fish, a vine and a boat; the sill."""

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
    mesh,
    one,
    strips,
)
from vision.artwork.stained_glass.shapes import below, between, box, disc, moved, smooth, star

_AT = (0.0, 0.99, 1.01, 1.99, 2.01, 2.99, 3.01, 4.0)
_X = np.linspace(-0.1, 4.1, 140)
_UPPER = np.column_stack([_X, 2.3 + 0.055 * np.sin(2 * np.pi * _X / 1.6 + 0.5) - 0.03 * np.sin(2 * np.pi * _X / 0.7)])
_LOWER = np.column_stack([_X, 2.70 + 0.045 * np.sin(2 * np.pi * _X / 1.9 + 1.9)])


def _day(*colours: str) -> Tint:
    return mesh(_AT, (1.5, 3.1), tuple((colours[k // 2], colours[k // 2]) for k in range(8)))


def _reach(share: float) -> Float64Array:
    """A line of the current, this share of the way from the upper bank to the lower."""
    ripple = 0.022 * np.sin(2 * np.pi * _X / 0.52 + 9 * share)
    return np.column_stack([_X, _UPPER[:, 1] * (1 - share) + _LOWER[:, 1] * share + ripple * (0 < share < 1)])


def river_panes() -> Drawing:
    """Everything from the meadow above the river down to the sill."""
    lines = [_reach(share) for share in (0.0, 0.3, 0.64, 1.0)]
    meadow = box(-0.1, 2.0, 4.1, 2.5)
    drawing: Drawing = [
        Pane(meadow, _day("#86bf5e", "#8fce4e", "#b79a34", "#1d6560"), strips(-28, 0.29, 0.04)),
        Pane(between(lines[0], lines[1]), _day("#f2b7a4", "#8fd6ee", "#ffb347", "#5a7fd0"), _lengths(0.42, 0.0)),
        Pane(between(lines[1], lines[2]), _day("#b58fc0", "#3fa6de", "#e8703a", "#2f55b0"), _lengths(0.5, 0.2)),
        Pane(between(lines[2], lines[3]), _day("#7f74b8", "#2478c4", "#b2404a", "#1f3a8c"), _lengths(0.38, 0.1)),
        Pane(below(_LOWER, 3.1), _day("#3f8a4a", "#2f8a34", "#7a6a22", "#14484f"), strips(40, 0.26, 0.04)),
    ]
    return [*drawing, *_poppies(), *_fish(), *_vine(), *_boat(), *_sill()]


def _lengths(long: float, shift: float) -> Split:
    return lambda x, y: (np.floor((x + shift + 0.25 * y) / long) + 8).astype(np.int64)


def _poppies() -> Drawing:
    """Poppies of the morning, one a bud."""
    drawing: Drawing = []
    for x, y, size, foot in ((0.24, 2.3, 1.0, 0.31), (0.53, 2.22, 1.12, 0.5), (0.79, 2.35, 0.92, 0.72)):
        stem = smooth([(foot, 2.9), ((foot + x) / 2 + 0.03, 2.6), (x, y)])
        drawing.append(Pane(_thick(stem, 0.018), one("#2f7a34")))
        for turn in (0, 72, 144, 216, 288):
            petal = smooth([(0, -0.02), (0.075, -0.09), (0.05, -0.165), (-0.05, -0.165), (-0.075, -0.09)], True)
            tint = one("#e8321f") if turn % 144 else one("#ff6a3a")
            drawing.append(Pane(moved(petal, x, y, size, turn), tint))
        drawing.append(Pane(disc(x, y, 0.05 * size), one("#2a2238")))
        drawing.append(Pane(disc(x, y, 0.022 * size), one("#f5d24a")))
    for x, y, turn in ((0.4, 2.62, 40), (0.62, 2.66, -38), (0.68, 2.78, -60), (0.36, 2.76, 65)):
        leaf = smooth([(0, 0.06), (0.035, -0.02), (0.0, -0.14), (-0.035, -0.02)], True)
        drawing.append(Pane(moved(leaf, x, y, 1.1, turn), one("#57a845")))
    return drawing


def _thick(line: Float64Array, half: float) -> Float64Array:
    """A line as a narrow shape."""
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
    across = np.column_stack([-along[:, 1], along[:, 0]]) * half
    return np.vstack([line + across, (line - across)[::-1]])


def _fish() -> Drawing:
    """A golden fish that swims up the river at noon, another leaps."""
    drawing: Drawing = []
    for x, y, size, turn in ((1.5, 2.52, 1.0, -6.0), (1.74, 2.14, 0.6, -38.0)):
        body = smooth([(-0.3, 0.0), (-0.16, -0.1), (0.02, -0.13), (0.2, -0.08), (0.3, 0.01), (0.19, 0.09), (0.0, 0.12),
                       (-0.16, 0.08)], True)  # fmt: skip
        tail = smooth([(-0.26, 0.0), (-0.37, -0.13), (-0.46, -0.15), (-0.42, 0.0), (-0.46, 0.15), (-0.37, 0.12)], True)
        fin = smooth([(-0.1, -0.1), (-0.02, -0.21), (0.1, -0.2), (0.12, -0.1)], True)
        under = smooth([(-0.05, 0.09), (-0.02, 0.19), (0.08, 0.17), (0.08, 0.09)], True)
        for shape, tint in ((tail, "#e8541f"), (fin, "#e8541f"), (under, "#e8541f")):
            drawing.append(Pane(moved(shape, x, y, size, turn), one(tint)))
        drawing.append(Pane(moved(body, x, y, size, turn), one("#ffae22"), _scales(x, y, size)))
        head = smooth([(0.14, -0.1), (0.22, -0.06), (0.3, 0.01), (0.21, 0.08), (0.14, 0.1), (0.11, 0.0)], True)
        drawing.append(Pane(moved(head, x, y, size, turn), one("#ffd65a")))
        eye = moved(disc(0.2, -0.02, 0.016), x, y, size, turn)
        drawing.append(PaintedLine(eye, 0.022 * size, 0.95, True))
    for x, y in ((1.2, 2.16), (1.32, 2.09), (1.17, 2.05)):
        drawing.append(Pane(disc(x, y, 0.04), one("#ffffff")))
        drawing.append(Pane(disc(x, y, 0.014), one("#f2b21c")))
    return drawing


def _scales(x0: float, y0: float, size: float) -> Split:
    def split(x: Field, y: Field) -> NDArray[np.int64]:
        row = np.floor((y - y0) / (0.075 * size))
        return np.asarray((row + 8) * 16 + np.floor((x - x0) / (0.12 * size) + 0.5 * (row % 2)) + 8, np.int64)

    return split


def _vine() -> Drawing:
    """Grapes of the evening on their vine."""
    stem = smooth([(2.08, 2.86), (2.12, 2.6), (2.2, 2.36), (2.38, 2.17), (2.62, 2.1), (2.86, 2.16)])
    drawing: Drawing = [Pane(_thick(stem, 0.026), one("#7a4a24"))]
    side = [(0.04, -0.11), (0.12, -0.15), (0.1, -0.05), (0.17, 0.04), (0.06, 0.06), (0.09, 0.15), (0.0, 0.14)]
    leaf = np.vstack([smooth([(0.0, -0.2), *side]), smooth([(0.0, -0.2), *side])[::-1] * [-1, 1]])
    for x, y, size, turn, tint in (
        (2.26, 2.24, 0.95, -40, "#8fae2e"),
        (2.8, 2.3, 0.95, 70, "#d88a24"),
        (2.22, 2.58, 0.8, -75, "#c9a22c"),
    ):
        drawing.append(Pane(moved(leaf, x, y, size, turn), one(tint)))
        vein = np.array([(0.0, 0.12), (0.0, -0.15)])
        drawing.append(PaintedLine(moved(vein, x, y, size, turn), 0.012, 0.6))
    for row, count in enumerate((4, 5, 4, 3, 2, 1)):
        for k in range(count):
            x = 2.56 + 0.088 * (k - (count - 1) / 2)
            y = 2.26 + 0.078 * row
            drawing.append(Pane(disc(x, y, 0.049), one(("#6a2a86", "#8a3fa6", "#50206e")[(row + 2 * k) % 3])))
    return drawing


def _boat() -> Drawing:
    """A boat that sails home by moonlight."""
    hull = smooth([(3.16, 2.46), (3.2, 2.53), (3.34, 2.6), (3.62, 2.6), (3.8, 2.54), (3.88, 2.43)])
    hull = np.vstack([hull, [[3.5, 2.49]]])
    sail = np.vstack([smooth([(3.5, 2.07), (3.66, 2.2), (3.74, 2.42)]), [[3.52, 2.44]]])
    jib = np.vstack([smooth([(3.47, 2.1), (3.36, 2.26), (3.22, 2.41)]), [[3.46, 2.43]]])
    drawing: Drawing = [
        Pane(_thick(np.array([(3.49, 2.04), (3.49, 2.5)]), 0.013), one("#8a5a30")),
        Pane(sail, one("#f7f1dc"), strips(90, 0.13)),
        Pane(jib, one("#e8c46a")),
        Pane(hull, fading("#b4642c", "#6a3518", 2.45, 2.6), strips(90, 0.075)),
        Pane(np.array([(3.49, 2.04), (3.36, 2.075), (3.49, 2.11)]), one("#d8301f")),
    ]
    for x, y, wide in ((3.5, 2.66, 0.12), (3.46, 2.72, 0.09), (3.52, 2.78, 0.06)):
        drawing.append(Pane(disc(x, y, wide, 0.22), one("#f3efd2")))
    for x, y, size in ((3.13, 2.17, 0.08), (3.88, 2.19, 0.07)):
        drawing.append(Pane(star(x, y, size, 0.4 * size, 4), one("#ffe27a")))
    return drawing


def _sill() -> Drawing:
    """Lozenges along the foot of the windows."""
    drawing: Drawing = [Pane(box(-0.1, 2.875, 4.1, 3.1), _day("#7a2350", "#143f7e", "#7a1a1f", "#174c50"))]
    colours = ("#e58aa0", "#6fb4ea", "#f0803c", "#7fc0b8")
    for k in range(-1, 25):
        x = k / 6 + 1 / 12
        column = min(3, max(0, int(x)))
        lozenge = np.array([(x - 0.07, 2.935), (x, 2.885), (x + 0.07, 2.935), (x, 2.985)])
        drawing.append(Pane(lozenge, one("#f2c14e" if k % 2 else colours[column])))
    return drawing
