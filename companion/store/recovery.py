"""A kept game from whatever its two copies still say: entry by entry from the one that is sound there."""

from __future__ import annotations

import json
import sqlite3
import stat
from dataclasses import dataclass
from pathlib import Path

from companion.store.database import read_database
from companion.store.journal import read_journal
from companion.store.places import is_missing, journal_of
from companion.store.store_error import StoreError, reason
from companion.store.written import WrittenCopy, WrittenFacts, entry_of
from companion.titles.registry import game_named
from games.any_game import AnyRecord
from games.game import Phrase, Refusal
from games.record import Record


@dataclass(frozen=True)
class FoundRecord:
    """A kept game, read without changing anything.

    Attributes:
        facts: what the game is.
        record: as far as it could be read.
        bodies: the entries of the record's log, as they are written.
        database, journal: the two copies.
        shorter: later entries were there once and are in neither copy, or don't fit.
        foreign: the journal is another game's.
        trouble: why the database could not be looked at; None where it could.
    """

    facts: WrittenFacts
    record: AnyRecord
    bodies: tuple[str, ...]
    database: WrittenCopy
    journal: WrittenCopy
    shorter: bool
    foreign: bool
    trouble: sqlite3.Error | OSError | None

    @property
    def database_holds(self) -> bool:
        """The database is sound as far as it goes: it may want the last entries, or be of format 1."""
        known = self.database.facts
        return (
            self.database.whole
            and known is not None
            and known.same_game(self.facts)
            and self.database.speaks_of <= len(self.bodies)
            and all(self.bodies[n - 1] == body for n, body in self.database.bodies.items())
        )

    @property
    def journal_agrees(self) -> bool:
        """Nothing has to be done about the journal."""
        bodies = tuple(body for _, body in sorted(self.journal.bodies.items()))
        return self.journal.whole and not self.foreign and bodies == self.bodies


def find(path: Path, *, thorough: bool = True) -> FoundRecord:
    """Read a kept game from both copies.

    Args:
        path: of the database; it may be gone where the journal is left.
        thorough: also look through pages that hold no entry.

    Raises:
        StoreError: there is no such game, a later version wrote it, or neither copy says what it is.
    """
    database, trouble = _database_at(path, thorough)
    journal = _journal_at(journal_of(path))
    _leave_later_alone(path, database, journal)
    facts, foreign = _facts(database, journal)
    if facts is None:
        raise _no_game(path, trouble)
    bodies = _merged(database, WrittenCopy() if foreign else journal)
    record, taken = _replayed(facts, bodies, path)
    shorter = taken < max(len(bodies), database.speaks_of)
    if not database.whole and not foreign:
        shorter = shorter or taken < journal.speaks_of
    return FoundRecord(facts, record, bodies[:taken], database, journal, shorter, foreign, trouble)


def record_at(path: Path) -> AnyRecord:
    """The record of a kept game, only to be looked at: takes no lock, changes nothing. Raises :class:`StoreError`."""
    return find(path, thorough=False).record


def _database_at(path: Path, thorough: bool) -> tuple[WrittenCopy, sqlite3.Error | OSError | None]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return WrittenCopy(), None
        return read_database(path, thorough=thorough), None
    except (FileNotFoundError, NotADirectoryError):
        return WrittenCopy(), None
    except (sqlite3.Error, OSError) as error:
        return WrittenCopy(), error


def _journal_at(path: Path) -> WrittenCopy:
    try:
        return read_journal(path)
    except OSError:
        return WrittenCopy()  # none yet (format 1), or out of reach: the database alone tells


def _leave_later_alone(path: Path, *copies: WrittenCopy) -> None:
    """A later format is believed under its checksum, or where no sound copy says otherwise: one flipped bit in the
    number of the format must not close a game."""
    for copy in copies:
        if copy.later is not None and (copy.checked or not any(other.checked and other.facts for other in copies)):
            raise StoreError(path, Phrase.of("store.later_format", path=str(path), format=copy.later))


def _facts(database: WrittenCopy, journal: WrittenCopy) -> tuple[WrittenFacts | None, bool]:
    """What the game is, and whether the journal is another game's."""
    if database.facts is None or journal.facts is None:
        return database.facts or journal.facts, False
    if database.facts.same_game(journal.facts):
        return database.facts, False
    if not database.checked and database.facts.started_ms == journal.facts.started_ms:
        return journal.facts, False  # format 1 had no checksum: what is checked counts
    return database.facts, True


def _merged(database: WrittenCopy, journal: WrittenCopy) -> tuple[str, ...]:
    """The entries from the first on, each from the copy that is sound there; where the two tell different stories, the
    longer one from there on."""
    longer = database if database.run() >= journal.run() else journal
    both: tuple[WrittenCopy, ...] = (database, journal)
    merged: list[str] = []
    while True:
        n = len(merged) + 1
        bodies = {copy.bodies[n] for copy in both if n in copy.bodies}
        if len(bodies) > 1:
            both = (longer,)
            bodies = {longer.bodies[n]} if n in longer.bodies else set()
        if not bodies:
            return tuple(merged)
        merged.extend(bodies)


def _replayed(facts: WrittenFacts, bodies: tuple[str, ...], path: Path) -> tuple[AnyRecord, int]:
    """The record that the entries lead to, and how many of them were taken."""
    try:
        game = game_named(facts.key)
        record = Record.start(game, game.setup_from_json(json.loads(facts.setup)))
    except (LookupError, ValueError, TypeError, AttributeError, Refusal) as error:  # a set-up of format 1, or of old
        raise StoreError(path, Phrase.of("store.unreadable", path=str(path))) from error
    taken = 0
    for body in bodies:
        entry = entry_of(body)
        try:
            if entry is None:
                break
            record = record.append(entry)
        except Refusal:
            break  # these rules do not know it; the original is kept
        taken += 1
    return record, taken


def _no_game(path: Path, trouble: sqlite3.Error | OSError | None) -> StoreError:
    if trouble is not None:
        return StoreError(path, Phrase.of("store.out_of_reach", path=str(path), reason=reason(trouble)))
    key = "store.missing" if is_missing(path) else "store.unreadable"
    return StoreError(path, Phrase.of(key, path=str(path)))
