"""What reads one photograph of a game for ``tableside read``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from companion.readings.marks import Mark
from vision.frames import Picture

ReadingT = TypeVar("ReadingT", bound=Mapping[str, object])  # plain data of one game's own


@dataclass(frozen=True, slots=True)
class StillReader(Generic[ReadingT]):
    """A game's reader.

    Attributes:
        read: from the picture (BGR) and what was typed, what ``--json`` prints. Raises
            ``companion.commands.CommandError`` where the owner's references can't be used.
        sentences: says that, in a language.
        marks: everything that was read as marks on the picture, for ``--picture`` and ``--csv``; None where nobody told
            where it shows.
        drawn: draws it onto the picture where marks would not tell all.
    """

    read: Callable[[Picture, argparse.Namespace], ReadingT]
    sentences: Callable[[ReadingT, str], Iterable[str]]
    marks: Callable[[ReadingT], Sequence[Mark]] | None = None
    drawn: Callable[[Picture, ReadingT], Picture] | None = None


AnyStillReader: TypeAlias = StillReader[Any]  # of whichever game
