"""How people treat the tablet beside their game: they forget to press, and leave questions standing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Habits:
    """How often, and for how long.

    Attributes:
        forgets: the chance that a turn ends without a press.
        leaves: each question stands unanswered for 0 to so many turns.
        seed: of both.
    """

    forgets: float = 0.0
    leaves: int = 0
    seed: int = 0


@dataclass(slots=True)
class PeopleWithHabits:
    """People with habits, turn by turn."""

    habits: Habits
    _chance: random.Random = field(init=False)
    _patience: int | None = None  # turns for which the open question is left standing

    def __post_init__(self) -> None:
        self._chance = random.Random(self.habits.seed)

    def forget(self) -> bool:
        """Whether nobody presses after this turn."""
        return self._chance.random() < self.habits.forgets

    def a_turn_passes(self) -> None:
        """A turn was played beside an open question."""
        if self._patience is not None:
            self._patience -= 1

    def settle(self) -> None:
        """The question is gone without an answer."""
        self._patience = None

    def answer(self) -> bool:
        """Whether somebody answers the open question now."""
        if self._patience is None:
            self._patience = self._chance.randint(0, self.habits.leaves)
        if self._patience > 0:
            return False
        self._patience = None
        return True
