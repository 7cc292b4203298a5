"""One sighting for each die: those of one size, none inside another, each die once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.sighting import DieSighting
from vision.networks.dice.judge import Verdict
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class OneEachParameters(Parameters):
    """How large dice of one throw are beside each other, and how near together they lie."""

    alike: float = parameter(
        2.0,
        "times",
        "that sides of dice thrown together differ: 12 to 19 mm, nearer to the camera or further from it",
        "docs/findings/dice.md",
    )
    far_and_near: float = parameter(
        4.0,
        "times",
        "the same of dice beyond doubt: one of 20 mm before a camera held aslant, one of 9 far away",
        "docs/findings/dice.md",
    )
    pip: float = parameter(0.3, "sides", "that no pip is wider than", CHOSEN)
    ace: float = parameter(
        0.6, "sides", "that nothing is wider than which is taken for the only pip of a die of cloth", CHOSEN
    )
    one_body: float = parameter(0.6, "sides", "between the middles of two dice at the least", CHOSEN)


PARAMETERS = OneEachParameters()


def kept(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """One sighting for each die, the likeliest first."""
    return once(of_a_size(sightings))


def of_a_size(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """Those about as large as the surest dice: the grain of a cloth may look like tiny dice here and there."""
    sightings = [one for one in sightings if not _holds_dice(one, sightings)]
    surest = once(sightings)
    if not surest:
        return []

    def support(size: float) -> float:
        # A small patch shows little: what looks like a die in it is more often none.
        alike = (one for one in surest if 1 / PARAMETERS.alike < one.verdict.side / size < PARAMETERS.alike)
        return sum(one.weight**2 * min(1.0, one.verdict.side / 30) for one in alike)

    size = max((one.verdict.side for one in surest), key=support)
    plain = {id(one) for one in surest if one.plain and one.surely_a_die}
    return [
        one
        for one in sightings
        if 1 / PARAMETERS.alike < one.verdict.side / size < PARAMETERS.alike
        or (id(one) in plain and 1 / PARAMETERS.far_and_near < one.verdict.side / size < PARAMETERS.far_and_near)
    ]


def _holds_dice(one: DieSighting, sightings: Sequence[DieSighting]) -> bool:
    """Whether what would be its pips are dice: from afar, two dice on a table look like a die that shows two, and a
    bright die on a dark cloth like the pip of a large dark one.

    One of them must show more than one pip; the pips of a large die may themselves look like dice that show one.
    """
    inside = [
        each
        for each in sightings
        if each.plain
        and each.verdict.side < (PARAMETERS.ace if one.verdict.pips == 1 else PARAMETERS.pip) * one.verdict.side
        and np.hypot(each.verdict.x - one.verdict.x, each.verdict.y - one.verdict.y) < one.verdict.side
    ]
    least = 1 if one.verdict.pips == 1 else 2
    return len(once(inside)) >= least and any(each.verdict.pips > 1 for each in inside)


def once(sightings: Sequence[DieSighting]) -> list[DieSighting]:
    """Each die's best sighting: two of one die lie nearer together than dice can, and no die lies inside another."""
    kept: list[DieSighting] = []
    # A large patch shows more than a small one: a pip that glints may look like a die that shows one.
    for one in sorted(sightings, key=lambda each: each.weight * each.verdict.side**0.3, reverse=True):
        if not any(_overlap(one.verdict, other.verdict) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts are of one die: of the same face, or of two faces about one middle."""
    between = np.array([one.x - other.x, one.y - other.y])
    small, large = sorted((one.side, other.side))
    if np.hypot(*between) < (0.95 if small < 0.5 * large else 0.55) * large:
        return True
    bodies = between + one.side * np.array(one.lean) - other.side * np.array(other.lean)
    return bool(np.hypot(*bodies) < PARAMETERS.one_body * large)
