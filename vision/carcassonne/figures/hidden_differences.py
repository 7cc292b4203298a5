"""Between which readings of a tile nobody can see, because somebody stands on what tells them apart.

A road that ends beneath a figure at a tile's edge may as well not be there. The network sees past figures and says how
likely that is; here it is asked of which readings the difference lies beneath one, so that both are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array, Float64Array
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live.plan import usual
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenDifferencesParameters(Parameters):
    """From when two readings are told as ones between which nobody can see."""

    covered: float = parameter(0.5, "share", "of where two readings usually differ that figures cover", CHOSEN)
    least_chance: float = parameter(0.05, "probability", "of a reading from which it is told beside the first", CHOSEN)


PARAMETERS = HiddenDifferencesParameters()
GROUNDS = (FeatureKind.FIELD, FeatureKind.CITY, FeatureKind.ROAD)
OTHERWISE = len(GROUNDS)  # a cloister or what else stands on a tile


def hidden_differences(posterior: Float64Array, covers: Float32Array, orientations: Sequence[Orientation]) -> BoolMask:
    """(b, orientations) readings that may be as well as the likeliest, since what tells them apart is covered; the
    likeliest with them.

    Args:
        posterior: (b, orientations) how likely each tile lies how. covers: (b, n, n) 1 where a figure covers it, else
            0.
    """
    together = np.zeros(posterior.shape, np.bool_)
    n = covers.shape[-1]
    grounds = np.stack([_ground(one.kind.key, one.turns, n) for one in orientations])
    roads_at = np.array([[side == "road" for side in one.sides] for one in orientations])
    for tile in np.flatnonzero(covers.any(axis=(1, 2))):
        best = int(posterior[tile].argmax())
        differs = (grounds != grounds[best]) & ~_same_road(grounds, roads_at, best)
        beneath = (differs & (covers[tile] > 0)).sum(axis=(1, 2))
        hidden = beneath >= PARAMETERS.covered * np.maximum(differs.sum(axis=(1, 2)), 1)
        others = hidden & (posterior[tile] >= PARAMETERS.least_chance)
        together[tile] = others
        together[tile, best] = others.any()
    return together


def _same_road(grounds: NDArray[np.int8], roads_at: BoolMask, best: int) -> BoolMask:
    """(orientations, n, n) spots of a road that leads to a side to which one leads on the likeliest reading as well:
    how it winds on its way there is the draughtsman's choice, and tells nothing.

    Args:
        grounds: (orientations, n, n) which ground lies where. roads_at: (orientations, 4) sides with a road.
    """
    road = GROUNDS.index(FeatureKind.ROAD)
    at_both = roads_at & roads_at[best]
    return np.asarray(at_both[:, _nearest_side(grounds.shape[-1])] & ((grounds == road) | (grounds[best] == road)))


@cache
def _nearest_side(n: int) -> NDArray[np.intp]:
    """(n, n) which side each spot is nearest to, north 0 and clockwise."""
    down, across = np.meshgrid(*2 * (np.arange(n),), indexing="ij")
    return np.asarray(np.stack([down, n - 1 - across, n - 1 - down, across]).argmin(axis=0), np.intp)


@cache
def _ground(key: str, turns: int, n: int) -> NDArray[np.int8]:
    """(n, n) which ground usually lies where on a tile with so many quarter turns clockwise."""
    features = tile_type(key).features
    kinds = [GROUNDS.index(one.kind) if one.kind in GROUNDS else OTHERWISE for one in features]
    of = np.array([*kinds, OTHERWISE], np.int8)  # -1, the last, is where nothing lies
    at_rest = of[usual(key)]
    at = ((np.arange(n) + 0.5) / n * len(at_rest)).astype(int)
    return np.asarray(np.rot90(at_rest[np.ix_(at, at)], -turns), np.int8)
