"""What a picture of a Carcassonne table tells, before any rule of play is asked."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.registration.lattice import Lattice

Sides = tuple[str, str, str, str]  # north, east, south, west: "city", "road" or "field"
Quad = NDArray[np.float32]  # (4, 2) px, clockwise from the north-west corner

SEVERAL_MAPS = "reading.several_maps"  # why nothing was read where more than one map lies on the picture


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another thing that a tile may be; ``hidden`` where somebody stands on what would tell it from the likeliest."""

    kind: str
    sides: Sides
    confidence: float
    hidden: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SeenTile:
    """A tile that was read.

    Attributes:
        row, column: counted from the map's upper left on the picture, from 0.
        kind: JCloisterZone's name, such as ``BA/RCr``.
        letter: A to X for the base game's 24 kinds, otherwise "".
        sides: terrain as the picture stands.
        turns: quarter turns clockwise from how JCloisterZone draws the kind.
        confidence: calibrated probability that kind and sides are right.
        alternatives: what else it may be, likeliest first.
        outline: on the picture.
        doubt: why nobody could tell which of the likeliest it is, or None.
    """

    row: int
    column: int
    kind: str
    letter: str
    sides: Sides
    turns: int
    confidence: float
    alternatives: tuple[Alternative, ...]
    outline: Quad
    doubt: Phrase | None = None


@dataclass(frozen=True, slots=True)
class SeenFollower:
    """A follower that was read: its tile, colour, what it stands on, and its foot on the picture, px.

    ``place`` is the foot in tile units (0 to 1 to the right and downwards as the picture stands); ``standing`` is
    False for one that lies. ``feature`` is "city", "road", "field" or "cloister"; ``sides`` are those that the
    feature reaches ("" for none), in the order N, E, S, W as the picture stands. ``confidence`` is that a figure of
    this colour is there, ``on_feature`` that it stands on this feature and no other, should it be.
    """

    row: int
    column: int
    colour: str
    feature: str
    sides: str
    confidence: float
    foot: tuple[float, float]
    place: tuple[float, float]
    standing: bool
    on_feature: float = 1.0


@dataclass(frozen=True, slots=True)
class UnreadTile:
    """A place where something lies that can't be read, and why."""

    row: int
    column: int
    why: Phrase


@dataclass(frozen=True, slots=True)
class BrokenSeam:
    """Two neighbouring tiles, each (row, column), whose touching sides differ in the picture."""

    first: tuple[int, int]
    second: tuple[int, int]
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class CarcassonneObservation:
    """One still picture of a table, read.

    Attributes:
        lock: probability that the map was found where it lies; 0 where it was not found at all.
        trouble: why nothing could be read, or None.
        lattice: the poses of the tiles that were read, by (row, column).
        size: (height, width) of the picture.
    """

    tiles: tuple[SeenTile, ...] = ()
    followers: tuple[SeenFollower, ...] = ()
    unread: tuple[UnreadTile, ...] = ()
    broken_seams: tuple[BrokenSeam, ...] = ()
    lock: float = 0.0
    trouble: Phrase | None = None
    lattice: Lattice = field(default_factory=Lattice)
    size: tuple[int, int] = (0, 0)

    @property
    def several(self) -> bool:
        """Whether more than one map lies on the picture, so that none was read."""
        return self.trouble is not None and self.trouble.key == SEVERAL_MAPS

    def tile_at(self, row: int, column: int) -> SeenTile | None:
        """The tile in this cell, or None."""
        return next((tile for tile in self.tiles if (tile.row, tile.column) == (row, column)), None)


def nothing_found(image: NDArray[np.uint8]) -> CarcassonneObservation:
    """What is said of a picture (h, w, 3) without a map."""
    return CarcassonneObservation(trouble=Phrase.of("reading.no_map"), size=image.shape[:2])
