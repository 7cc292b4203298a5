"""A piece on a board, as far as it can move. No kivy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Spot: TypeAlias = tuple[float, float]  # world units of a board


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """Something that is laid on a board, moves on it or goes back to its owner.

    Attributes:
        spot: where its middle is, world units.
        draw: draws it there, into the open canvas.
        seat: whose it is, seat index; None for what is nobody's.
        goes_home: its owner takes it back, so that it is seen to go.
        mark: how wide the corners are that mark it as laid or moved last, world units; 0 leaves it unmarked.
    """

    spot: Spot
    draw: Callable[[], object]
    seat: int | None = None
    goes_home: bool = False
    mark: float = 0.0


@dataclass(frozen=True, slots=True)
class Marked:
    """What was laid or moved last: where, how wide, and by whom (seat index)."""

    spot: Spot
    wide: float
    seat: int


Pieces: TypeAlias = Mapping[Hashable, BoardPiece]  # each by what tells it from the others, however it moves
