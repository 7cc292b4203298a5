"""What painted pieces look like: the six or seven colours of a box, as they show in this light.

A painted piece shows many shades of one paint. Its Lab a and b fall and rise with its lightness L, so a paint is told
by a/L and b/L, which shade hardly changes, and by a wide range of L; black and white are told by L above all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.angles import TURN, wrapped
from calibration.arrays import Float32Array
from games.game import SEAT_COLOURS

Lab = tuple[float, float, float]  # CIE L from 0 to 100, a and b

DARKEST, DARKEST_BLACK = 12.0, 22.0  # L below which a/L and b/L are mostly noise; for black, which is told by L, sooner
MEASURED_TINT, MEASURED_LIGHT = 0.5, 0.6  # shares of a usual paint's scatter that are left once a piece was looked at
GREY = 12.0  # chroma up to which a colour counts as black or white
SHADED = 2.6  # a paint's shaded sides stray further from its usual light than its bright ones
BOUND = 9.0  # squared standard deviations at which a pixel's doubt stops to count


@dataclass(frozen=True, slots=True)
class Paint:
    """One paint in white light.

    Attributes:
        name: one of :data:`games.game.SEAT_COLOURS`.
        tint: a/L and b/L.
        tint_sigma: their scatter.
        light: natural logarithm of L (0 to 100) of a well lit piece.
        light_sigma: its scatter, wide: pieces have lit and shaded sides.
    """

    name: str
    tint: tuple[float, float]
    tint_sigma: float
    light: float
    light_sigma: float

    @property
    def _darkest(self) -> float:
        return DARKEST_BLACK if self.name == "black" else DARKEST

    def doubt(self, lab: ArrayLike) -> Float32Array:
        """Squared standard deviations (bounded) of Lab pixels (..., 3), L from 0 to 100, from this paint."""
        values = np.asarray(lab, dtype=np.float32)
        light = np.maximum(values[..., 0], 1.0)
        scale = np.maximum(light, self._darkest)
        a, b = values[..., 1] / scale - self.tint[0], values[..., 2] / scale - self.tint[1]
        off = np.log(light) - self.light
        if self.name == "black":
            off = np.maximum(off, 0.0)  # nothing is too dark for black
        if self.name == "white":
            off = np.minimum(off, 0.0)
        off = np.where(off < 0, off / SHADED, off)
        total = (a * a + b * b) / self.tint_sigma**2 + (off / self.light_sigma) ** 2
        return np.asarray(np.minimum(total, BOUND), dtype=np.float32)


def _paint(name: str, rgb: tuple[int, int, int], tint_sigma: float, light_sigma: float) -> Paint:
    picture = np.array([[rgb[::-1]]], dtype=np.float32) / 255
    light, a, b = (float(value) for value in cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)[0, 0])
    scale = max(light, DARKEST_BLACK if name == "black" else DARKEST)
    return Paint(name, (a / scale, b / scale), tint_sigma, float(np.log(light)), light_sigma)


# "default": the usual wooden pieces, sRGB in even white light.
DEFAULT_PAINTS: Mapping[str, Paint] = {
    paint.name: paint
    for paint in (
        _paint("red", (196, 36, 38), 0.28, 0.40),
        _paint("yellow", (238, 200, 36), 0.20, 0.35),
        _paint("green", (32, 120, 44), 0.24, 0.45),
        _paint("blue", (28, 84, 172), 0.42, 0.45),
        _paint("black", (34, 34, 35), 0.32, 0.45),
        _paint("pink", (232, 130, 172), 0.16, 0.25),
        _paint("white", (228, 226, 218), 0.10, 0.25),
    )
}


def paints_of(colours: Sequence[str] = SEAT_COLOURS) -> tuple[Paint, ...]:
    """The default paints of these colours, in their order. Raises :class:`KeyError` on an unknown name."""
    return tuple(DEFAULT_PAINTS[name] for name in colours)


def paints_with(measured: Mapping[str, Lab], colours: Sequence[str] = SEAT_COLOURS) -> tuple[Paint, ...]:
    """The paints of these colours: those that were measured in white light as they were, the others the default ones.

    Raises :class:`KeyError` on an unknown name.
    """
    return tuple(
        _measured(DEFAULT_PAINTS[name], measured[name]) if name in measured else DEFAULT_PAINTS[name]
        for name in colours
    )


def _measured(paint: Paint, lab: Lab) -> Paint:
    light = max(lab[0], 1.0)
    scale = max(light, paint._darkest)
    return replace(
        paint,
        tint=(lab[1] / scale, lab[2] / scale),
        tint_sigma=paint.tint_sigma * MEASURED_TINT,
        light=float(np.log(light)),
        light_sigma=paint.light_sigma * MEASURED_LIGHT,
    )


def usual_lab(colour: str) -> Lab:
    """CIE Lab of a well lit piece of a colour, as usual boxes have it. Raises :class:`KeyError` on an unknown name."""
    paint = DEFAULT_PAINTS[colour]
    light = float(np.exp(paint.light))
    scale = max(light, paint._darkest)
    return light, paint.tint[0] * scale, paint.tint[1] * scale


def likeliest_names(labs: Sequence[Lab], colours: Sequence[str] = SEAT_COLOURS) -> tuple[str, ...]:
    """A name for each of some pieces of different colours, such that together they are as usual as can be.

    Raises :class:`ValueError` where there are more pieces than names.
    """
    if len(labs) > len(colours):
        raise ValueError(f"{len(labs)} pieces for {len(colours)} names")
    paints = paints_of(colours)
    off = [[_away(paint, lab) for paint in paints] for lab in labs]
    best = min(
        permutations(range(len(paints)), len(labs)),
        key=lambda names: sum(off[piece][name] for piece, name in enumerate(names)),
    )
    return tuple(colours[name] for name in best)


def _away(paint: Paint, lab: Lab) -> float:
    """How little a colour is like a paint's usual one: by hue, or by being grey where that is; and by its light."""
    light = float(np.exp(paint.light))
    dim = (lab[0] - light) / 35
    chroma, usual = float(np.hypot(lab[1], lab[2])), float(np.hypot(*paint.tint)) * light
    if usual < GREY:
        return dim**2 + (chroma / GREY) ** 2
    turn = np.arctan2(lab[2], lab[1]) - np.arctan2(paint.tint[1], paint.tint[0])
    hue = np.degrees(abs(wrapped(float(turn), TURN))) / 30
    return float(dim**2 + hue**2 + ((chroma - usual) / 40) ** 2)


def rgb_of(lab: Lab) -> tuple[float, float, float]:
    """A CIE Lab colour as sRGB, each from 0 to 1; what a screen can't show is cut off there."""
    blue, green, red = np.clip(cv2.cvtColor(np.array([[lab]], np.float32), cv2.COLOR_LAB2BGR)[0, 0], 0, 1)
    return float(red), float(green), float(blue)
