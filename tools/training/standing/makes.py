"""Makes of pieces by chance: discs and stacks of them, turned and sawn figures, sharp and rounded, plain and capped.

Sizes are mm of a table whose places are 84 mm wide, as :mod:`vision.istanbul.pieces.shapes` counts. Everything is drawn
by guess and wide of it: no make of anybody's box is among them but by chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from calibration.arrays import Float64Array
from games.game import SEAT_COLOURS
from vision.pieces.painted_wood import WOOD

COLOURS = (*SEAT_COLOURS, "purple", "orange")  # what the network tells; the first as seats are called
PAINTS = {**WOOD, "purple": (140, 46, 104), "orange": (30, 112, 226)}
FACETS = 28  # corners that a round outline is drawn with


class Stands(IntEnum):
    """What stands on a spot."""

    NOTHING = 0
    DISCS = 1
    TURNED = 2
    SAWN = 3


@dataclass(frozen=True, eq=False, slots=True)
class Slice:
    """A piece at one height: its outline (n, 2) mm, and by how much its surface faces upwards there, 0 to 1."""

    high: float
    outline: Float64Array
    upwards: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class DrawnPiece:
    """A piece of some make.

    Attributes:
        stands: as what. colour: index of :data:`COLOURS`.
        slices: from the table up; what lies between two is as broad as the lower.
        cap: what lies on top: (outline mm, BGR) from the lowest up.
        breaks: heights mm at which one disc ends and the next begins.
    """

    stands: Stands
    colour: int
    slices: tuple[Slice, ...]
    cap: tuple[tuple[Float64Array, tuple[float, float, float]], ...] = ()
    breaks: tuple[float, ...] = ()

    @property
    def high(self) -> float:
        """Mm to its top."""
        return self.slices[-1].high


def circle(radius: float) -> Float64Array:
    """(FACETS, 2) mm."""
    angles = np.linspace(0, 2 * math.pi, FACETS, endpoint=False)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


def any_piece(rng: np.random.Generator, size: float) -> DrawnPiece:
    """A piece of any make, so many times as large as ours."""
    colour = int(rng.integers(len(COLOURS)))
    stands = rng.choice([Stands.DISCS, Stands.TURNED, Stands.SAWN], p=[0.56, 0.24, 0.2])
    draw = {Stands.DISCS: _discs, Stands.TURNED: _turned, Stands.SAWN: _sawn}[Stands(stands)]
    return draw(rng, colour, size)


def _discs(rng: np.random.Generator, colour: int, size: float) -> DrawnPiece:
    below = int(rng.choice([0, 0, 1, 2, 3, 4, 5]))
    low, high = rng.uniform(3.6, 6.5) * size, rng.uniform(4.0, 8.5) * size
    radius = rng.uniform(8.2, 12.0) * size
    own = radius * rng.uniform(1.0, 1.16)
    slices: list[Slice] = []
    breaks, base = [], 0.0
    for number in range(below + 1):
        top = number == below
        wide, thick = (own, high) if top else (radius, low)
        if top and rng.random() < 0.3 and below:
            wide, thick = radius, low
        slid = rng.normal(0, 0.5, 2)
        bevel = rng.uniform(0.0, 0.9)
        slices += [
            Slice(base, circle(wide - bevel) + slid),
            Slice(base + bevel, circle(wide) + slid),
            Slice(base + thick - bevel, circle(wide) + slid, 0.3),
            Slice(base + thick, circle(wide - bevel) + slid, 1.0),
        ]
        base += thick
        breaks.append(base)
    return DrawnPiece(Stands.DISCS, colour, tuple(slices), _cap(rng, own, colour), tuple(breaks[:-1]))


def _cap(
    rng: np.random.Generator, radius: float, colour: int
) -> tuple[tuple[Float64Array, tuple[float, float, float]], ...]:
    """A sticker, a turban, a painted ring, a letter; often nothing."""
    if rng.random() < 0.4:
        return ()
    pale = _paint(rng, (206, 222, 234), 0.12) if rng.random() < 0.75 else _paint(rng, (60, 60, 70), 0.4)
    outer = radius * rng.uniform(0.45, 0.82)  # larger ones would be the disc's own colour
    found = [(circle(outer), pale)]
    if rng.random() < 0.75:
        inner = outer * rng.uniform(0.3, 0.75)
        other = _paint(rng, PAINTS[COLOURS[colour]], 0.2) if rng.random() < 0.3 else _paint(rng, (70, 74, 84), 0.5)
        shape = circle(inner) if rng.random() < 0.6 else _blob(rng, inner)
        found.append((shape, other))
    return tuple(found)


def _turned(rng: np.random.Generator, colour: int, size: float) -> DrawnPiece:
    """A pawn: a foot, a waist, a head; or a cone, a cylinder."""
    tall = rng.uniform(12.0, 29.0) * size
    foot = rng.uniform(4.6, 8.4) * size
    kind = rng.random()
    if kind < 0.62:
        waist, head = foot * rng.uniform(0.3, 0.7), foot * rng.uniform(0.5, 0.95)
        neck = max(0.45 * tall, tall - 2 * head * rng.uniform(0.85, 1.1))
        profile = [(0.0, foot, 0.0), (0.1 * tall, foot, 0.35), (0.2 * tall, 0.5 * (foot + waist), 0.6)]
        profile += [(share * neck, waist * (1.15 - 0.15 * share), 0.15) for share in (0.45, 0.7, 1.0)]
        for turn in np.linspace(0.35, math.pi * 0.5, 4):
            profile.append((tall - (tall - neck) / 2 * (1 + math.cos(turn)), head * math.sin(turn), 0.05))
        for turn in np.linspace(math.pi * 0.6, math.pi * 0.96, 5):
            profile.append((tall - (tall - neck) / 2 * (1 + math.cos(turn)), head * math.sin(turn), -math.cos(turn)))
    elif kind < 0.82:
        top = foot * rng.uniform(0.15, 0.7)
        profile = [(tall * step, foot + (top - foot) * step, 0.25) for step in np.linspace(0, 1, 9)]
        profile.append((tall, top * 0.97, 1.0))
    else:
        profile = [(0.0, foot, 0.0), (tall * 0.96, foot, 0.2), (tall, foot * 0.92, 1.0)]
    return DrawnPiece(Stands.TURNED, colour, tuple(Slice(z, circle(r), float(up)) for z, r, up in profile))


def _sawn(rng: np.random.Generator, colour: int, size: float) -> DrawnPiece:
    """A figure sawn out of a board, on its feet: its width changes with its height."""
    tall, deep = rng.uniform(13.0, 31.0) * size, rng.uniform(5.5, 11.0) * size
    wide = rng.uniform(0.32, 0.95) * tall
    turn = rng.uniform(0, math.pi)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    steps = 11
    widths = np.interp(np.linspace(0, 1, steps), np.linspace(0, 1, 6), rng.uniform(0.35, 1.0, 6)) * wide
    if rng.random() < 0.35:
        widths[:] = wide  # a block, a cube, a house's wall
    slices = []
    for high, here, above in zip(np.linspace(0, tall, steps), widths, [*widths[1:], 0.0], strict=True):
        half = np.array([[-here, -deep], [here, -deep], [here, deep], [-here, deep]]) / 2
        slices.append(
            Slice(float(high), half @ spin, 1.0 if above == 0.0 else float(np.clip((here - above) / 3, 0, 1)))
        )
    return DrawnPiece(Stands.SAWN, colour, tuple(slices))


def any_paint(rng: np.random.Generator, colour: int) -> tuple[float, float, float]:
    """BGR of a colour as some maker mixes it."""
    return _paint(rng, PAINTS[COLOURS[colour]], 0.16)


def _paint(rng: np.random.Generator, bgr: Sequence[float], strays: float) -> tuple[float, float, float]:
    light = rng.normal(1.0, strays)
    mixed = np.array(bgr) * light * (1 + rng.normal(0, strays / 2, 3)) + rng.uniform(-10, 14)
    blue, green, red = np.clip(mixed, 4, 250).tolist()
    return blue, green, red


def _blob(rng: np.random.Generator, radius: float) -> Float64Array:
    count = int(rng.integers(3, 9))
    angles = np.sort(rng.uniform(0, 2 * math.pi, count))
    reach = radius * rng.uniform(0.3, 1.0, count)
    return np.stack([reach * np.cos(angles), reach * np.sin(angles)], axis=1)
