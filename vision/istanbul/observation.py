"""What vision tells of a table of Istanbul: which place lies where and who stands on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase


@dataclass(frozen=True, eq=False, slots=True)
class SeenPlace:
    """A place in its cell, counted from the layout's upper left as the places' own top is up.

    ``number`` is 0 where it could not be read. ``corners`` (4, 2) px, from its own upper left clockwise.
    """

    row: int
    column: int
    number: int
    confidence: float
    corners: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """Pieces of one kind and colour on one place; ``colour`` is empty for figures that nobody owns.

    ``count`` are the assistants of a stack; ``counts`` the log-likelihood of each number of them.
    """

    row: int
    column: int
    kind: str
    colour: str
    count: int
    confidence: float
    counts: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class UnreadPlace:
    """A cell that can't be told, and why."""

    row: int
    column: int
    why: Phrase


@dataclass(frozen=True, eq=False, slots=True)
class IstanbulObservation:
    """A still table.

    Attributes:
        rows, columns: the layout's pattern; 0 where none was found.
        places, pieces, unread: row by row.
        trouble: why nothing was found, or None.
    """

    rows: int
    columns: int
    places: tuple[SeenPlace, ...]
    pieces: tuple[SeenPiece, ...]
    unread: tuple[UnreadPlace, ...] = ()
    trouble: Phrase | None = None

    @property
    def layout(self) -> tuple[tuple[int, ...], ...]:
        """Rows of place numbers, 0 where one is not read."""
        numbers = {(place.row, place.column): place.number for place in self.places}
        return tuple(tuple(numbers.get((row, column), 0) for column in range(self.columns)) for row in range(self.rows))
