"""What a session asks of the place where its game is kept, be it a file or, for want of one, memory."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from games.any_game import AnyRecord
from games.game import Phrase


class KeptGame(Protocol):
    """A game that moves are written to.

    Attributes:
        path: of the database, whether or not it is there yet.
        trouble: why nothing can be written at present, for people; None where all is well.
    """

    path: Path
    trouble: Phrase | None

    def keep(self, record: AnyRecord, *, time_ms: int, jpeg: bytes | None = None) -> Phrase | None:
        """Take in what is new in the record's log, with the picture of the table; returns what people should know.
        Raises :class:`companion.store.StoreError` where it can't be kept."""

    def photo(self, record: AnyRecord, index: int) -> bytes | None:
        """The kept picture (JPEG) of the action at ``index`` of the record's line, or None."""

    def close(self) -> None:
        """Nobody plays it any more."""
