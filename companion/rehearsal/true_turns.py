"""What was really played, turn by turn: one ends where somebody else is to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.any_game import AnyAction, AnyRecord


@dataclass(frozen=True, slots=True)
class TrueTurns:
    """All that is played in a game, and which turn each action belongs to.

    Attributes:
        actions: everything, in order.
        numbers: for each action the number of its turn, from 0 on.
        last_is_over: the last turn is played to its end; a game that is cut short may stop in the middle of one.
    """

    actions: tuple[AnyAction, ...]
    numbers: tuple[int, ...]
    last_is_over: bool

    @classmethod
    def after(cls, record: AnyRecord, actions: Sequence[AnyAction]) -> TrueTurns:
        """The turns that these actions make after a record. Raises ``games.game.Refusal`` where they are not legal."""
        game, state, number = record.game, record.state, 0
        numbers = []
        for action in actions:
            numbers.append(number)
            mover = game.player_to_move(state)
            state, _ = game.apply(state, action)
            number += game.player_to_move(state) != mover
        return cls(tuple(actions), tuple(numbers), bool(numbers) and number > numbers[-1])

    def __len__(self) -> int:
        """How many turns there are."""
        return len(set(self.numbers))

    def passed(self, done: int) -> int:
        """How many turns have begun where so many actions are ``done``."""
        return self.numbers[done - 1] + 1 if done else 0

    def end_of_next(self, done: int) -> int:
        """How many actions are done once the turn is over that comes after so many."""
        left = self.numbers[done:]
        return done + sum(number == left[0] for number in left)

    def from_here(self, start: int, done: int) -> tuple[AnyAction, ...]:
        """What was done from ``start`` on in the turn that goes on there, of all that is ``done`` so far."""
        return self.actions[start : min(done, self.end_of_next(start))]

    def is_whole(self, start: int, done: int) -> bool:
        """Whether the turn that goes on at ``start`` is over by then."""
        end = self.end_of_next(start)
        return end <= done and (end < len(self.actions) or self.last_is_over)

    def done_by(self, action: AnyAction, done: int) -> int:
        """How many actions are done once this one is, which comes next or, where nobody told of those before, later."""
        later = (number for number in range(done, len(self.actions)) if self.actions[number] == action)
        return next(later, done) + 1
