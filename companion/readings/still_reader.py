"""What reads one photograph of a game for ``tableside read``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.readings.marks import Mark
from vision.frames import Picture


@dataclass(frozen=True, slots=True)
class StillReader:
    """A game's reader.

    Attributes:
        read: from the picture (BGR) and what was typed, what ``--json`` prints. Raises
            ``companion.commands.CommandError`` where the owner's references can't be used.
        sentences: says that, in a language.
        marks: everything that was read as marks on the picture, for ``--picture`` and ``--csv``; None where nobody told
            where it shows.
        drawn: draws it onto the picture where marks would not tell all.
    """

    read: Callable[[Picture, argparse.Namespace], Mapping[str, Any]]
    sentences: Callable[[Mapping[str, Any], str], Iterable[str]]
    marks: Callable[[Mapping[str, Any]], Sequence[Mark]] | None = None
    drawn: Callable[[Picture, Mapping[str, Any]], Picture] | None = None
