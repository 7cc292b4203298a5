"""What tells roads from fields at the sides of one edition's tiles.

By :func:`~vision.carcassonne.learning.sides.fisher.fisher_direction`, wherever about the middle a side looks most like
a road.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.carcassonne.learning.sides.fisher import fisher_direction
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadDiscriminantParameters(Parameters):
    """From how many sides it is learned, and how."""

    least: int = parameter(3, "sides", "of either terrain, below which nothing is told", FINDING)
    shrunk: float = parameter(0.1, "share", "of a sphere in what scatters within either", FINDING)
    realigned: int = parameter(2, "times", "that roads are looked for anew by what tells them", CHOSEN)


PARAMETERS = RoadDiscriminantParameters()


@dataclass(frozen=True, eq=False, slots=True)
class RoadDiscriminant:
    """What tells them by one strip: (values,) weights, half-way between both, and from there to either's mean."""

    weights: Float64Array
    between: float
    apart: float

    @classmethod
    def of(cls, sides: Float32Array, is_road: BoolMask) -> RoadDiscriminant | None:
        """By known sides (m, shifts, values); None where there are too few of either, or both are alike."""
        if min(is_road.sum(), (~is_road).sum()) < PARAMETERS.least:
            return None
        middle = sides.shape[1] // 2
        at = np.full(len(sides), middle)
        for _ in range(PARAMETERS.realigned + 1):
            values = sides[np.arange(len(sides)), at].astype(np.float64)
            weights = fisher_direction(values, is_road, PARAMETERS.shrunk)
            weighed = sides @ weights
            at = np.where(is_road, weighed.argmax(axis=1), middle)
        best = weighed.max(axis=1)
        road, field = float(best[is_road].mean()), float(best[~is_road].mean())
        return cls(weights, (road + field) / 2, (road - field) / 2) if road > field else None

    def scores(self, sides: Float32Array) -> Float64Array:
        """(m,) of sides (m, shifts, values): 1 for a usual road, -1 for a usual field."""
        return np.asarray(((sides @ self.weights).max(axis=-1) - self.between) / self.apart)
