"""What a picture tells of Stained Glass, before any rule of play is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase


@dataclass(frozen=True, slots=True, eq=False)
class SeenGlass:
    """A glass tile that was read.

    Attributes:
        kind: ``1a`` to ``4c``.
        x, y: its middle on the picture, px.
        turn_deg: of its own up on the picture, degrees clockwise, 0 to 360.
        confidence: calibrated probability that kind and place are right.
        outline: (4, 2) px: its own north-west, north-east, south-east and south-west corner.
        table_mm: its middle on the table, mm; the origin is free, x right and y down as the picture stands.
        table_deg: its turn on the table, degrees clockwise.
    """

    kind: str
    x: float
    y: float
    turn_deg: float
    confidence: float
    outline: NDArray[np.float64]
    table_mm: tuple[float, float]
    table_deg: float


class FaultKind(StrEnum):
    """What the rules forbid about a window."""

    DOUBLE = "double"  # the same kind twice
    NOT_NEIGHBOURS = "not_neighbours"  # small windows side by side that do not follow one another, such as 1 and 3
    MISPLACED = "misplaced"  # a tile where another belongs
    TURNED = "turned"  # a tile that stands on its side or its head


@dataclass(frozen=True, slots=True)
class ForbiddenGlass:
    """Something forbidden: what, the kinds concerned, and where on the picture, px."""

    kind: FaultKind
    tiles: tuple[str, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SeenWindow:
    """Glass that somebody put together.

    Attributes:
        tiles: from the upper left.
        numbers: the small windows that its tiles are of.
        whole: it is one of the ten windows, with each of its tiles.
        missing: tiles that it lacks to be whole, of the small windows that it has tiles of and of those between.
        faults: what the rules forbid about it.
    """

    tiles: tuple[SeenGlass, ...]
    numbers: tuple[int, ...]
    whole: bool
    missing: tuple[str, ...]
    faults: tuple[ForbiddenGlass, ...]


@dataclass(frozen=True, slots=True)
class GlassArea:
    """One player's glass. ``unsure`` tells kinds that lie so near to another's area that they may be theirs."""

    player: str
    windows: tuple[SeenWindow, ...] = ()
    loose: tuple[SeenGlass, ...] = ()
    unsure: tuple[str, ...] = ()

    @property
    def tiles(self) -> tuple[SeenGlass, ...]:
        """All of it."""
        return (*(tile for window in self.windows for tile in window.tiles), *self.loose)


@dataclass(frozen=True, slots=True)
class UnreadGlass:
    """A place, px, where glass seems to lie that can't be read, and why; where a window foretells it, which kind, and
    its corners (4, 2) px."""

    x: float
    y: float
    why: Phrase
    kind: str = ""
    outline: NDArray[np.float64] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class GlassObservation:
    """One still picture, read: the areas in which glass lies, what could not be read, and why nothing could."""

    areas: tuple[GlassArea, ...] = ()
    unread: tuple[UnreadGlass, ...] = ()
    trouble: Phrase | None = None

    @property
    def tiles(self) -> tuple[SeenGlass, ...]:
        """All glass that was read."""
        return tuple(tile for area in self.areas for tile in area.tiles)
