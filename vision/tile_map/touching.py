"""Whether the tiles of a map touch: people lay them edge to edge; pictures of tiles on something else are not so."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Lattice, Points, quad_of, seams


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchingParameters(Parameters):
    """How wide the gaps between neighbours are before tiles do not touch."""

    # Shares of a tile. On seven photographs of played games half of the gaps are up to 0.025 to 0.040 wide, worn
    # corners and printed borders among it; on a cube with stickers of tiles 0.139.
    apart: float = parameter(
        0.09, "share of a tile", "beyond which half of the gaps are no played game's", "vision/tile_map/touching.py"
    )
    least_gaps: int = parameter(4, "gaps", "that tell", CHOSEN)


PARAMETERS = TouchingParameters()


def gaps_between(lattice: Lattice) -> NDArray[np.float64]:
    """(n,) how far neighbouring tiles are apart, as shares of the way from one's middle to the other's; below 0 they
    overlap. Each pair of neighbours once."""
    quads = {cell: quad_of(pose) for cell, pose in lattice.cells.items()}
    return np.array([gap_across(quads[one], quads[other], side) for one, other, side in seams(quads)])


def gap_across(quad: Points, other: Points, side: int) -> float:
    """How far two neighbours (4, 2) are apart, as :func:`gaps_between` tells; ``side`` (1 east, 2 south) of the first
    touches the other."""
    # Corners go clockwise from the north-west: the east side meets a west side, the south side a north side.
    one, two, facing, next_facing = (1, 2, 0, 3) if side == 1 else (3, 2, 0, 1)
    way = other.mean(axis=0) - quad.mean(axis=0)
    across = (other[facing] + other[next_facing] - quad[one] - quad[two]) / 2
    return float(across @ way / (way @ way))


def lie_apart(lattice: Lattice) -> bool:
    """True where half of the neighbours are further apart than anybody lays tiles; False where too few can tell."""
    gaps = gaps_between(lattice)
    return len(gaps) >= PARAMETERS.least_gaps and float(np.median(gaps)) > PARAMETERS.apart
