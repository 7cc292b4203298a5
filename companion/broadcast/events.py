"""The schema of what happens at a table: version 1. One JSON object an event; ``docs/broadcast.md`` tells it to users.

A game is a row of numbered events. Event 0, :class:`Begun`, tells who plays what. Every later one, :class:`Moved`,
stands for one entry of the game's log (see :mod:`games.record`), and has its number, so that the same game always makes
the same events: whoever has seen event n asks for everything after n and misses nothing, after a restart too.

A line of play can change behind its end: an undo, a correction, a turn told again. So each event says how many of the
moves known so far still stand (``keeps``) and which follow them now (``moves``); :mod:`companion.broadcast.table_now`
folds events into the table as it stands. Scores are never to be added up: each event holds all of them.

:class:`Health` is not numbered and not kept: it tells how camera and buttons are just now.

Seats are counted from 0 in playing order. Words are in one language, that of the reader. Fields may be added within a
version; what a reader does not know it passes over.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

VERSION = 1


class BroadcastSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table.

    Attributes:
        seat: from 0, in playing order.
        colour: of the pieces: red, yellow, green, blue, black, pink or white.
        called: what to call them: the name, or the colour in words where they want no name told.
        named: ``called`` is a name.
    """

    seat: int
    colour: str
    called: str
    named: bool = True


class BroadcastItem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that points come from, in words, and what it brings."""

    what: str
    points: int


class BroadcastLine(msgspec.Struct, frozen=True, kw_only=True):
    """Points with who, how many, from what, by which rule.

    Attributes:
        seat: who scores.
        points: what is added to the score; may be negative.
        reason: in a few words.
        words: the whole line as a sentence.
        items: what the points come from; they need not sum up where ``working`` multiplies.
        working: the sum written out; may be empty.
        rule: the rule and its place in the rulebook.
        final: scored at the end of the game.
        marks: ``default`` (a default of ours), ``house rule``, ``declared``.
        places: where on the table, in the game's notation.
    """

    seat: int
    points: int
    reason: str
    words: str
    items: tuple[BroadcastItem, ...] = ()
    working: str = ""
    rule: str = ""
    final: bool = False
    marks: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class BroadcastMove(msgspec.Struct, frozen=True, kw_only=True):
    """One place of the line of play.

    Attributes:
        seat: who did it, or should have; null where nobody is known.
        turn: which turn of the game it belongs to, from 1.
        words: what was done and what it brought about, in a sentence without the doer.
        notation: the action in the game's notation; may be empty where nobody told it.
        lines: the points that it brought.
        counts: false where it no longer fits after a correction, or was taken out: it waits to be told again.
        time_ms: when it was told, milliseconds since the epoch.
        source: touch, button, vision, device or import.
    """

    seat: int | None
    turn: int
    words: str
    notation: str
    lines: tuple[BroadcastLine, ...] = ()
    counts: bool = True
    time_ms: int = 0
    source: str = "touch"


class BroadcastStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player ended: rank from 1, equal ranks share; ``tie_break`` in words, or null."""

    seat: int
    score: int
    rank: int
    tie_break: str | None = None


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """What every event holds.

    Attributes:
        version: of this schema.
        game: which game it is: key and the time at which it began.
        n: the number of the event; of :class:`Health` that of the last numbered event before it.
        time_ms: when it happened, milliseconds since the epoch.
    """

    version: int = VERSION
    game: str
    n: int
    time_ms: int


class Begun(TableEvent, frozen=True, kw_only=True, tag="begun"):
    """A game begins. Told again for a game that is known already, everything that was known of it is void.

    Attributes:
        title: the game's key.
        title_words: what people call it.
        language: of all words, ``en`` or ``de``.
        seats: everybody, in playing order.
        scores: by seat.
        to_move: the seat that decides next; null where nobody does.
    """

    title: str
    title_words: str
    language: str
    seats: tuple[BroadcastSeat, ...]
    scores: tuple[int, ...]
    to_move: int | None


class Moved(TableEvent, frozen=True, kw_only=True, tag="moved"):
    """An entry of the game's log.

    Attributes:
        how: ``played``, ``undone``, ``redone``, ``corrected`` or ``removed``.
        seat: who did it; null of undo and redo.
        words: the event as a sentence, the doer included.
        commit: the number of the press that it belongs to; several actions of one press share it.
        keeps: how many moves of the line, from its first, still stand.
        moves: what follows them now: for a plain move that one alone.
        scores: by seat, all of them, as they now stand.
        to_move: the seat that decides next; null where nobody does.
        waits: turns that no longer fit and wait to be told again, each in a sentence.
        standings: how the game ended, best first; null as long as it has not, and again after an undo.
    """

    how: str
    seat: int | None
    words: str
    commit: int
    keeps: int
    moves: tuple[BroadcastMove, ...]
    scores: tuple[int, ...]
    to_move: int | None
    waits: tuple[str, ...] = ()
    standings: tuple[BroadcastStanding, ...] | None = None


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """Something at the table that is not well: camera, buttons, dice, light or save; ``lost`` where it is gone
    altogether; the sentence with its remedy."""

    kind: str
    lost: bool
    words: str


class Health(TableEvent, frozen=True, kw_only=True, tag="health"):
    """How the table is just now.

    Attributes:
        troubles: what is not well; none where all is.
        camera: a camera looks at the table.
        question: "which one was it?" is open at the table.
        differs: table and record differ, and people are asked which is right.
    """

    troubles: tuple[Trouble, ...] = ()
    camera: bool = False
    question: bool = False
    differs: bool = False


Event: TypeAlias = Begun | Moved | Health

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def event_json(event: Event) -> bytes:
    """The event as one line of JSON, without its end."""
    return _ENCODER.encode(event)


def event_from_json(line: bytes | str) -> Event:
    """The event that a line tells. Raises :class:`msgspec.DecodeError`, of which ``ValidationError`` is one."""
    return _DECODER.decode(line)


def json_schema() -> dict[str, Any]:
    """The schema as JSON Schema (draft 2020-12)."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Event)}
