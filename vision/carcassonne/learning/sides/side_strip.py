"""Where a side of a tile shows what it is: a strip beside the edge, in its middle, where a road would cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter

ValueT = TypeVar("ValueT", bound=np.generic)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStripParameters(Parameters):
    """Where the strip lies."""

    along: tuple[float, float] = parameter((0.375, 0.625), "tile sides", "along a side, where a road crosses", CHOSEN)


PARAMETERS = SideStripParameters()


def north_strip(tile: NDArray[ValueT], deep: tuple[float, float]) -> NDArray[ValueT]:
    """The strip (..., rows, columns) of the side that is north.

    Args:
        tile: (..., n, n) anything that is known of a tile's spots.
        deep: between which distances from the edge it lies, tile sides.
    """
    n = tile.shape[-1]
    rows, columns = (slice(*(round(end * n) for end in ends)) for ends in (deep, PARAMETERS.along))
    return tile[..., rows, columns]
