"""Where games are kept: one SQLite file a game, so that damage to one never touches another.

Every accepted log entry is on the disk (WAL, ``synchronous=FULL``) before anybody is told of it. Each row carries a
checksum; a damaged file is rescued up to the last row that is whole, and the original is kept beside it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from games.catalogue import game_named
from games.game import Phrase, Refusal
from games.record import Entry, Record, entry_from_json, entry_to_json

SUFFIX = ".tableside"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS game (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entry (n INTEGER PRIMARY KEY, body TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS photo (n INTEGER PRIMARY KEY, jpeg BLOB NOT NULL);
"""


class StoreError(Exception):
    """A stored game can't be used: its ``path`` and the sentence for people."""

    def __init__(self, path: Path, phrase: Phrase) -> None:
        self.path = path
        self.phrase = phrase
        super().__init__(f"{phrase}: {path}")


@dataclass(frozen=True, slots=True)
class Rescue:
    """A damaged save that was restored up to ``move``; the original lies at ``kept``."""

    move: int
    kept: Path

    @property
    def phrase(self) -> Phrase:
        """The sentence for people."""
        return Phrase.of("store.rescued", move=self.move, kept=self.kept.name)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the home screen shows of a stored game."""

    path: Path
    game_key: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    scores: tuple[int, ...]
    moves: int
    over: bool
    changed_ms: int


def data_folder() -> Path:
    """The player's own data folder, following XDG: ``$XDG_DATA_HOME/tableside`` or ``~/.local/share/tableside``."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(root) / "tableside"


class StoredGame:
    """One game on the disk. Use :meth:`create` or :meth:`open`; close it at the end."""

    def __init__(self, path: Path, connection: sqlite3.Connection, entries: int = 0) -> None:
        self.path = path
        self._connection = connection
        self._entries = entries  # of the log that are on the disk

    @classmethod
    def create(cls, path: Path, record: Record[Any, Any, Any], *, time_ms: int) -> StoredGame:
        """Start a file for this record, with everything in its log. Raises :class:`StoreError`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise StoreError(path, Phrase.of("store.exists", path=str(path)))
        stored = cls(path, _connect(path))
        setup = json.dumps(record.game.setup_to_json(record.setup))
        stored._write("game", {"key": record.game.key, "setup": setup, "format": "1", "started_ms": str(time_ms)})
        stored.keep(record, time_ms=time_ms)
        return stored

    @classmethod
    def open(cls, path: Path) -> tuple[StoredGame, Record[Any, Any, Any], Rescue | None]:
        """The game as it was left. A damaged file is rescued and the rescue is told; raises :class:`StoreError` where
        not even the set-up can be read (the file is left as it is)."""
        if not path.is_file():
            raise StoreError(path, Phrase.of("store.missing", path=str(path)))
        try:
            facts, entries, sound = _looked_at(path)
        except sqlite3.DatabaseError as error:
            raise StoreError(path, Phrase.of("store.unreadable", path=str(path))) from error
        record, taken = _replayed(facts, iter(entries), path)
        if sound and taken == len(entries):
            return cls(path, _connect(path), taken), record, None
        return _set_aside(path, record, int(facts.get("started_ms", "0")))

    def keep(self, record: Record[Any, Any, Any], *, time_ms: int, jpeg: bytes | None = None) -> Phrase | None:
        """Bring what is new in the record's log to the disk, together with its summary and the picture of the table.

        All three are one transaction. Where there is no room for all of them the entries come first, then what the home
        screen shows, then the picture. An entry is numbered by its place in the log, so no retry writes it twice.

        Args:
            record: the game as it stands now; what is on the disk is the beginning of its log.
            time_ms: now, milliseconds since the epoch.
            jpeg: the table as it was when the last action of the line was committed, or None.

        Returns:
            What people should know although every entry is on the disk: something beside it was left out.

        Raises:
            StoreError: the entries are not on the disk (disk full, file gone); it is as it was.
        """
        photo = (len(record.line) - 1, jpeg) if jpeg is not None and record.line else None
        summary = _summed_up(record, time_ms)
        first: sqlite3.Error | None = None
        for values, picture in ((summary, photo), (summary, None), ({}, None)):
            try:
                self._keep(record.log[self._entries :], values, picture)
            except sqlite3.Error as error:
                first = first or error
                if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    break  # there is room, but not now
            else:
                self._entries = len(record.log)
                return Phrase.of("store.kept_less", reason=str(first)) if first is not None else None
        raise StoreError(self.path, Phrase.of("store.cannot_write", reason=str(first))) from first

    def _keep(self, entries: tuple[Entry, ...], summary: Mapping[str, str], photo: tuple[int, bytes] | None) -> None:
        bodies = [json.dumps(entry_to_json(entry)) for entry in entries]
        with self._connection:  # one transaction: all or nothing
            self._connection.executemany(
                "INSERT INTO entry (n, body, crc) VALUES (?, ?, ?)",
                [(n, body, zlib.crc32(body.encode())) for n, body in enumerate(bodies, self._entries + 1)],
            )
            self._connection.executemany("INSERT OR REPLACE INTO game VALUES (?, ?)", summary.items())
            if photo is not None:
                self._connection.execute("INSERT OR REPLACE INTO photo VALUES (?, ?)", photo)

    def photo(self, index: int) -> bytes | None:
        """The kept picture (JPEG), or None."""
        row = self._connection.execute("SELECT jpeg FROM photo WHERE n = ?", (index,)).fetchone()
        return row[0] if row else None

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._connection.close()

    def _write(self, table: str, values: dict[str, str]) -> None:
        try:
            with self._connection:
                self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", values.items())
        except sqlite3.Error as error:
            raise StoreError(self.path, Phrase.of("store.cannot_write", reason=str(error))) from error


def summaries(folder: Path) -> tuple[Summary, ...]:
    """Every stored game in the folder, newest first; a file that can't be summed up is left out of the list only."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(sqlite3.DatabaseError, KeyError, ValueError):  # listed again once it is opened and rescued
            found.append(_summary(path))
    return tuple(sorted(found, key=lambda summary: -summary.changed_ms))


def _summary(path: Path) -> Summary:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        facts = dict(connection.execute("SELECT key, value FROM game"))
    finally:
        connection.close()
    seats = json.loads(facts["setup"])["seats"]
    return Summary(
        path,
        facts["key"],
        tuple(seat["name"] for seat in seats),
        tuple(seat["colour"] for seat in seats),
        tuple(json.loads(facts["scores"])),
        int(facts["moves"]),
        facts["over"] == "1",
        int(facts["changed_ms"]),
    )


def _summed_up(record: Record[Any, Any, Any], time_ms: int) -> dict[str, str]:
    """What the home screen shows, so that listing games replays none."""
    scores = {standing.player: standing.score for standing in record.game.standings(record.state)}
    over = record.game.player_to_move(record.state) is None
    return {
        "scores": json.dumps([scores[seat] for seat in range(len(record.setup.seats))]),
        "moves": str(len(record.line)),
        "over": str(int(over)),
        "changed_ms": str(time_ms),
    }


def _connect(path: Path) -> sqlite3.Connection:
    # The session is polled from one thread at a time, but a window may open the game on another than the one that
    # closes it; SQLite itself is compiled thread-safe.
    connection = sqlite3.connect(path, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.executescript(_SCHEMA)
    return connection


def _looked_at(path: Path) -> tuple[dict[str, str], list[Entry], bool]:
    """The facts and the entries up to the first that is missing or damaged, and whether all is sound; changes nothing.

    Raises ``sqlite3.DatabaseError`` where not even the facts can be read.
    """
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        facts = dict(connection.execute("SELECT key, value FROM game"))
        entries = list(_whole_entries(connection))
        try:
            (rows,) = connection.execute("SELECT count(*) FROM entry").fetchone()
            sound = rows == len(entries) and connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            sound = False  # the caller sets the file aside and tells people
    finally:
        connection.close()
    return facts, entries, sound


def _whole_entries(connection: sqlite3.Connection) -> Iterator[Entry]:
    """Entries in order, up to the first that is missing, damaged or unreadable."""
    for n in count(1):
        try:  # row by row, since a damaged page spoils only what lies on it
            row = connection.execute("SELECT body, crc FROM entry WHERE n = ?", (n,)).fetchone()
            if row is None or zlib.crc32((body := row[0]).encode()) != row[1]:
                return
            yield entry_from_json(json.loads(body))
        except (sqlite3.DatabaseError, ValueError, TypeError, AttributeError, Refusal):
            return  # not written by us: everything from here on is damaged


def _replayed(facts: dict[str, str], entries: Iterator[Entry], path: Path) -> tuple[Record[Any, Any, Any], int]:
    """The record that the whole entries lead to, and how many of them were taken."""
    try:
        game = game_named(facts["key"])
        record = Record.start(game, game.setup_from_json(json.loads(facts["setup"])))
    except (KeyError, ValueError, Refusal) as error:
        raise StoreError(path, Phrase.of("store.unreadable", path=str(path))) from error
    taken = 0
    for entry in entries:
        try:
            record = record.append(entry)
        except Refusal:
            break
        taken += 1
    return record, taken


def _set_aside(path: Path, record: Record[Any, Any, Any], started_ms: int) -> tuple[StoredGame, Any, Rescue]:
    """Keep the damaged original beside, and write what could be rescued in its place."""
    number = 1
    while (kept := path.with_suffix(f".damaged-{number}")).exists():
        number += 1
    path.rename(kept)
    for side_file in (path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        if side_file.exists():
            side_file.rename(kept.with_name(kept.name + side_file.name.removeprefix(path.name)))
    stored = StoredGame.create(path, record, time_ms=started_ms)
    return stored, record, Rescue(len(record.line), kept)
