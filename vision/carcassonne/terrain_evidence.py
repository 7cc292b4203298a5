"""What the terrain of tiles says of how they lie, whatever the edition: a second witness beside the references.

References tell tiles apart by all that is printed on them, which small, blurred or dim tiles no longer show; the
network was taught to look at nothing but the terrain, under followers, wear and bad light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.poses import Orientation, TileAsLaid
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import column_of, placements, terrain_reader


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainEvidenceParameters(Parameters):
    """How much the terrain may say beside the references."""

    most_said: float = parameter(
        10.0,
        "nats",
        "that it may speak against an orientation: it is no surer than that of art that it never saw",
        CHOSEN,
    )


PARAMETERS = TerrainEvidenceParameters()


def terrain_evidence(
    layers: Layers, poses: NDArray[np.float64], orientations: Sequence[Orientation]
) -> NDArray[np.float64]:
    """(b, orientations) log-likelihood of places (b, 3, 3) under each orientation, 0 for the likeliest; never below
    -most_said.
    """
    said = from_posteriors(terrain_reader().read(crops_of(layers, poses)), orientations)
    return np.asarray(np.maximum(said, -PARAMETERS.most_said))


def from_posteriors(logs: NDArray[np.float32], orientations: Sequence[Orientation]) -> NDArray[np.float64]:
    """The same from what the terrain reader said, (b, columns + 1), unbounded."""
    return of_tiles(logs, [(orientation.kind.key, orientation.turns) for orientation in orientations])


def of_tiles(logs: NDArray[np.float32], tiles: Sequence[TileAsLaid]) -> NDArray[np.float64]:
    """(b, tiles) the same of tiles as they may lie, whichever of the turns that look alike is named."""
    columns = np.array([column_of(key, turns) for key, turns in tiles], np.intp)
    said = logs[:, columns].astype(np.float64) - np.array([taught(column) for column in columns.tolist()])
    return np.asarray(said - said.max(axis=1, keepdims=True))


@cache
def taught(column: int) -> float:
    """Logarithm of how often a column was drawn when the reader was taught: see ``vision.tile_map.terrain.among``."""
    place = placements()[column]
    turns = sum(other.kind.key == place.kind.key for other in placements())
    return float(np.log((1.0 if place.kind.in_base_game else 0.4) / turns))
