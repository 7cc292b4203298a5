"""Read the dice of one picture: find, judge, and refuse whatever a careful person would not call out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.game import Phrase
from vision.dice.finder import find
from vision.dice.judge import Verdict, judge
from vision.dice.level import Floats, odd_ones, up_of
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.frames import Picture

A_DIE = 0.5  # chance from which something is a die
SURE, AGREEING, DOUBTFUL = 0.9, 0.75, 0.5
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
    ups = [up_of(one.lean, one.x, one.y, size, focal_px) for one in verdicts]
    dice, unread = [], []
    for verdict, odd in zip(verdicts, odd_ones(ups, table_up), strict=True):
        why = _why_not(verdict, odd, size)
        if why is None:
            dice.append(SeenDie(verdict.pips, verdict.x, verdict.y, verdict.side, verdict.confidence))
        else:
            unread.append(UnreadDie(verdict.x, verdict.y, verdict.side, why))
    return DiceObservation(tuple(dice), tuple(unread))


def seen_dice(picture: Picture) -> list[Verdict]:
    """A verdict on everything that is a die, from the top down, each die once."""
    found = [judge(picture, place.x, place.y, place.side) for place in find(picture)]
    return sorted(_once([one for one in found if one.is_die >= A_DIE]), key=lambda one: one.y)


def _once(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Each die's best verdict. Two of one die lie nearer together than dice can, and a pip is no die in a die."""
    kept: list[Verdict] = []
    for one in sorted(verdicts, key=lambda verdict: -_weight(verdict) * verdict.side**0.3):
        if not any(_same(one, other) or _within(one, other) for other in kept):
            kept = [other for other in kept if not _within(other, one)]
            kept.append(one)
    return kept


def _weight(verdict: Verdict) -> float:
    return verdict.is_die * verdict.confidence


def _same(one: Verdict, other: Verdict) -> bool:
    return float(np.hypot(one.x - other.x, one.y - other.y)) < 0.55 * max(one.side, other.side)


def _within(small: Verdict, large: Verdict) -> bool:
    apart = float(np.hypot(small.x - large.x, small.y - large.y))
    believed = _weight(large) > 0.6 * _weight(small)
    return small.side < 0.5 * large.side and apart < 0.95 * large.side and believed


def _why_not(verdict: Verdict, odd: bool, size: tuple[int, int]) -> Phrase | None:
    """Why a die is not read, or None."""
    rim = min(verdict.x, verdict.y, size[0] - 1 - verdict.x, size[1] - 1 - verdict.y)
    if rim < _EDGE * verdict.side:
        return Phrase.of("dice.cut_off")
    if odd or verdict.doubt > DOUBTFUL:
        return Phrase.of("dice.cocked_or_hidden")
    if verdict.confidence < SURE or verdict.agreeing < AGREEING:
        return Phrase.of("dice.not_clear")
    return None
