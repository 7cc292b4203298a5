"""Whether nothing but bare table lies between two parts of what was taken for one map: then they are two.

A map hangs together, tile by tile. Where a cup, a hand or glare hides what joins two parts of it, something shows there
that is no table; where two games lie side by side on one lattice, by chance or since people laid them along the table's
edge, the table shows all the way across.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.bare_table import TRUST, TableShades
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice, moved_about_middle, shifted


@dataclass(frozen=True, slots=True, kw_only=True)
class BareBetweenParameters(Parameters):
    """What a place of the lattice must show to be bare table."""

    px: int = parameter(10, "px a side", "at which a place is looked at", CHOSEN)
    around: int = parameter(
        2, "places", "beyond the map's rows and columns that tell what the table looks like", CHOSEN
    )
    middle: float = parameter(
        0.7, "share of a tile's side", "about its middle that is looked at: its neighbours may lie askew", CHOSEN
    )
    doubt: float = parameter(
        0.6, "share", "of the most that a pixel may differ from the table, up to which it is table", CHOSEN
    )
    bare: float = parameter(0.8, "share", "of a place's pixels that are table where nothing lies", CHOSEN)


PARAMETERS = BareBetweenParameters()


def bare_between(lattice: Lattice, layers: Layers, parts: Sequence[Set[Cell]]) -> bool:
    """Whether one can't get from the first of two parts of a lattice to the other but across bare table.

    Args:
        lattice: where the tiles lie, unit square to px of the picture.
        layers: the picture.
        parts: two sets of its cells, none of one beside any of the other.
    """
    bare = _bare(lattice, layers)
    reached, edge = set(parts[0]), set(parts[0])
    while edge:
        beside = {(row + down, column + right) for row, column in edge for down, right in NEIGHBOURS} - reached
        if beside & parts[1]:
            return False
        edge = {cell for cell in beside if not bare.get(cell, cell not in lattice.cells)}
        reached |= edge
    return True


def _bare(lattice: Lattice, layers: Layers) -> dict[Cell, bool]:
    """Which of the places within a map's rows and columns on which none of its tiles lies show the table and nothing
    else. What the table looks like is told by the places around all of them."""
    rows, columns = np.array(list(lattice.cells)).T
    within = LatticeBox(int(rows.min()), int(columns.min()), int(rows.max()), int(columns.max()))
    around = [cell for cell in within.wider(PARAMETERS.around).cells() if not within.holds(cell)]
    patches, inside = _seen(lattice, layers, around)
    table = TableShades.of(patches[inside])
    empty = [cell for cell in within.cells() if cell not in lattice.cells]
    if not empty or not len(table.shades):
        return dict.fromkeys(empty, False)
    patches, inside = _seen(lattice, layers, empty)
    off = table.doubt(patches.reshape(-1, 3)).reshape(inside.shape)
    like_it = inside & (off <= PARAMETERS.doubt * TRUST)
    return dict(zip(empty, (like_it.mean(axis=(1, 2)) >= PARAMETERS.bare).tolist(), strict=True))


def _seen(lattice: Lattice, layers: Layers, cells: Sequence[Cell]) -> tuple[Float32Array, NDArray[np.bool_]]:
    """(n, px, px, 3) half-L Lab of the middles of places, and (n, px, px) what of them lies in the picture."""
    common = lattice.common()
    small = moved_about_middle(np.array([[0, 0, PARAMETERS.middle - 1, 0, 0, PARAMETERS.middle - 1]]))[0]
    return layers.cut(np.stack([shifted(common, column, row) for row, column in cells]) @ small, PARAMETERS.px)


class LatticeBox(NamedTuple):
    """Rows and columns of a lattice, the last ones among them."""

    top: int
    left: int
    bottom: int
    right: int

    def wider(self, by: int) -> LatticeBox:
        """The same with so many rows and columns more on each side."""
        return LatticeBox(self.top - by, self.left - by, self.bottom + by, self.right + by)

    def cells(self) -> Iterator[Cell]:
        """All places of it."""
        columns = range(self.left, self.right + 1)
        return ((row, column) for row in range(self.top, self.bottom + 1) for column in columns)

    def holds(self, cell: Cell) -> bool:
        """Whether a place lies in it."""
        return self.top <= cell[0] <= self.bottom and self.left <= cell[1] <= self.right
