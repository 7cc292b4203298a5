"""What committing actions makes of a record: each turn a commit of its own, and what happened in them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.session.several_turns import turns_of
from games.any_game import AnyAction, AnyRecord
from games.game import Event, ScoreLine
from games.record import Source


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


def committed(
    record: AnyRecord, actions: tuple[AnyAction, ...], source: Source, marks: tuple[str, ...], *, now_ms: int
) -> Committed:
    """The record with these actions: each turn is a commit, so that one undo takes one back, and no two share a time.
    Raises ``games.game.Refusal`` where they are not legal."""
    last = max((entry.time_ms for entry in record.log), default=0)
    time_ms = max(now_ms, last + 1)
    changed, group = record, record.next_group
    for later, turn in enumerate(turns_of(record, actions)):
        changed = changed.play(*turn.actions, source=source, time_ms=time_ms + later, marks=marks)
    fresh = (step for step in changed.line if step.entry.group >= group)
    events = tuple(event for step in fresh for event in step.events)
    return Committed(changed, events, record.game.player_to_move(record.state))
