"""What stands on the places: shapes of Tableside's own wooden people, in mm, and their paints.

A piece is a few upright bodies; seen from above each is the hull of its foot and its top. Sizes are those of a set with
places 84 mm wide; an edition with larger places is taken to have larger people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from games.istanbul.standing import NEUTRAL
from vision.pieces.painted_wood import WOOD

Colour = tuple[float, float, float]

PLACE_WIDE_MM = 84.0
MERCHANT_MM, MERCHANT_HIGH_MM = 11.0, 7.0  # radius, height without the turban
ASSISTANT_MM, ASSISTANT_HIGH_MM = 10.0, 5.0
CREAM: Colour = (206, 228, 238)
BAND: Colour = (40, 44, 58)
MOST_ASSISTANTS = 5

PLAYERS: Mapping[str, Colour] = WOOD
FIGURES: dict[str, Colour] = {
    "governor": (150, 44, 112),
    "smuggler": (30, 112, 232),
    "courier": (172, 168, 36),
    "coffee trader": (36, 58, 92),
}
NEUTRAL_WOOD: Colour = (140, 180, 208)
NEUTRAL_MERCHANT = ("merchant", NEUTRAL)  # kind, colour


@dataclass(frozen=True, eq=False, slots=True)
class Body:
    """An upright body: its foot's outline (n, 2) mm, from which height to which, how its top is scaled, and what it
    shows: ``paint``, ``rim``, ``band``, ``cream``, or ``ring`` and ``patch`` (paint around cream, both too small to be
    seen apart)."""

    outline: Float64Array
    low: float
    high: float
    top: float = 1.0
    shows: str = "paint"


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """A kind of piece as it may stand: its bodies from the lowest up, how many assistants are in it."""

    kind: str
    bodies: tuple[Body, ...]
    count: int = 1
    under: int = 0


def disc(radius: float, sides: int = 20) -> Float64Array:
    """A round outline."""
    angles = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


def box(half_wide: float, half_deep: float, turn_deg: float = 0.0) -> Float64Array:
    """A turned rectangle."""
    turn = math.radians(turn_deg)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * [half_wide, half_deep]
    return np.asarray(corners @ spin)


def merchant(under: int) -> Shape:
    """A merchant on so many assistants."""
    base = under * ASSISTANT_HIGH_MM
    top = base + MERCHANT_HIGH_MM
    stack = (Body(disc(ASSISTANT_MM), 0.0, base),) if under else ()
    return Shape(
        "merchant",
        (
            *stack,
            Body(disc(MERCHANT_MM), base, top, shows="rim"),
            Body(disc(7.6), top, top + 1.2, shows="band"),
            Body(disc(5.4), top + 1.2, top + 3.0, shows="cream"),
        ),
        under=under,
    )


def assistants(count: int) -> Shape:
    """So many assistants without a merchant."""
    return Shape("assistant", (Body(disc(ASSISTANT_MM), 0.0, count * ASSISTANT_HIGH_MM - 0.4),), count=count)


def family(turn_deg: float) -> Shape:
    """A flat standing figure."""
    robe = Body(box(8.0, 4.0, turn_deg), 0.0, 5.0, 0.9)
    chest = Body(box(6.4, 4.0, turn_deg), 5.0, 11.0, 0.75)
    return Shape("family member", (robe, chest, Body(box(3.5, 4.0, turn_deg), 9.6, 17.2, 0.9)))


def companion(turn_deg: float) -> Shape:
    """A square block with a cream square on it."""
    block = Body(box(6.5, 6.5, turn_deg), 0.0, 11.0, shows="ring")
    return Shape("companion", (block, Body(box(3.4, 3.4, turn_deg), 11.0, 11.8, shows="patch")))


def pawn(kind: str) -> Shape:
    """A figure that nobody owns."""
    return Shape(kind, (Body(disc(8.0), 0.0, 16.0, 0.42), Body(disc(4.6), 16.0, 21.0, 0.7)))
