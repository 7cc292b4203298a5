"""Everything in a picture that is a die, each die once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.dice_picture import DicePicture
from vision.dice.level import DiceTable
from vision.dice.one_each import as_large, of_a_size, once
from vision.dice.sighting import DieSighting, face_of
from vision.dice.upper_face import edge_there
from vision.networks.dice.finder import DieProposal, find
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class AroundParameters(Parameters):
    """Where more faces of a die are looked for."""

    around: tuple[tuple[float, int], ...] = parameter(
        ((0.25, 5), (0.5, 8)),
        "sides, count",
        "from a die's middle at which faces are looked for, and in how many directions",
        CHOSEN,
    )


PARAMETERS = AroundParameters()


def seen_dice(known: DicePicture) -> list[DieSighting]:
    """Everything that is a die, from the top down, each die once."""
    found = known.sightings(find(known.picture)) + known.measured()
    # What is not plain may be another face of its die: the upper one lies about the same middle.
    around = [
        DieProposal(one.x + (one.lean[0] + x) * one.side, one.y + (one.lean[1] + y) * one.side, one.side, 1.0)
        for one in (each.verdict for each in once(found) if not each.plain)
        for x, y in _around()
    ]
    sized = of_a_size(found + known.sightings(around, refinements=1))
    return sorted(_credible(known, known.poised(once(sized))), key=lambda one: one.verdict.y)


def _around() -> list[tuple[float, float]]:
    """Of a side, about a die's middle: where faces are looked for."""
    return [
        (float(apart * np.cos(turn)), float(apart * np.sin(turn)))
        for apart, turns in PARAMETERS.around
        for turn in np.arange(turns) * 2 * np.pi / turns
    ]


def _credible(known: DicePicture, dice: Sequence[DieSighting]) -> list[DieSighting]:
    """Those that are dice: where one surely lies, others are easily believed, the more so where they are as large; a
    table without any shall stay empty."""
    sure = [one for one in dice if one.surely_a_die]
    if not sure:
        return []
    sizes = _as_large(known, dice, known.stances(sure)[1])
    return [one for one, as_others in zip(dice, sizes, strict=True) if one.another_die(as_others)]


def _as_large(known: DicePicture, dice: Sequence[DieSighting], table: DiceTable) -> list[float]:
    """Of each die the log-odds that its size tells of its being one, beside the others that surely are and those of
    before."""
    edges = [edge_there(face_of(one.verdict), known.size, table) for one in dice]
    sure = np.flatnonzero([one.surely_a_die for one in dice])
    before = [] if known.own is None else list(known.own.edges)
    return [
        as_large(edge, before + [edges[other] for other in sure if other != number])
        for number, edge in enumerate(edges)
    ]
