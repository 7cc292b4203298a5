"""Cronberg on the home screen. No kivy here."""

from __future__ import annotations

import math

from companion.ui.kit.pictures.picture_canvas import INK, PictureCanvas, darker

# Which of the tones each rhombus has, row by row: drawn once, for NumPy's chance is loaded for nothing else here.
_TONES = (
    "4334234101",
    "1440240302",
    "4111314222",
    "2224433314",
    "2140430020",
    "0242444322",
    "1211400043",
    "4131203430",
)


def paint(canvas: PictureCanvas) -> None:
    """Paint it."""
    _w, h = canvas.width, canvas.height
    canvas.fade((196, 204, 206), (222, 218, 206))
    side = h * 0.205
    tones = ((206, 164, 116), (170, 96, 76), (226, 206, 164), (118, 138, 122), (148, 126, 104))
    half = side * math.cos(math.radians(30))
    for row, drawn in enumerate(_TONES, start=-1):
        for column, which in enumerate(drawn, start=-1):
            cx = column * 2 * half + (half if row % 2 else 0)
            cy = row * side * 1.5
            ring = [
                (cx + side * math.sin(math.radians(60 * k)), cy - side * math.cos(math.radians(60 * k)))
                for k in range(6)
            ]
            tone = tones[int(which)]
            for start, share in ((0, 1.0), (2, 0.8), (4, 0.9)):
                quad = [(cx, cy), ring[start - 1], ring[start], ring[start + 1]]
                canvas.fill(quad, darker(tone, share))
                canvas.line([*quad, quad[0]], (244, 236, 220), 1.1)
    for x, y, colour in ((1, 2, (244, 72, 57)), (3, 3, (74, 132, 230)), (3, 1, (248, 214, 76))):
        cx, cy = x * 2 * half + (half if y % 2 else 0), y * side * 1.5
        canvas.disc(cx, cy + 2, side * 0.3, INK)
        canvas.disc(cx, cy, side * 0.28, colour)
