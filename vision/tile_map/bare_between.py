"""Whether nothing but bare table lies between two parts of what was taken for one map: then they are two.

A map hangs together, tile by tile. Where a cup, a hand or glare hides what joins two parts of it, something shows there
that is no table; where two games lie side by side on one lattice, by chance or since people laid them along the table's
edge, the table shows all the way across.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from vision.imaging.patches import Layers
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice, shifted
from vision.tile_map import table_around
from vision.tile_map.table_around import LatticeBox, shades_around, table_shares


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
    empty = [cell for cell in LatticeBox.around(lattice).cells() if cell not in lattice.cells]
    if not empty:
        return {}
    common = lattice.common()
    poses = np.stack([shifted(common, column, row) for row, column in empty])
    shares = table_shares(shades_around(lattice, layers), layers, poses)
    return dict(zip(empty, (shares >= table_around.PARAMETERS.bare).tolist(), strict=True))
