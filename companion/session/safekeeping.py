"""How a table session keeps its game: the record and a picture of the table on the disk, or in memory only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from calibration.files.picture_door import PictureError
from companion.session.looking.sighting import picture_from_jpeg, shot_of
from companion.session.views import Chip, ChipKind
from companion.store.kept_game import KeptGame
from games.any_game import AnyRecord
from vision.frames import Picture


class Safekeeping:
    """Where accepted actions go.

    Args:
        stored: the game on the disk; None keeps it in memory only.
        close: closes what is kept.
    """

    def __init__(self, stored: KeptGame | None, close: Callable[[KeptGame], None]) -> None:
        self._stored = stored
        self._close = close

    @property
    def path(self) -> Path | None:
        """Where the game is kept, or is to be; None where it is in memory only."""
        return self._stored.path if self._stored is not None else None

    @property
    def trouble(self) -> Chip | None:
        """What was wrong when the game was opened, or None."""
        trouble = self._stored.trouble if self._stored is not None else None
        return Chip(ChipKind.SAVE, True, trouble) if trouble is not None else None

    def keep(self, record: AnyRecord, picture: Picture | None, *, time_ms: int) -> Chip | None:
        """Put what is new and a picture of the table, BGR, on the disk. What people should know of it, or None. Raises
        ``companion.store.StoreError`` where nothing was kept."""
        if self._stored is None:
            return None
        shot, without = shot_of(picture)
        trouble = self._stored.keep(record, time_ms=time_ms, jpeg=shot) or without
        return Chip(ChipKind.SAVE, False, trouble) if trouble is not None else None

    def photo_of(self, record: AnyRecord, index: int) -> Picture | None:
        """The table as it looked when the action at ``index`` was committed, BGR; None where none is whole."""
        kept = self._stored.photo(record, index) if self._stored is not None else None
        try:
            return picture_from_jpeg(kept) if kept is not None else None
        except PictureError as error:  # the move is kept all the same
            logging.getLogger(__name__).warning("the picture of action %d: %s", index, error)
            return None

    def close(self) -> None:
        """Let go of the disk, without waiting for what is stuck."""
        if self._stored is not None:
            self._close(self._stored)
