"""What can't be done with a stored game, and what was done about a damaged one: each with its sentence for people."""

from __future__ import annotations

import errno
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from games.game import Phrase

# What SQLite says in English only is what the system says of the same trouble, in the language of the people here.
_SYSTEMS_CODE = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
}


class StoreError(Exception):
    """A stored game can't be used: its ``path`` and the sentence for people."""

    def __init__(self, path: Path, phrase: Phrase) -> None:
        self.path = path
        self.phrase = phrase
        super().__init__(f"{phrase}: {path}")


@dataclass(frozen=True, slots=True)
class Rescue:
    """A save that was missing or damaged and is whole again.

    Attributes:
        move: how many actions the line of play has now.
        kept: where the damaged original lies; None where there was none.
        shorter: True where later moves were kept once and could be read from neither copy.
    """

    move: int
    kept: Path | None
    shorter: bool = True

    @property
    def phrase(self) -> Phrase:
        """The sentence for people."""
        key = "store.rescued" if self.shorter else "store.restored"
        if self.kept is None:
            return Phrase.of(f"{key}_alone", move=self.move)
        return Phrase.of(key, move=self.move, kept=self.kept.name)


def cannot_write(path: Path, error: BaseException) -> StoreError:
    """The error for a move that did not reach the disk, in the system's own words."""
    if is_busy(error):
        return StoreError(path, Phrase.of("store.busy", path=str(path)))
    return StoreError(path, Phrase.of("store.cannot_write", reason=reason(error)))


def reason(error: BaseException) -> str:
    """The system's own words for what went wrong (``"No space left on device"``)."""
    code = errno.ENOSPC if _has_no_room_beside(error) else _SYSTEMS_CODE.get(_code(error))
    if code is not None:
        return os.strerror(code)
    return getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)


def is_busy(error: BaseException) -> bool:
    """True where another program holds the file just now: nothing is wrong with it."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_full(error: BaseException) -> bool:
    """True where there is no room: the connection is as good as before."""
    return _code(error) == sqlite3.SQLITE_FULL


def is_out_of_reach(error: BaseException) -> bool:
    """True where the file can't be read now, which says nothing about what is in it: it is busy, no right, no room for
    SQLite's side files, no memory. It must not be taken for damaged."""
    if isinstance(error, PermissionError) or is_busy(error):
        return True
    return _code(error) in (
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_NOMEM,
    ) or _name(error).startswith("SQLITE_IOERR_SHM")


def _has_no_room_beside(error: BaseException) -> bool:
    """True where SQLite could not make a side file as large as it wanted: it calls that an error of the disk."""
    return _name(error) == "SQLITE_IOERR_SHMSIZE"


def _name(error: BaseException) -> str:
    return getattr(error, "sqlite_errorname", None) or ""


def _code(error: BaseException) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF  # the primary code of an extended one
