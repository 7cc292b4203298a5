"""The pauses of an evening, in a small file beside its game: a pause that stands outlives the program.

The record knows nothing of them, for no rule does. A file that is missing or damaged costs only that the players'
clocks ran on meanwhile.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.store.places import pauses_of
from companion.typed_file import read_or_set_aside, write_typed
from games.game import Phrase


class Pause(msgspec.Struct, frozen=True):
    """A while in which nobody's clock runs, ms since the epoch; ``until_ms`` is None as long as it stands."""

    since_ms: int
    until_ms: int | None = None


class Pauses(msgspec.Struct, frozen=True):
    """All of one game, in the order in which they were made. Only the last may stand."""

    made: tuple[Pause, ...] = ()


def read_pauses(path: Path) -> tuple[Pauses, Phrase | None]:
    """Those of the game at ``path``, and what people should be told where the file is damaged."""
    found, trouble = read_or_set_aside(pauses_of(path), Pauses)
    return found or Pauses(), trouble


def write_pauses(path: Path, pauses: Pauses) -> None:
    """Keep those of the game at ``path``. Raises ``calibration.files.whole_file.CannotWrite``, which is an OSError."""
    write_typed(pauses_of(path), pauses)
