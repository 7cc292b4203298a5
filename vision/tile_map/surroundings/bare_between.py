"""Whether nothing but bare table lies between two parts of what was taken for one map: then they are two.

A map hangs together, tile by tile. Where a cup, a hand or glare hides what joins two parts of it, something shows there
that is no table; where two games lie side by side on one lattice, by chance or since people laid them along the table's
edge, the table shows all the way across. But where a map's own tiles look like the table, snow on a white one, whoever
looks for bare table finds it on a tile that was overlooked as well.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.bare_table import TableShades
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice, shifted
from vision.tile_map.surroundings import table_around
from vision.tile_map.surroundings.table_around import LatticeBox, shades_around, table_shares


@dataclass(frozen=True, slots=True, kw_only=True)
class BareBetweenParameters(Parameters):
    """When a table is told from the tiles on it."""

    alike: float = parameter(
        0.05, "share", "of a map's own tiles that look like bare table, from which nothing follows from it", CHOSEN
    )


PARAMETERS = BareBetweenParameters()


def bare_between(lattice: Lattice, layers: Layers, parts: Sequence[Set[Cell]]) -> bool:
    """Whether one can't get from the first of two parts of a lattice to the other but across bare table.

    Args:
        lattice: where the tiles lie, unit square to px of the picture.
        layers: the picture.
        parts: two sets of its cells, none of one beside any of the other.
    """
    table = shades_around(lattice, layers)
    if _shows_table(table, layers, np.stack(list(lattice.cells.values()))).mean() >= PARAMETERS.alike:
        return False
    bare = _bare(lattice, table, layers)
    reached, edge = set(parts[0]), set(parts[0])
    while edge:
        beside = {(row + down, column + right) for row, column in edge for down, right in NEIGHBOURS} - reached
        if beside & parts[1]:
            return False
        edge = {cell for cell in beside if not bare.get(cell, cell not in lattice.cells)}
        reached |= edge
    return True


def _bare(lattice: Lattice, table: TableShades, layers: Layers) -> dict[Cell, bool]:
    """Which of the places within a map's rows and columns on which none of its tiles lies show the table and nothing
    else. What the table looks like is told by the places around all of them."""
    empty = [cell for cell in LatticeBox.around(lattice).cells() if cell not in lattice.cells]
    if not empty:
        return {}
    common = lattice.common()
    poses = np.stack([shifted(common, column, row) for row, column in empty])
    return dict(zip(empty, _shows_table(table, layers, poses).tolist(), strict=True))


def _shows_table(table: TableShades, layers: Layers, poses: Float64Array) -> NDArray[np.bool_]:
    """(n,) whether places (n, 3, 3) show the table and nothing else."""
    return table_shares(table, layers, poses) >= table_around.PARAMETERS.bare
