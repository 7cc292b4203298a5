"""Read the dice of one picture: find, judge, and refuse whatever a careful person would not call out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.game import Phrase
from vision.dice.finder import find
from vision.dice.judge import Verdict, judge
from vision.dice.level import Floats, Lean, odd_ones
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.frames import Picture

A_DIE = 0.8  # chance from which something is a die
SURE, AGREEING, DOUBTFUL = 0.93, 0.75, 0.5
ALIKE = 2.6  # sides of dice thrown together: 12 to 19 mm, and nearer to the camera or further from it
_EDGE = 0.42  # of a side: the upper face's middle is at least this far from the picture's edge


def read_dice(picture: Picture, table_up: Floats | None = None, focal_px: float | None = None) -> DiceObservation:
    """The dice that lie in a BGR picture.

    Args:
        picture: of the table, from above or aslant; each die at least 12 px large.
        table_up: (3,) the table's up in the camera's frame (right, down, forward), where a calibration tells it.
        focal_px: of the camera, where it is known.
    """
    verdicts = seen_dice(picture)
    size = (picture.shape[1], picture.shape[0])
    leans = [Lean(*one.lean, one.x, one.y) for one in verdicts]
    sure = [one.confidence >= SURE and one.doubt < DOUBTFUL for one in verdicts]
    odd = odd_ones(leans, size, voting=sure, table_up=table_up, focal_px=focal_px)
    dice, unread = [], []
    for verdict, leaning in zip(verdicts, odd, strict=True):
        why = why_not(verdict, leaning, size)
        if why is None:
            dice.append(SeenDie(verdict.pips, verdict.x, verdict.y, verdict.side, verdict.confidence))
        else:
            unread.append(UnreadDie(verdict.x, verdict.y, verdict.side, why))
    return DiceObservation(tuple(dice), tuple(unread))


def seen_dice(picture: Picture) -> list[Verdict]:
    """A verdict on everything that is a die, from the top down, each die once."""
    found = [judge(picture, place.x, place.y, place.side) for place in find(picture)]
    dice = _once(_of_a_size([one for one in found if one.is_die >= A_DIE]))
    return sorted(dice, key=lambda one: one.y)


def _weight(verdict: Verdict) -> float:
    """How much speaks for a verdict."""
    return verdict.is_die * verdict.confidence * (1 - verdict.doubt)


def _of_a_size(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Those about as large as the surest dice: the grain of a cloth may look like tiny dice here and there."""
    surest = _once(verdicts)
    if not surest:
        return []

    def support(size: float) -> float:
        # A small patch shows little: what looks like a die in it is more often none.
        alike = (one for one in surest if 1 / ALIKE < one.side / size < ALIKE)
        return sum(_weight(one) ** 2 * min(1.0, one.side / 30) for one in alike)

    size = max((one.side for one in surest), key=support)
    return [one for one in verdicts if 1 / ALIKE < one.side / size < ALIKE]


def _once(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Each die's best verdict: two of one die lie nearer together than dice can, and no die lies inside another."""
    kept: list[Verdict] = []
    # A large patch shows more than a small one: a pip that glints may look like a die that shows one.
    for one in sorted(verdicts, key=lambda verdict: _weight(verdict) * verdict.side**0.3, reverse=True):
        if not any(_overlap(one, other) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Verdict, other: Verdict) -> bool:
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    small, large = sorted((one.side, other.side))
    return apart < (0.95 if small < 0.5 * large else 0.55) * large


def why_not(verdict: Verdict, odd: bool, size: tuple[int, int]) -> Phrase | None:
    """Why a die is not read, or None."""
    rim = min(verdict.x, verdict.y, size[0] - 1 - verdict.x, size[1] - 1 - verdict.y)
    if rim < _EDGE * verdict.side:
        return Phrase.of("dice.cut_off")
    if odd or verdict.doubt > DOUBTFUL:
        return Phrase.of("dice.cocked_or_hidden")
    if verdict.confidence < SURE or verdict.agreeing < AGREEING:
        return Phrase.of("dice.not_clear")
    return None
