"""One sighting for each die: those of one size, none inside another, each die once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.dice.pattern import UpperFace
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
    one_make: float = parameter(0.6, "share", "of dice beside others that are as large as these", CHOSEN)
    spread: float = parameter(
        0.15, "log", "by which the edges of dice of one size are measured longer or shorter", CHOSEN
    )
    any_size: float = parameter(20.0, "times", "as large as the least that the largest thing is", CHOSEN)
    touching: float = parameter(0.85, "sides", "between the middles of two dice that touch, seen aslant", CHOSEN)
    one_face: float = parameter(0.35, "sides", "between two measurements of one face at the most", CHOSEN)
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


def shows_top(one: DieSighting, side: DieSighting, place: UpperFace) -> bool:
    """Whether a face is the upper one, at the place where it should lie, of the die that another is a side of.

    Faces of two dice lie further from each other, and so do their bodies, also where the dice touch.
    """
    length = max(one.verdict.side, place.side)
    faces = np.hypot(one.verdict.x - place.x, one.verdict.y - place.y)
    bodies = np.hypot(*(_body(one.verdict) - _body(side.verdict)))
    return bool(faces < PARAMETERS.one_face * length and bodies < PARAMETERS.touching * length)


def _body(verdict: Verdict) -> Float64Array:
    return np.array([verdict.x, verdict.y]) + verdict.side * np.array(verdict.lean)


def _holds_dice(one: DieSighting, sightings: Sequence[DieSighting]) -> bool:
    """Whether what would be its pips are dice: from afar, two dice on a table look like a die that shows two, and a
    bright die on a dark cloth like the pip of a large dark one.

    One that shows more than one pip is enough; the pips of a large die may themselves look like dice that show one.
    """
    widest = PARAMETERS.ace if one.verdict.pips == 1 else PARAMETERS.pip

    def within(each: DieSighting) -> bool:
        apart = np.hypot(each.verdict.x - one.verdict.x, each.verdict.y - one.verdict.y)
        return bool(each.verdict.side < widest * one.verdict.side and apart < one.verdict.side)

    return any(each.verdict.pips > 1 and each.another_die() for each in sightings if within(each))


def as_large(edge: float, others: Sequence[float]) -> float:
    """Log-odds that the length of its edge tells of its being a die, beside sure ones: most dice of a throw are of one
    size; 0 where there are no others.

    Args:
        edge: as ``vision.dice.upper_face.edge_there`` has it. others: those of the dice that are sure.
    """
    if not others:
        return 0.0
    off = np.log(edge / np.array(others)) / PARAMETERS.spread
    alike = np.exp(-0.5 * off**2).mean() / (np.sqrt(2 * np.pi) * PARAMETERS.spread)
    other = 1 / (2 * np.log(PARAMETERS.alike))  # of any size that dice of a picture have
    nothing = 1 / np.log(PARAMETERS.any_size)
    return float(np.log((PARAMETERS.one_make * alike + (1 - PARAMETERS.one_make) * other) / nothing))


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
