"""What the bare table around a map looks like, and how much of a place shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry import bare_table
from vision.photometry.bare_table import TableShades
from vision.registration.lattice import Cell, Lattice, moved_about_middle, shifted


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAroundParameters(Parameters):
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


PARAMETERS = TableAroundParameters()


class LatticeBox(NamedTuple):
    """Rows and columns of a lattice, the last ones among them."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def around(cls, lattice: Lattice) -> LatticeBox:
        """The smallest that holds all cells of a lattice."""
        rows, columns = np.array(list(lattice.cells)).T
        return cls(int(rows.min()), int(columns.min()), int(rows.max()), int(columns.max()))

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


def shades_around(lattice: Lattice, layers: Layers) -> TableShades:
    """What the table looks like by the places around all rows and columns of a map."""
    within = LatticeBox.around(lattice)
    around = [cell for cell in within.wider(PARAMETERS.around).cells() if not within.holds(cell)]
    common = lattice.common()
    patches, inside = middles_of(layers, np.stack([shifted(common, column, row) for row, column in around]))
    return TableShades.of(patches[inside])


def table_shares(table: TableShades, layers: Layers, poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) which share of places at poses (n, 3, 3), unit square to px of the picture, shows the table; 0 where nothing
    is known of it."""
    patches, inside = middles_of(layers, poses)
    return shares_of(off_shades(table, patches), inside) if len(table.shades) else np.zeros(len(poses))


def shares_of(off_table: Float32Array, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(n,) which share of places shows the table, where px are off it by so much (n, px, px) squared standard
    deviations and ``inside`` says which of them lie in the picture."""
    most = PARAMETERS.doubt * bare_table.PARAMETERS.trust
    return np.asarray((inside & (off_table <= most)).mean(axis=(1, 2)), np.float64)


def off_shades(shades: TableShades, patches: Float32Array) -> Float32Array:
    """(n, px, px) squared standard deviations by which px (n, px, px, 3) have none of the shades, bounded."""
    return shades.doubt(patches.reshape(-1, 3)).reshape(patches.shape[:3])


def middles_of(
    layers: Layers, poses: NDArray[np.float64], px: int | None = None
) -> tuple[Float32Array, NDArray[np.bool_]]:
    """(n, px, px, 3) half-L Lab of the middles of places, and (n, px, px) what of them lies in the picture; None: at as
    many px as colours are looked at."""
    small = moved_about_middle(np.array([[0, 0, PARAMETERS.middle - 1, 0, 0, PARAMETERS.middle - 1]]))[0]
    return layers.cut(poses @ small, PARAMETERS.px if px is None else px)
