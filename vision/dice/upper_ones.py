"""Dice that are known by one of their sides are known by their upper face, where that is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.dice import refusal
from vision.dice.dice_picture import DicePicture, apart
from vision.dice.level import Lean
from vision.dice.one_each import shows_top
from vision.dice.sighting import DieSighting
from vision.dice.upper_face import lean_there, supposed_table, upper_face
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class UpperOnesParameters(Parameters):
    """Which dice tell how a table lies."""

    stands: float = parameter(
        0.1, "chance", "of being cocked, up to which another die tells how the table lies", CHOSEN
    )


PARAMETERS = UpperOnesParameters()


def upper_ones(known: DicePicture, seen: list[DieSighting]) -> tuple[list[DieSighting], list[float]]:
    """The same dice, each known by its upper face where a side of it was taken for that; and of each the chance that
    this is a side all the same.

    From beside a table a die's side is larger than its upper face, so it is what was found. All faces together tell
    the table's up, and that tells where the upper face lies.
    """
    if not seen:
        return seen, []
    size = known.size
    above = [_above(known, one) for one in seen] if known.table_up is None else []
    how, table = known.stances(seen, above)
    steady = sum(stance.cocked < PARAMETERS.stands for stance in how)
    found, sides = [], []
    for one, stance in zip(seen, how, strict=True):
        others = steady - (stance.cocked < PARAMETERS.stands)
        upper = None
        if stance.side > stance.level:
            place = upper_face(one.lean, one.verdict.side, size, table)
            if any(each is not one and shows_top(each, one, place) for each in seen):
                continue  # this is a side of a die that is known by its upper face already
            upper = known.expected(place)
        elif known.table_up is not None or others:
            # Another die stands on the same table: it tells better than a second look how this one should lean.
            off = apart(one.verdict.lean, lean_there(one.verdict.x, one.verdict.y, size, table))
            one = replace(one, quarrel=min(one.quarrel, off))
        found.append(upper or one)
        sides.append(0.0 if upper is not None else stance.side)
    return found, sides


def _above(known: DicePicture, one: DieSighting) -> Lean | None:
    """The lean of the upper face that a die shows if what was found is a side of it; None where it shows none."""
    table = supposed_table(one.lean, known.size, known.focal_px)
    found = None if table is None else known.expected(upper_face(one.lean, one.verdict.side, known.size, table))
    return None if found is None or found.explained < refusal.PARAMETERS.faint else found.lean
