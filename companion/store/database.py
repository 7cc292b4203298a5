"""The first copy of a game: one SQLite file, in which a commit is whole or has not happened.

Writing: WAL with ``synchronous=FULL``, so a committed entry survives the power cut (https://www.sqlite.org/wal.html).
Reading: one read transaction, which never waits for the writer and never makes it wait.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from companion.store.places import sqlite_files_of
from companion.store.store_error import is_out_of_reach
from companion.store.written import FORMAT, WrittenCopy, WrittenFacts, checksum_of

BUSY_S = 0.1  # the screen waits this long at most for another program that holds the file
LOG_PAGES = 100  # of 4 kB in SQLite's log before they move to the file: what lies in both needs room twice
GIVES_UP_AFTER = 64  # unreadable entries in a row: a damaged page holds fewer
Photo = tuple[int, bytes]  # (index in the line of play, JPEG)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS game (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entry (n INTEGER PRIMARY KEY, body TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS photo (n INTEGER PRIMARY KEY, jpeg BLOB NOT NULL);
"""
_SUMMARY = ("scores", "moves", "over", "changed_ms")


def connect(path: Path) -> sqlite3.Connection:
    """Open an existing file for writing. Raises :class:`sqlite3.Error`."""
    # The session is polled from one thread at a time, but a window may open the game on another than the one that
    # closes it; SQLite itself is compiled thread-safe.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S, check_same_thread=False, isolation_level=None
    )
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside is on the disk afterwards, or none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk may have ended it already
            connection.execute("ROLLBACK")
        raise


def write_facts(connection: sqlite3.Connection, facts: WrittenFacts) -> None:
    """Put down what the game is, with its checksum."""
    rows = {"key": facts.key, "setup": facts.setup, "started_ms": facts.started_ms, "format": facts.format}
    _write_rows(connection, {name: str(value) for name, value in rows.items()} | {"checksum": str(facts.checksum)})


def write_summary(connection: sqlite3.Connection, values: Mapping[str, str]) -> None:
    """Put down what the home screen shows, with its checksum."""
    _write_rows(connection, {**values, "summary_checksum": str(_summary_checksum(values))})


def write_entries(connection: sqlite3.Connection, first: int, bodies: Iterable[str]) -> None:
    """Add entries, the first with this number: a number that is there already is refused."""
    rows = [(n, body, checksum_of(body)) for n, body in enumerate(bodies, first)]
    connection.executemany("INSERT INTO entry (n, body, crc) VALUES (?, ?, ?)", rows)


def write_photo(connection: sqlite3.Connection, photo: Photo) -> None:
    """Keep a picture; the one that had its index before is replaced."""
    connection.execute("INSERT OR REPLACE INTO photo VALUES (?, ?)", photo)


def write_new(
    path: Path, facts: WrittenFacts, bodies: Iterable[str], summary: Mapping[str, str], photos: Iterable[Photo]
) -> None:
    """Build a whole database at ``path``, which nobody reads yet. Raises :class:`sqlite3.Error`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=MEMORY")  # where it fails it is thrown away
        connection.execute("PRAGMA synchronous=FULL")
        connection.executescript(_SCHEMA)
        with transaction(connection):
            write_facts(connection, facts)
            write_entries(connection, 1, bodies)
            write_summary(connection, summary)
            for photo in photos:
                write_photo(connection, photo)


def photo_at(connection: sqlite3.Connection, index: int) -> bytes | None:
    """The picture of the action at ``index``, or None."""
    row = connection.execute("SELECT jpeg FROM photo WHERE n = ?", (index,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], bytes) else None


def photos_in(connection: sqlite3.Connection) -> Iterator[Photo]:
    """Every picture that can be read."""
    try:
        numbers = [n for (n,) in connection.execute("SELECT n FROM photo")]
    except sqlite3.Error:
        return  # where the pictures are damaged the moves matter
    for n in numbers:
        try:
            jpeg = photo_at(connection, n)
        except sqlite3.Error:
            continue
        if jpeg is not None:
            yield n, jpeg


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as it stands now, in one read transaction that changes nothing. Raises :class:`sqlite3.Error`."""
    # Where SQLite has nothing beside the file nobody writes it: read as immutable it needs no side files of its own, so
    # a list is read from a full or read-only disk, too. Whatever a writer that starts just now may change under such a
    # reader, every row that is read has its checksum.
    alone = not any(file.exists() for file in (*sqlite_files_of(path), path.with_name(path.name + "-journal")))
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        yield connection


def read_database(path: Path, *, thorough: bool = True) -> WrittenCopy:
    """What the file still says, whatever happened to it.

    Args:
        path: an existing file.
        thorough: also look through the pages that hold no entry, such as pictures.

    Raises:
        sqlite3.Error: it is out of reach now; nothing is known of what is in it.
    """
    try:
        with reading(path) as connection:
            return _copy(connection, thorough)
    except sqlite3.Error as error:
        if is_out_of_reach(error):
            raise
        return WrittenCopy()


def read_summary(path: Path) -> tuple[WrittenFacts, dict[str, str]]:
    """What the game is and what the home screen shows of it.

    Raises:
        sqlite3.Error: the file can't be read.
        ValueError: it is damaged, or a later version wrote it.
    """
    with reading(path) as connection:
        rows = _rows(connection)
    facts, checked, _ = _facts(rows)
    if facts is None or not (checked or facts.format == 1):
        raise ValueError("what the game is can't be read")
    summary = {name: rows[name] for name in _SUMMARY if name in rows}
    checksum = rows.get("summary_checksum")
    if len(summary) < len(_SUMMARY) or (checked and checksum != str(_summary_checksum(summary))):
        raise ValueError("the summary can't be read")
    return facts, summary


def _copy(connection: sqlite3.Connection, thorough: bool) -> WrittenCopy:
    try:
        facts, checked, later = _facts(_rows(connection))
    except sqlite3.Error as error:
        if is_out_of_reach(error):
            raise
        facts, checked, later = None, False, None
    bodies = dict(_sound_entries(connection))
    try:
        (rows,) = connection.execute("SELECT count(*) FROM entry").fetchone()
        checks = [connection.execute("PRAGMA quick_check").fetchone()] if thorough else []
        whole = facts is not None and rows == len(bodies) and all(check == ("ok",) for check in checks)
    except sqlite3.Error:
        rows, whole = 0, False
    return WrittenCopy(facts, checked, bodies, max([rows, *bodies], default=0), whole, later)


def _sound_entries(connection: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """Entries whose checksum holds; each asked for by itself, since a damaged page spoils only what lies on it."""
    n = missed = 0
    while missed < GIVES_UP_AFTER:
        n, missed = n + 1, missed + 1
        try:
            row = connection.execute("SELECT body, crc FROM entry WHERE n = ?", (n,)).fetchone()
        except sqlite3.Error as error:
            if is_out_of_reach(error):
                raise
            continue
        if row is not None and isinstance(row[0], str) and checksum_of(row[0]) == row[1]:
            missed = 0
            yield n, row[0]


def _rows(connection: sqlite3.Connection) -> dict[str, str]:
    return {str(name): str(value) for name, value in connection.execute("SELECT key, value FROM game")}


def _facts(rows: Mapping[str, str]) -> tuple[WrittenFacts | None, bool, int | None]:
    """What the game is, whether its checksum holds, and the later format that it speaks of."""
    try:
        facts = WrittenFacts(rows["key"], rows["setup"], int(rows["started_ms"]), int(rows["format"]))
    except (KeyError, ValueError):
        return None, False, None
    checked = rows.get("checksum") == str(facts.checksum)
    if facts.format > FORMAT:
        return None, checked, facts.format
    old = facts.format == 1 and "checksum" not in rows
    return (facts, checked, None) if checked or old else (None, False, None)


def _write_rows(connection: sqlite3.Connection, values: Mapping[str, str]) -> None:
    connection.executemany("INSERT OR REPLACE INTO game VALUES (?, ?)", values.items())


def _summary_checksum(values: Mapping[str, str]) -> int:
    return checksum_of(json.dumps([values[name] for name in _SUMMARY]))
