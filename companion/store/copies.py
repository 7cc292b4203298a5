"""What lies on the disk in the place of a game's two copies, compared with its record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from companion.store.database import read_database
from companion.store.journal import read_journal
from companion.store.places import journal_of
from companion.store.recovery import FoundRecord, find
from companion.store.store_error import StoreError
from companion.store.written import WrittenFacts, entry_of
from games.any_game import AnyRecord

FileIdentity: TypeAlias = tuple[int, int]  # device and file number: two files are the same where both agree


def identity_of(path: Path) -> FileIdentity | None:
    """Which file lies there; None where nobody can tell."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def found_or_none(path: Path) -> FoundRecord | None:
    """What lies there; None for nothing at all, or nothing that says what it is. Raises :class:`StoreError` for what is
    out of reach and for a later version's file."""
    try:
        return find(path)
    except StoreError as error:
        if error.phrase.key in ("store.missing", "store.unreadable"):
            return None
        raise


def database_holds(path: Path, facts: WrittenFacts, record: AnyRecord, *, thorough: bool = False) -> bool:
    """Whether the database is that game's, with the record's whole log; ``thorough``: nothing in it is damaged."""
    copy, entries = read_database(path, thorough=thorough), len(record.log)
    if thorough and not copy.whole:
        return False
    ours = copy.facts is not None and copy.facts.same_game(facts) and copy.run() >= entries
    return ours and (not entries or entry_of(copy.bodies[entries]) == record.log[-1])


def journal_is_whole(path: Path, record: AnyRecord) -> bool:
    """Whether the journal beside the database at ``path`` is whole and as long as the record's log."""
    copy, entries = read_journal(journal_of(path)), len(record.log)
    return copy.whole and copy.run() == copy.speaks_of == entries
