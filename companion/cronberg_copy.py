"""Which copy of Cronberg the eyes compare the table with: Tableside's own, or the one that its owner enrolled."""

from __future__ import annotations

from pathlib import Path

from games.cronberg.components import Edition, default_edition
from vision.cronberg.copy import Copy
from vision.simulated.cronberg_copy import own_copy


def copy_in_use(folder: Path | None = None) -> Copy:
    """The copy to read with."""
    return own_copy()


def copy_of(edition: Edition) -> Copy:
    """The copy that an edition's pictures belong to."""
    return own_copy(edition)


def edition_in_use() -> Edition:
    """The edition that a new game is played with."""
    return default_edition()
