"""What tells cities from roads and fields at the sides of one map's tiles.

On one table every city is of one colour and as busy, and so is what lies about cities: walls and roofs reach the edge
all along it. What that colour is differs from edition to edition and from lamp to lamp, so it is told by tiles that lie
on the same picture, of which a few are enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.carcassonne.learning.sides.fisher import fisher_direction
from vision.parameters import Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CityDiscriminantParameters(Parameters):
    """From how many sides it is learned what a city looks like."""

    # Of 51 pictures of eleven prints 98 of 100 sides were told rightly by one other tile, 99.2 by two, 99.8 by eight.
    least: int = parameter(1, "sides", "of cities, and of others, below which nothing is told", FINDING)
    shrunk: float = parameter(0.1, "share", "of a sphere in what scatters within either", FINDING)


PARAMETERS = CityDiscriminantParameters()


@dataclass(frozen=True, eq=False, slots=True)
class CityDiscriminant:
    """What tells them: (values,) weights, half-way between both, and from there to either's mean."""

    weights: Float64Array
    between: float
    apart: float

    @classmethod
    def of(cls, tints: Float32Array, is_city: BoolMask) -> CityDiscriminant | None:
        """By known sides (m, values); None where there are too few of either, or both are alike."""
        if min(is_city.sum(), (~is_city).sum()) < PARAMETERS.least:
            return None
        values = tints.astype(np.float64)
        weights = fisher_direction(values, is_city, PARAMETERS.shrunk)
        weighed = values @ weights
        city, other = float(weighed[is_city].mean()), float(weighed[~is_city].mean())
        return cls(weights, (city + other) / 2, (city - other) / 2) if city > other else None

    def scores(self, tints: Float32Array) -> Float64Array:
        """(m,) of sides (m, values): 1 for a usual city, -1 for a usual road or field."""
        return np.asarray((tints @ self.weights - self.between) / self.apart)
