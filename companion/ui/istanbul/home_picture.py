"""Istanbul on the home screen. No kivy here."""

from __future__ import annotations

import math

import numpy as np

from companion.ui.kit.pictures.picture_canvas import Colour, PictureCanvas, darker


def paint(canvas: PictureCanvas) -> None:
    """Paint it."""
    w, h = canvas.width, canvas.height
    canvas.fade((58, 66, 92), (232, 168, 116))
    canvas.disc(w * 0.74, h * 0.3, h * 0.1, (250, 224, 170))
    far, near = (104, 88, 104), (62, 52, 66)

    def dome(x: float, base: float, r: float, colour: Colour) -> None:
        arc = [(x + r * math.cos(t), base - r * math.sin(t) * 0.9) for t in np.linspace(0, math.pi, 32)]
        canvas.fill(arc, colour)
        canvas.line([(x, base - r * 0.85), (x, base - r * 1.18)], colour, r * 0.07 + 0.6)

    def minaret(x: float, base: float, top: float, width: float, colour: Colour) -> None:
        canvas.fill(
            [(x - width, base), (x - width, top), (x, top - width * 6), (x + width, top), (x + width, base)], colour
        )
        canvas.fill(
            [
                (x - width * 1.8, top + width * 7),
                (x + width * 1.8, top + width * 7),
                (x + width * 1.4, top + width * 9),
                (x - width * 1.4, top + width * 9),
            ],
            colour,
        )

    for x, r in ((0.2, 0.1), (0.34, 0.07), (0.86, 0.09)):
        dome(w * x, h * 0.66, h * r * 1.3, far)
    for x in (0.1, 0.29, 0.93):
        minaret(w * x, h * 0.68, h * 0.42, w * 0.008, far)
    canvas.fill([(0, h * 0.64), (w, h * 0.64), (w, h * 0.72), (0, h * 0.72)], far)
    for x, r in ((0.54, 0.21), (0.40, 0.11), (0.68, 0.11)):
        dome(w * x, h * 0.74, h * r, near)
    for x in (0.31, 0.77):
        minaret(w * x, h * 0.78, h * 0.3, w * 0.0105, near)
    canvas.fill([(w * 0.26, h * 0.71), (w * 0.82, h * 0.71), (w * 0.82, h * 0.8), (w * 0.26, h * 0.8)], near)
    stalls = ((176, 78, 62), (238, 214, 164), (86, 120, 112), (238, 214, 164), (196, 132, 66))
    for k in range(8):
        x0, x1 = w * k / 8, w * (k + 1) / 8
        canvas.fill([(x0, h * 0.86), ((x0 + x1) / 2, h * 0.76), (x1, h * 0.86)], stalls[k % 5])
        canvas.fill(
            [((x0 + x1) / 2, h * 0.76), (x1, h * 0.86), ((x0 + 2 * x1) / 3, h * 0.86)], darker(stalls[k % 5], 0.82)
        )
        canvas.fill([(x0, h * 0.86), (x1, h * 0.86), (x1, h), (x0, h)], darker((92, 66, 56), 1 - 0.1 * (k % 2)))
