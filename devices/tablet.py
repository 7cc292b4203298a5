"""Dice on the tablet: the same events as from the real ones, without a line in between."""

from __future__ import annotations

import random
from collections.abc import Callable

from devices.events import Rolled, Rolling

TABLET = "tablet"  # the name of the device that is no device


def fair_roll(rng: random.Random, dice: int) -> tuple[int, ...]:
    """So many dice, each face as likely as any other; the generator comes from outside, so a seed repeats the roll."""
    return tuple(rng.randint(1, 6) for _ in range(dice))


class VirtualDice:
    """The dice on the tablet.

    Args:
        rng: where the chance comes from: ``random.SystemRandom()`` at a table, ``random.Random(seed)`` to repeat
            a game.
        clock: milliseconds, the same as the hub's.
    """

    def __init__(self, rng: random.Random, clock: Callable[[], int]) -> None:
        self._rng = rng
        self._clock = clock
        self._count = 0

    def start(self) -> Rolling:
        """The dice leave the hand."""
        self._count += 1
        return Rolling(TABLET, self._clock(), 0, self._count)

    def stop(self, dice: int = 2) -> Rolled:
        """The dice come to rest."""
        self._count += 1
        return Rolled(TABLET, fair_roll(self._rng, dice), self._clock(), 0, self._count)
