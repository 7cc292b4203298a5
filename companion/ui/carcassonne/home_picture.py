"""Carcassonne on the home screen. No kivy here."""

from __future__ import annotations

import math

import numpy as np

from companion.ui.kit.pictures.picture_canvas import INK, Colour, PictureCanvas, darker


def _hill(canvas: PictureCanvas, base: float, rise: float, peak: float, colour: Colour) -> None:
    w, h = canvas.width, canvas.height
    crest = [
        (w * t, h * (base - rise * math.exp(-(((t - peak) / 0.34) ** 2)) - 0.015 * math.sin(t * 9)))
        for t in np.linspace(0, 1, 60)
    ]
    canvas.fill([*crest, (w, h), (0, h)], colour)


def _tower(canvas: PictureCanvas, x: float, top: float, width: float, base: float, wall: Colour, roof: Colour) -> None:
    canvas.fill([(x, top), (x + width, top), (x + width, base), (x, base)], wall)
    canvas.fill(
        [(x + width * 0.62, top), (x + width, top), (x + width, base), (x + width * 0.62, base)], darker(wall, 0.88)
    )
    canvas.fill([(x - width * 0.14, top), (x + width / 2, top - width * 1.05), (x + width * 1.14, top)], roof)
    canvas.fill(
        [(x + width / 2, top - width * 1.05), (x + width * 1.14, top), (x + width * 0.62, top)], darker(roof, 0.84)
    )


def paint(canvas: PictureCanvas) -> None:
    """Paint it."""
    w, h = canvas.width, canvas.height
    canvas.fade((214, 222, 214), (244, 233, 206))
    _hill(canvas, 0.56, 0.14, 0.8, (172, 186, 140))
    _hill(canvas, 0.62, 0.10, 0.2, (150, 170, 118))
    base = h * 0.66
    wall, roof = (201, 170, 128), (164, 82, 62)
    for x, top, width in ((0.30, 0.34, 0.07), (0.44, 0.22, 0.085), (0.585, 0.30, 0.075), (0.70, 0.40, 0.06)):
        _tower(canvas, w * x, h * top, w * width, base, wall, roof)
    left, right = w * 0.24, w * 0.79
    canvas.fill([(left, h * 0.5), (right, h * 0.5), (right, base), (left, base)], darker(wall, 0.95))
    for k in range(14):
        x = left + (right - left) * k / 13.5
        canvas.fill(
            [(x, h * 0.465), (x + w * 0.022, h * 0.465), (x + w * 0.022, h * 0.505), (x, h * 0.505)], darker(wall, 0.95)
        )
    gate = [
        (w * 0.5 + w * 0.035 * math.cos(t), base - h * 0.05 - h * 0.055 * math.sin(t))
        for t in np.linspace(0, math.pi, 20)
    ]
    canvas.fill([(w * 0.535, base), *gate, (w * 0.465, base)], darker(INK, 1.5))
    _hill(canvas, 0.70, 0.05, 0.6, (128, 154, 98))
    road = [(w * (0.5 + 0.16 * math.sin(t * 3.3)), h * (0.655 + 0.36 * t)) for t in np.linspace(0, 1, 30)]
    edge = [(x - w * (0.012 + 0.05 * k / 29), y) for k, (x, y) in enumerate(road)]
    back = [(x + w * (0.012 + 0.05 * k / 29), y) for k, (x, y) in reversed(list(enumerate(road)))]
    canvas.fill(edge + back, (238, 226, 196))
    for x, y, r in ((0.1, 0.8, 0.05), (0.17, 0.86, 0.04), (0.88, 0.82, 0.05), (0.94, 0.9, 0.04), (0.8, 0.9, 0.035)):
        canvas.disc(w * x, h * y, h * r * 1.3, (92, 122, 78))
        canvas.disc(w * x - h * r * 0.3, h * y - h * r * 0.3, h * r * 0.8, (112, 142, 92))
