"""What stands on the places: shapes of wooden people of any make, in mm, and the paints of Tableside's own.

A piece is a few upright bodies; seen from above each is the hull of its foot and its top. Sizes are those of a set with
places 84 mm wide; an edition with larger places is taken to have larger people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from calibration.arrays import Float64Array
from games.istanbul.standing import NEUTRAL
from vision.imaging.values import Colour
from vision.istanbul.pieces.makes import OURS, Cap, Cut, Make
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.painted_wood import WOOD


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulShapesParameters(Parameters):
    """What Istanbul's wooden pieces measure and look like where nobody enrolled their own."""

    merchant_mm: float = parameter(11.0, "mm", "radius of a merchant", CHOSEN)
    merchant_high_mm: float = parameter(7.0, "mm", "that one is high without the turban", CHOSEN)
    assistant_mm: float = parameter(10.0, "mm", "radius of an assistant", CHOSEN)
    assistant_high_mm: float = parameter(5.0, "mm", "that one is high", CHOSEN)
    cream: tuple[int, int, int] = parameter((206, 228, 238), "BGR", "of a merchant's turban", CHOSEN)
    tan: tuple[int, int, int] = parameter((150, 190, 214), "BGR", "of the paler wood", CHOSEN)
    band: tuple[int, int, int] = parameter((40, 44, 58), "BGR", "of the band on a figure", CHOSEN)
    most_assistants: int = parameter(5, "count", "of assistants that stand on each other", CHOSEN)
    neutral_wood: tuple[int, int, int] = parameter((140, 180, 208), "BGR", "of merchants of nobody's", CHOSEN)
    place_wide_mm: float = parameter(84.0, "mm", "that a place is wide", CHOSEN)


PARAMETERS = IstanbulShapesParameters()

_TURNS = tuple(float(turn) for turn in np.arange(0.0, 180.0, 22.5))

PLAYERS: Mapping[str, Colour] = WOOD
FIGURES: dict[str, Colour] = {
    "governor": (150, 44, 112),
    "smuggler": (30, 112, 232),
    "courier": (172, 168, 36),
    "coffee trader": (36, 58, 92),
}
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
class PieceShape:
    """A kind of piece as it may stand: its bodies from the lowest up, how many assistants are in it, and how large
    people of its make are beside ours."""

    kind: str
    bodies: tuple[Body, ...]
    count: int = 1
    under: int = 0
    size: float = 1.0


def disc(radius: float, sides: int = 20) -> Float64Array:
    """(sides, 2) mm: a round outline about its middle."""
    angles = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


def box(half_wide: float, half_deep: float, turn_deg: float = 0.0) -> Float64Array:
    """(4, 2) mm: the corners of a rectangle about its middle, turned clockwise where y points down."""
    turn = math.radians(turn_deg)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * [half_wide, half_deep]
    return np.asarray(corners @ spin)


def merchant(under: int, make: Make = OURS) -> PieceShape:
    """A merchant on so many assistants."""
    (wide, high), (own_wide, own_high) = make.scale("assistant"), make.scale("merchant")
    base = under * PARAMETERS.assistant_high_mm * high / own_high
    top = base + PARAMETERS.merchant_high_mm
    stack = (Body(disc(PARAMETERS.assistant_mm * wide / own_wide), 0.0, base),) if under else ()
    rim = Body(disc(PARAMETERS.merchant_mm), base, top, shows="paint" if make.cap is Cap.BARE else "rim")
    caps = {
        Cap.TURBAN: (
            Body(disc(7.6), top, top + 1.2, shows="band"),
            Body(disc(5.4), top + 1.2, top + 3.0, shows="cream"),
        ),
        Cap.STICKER: (Body(disc(7.8), top, top, shows="cream"), Body(disc(4.0), top, top, shows="band")),
        Cap.BARE: (),
    }
    return _made(PieceShape("merchant", (*stack, rim, *caps[make.cap]), under=under), make)


def assistants(count: int, make: Make = OURS) -> PieceShape:
    """So many assistants without a merchant."""
    body = Body(disc(PARAMETERS.assistant_mm), 0.0, count * PARAMETERS.assistant_high_mm - 0.4)
    return _made(PieceShape("assistant", (body,), count=count), make)


def family(turn_deg: float, make: Make = OURS) -> PieceShape:
    """A flat standing figure."""
    robe = Body(box(8.0, 4.0, turn_deg), 0.0, 5.0, 0.9)
    chest = Body(box(6.4, 4.0, turn_deg), 5.0, 11.0, 0.75)
    return _made(PieceShape("family member", (robe, chest, Body(box(3.5, 4.0, turn_deg), 9.6, 17.2, 0.9))), make)


def turned_family(make: Make) -> PieceShape:
    """A turned figure: a foot, a waist, a round head."""
    foot, waist = Body(disc(7.2), 0.0, 3.5), Body(disc(5.6), 3.5, 17.0, 0.58)
    return _made(PieceShape("family member", (foot, waist, Body(disc(5.2), 18.5, 25.0, 0.85))), make)


def companion(turn_deg: float, make: Make = OURS) -> PieceShape:
    """A square block with a cream square on it."""
    block = Body(box(6.5, 6.5, turn_deg), 0.0, 11.0, shows="ring")
    return _made(PieceShape("companion", (block, Body(box(3.4, 3.4, turn_deg), 11.0, 11.8, shows="patch"))), make)


def pawn(kind: str, make: Make = OURS) -> PieceShape:
    """A figure that nobody owns, turned."""
    return _made(PieceShape(kind, (Body(disc(8.0), 0.0, 16.0, 0.42), Body(disc(4.6), 16.0, 21.0, 0.7))), make)


def flat_figure(kind: str, turn_deg: float, make: Make) -> PieceShape:
    """A figure that nobody owns, sawn out of a board: a coat, and a head above it."""
    coat = Body(box(6.2, 5.0, turn_deg), 0.0, 23.0)
    return _made(PieceShape(kind, (coat, Body(box(4.4, 5.0, turn_deg), 23.0, 31.0, 0.9))), make)


# A shape is told by its identity: whoever asks for those of one make gets the same, and their templates with them.


@lru_cache(maxsize=16)
def players_shapes(make: Make) -> tuple[PieceShape, ...]:
    """Everything that a player's colour can be in a make."""
    flat = (family(turn, make) for turn in _TURNS) if Cut.FLAT in make.family else ()
    turned = (turned_family(make),) if Cut.TURNED in make.family else ()
    return (
        *(merchant(under, make) for under in range(PARAMETERS.most_assistants + 1)),
        assistants(1, make),
        assistants(2, make),
        *flat,
        *turned,
        *(companion(turn, make) for turn in (0.0, 22.5, 45.0, 67.5)),
    )


@lru_cache(maxsize=16)
def figures_shapes(make: Make) -> dict[str, tuple[PieceShape, ...]]:
    """The figures that nobody owns, by kind, as each may stand in a make."""
    return {
        kind: (
            *((pawn(kind, make),) if Cut.TURNED in make.figures else ()),
            *((flat_figure(kind, turn, make) for turn in _TURNS) if Cut.FLAT in make.figures else ()),
        )
        for kind in FIGURES
    }


@lru_cache(maxsize=16)
def lone_merchant(make: Make) -> PieceShape:
    """A merchant of nobody's, who has no assistants."""
    return merchant(0, make)


def figure_paints(make: Make) -> dict[str, Colour]:
    """The paints of the figures that nobody owns."""
    return FIGURES | dict(make.paints)


def _made(shape: PieceShape, make: Make) -> PieceShape:
    """The same shape as large as the make has it."""
    wide, high = make.scale(shape.kind)
    if (wide, high) == (1.0, 1.0):
        return shape
    bodies = tuple(
        replace(body, outline=body.outline * wide, low=body.low * high, high=body.high * high) for body in shape.bodies
    )
    return replace(shape, bodies=bodies, size=wide)
