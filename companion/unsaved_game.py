"""A game that could not be saved when it began: it is played all the same, and saved as soon as the disk lets it.

It stands where :class:`companion.store.StoredGame` stands in a session, and tries again with every move. While it fails
the screens show a chip that says so.
"""

from __future__ import annotations

import logging
import os
import tempfile
from errno import EACCES, EDQUOT, EEXIST, EFBIG, ENOSPC, ENOTDIR, EPERM, EROFS
from pathlib import Path

from calibration.files.system_reason import system_reason
from companion.store import GameSummary, StoredGame, StoreError
from games.any_game import AnyRecord
from games.game import Phrase

_LOG = logging.getLogger(__name__)
NOT_SAVED = "store.not_saved"  # key of the sentence that such a game shows
_ROOM = 256 * 1024  # bytes: a new game takes about a third of it
_CAUSES = {
    **dict.fromkeys((ENOSPC, EDQUOT, EFBIG), "store.folder_full"),
    **dict.fromkeys((EACCES, EPERM), "store.folder_forbidden"),
    **dict.fromkeys((ENOTDIR, EEXIST), "store.folder_in_the_way"),
    EROFS: "store.folder_read_only",
}


def folder_trouble(folder: Path) -> Phrase | None:
    """Why no game can be saved in a folder, with the remedy, found by trying; None where one can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.listdir(folder)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(_ROOM))
    except OSError as error:
        key = _CAUSES.get(error.errno or 0, "store.folder_unusable")
        return Phrase.of(key, folder=str(folder), why=system_reason(error))
    return None


def begun(path: Path, record: AnyRecord, *, time_ms: int) -> StoredGame | UnsavedGame:
    """A new game's place on the disk, or in memory for as long as that can't be had."""
    try:
        return _created(path, record, time_ms)
    except StoreError as error:
        return UnsavedGame(path, record, error.phrase, time_ms)


class UnsavedGame:
    """A game in memory only.

    Attributes:
        path: where it is to be saved.
        record: as it stands.
        trouble: what people are told for as long as it is not saved; None once it is.
        closed: nobody plays it at present.
    """

    def __init__(self, path: Path, record: AnyRecord, why: Phrase, time_ms: int) -> None:
        self.path = path
        self.record = record
        self.trouble: Phrase | None = None
        self.closed = False
        self._time_ms = time_ms
        self._saved: StoredGame | None = None
        self._not_saved(why)

    def keep(self, record: AnyRecord, *, time_ms: int, jpeg: bytes | None = None) -> Phrase | None:
        """Take a move in, and try to save the game; returns what people should be told.

        Raises :class:`companion.store.StoreError` where the game was saved meanwhile and this move can't be.
        """
        if self._saved is not None:
            kept = self._saved.keep(record, time_ms=time_ms, jpeg=jpeg)
            self.record = record
            return kept
        self.record, self._time_ms = record, time_ms
        self.try_again()
        return self.trouble

    @property
    def saved(self) -> bool:
        """It is on the disk."""
        return self._saved is not None

    def try_again(self) -> None:
        """Save the game if that is possible now."""
        if self._saved is not None:
            return
        try:
            self._saved = _created(self.path, self.record, self._time_ms)
        except StoreError as error:
            self._not_saved(error.phrase)
            return
        self.trouble = None
        if self.closed:
            self._saved.close()

    def photo(self, record: AnyRecord, index: int) -> bytes | None:
        """The kept picture (JPEG) of the action at ``index`` of the record's line, or None: none is kept in memory."""
        return self._saved.photo(record, index) if self._saved is not None else None

    def close(self) -> None:
        """Nobody plays it any more; it stays in memory until it can be saved."""
        self.closed = True
        if self._saved is not None:
            self._saved.close()

    @property
    def summary(self) -> GameSummary:
        """What the home screen shows of it."""
        record = self.record
        seats = record.setup.seats
        return GameSummary(
            self.path,
            record.game.key,
            tuple(seat.name for seat in seats),
            tuple(seat.colour for seat in seats),
            record.scores,
            len(record.line),
            record.game.player_to_move(record.state) is None,
            self._time_ms,
        )

    def _not_saved(self, why: Phrase) -> None:
        cause = folder_trouble(self.path.parent)
        self.trouble = Phrase.of(NOT_SAVED, why=cause or why)


def _created(path: Path, record: AnyRecord, time_ms: int) -> StoredGame:
    """Raises :class:`StoreError`; nothing is then left at ``path``."""
    try:
        return StoredGame.create(path, record, time_ms=time_ms)
    except StoreError as error:
        _LOG.info("%s can't be saved: %s", path, error)
        raise
