"""Keeps a club's games in a database: every event at least once, which comes to once since its number is its key.

SQLite and PostgreSQL take the same statements but for how a value's place is written. An event is acknowledged to the
broker only when its transaction is on the disk; until then the broker keeps it, for a week.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from companion.broadcast.events import Begun, Event, Health, Moved, event_from_json
from companion.club.broker import Message
from companion.club.topics import heard_at
from games.game import Phrase, Refusal, RefusalKind

KEPT_S = 7 * 24 * 3600  # a broker keeps for us what comes while we are away

_TABLES = (
    """CREATE TABLE IF NOT EXISTS club_event (
    club TEXT NOT NULL, board TEXT NOT NULL, game TEXT NOT NULL, telling INTEGER NOT NULL, n INTEGER NOT NULL,
    time_ms BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (club, board, game, telling, n))""",
    """CREATE TABLE IF NOT EXISTS club_game (
    club TEXT NOT NULL, board TEXT NOT NULL, game TEXT NOT NULL, telling INTEGER NOT NULL, title TEXT NOT NULL,
    began_ms BIGINT NOT NULL, n INTEGER NOT NULL, over INTEGER NOT NULL, PRIMARY KEY (club, board, game))""",
    """CREATE TABLE IF NOT EXISTS club_seat (
    club TEXT NOT NULL, board TEXT NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL, called TEXT NOT NULL,
    colour TEXT NOT NULL, score INTEGER NOT NULL, place INTEGER, PRIMARY KEY (club, board, game, seat))""",
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event with all that tells it from every other one."""

    club: str
    board: str
    game: str
    telling: int
    event: Event
    body: str


class BadResults(Exception):
    """The database can't be opened or written: the sentence for people."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(str(phrase))


class _Database(Protocol):
    """The little that both have in common (PEP 249)."""

    def execute(self, statement: str, values: Any = (), /) -> Any:
        """Run a statement."""

    def commit(self) -> None:
        """Everything since the last one is on the disk."""

    def rollback(self) -> None:
        """Nothing since the last one has happened."""

    def close(self) -> None:
        """Let go of it."""


class Results:
    """Args: where: ``sqlite:///FILE`` or ``postgresql://USER@HOST/DATABASE``; libpq reads a password from its own file
    ``~/.pgpass``.

    Raises :class:`Refusal` for any other, :class:`BadResults` where it can't be opened.
    """

    def __init__(self, where: str) -> None:
        self._place = "?" if where.startswith("sqlite:") else "%s"
        self._errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
        self._database = self._opened(where)
        with self._telling_errors():
            for table in _TABLES:
                self._database.execute(table)
            self._database.commit()

    def keep(self, events: Iterable[Numbered]) -> None:
        """Take events in, in any order, however often; one transaction. Raises :class:`BadResults`: none of them was
        taken then."""
        with self._telling_errors():
            for one in events:
                self._keep(one)
            self._database.commit()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def missing(self, club: str, board: str, game: str, telling: int, last: int) -> int | None:
        """The first event up to ``last`` that is not here; None where all are. Raises :class:`BadResults`."""
        key = (club, board, game, telling)
        with self._telling_errors():
            rows = self._run(
                "SELECT n FROM club_event WHERE club = ? AND board = ? AND game = ? AND telling = ? AND n <= ? "
                "ORDER BY n",
                (*key, last),
            ).fetchall()
            self._database.commit()
        here = [n for (n,) in rows]
        if len(here) == last + 1:
            return None
        return next((n for n, known in enumerate(here) if n != known), len(here))

    def _keep(self, one: Numbered) -> None:
        known = self._run(
            "SELECT telling FROM club_game WHERE club = ? AND board = ? AND game = ?", (one.club, one.board, one.game)
        ).fetchone()
        if known is not None and known[0] > one.telling:
            return  # it was told anew since, perhaps without somebody's name
        new = self._run(
            "INSERT INTO club_event (club, board, game, telling, n, time_ms, body) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (one.club, one.board, one.game, one.telling, one.event.n, one.event.time_ms, one.body),
        )
        if new.rowcount:
            self._stand(one)

    def _stand(self, one: Numbered) -> None:
        """Scores and ranks are those of the last event; what comes late or was told anew changes nothing newer."""
        event = one.event
        key = (one.club, one.board, one.game)
        if isinstance(event, Begun):
            fresh = self._run(
                "INSERT INTO club_game (club, board, game, telling, title, began_ms, n, over) VALUES "
                "(?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (club, board, game) DO UPDATE SET telling = excluded.telling, "
                "title = excluded.title, n = excluded.n, over = 0 WHERE club_game.telling < excluded.telling",
                (*key, one.telling, event.title, event.time_ms, event.n),
            )
            if not fresh.rowcount:
                return
            self._run(
                "DELETE FROM club_event WHERE club = ? AND board = ? AND game = ? AND telling < ?", (*key, one.telling)
            )
            for seat in event.seats:
                self._run(
                    "INSERT INTO club_seat (club, board, game, seat, called, colour, score, place) VALUES "
                    "(?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT (club, board, game, seat) DO UPDATE SET "
                    "called = excluded.called",
                    (*key, seat.seat, seat.called, seat.colour, event.scores[seat.seat]),
                )
            self._catch_up(one)
        elif isinstance(event, Moved):
            self._score(one, event)

    def _score(self, one: Numbered, event: Moved) -> None:
        key = (one.club, one.board, one.game)
        newest = self._run(
            "UPDATE club_game SET n = ?, over = ? WHERE club = ? AND board = ? AND game = ? AND telling = ? AND n < ?",
            (event.n, int(event.standings is not None), *key, one.telling, event.n),
        )
        if not newest.rowcount:
            return
        places = {standing.seat: standing.rank for standing in event.standings or ()}
        for seat, score in enumerate(event.scores):
            self._run(
                "UPDATE club_seat SET score = ?, place = ? WHERE club = ? AND board = ? AND game = ? AND seat = ?",
                (score, places.get(seat), *key, seat),
            )

    def _catch_up(self, begun: Numbered) -> None:
        """A beginning that comes late: the last event that overtook it counts."""
        row = self._run(
            "SELECT body FROM club_event WHERE club = ? AND board = ? AND game = ? AND telling = ? AND n > 0 "
            "ORDER BY n DESC LIMIT 1",
            (begun.club, begun.board, begun.game, begun.telling),
        ).fetchone()
        if row is not None:
            event = event_from_json(row[0])
            assert isinstance(event, Moved)
            self._score(begun, event)

    def _run(self, statement: str, values: tuple[Any, ...]) -> Any:
        return self._database.execute(statement.replace("?", self._place), values)

    def _opened(self, where: str) -> _Database:
        parts = urlsplit(where)
        if parts.scheme == "sqlite" and not parts.netloc and len(parts.path) > 1:
            path = Path(unquote(parts.path[1:]))  # as with SQLAlchemy: three strokes and a name, four and a whole path
            with self._telling_errors():
                database = sqlite3.connect(path, timeout=5, check_same_thread=False)
                database.execute("PRAGMA journal_mode=WAL")
                database.execute("PRAGMA synchronous=FULL")
            return database
        if parts.scheme in ("postgresql", "postgres"):
            return self._postgresql(where)
        raise Refusal(RefusalKind.INVALID, Phrase.of("club.bad_results", text=parts.scheme), value=parts.scheme)

    def _postgresql(self, where: str) -> _Database:
        try:
            import psycopg
        except ImportError as error:
            raise BadResults(Phrase.of("club.no_package", package="psycopg")) from error
        self._errors = (psycopg.Error, OSError)
        with self._telling_errors():
            database: _Database = psycopg.connect(where, connect_timeout=5)
        return database

    @contextmanager
    def _telling_errors(self) -> Iterator[None]:
        """What the database raises, told in one sentence; what was begun is undone."""
        try:
            yield
        except self._errors as error:
            with suppress(*self._errors, AttributeError):  # it may be gone, or never have come about
                self._database.rollback()
            raise BadResults(Phrase.of("club.no_database", why=str(error).strip().splitlines()[0])) from error


def numbered(message: Message) -> Numbered | None:
    """The event that a message tells; None for one that is none, or of a later version. Raises
    ``msgspec.DecodeError`` for what is no event at all."""
    heard = heard_at(message.topic)
    if heard is None or len(heard.rest) != 3 or heard.rest[0] != "events" or not heard.rest[2].isdecimal():
        return None
    event = event_from_json(message.payload)
    if isinstance(event, Health) or event.game != heard.rest[1]:
        return None
    body = message.payload.decode()
    return Numbered(heard.place.club, heard.place.table, event.game, int(heard.rest[2]), event, body)
