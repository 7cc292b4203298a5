"""Watch the table and tell each roll of the dice once, as soon as they lie still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision import attention
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.dice.reading import read_dice
from vision.frames import Frame, Picture
from vision.imaging.change import movement, small_of
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceLiveParameters(Parameters):
    """How near to where a die lay one still counts as lying there."""

    lain: float = parameter(
        0.35, "share of a side", "a die that lies this near to where one lay before has not been thrown", CHOSEN
    )
    settle_ms: float = parameter(400.0, "ms", "a die that rocks on its edge looks still for shorter than this", CHOSEN)


PARAMETERS = DiceLiveParameters()


@dataclass(frozen=True, slots=True)
class SeenRoll:
    """Dice that came to rest. ``values``: from left to right, 0 for a die that can't be read, as devices tell it.

    ``confidence`` is that of the least sure die (0 where one was not read); ``time_ms`` is the clock of the frames.
    """

    values: tuple[int, ...]
    confidence: float
    time_ms: float
    seen: DiceObservation


class CameraDice:
    """Watches for rolls of so many dice.

    A roll is told when something has moved, all has been still for a while, the dice lie elsewhere or otherwise than
    before, and two frames agree on what they show. Fewer dice than wanted are no roll (a hand may lie on one, or one
    has not been thrown yet), and neither are more. What lies there at first, while nothing waits for dice, has not been
    thrown and is no roll as long as it lies there.

    Args:
        read: reads a picture (the project's own reader unless a test brings another).
        settle_ms: how long all must be still.
    """

    def __init__(
        self,
        read: Callable[[Picture], DiceObservation] = read_dice,
        *,
        settle_ms: float | None = None,
    ) -> None:
        settle_ms = PARAMETERS.settle_ms if settle_ms is None else settle_ms
        self._read = read
        self._settle_ms = settle_ms
        self._last: Picture | None = None
        self.moved_ms = -np.inf  # clock of the frames: when something moved last
        self._done: Picture | None = None  # the still picture that there is no more to say about
        self._first: DiceObservation | None = None  # what one frame said, waiting for another to say it too
        self._last_seen: DiceObservation | None = None
        self._begun = False

    def look(self, frame: Frame, dice: int) -> SeenRoll | None:
        """Take a frame in; a roll comes back once.

        Args:
            dice: of how many a roll is waited for; 0 where none is.
        """
        small = small_of(frame.image)
        if self._last is None or self._last.shape != small.shape or _moved(self._last, small):
            self._last, self.moved_ms, self._first = small, frame.time_ms, None
            return None
        self._last = small
        if frame.time_ms - self.moved_ms < self._settle_ms or self._known(small) or (self._begun and not dice):
            return None
        seen = self._read(frame.image)
        if self._first is None or not _agree(self._first, seen):
            self._first = seen
            return None
        self._done, self._first, self._begun = small, None, True
        if dice and len(seen.dice) + len(seen.unread) != dice:
            return None
        if self._last_seen is not None and _agree(self._last_seen, seen):
            return None
        self._last_seen = seen
        return _roll(seen, frame.time_ms) if dice else None

    def _known(self, small: Picture) -> bool:
        return self._done is not None and self._done.shape == small.shape and not _moved(self._done, small)


def _roll(seen: DiceObservation, time_ms: float) -> SeenRoll:
    everyone: list[SeenDie | UnreadDie] = sorted([*seen.dice, *seen.unread], key=lambda die: die.x)
    values = tuple(die.pips if isinstance(die, SeenDie) else 0 for die in everyone)
    sure = min((die.confidence for die in seen.dice), default=0.0) if not seen.unread else 0.0
    return SeenRoll(values, sure, time_ms, seen)


def _moved(before: Picture, after: Picture) -> bool:
    return (
        int(np.count_nonzero(movement(before, after) > attention.PARAMETERS.moving_levels))
        >= attention.PARAMETERS.moving_pixels
    )


def _agree(one: DiceObservation, other: DiceObservation) -> bool:
    """The same dice at the same places, showing the same."""

    def places(seen: DiceObservation) -> list[tuple[int, float, float, float]]:
        read = [(die.pips, die.x, die.y, die.side) for die in seen.dice]
        return sorted(read + [(0, die.x, die.y, die.side) for die in seen.unread], key=lambda die: die[1])

    ones, others = places(one), places(other)
    if len(ones) != len(others):
        return False
    free = list(others)
    for pips, x, y, side in ones:
        same = (
            die
            for die in free
            if die[0] == pips and np.hypot(die[1] - x, die[2] - y) < PARAMETERS.lain * max(side, die[3])
        )
        match = next(same, None)
        if match is None:
            return False
        free.remove(match)
    return True
