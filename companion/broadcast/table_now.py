"""The table as it stands, folded from its events: what a page draws, and what a late joiner is given."""

from __future__ import annotations

import msgspec

from companion.broadcast.events import (
    Begun,
    BroadcastMove,
    BroadcastSeat,
    BroadcastStanding,
    Event,
    Health,
    Moved,
    TableEvent,
)


class TableNow(TableEvent, frozen=True, kw_only=True, tag="now"):
    """A table after event ``n``; the fields are those of :mod:`companion.broadcast.events`.

    Attributes:
        moves: the line of play.
        last: the last event in words; empty before the first.
        health: the last that was told, or null.
    """

    title: str
    title_words: str
    language: str
    seats: tuple[BroadcastSeat, ...]
    scores: tuple[int, ...]
    to_move: int | None
    moves: tuple[BroadcastMove, ...] = ()
    last: str = ""
    waits: tuple[str, ...] = ()
    standings: tuple[BroadcastStanding, ...] | None = None
    health: Health | None = None


class EventMissing(Exception):
    """An event does not follow what is known: the one after ``known`` is wanted, or the beginning of its game."""

    def __init__(self, known: int | None, event: Event) -> None:
        self.known = known
        self.event = event
        super().__init__(f"event {event.n} of {event.game} after {known}")


def after(now: TableNow | None, event: Event) -> TableNow:
    """The table after one more event. An event that is known already changes nothing.

    Raises:
        EventMissing: something lies between, or the game's beginning was never told.
    """
    if isinstance(event, Begun):
        return TableNow(
            game=event.game, n=event.n, time_ms=event.time_ms, title=event.title, title_words=event.title_words,
            language=event.language, seats=event.seats, scores=event.scores, to_move=event.to_move,
            health=now.health if now is not None else None,
        )  # fmt: skip
    if now is None or now.game != event.game:
        raise EventMissing(None, event)
    if isinstance(event, Health):
        return msgspec.structs.replace(now, health=event)
    if event.n <= now.n:
        return now
    if event.n != now.n + 1:
        raise EventMissing(now.n, event)
    return _moved(now, event)


def _moved(now: TableNow, event: Moved) -> TableNow:
    return msgspec.structs.replace(
        now, n=event.n, time_ms=event.time_ms, scores=event.scores, to_move=event.to_move,
        moves=(*now.moves[: event.keeps], *event.moves), last=event.words, waits=event.waits,
        standings=event.standings,
    )  # fmt: skip
