"""Riga on the home screen. No kivy here."""

from __future__ import annotations

from companion.ui.kit.pictures.picture_canvas import CREAM, INK, PictureCanvas, darker


def paint(canvas: PictureCanvas) -> None:
    """Paint it."""
    w, h = canvas.width, canvas.height
    canvas.fade((186, 204, 214), (238, 226, 206))
    steeple = (116, 124, 128)
    canvas.fill([(w * 0.61, h * 0.4), (w * 0.645, h * 0.04), (w * 0.68, h * 0.4)], steeple)
    canvas.fill([(w * 0.60, h * 0.38), (w * 0.69, h * 0.38), (w * 0.69, h * 0.7), (w * 0.60, h * 0.7)], (150, 96, 78))
    tones = (
        (176, 92, 70),
        (226, 192, 128),
        (132, 150, 134),
        (206, 132, 88),
        (232, 216, 186),
        (154, 112, 96),
        (190, 156, 104),
    )
    width = w / 6.6
    for k, tone in enumerate(tones):
        x, top = k * width - width * 0.2, h * (0.42 + 0.07 * ((k * 5) % 3))
        base = h * 0.78
        mid = x + width / 2
        gable = [(x, top)]
        for step in range(4):
            gable += [
                (x + width * 0.125 * step, top - h * 0.045 * step),
                (x + width * 0.125 * step, top - h * 0.045 * (step + 1)),
            ]
        other = [(2 * mid - px, py) for px, py in reversed(gable)]
        canvas.fill([(x, base), *gable, *other, (x + width, base)], tone)
        canvas.line([(x, base), *gable, *other, (x + width, base)], darker(tone, 0.7), 1)
        for row in range(3):
            for column in range(2):
                wx, wy = x + width * (0.24 + 0.32 * column), top + h * (0.03 + 0.1 * row)
                if wy + h * 0.06 < base:
                    canvas.fill(
                        [(wx, wy), (wx + width * 0.18, wy), (wx + width * 0.18, wy + h * 0.055), (wx, wy + h * 0.055)],
                        darker(INK, 1.7),
                    )
    canvas.fill([(0, h * 0.78), (w, h * 0.78), (w, h), (0, h)], (92, 122, 136))
    for k in range(9):
        x, y = w * ((k * 0.37) % 1), h * (0.82 + 0.018 * k)
        canvas.line([(x - w * 0.06, y), (x + w * 0.06, y)], (138, 164, 172), 1.4)
    hull = [(w * 0.13, h * 0.86), (w * 0.43, h * 0.86), (w * 0.38, h * 0.95), (w * 0.18, h * 0.95)]
    canvas.fill(hull, (84, 60, 48))
    canvas.line([(w * 0.28, h * 0.86), (w * 0.28, h * 0.46)], (66, 50, 42), 2.4)
    canvas.fill([(w * 0.17, h * 0.52), (w * 0.39, h * 0.52), (w * 0.41, h * 0.78), (w * 0.15, h * 0.78)], CREAM)
    canvas.fill(
        [(w * 0.262, h * 0.52), (w * 0.298, h * 0.52), (w * 0.302, h * 0.78), (w * 0.258, h * 0.78)], (196, 70, 56)
    )
    canvas.fill(
        [(w * 0.16, h * 0.63), (w * 0.40, h * 0.63), (w * 0.403, h * 0.67), (w * 0.157, h * 0.67)], (196, 70, 56)
    )
