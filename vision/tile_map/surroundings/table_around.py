"""What the bare table around a map looks like, and which places that were taken for tiles show it and nothing else.

A cloth with stripes, leaves or checks has corners and colours enough to look like print to a network that was taught on
tiles. But it goes on around the map as it does between its tiles, and no print does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.clustering import shades_of
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry import bare_table
from vision.photometry.bare_table import TableShades
from vision.registration.lattice import Cell, Lattice, moved_about_middle, shifted
from vision.tile_map.surroundings import texture_around
from vision.tile_map.surroundings.texture_around import TextureAround


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
    print_shades: int = parameter(8, "count", "of shades of a map's print", CHOSEN)
    surer: float = parameter(
        0.6, "share", "of a map's places, the surest ones, that tell what its print looks like", CHOSEN
    )
    as_well: float = parameter(
        -0.25,
        "squared standard deviations a pixel",
        "by which the table may explain a bare place worse than print does: white cloth beneath snow",
        "docs/findings/where-tiles-lie.md",
    )
    better: float = parameter(
        0.5,
        "squared standard deviations a pixel",
        "by which the table explains a place better than print does, from which no tile lies there",
        "docs/findings/where-tiles-lie.md",
    )
    surely: float = parameter(
        1.5,
        "squared standard deviations a pixel",
        "the same, whether or not what it shows is found again on the table",
        "docs/findings/where-tiles-lie.md",
    )


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
    return _shares(_off(table, patches), inside) if len(table.shades) else np.zeros(len(poses))


def without_bare_places(lattice: Lattice, odds: Mapping[Cell, float], layers: Layers) -> Lattice:
    """A map without places that the table which goes on around it explains as well as the map's own print does, and
    which show nothing that is not found again there: white snow with a road is no white cloth.

    Args:
        lattice: the map as it was found.
        odds: log-odds of each of its cells to be a tile.
        layers: the picture.
    """
    table = shades_around(lattice, layers)
    if not len(table.shades):
        return lattice
    poses = np.stack(list(lattice.cells.values()))
    patches, inside = middles_of(layers, poses)
    off_table = _off(table, patches)
    seen = np.array([odds[cell] for cell in lattice.cells])
    off_print = _off(_print_of(patches[seen >= np.quantile(seen, 1 - PARAMETERS.surer)]), patches)
    rather_table = (off_print - off_table).mean(axis=(1, 2))
    bare = (_shares(off_table, inside) >= PARAMETERS.bare) & (rather_table > PARAMETERS.as_well)
    bare |= rather_table > PARAMETERS.better
    doubted = np.flatnonzero(bare & (rather_table <= PARAMETERS.surely))
    if len(doubted):
        around = TextureAround.of(lattice, layers, tuple(LatticeBox.around(lattice).wider(PARAMETERS.around).cells()))
        bare[doubted] = around.goes_on(middles_of(layers, poses[doubted], texture_around.PARAMETERS.middle_px)[0])
    return Lattice(dict(compress(lattice.cells.items(), (~bare).tolist()))) if not bare.all() else lattice


def _print_of(patches: Float32Array) -> TableShades:
    """The shades of what shows on tiles (n, px, px, 3)."""
    return TableShades(shades_of(np.ascontiguousarray(patches.reshape(-1, 3)), PARAMETERS.print_shades)[1])


def _off(shades: TableShades, patches: Float32Array) -> Float32Array:
    """(n, px, px) squared standard deviations by which pixels have none of the shades, bounded."""
    return shades.doubt(patches.reshape(-1, 3)).reshape(patches.shape[:3])


def _shares(off_table: Float32Array, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    most = PARAMETERS.doubt * bare_table.PARAMETERS.trust
    return np.asarray((inside & (off_table <= most)).mean(axis=(1, 2)), np.float64)


def middles_of(
    layers: Layers, poses: NDArray[np.float64], px: int | None = None
) -> tuple[Float32Array, NDArray[np.bool_]]:
    """(n, px, px, 3) half-L Lab of the middles of places, and (n, px, px) what of them lies in the picture; None: at as
    many px as colours are looked at."""
    small = moved_about_middle(np.array([[0, 0, PARAMETERS.middle - 1, 0, 0, PARAMETERS.middle - 1]]))[0]
    return layers.cut(poses @ small, PARAMETERS.px if px is None else px)
