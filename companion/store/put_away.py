"""Games that people threw away: they lie aside for a month, so that they can be brought back."""

from __future__ import annotations

import os
from pathlib import Path

from calibration.files.renaming import rename_over
from companion.store.lock import GameLock
from companion.store.places import copies_of, pauses_of
from companion.store.store_error import StoreError, reason
from games.game import Phrase

FOLDER = "deleted"  # beside the games
KEPT_MS = 30 * 24 * 3600 * 1000


def put_away(path: Path, *, now_ms: int) -> Path:
    """Move a game with all that lies beside it out of the list, and hand out where it lies now.

    What was put away more than a month before is deleted for good. Raises :class:`StoreError` where somebody plays the
    game, or where it can't be moved.
    """
    aside = path.parent / FOLDER / path.name
    try:
        aside.parent.mkdir(exist_ok=True)
        _delete_old(aside.parent, now_ms - KEPT_MS)
        lock = GameLock.take(path)
        if lock is None:
            raise StoreError(path, Phrase.of("store.look_only"))
        try:
            _move(path, aside)
        finally:
            lock.release(forget=True)
        for file in (*copies_of(aside), pauses_of(aside)):
            if file.exists():
                os.utime(file, (now_ms / 1000, now_ms / 1000))
    except OSError as error:
        raise StoreError(path, Phrase.of("store.cannot_delete", reason=reason(error))) from error
    return aside


def bring_back(aside: Path) -> Path:
    """Put a game that was put away back among the others. Raises :class:`StoreError` where it can't be moved, or where
    it is gone."""
    path = aside.parent.parent / aside.name
    try:
        if not any(file.exists() for file in copies_of(aside)):
            raise FileNotFoundError(aside)
        _move(aside, path)
    except OSError as error:
        raise StoreError(aside, Phrase.of("store.cannot_bring_back", reason=reason(error))) from error
    return path


def _move(path: Path, to: Path) -> None:
    """The second copy goes last: should this be cut short, the game is still listed where it lay."""
    journal, *others = (*copies_of(path), pauses_of(path))
    journal_to, *others_to = (*copies_of(to), pauses_of(to))
    for file, place in zip((*others, journal), (*others_to, journal_to), strict=True):
        if file.exists():
            rename_over(file, place)


def _delete_old(folder: Path, before_ms: int) -> None:
    for file in folder.iterdir():
        if file.is_file() and file.stat().st_mtime * 1000 < before_ms:
            file.unlink()
