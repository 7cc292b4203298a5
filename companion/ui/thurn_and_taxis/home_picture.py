"""Thurn and Taxis on the home screen. No kivy here."""

from __future__ import annotations

from companion.ui.kit.pictures.picture_canvas import CREAM, INK, PictureCanvas


def paint(canvas: PictureCanvas) -> None:
    """Paint it."""
    w, h = canvas.width, canvas.height
    canvas.fade((236, 226, 200), (224, 208, 172))
    areas = (
        ((0, 0), (0.42, 0), (0.36, 0.3), (0.22, 0.52), (0, 0.46), (208, 196, 152)),
        ((0.42, 0), (1, 0), (1, 0.34), (0.7, 0.42), (0.36, 0.3), (190, 200, 168)),
        ((0, 0.46), (0.22, 0.52), (0.42, 0.7), (0.36, 1), (0, 1), (214, 182, 148)),
        ((0.7, 0.42), (1, 0.34), (1, 1), (0.62, 1), (0.58, 0.66), (200, 188, 178)),
    )
    for *corners, colour in areas:
        canvas.fill([(w * x, h * y) for x, y in corners], colour)
    towns = (
        (0.1, 0.26),
        (0.25, 0.46),
        (0.42, 0.34),
        (0.55, 0.54),
        (0.72, 0.42),
        (0.88, 0.2),
        (0.9, 0.7),
        (0.62, 0.82),
        (0.32, 0.8),
        (0.52, 0.13),
    )
    spot = [(w * x, h * y) for x, y in towns]
    for a, b in (
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (4, 6),
        (3, 7),
        (7, 6),
        (7, 8),
        (8, 1),
        (2, 9),
        (9, 5),
        (0, 9),
    ):
        canvas.line([spot[a], spot[b]], (158, 138, 106), 1.4)
    canvas.line([spot[k] for k in (0, 1, 2, 3, 4, 6)], INK, 5.6)
    canvas.line([spot[k] for k in (0, 1, 2, 3, 4, 6)], (214, 92, 60), 3.4)
    for k, (x, y) in enumerate(spot):
        chosen = k in (0, 1, 2, 3, 4, 6)
        canvas.disc(x, y, h * 0.045, INK)
        canvas.disc(x, y, h * 0.033, CREAM if not chosen else (248, 214, 76))
