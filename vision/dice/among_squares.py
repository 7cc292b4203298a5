"""Whether a face lies among squares as large as itself, as a cell of a board does.

From straight above, a cell with a disc in it looks like a die that shows one, edges and all. But beside a cell on every
side lies the next, and that is as well a square; beside a die lies its own side, the table, or seldom another die.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.sighting import DieSighting
from vision.frames import Picture
from vision.networks.dice.judge import Spot
from vision.networks.dice.measure import MeasuredFace, measured, powers_of
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class AmongSquaresParameters(Parameters):
    """When a square beside a face is the next cell of the same board. Sides are the face's."""

    next: float = parameter(1.04, "sides", "from a face's middle to that of the next cell", CHOSEN)
    off: float = parameter(0.2, "sides", "that the square lies from there at the most", CHOSEN)
    larger: float = parameter(0.15, "log", "that it is larger or smaller at the most", CHOSEN)
    turned: float = parameter(0.5, "of 2", "by which the fourth powers of its edges differ at the most", CHOSEN)
    a_die: float = parameter(0.35, "sides", "from a square's middle to a die's that lies on it", CHOSEN)
    bare: int = parameter(
        3,
        "squares",
        "without dice, of four, from which a face is a cell: 55 of 144 cells and spots have so many, of 159 dice none",
        "docs/findings/dice.md",
    )


PARAMETERS = AmongSquaresParameters()


def off_boards(picture: Picture, dice: Sequence[DieSighting]) -> list[DieSighting]:
    """Those that are no cells of a board, each told how many bare squares lie beside it."""
    places = [_beside(one.measured) if one.measured is not None else [] for one in dice]
    around = iter(measured(picture, [place for beside in places for place in beside], times=1))
    sure = [one for one in dice if one.surely_a_die]
    kept = []
    for one, beside in zip(dice, places, strict=True):
        squares = [
            square
            for place, square in zip(beside, around, strict=False)
            if one.measured is not None and _alike(one.measured, place, square)
        ]
        bare = sum(not any(_lies_on(each, square) for each in sure if each is not one) for square in squares)
        if not beside or len(squares) < len(beside) or bare < PARAMETERS.bare:
            kept.append(replace(one, bare_squares=bare))
    return kept


def _beside(face: MeasuredFace) -> list[Spot]:
    """Where the next cells would lie if a face were one."""
    steps = [way * face.side * PARAMETERS.next * np.array(edge) for edge in face.edges for way in (1, -1)]
    return [(face.x + float(right), face.y + float(down), face.side) for right, down in steps]


def _alike(face: MeasuredFace, place: Spot, square: MeasuredFace) -> bool:
    """Whether what was measured at a place is a square like a face."""
    off = np.hypot(square.x - place[0], square.y - place[1]) / face.side
    turned = abs(_turn(square) - _turn(face))
    larger = abs(float(np.log(square.side / face.side)))
    return bool(off < PARAMETERS.off and larger < PARAMETERS.larger and turned < PARAMETERS.turned)


def _turn(face: MeasuredFace) -> complex:
    one, other = (complex(*edge) for edge in face.edges)
    return powers_of(one, other)[1]


def _lies_on(die: DieSighting, square: MeasuredFace) -> bool:
    beside = np.hypot(die.verdict.x - square.x, die.verdict.y - square.y)
    return bool(beside < PARAMETERS.a_die * square.side)
