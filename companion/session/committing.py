"""What committing actions makes of a record: each turn a commit of its own, and what happened in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.session.answering import Commits
from companion.session.open_twins import MARK
from companion.session.several_turns import turns_of
from games.any_game import AnyAction, AnyRecord
from games.game import Event, ScoreLine, SettledByNext


@dataclass(frozen=True, slots=True)
class Committed:
    """Actions on their way into the record.

    Attributes:
        record: as it is with them.
        events: what they brought, in order.
        player: seat index of whose turn it was; None where the game was over.
    """

    record: AnyRecord
    events: tuple[Event, ...]
    player: int | None

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """What was scored."""
        return tuple(event.line for event in self.events if event.line is not None)

    @property
    def leaves(self) -> tuple[str, ...]:
        """The places from which something goes home."""
        return tuple(place for event in self.events for place in event.leaves)


def committed(record: AnyRecord, done: Commits, *, now_ms: int) -> Committed:
    """The record with what is done: each turn is a commit, so that one undo takes one back, and no two share a time.
    A turn with a piece that is left open is marked. Raises ``games.game.Refusal`` where they are not legal."""
    last = max((entry.time_ms for entry in record.log), default=0)
    time_ms = max(now_ms, last + 1)
    changed, group = record, record.next_group
    for later, turn in enumerate(turns_of(record, done.actions)):
        marks = (*done.marks, MARK) if done.left_open.intersection(turn.actions) else done.marks
        if retells_the_last(changed, turn.actions):
            changed = changed.correct(len(changed.line) - 1, *turn.actions, time_ms=time_ms + later)
        else:
            changed = changed.play(*turn.actions, source=done.source, time_ms=time_ms + later, marks=marks)
    fresh = (step for step in changed.line if step.entry.group >= group)
    events = tuple(event for step in fresh for event in step.events)
    return Committed(changed, events, record.game.player_to_move(record.state))


def retells_the_last(record: AnyRecord, actions: Sequence[AnyAction]) -> bool:
    """Whether these actions after a record say what its last one was, and stand there instead
    (:class:`games.game.SettledByNext`)."""
    game = record.game
    last = record.line[-1].action if record.line else None
    if not isinstance(game, SettledByNext) or last is None or len(actions) != 1:
        return False
    return game.retells(record.state, last, actions[0])
