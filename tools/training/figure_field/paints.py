"""Paints of figures by chance: of each colour that people call by one name many shades, no box's among them."""

from __future__ import annotations

from typing import NamedTuple

from tools.training.terrain.painting.palette import Colour, Range, pick
from tools.training.terrain.painting.plan import Rng
from vision.networks.figure_field.field import COLOURS

# Of each colour: weight, hues in degrees, saturations, values.
SHADES: dict[str, Range] = {
    "red": (1.0, (345, 369), (0.6, 1.0), (0.35, 0.9)),
    "yellow": (1.0, (41, 59), (0.5, 1.0), (0.62, 1.0)),
    "green": (1.0, (80, 168), (0.3, 1.0), (0.2, 0.75)),
    "blue": (1.0, (192, 246), (0.42, 1.0), (0.25, 0.92)),
    "black": (1.0, (0, 360), (0.0, 0.3), (0.03, 0.24)),
    "pink": (1.0, (300, 352), (0.18, 0.62), (0.68, 1.0)),
    "white": (1.0, (20, 70), (0.0, 0.14), (0.8, 1.0)),
    "orange": (0.5, (13, 36), (0.68, 1.0), (0.62, 1.0)),
    "purple": (0.5, (256, 300), (0.3, 0.9), (0.2, 0.7)),
    "grey": (0.4, (0, 360), (0.0, 0.12), (0.3, 0.72)),
    "brown": (0.3, (14, 40), (0.3, 0.7), (0.22, 0.7)),
}


class FollowerPaint(NamedTuple):
    """Which of :data:`COLOURS` a paint is called, and how it looks in white light."""

    number: int
    colour: Colour


def any_named_paint(rng: Rng) -> FollowerPaint:
    """A paint of one of the colours, those of the seats oftener."""
    shares = [SHADES[name][0] for name in COLOURS]
    number = int(rng.choice(len(COLOURS), p=[share / sum(shares) for share in shares]))
    return FollowerPaint(number, pick((SHADES[COLOURS[number]],), rng))
