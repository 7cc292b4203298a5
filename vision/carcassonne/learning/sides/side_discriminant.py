"""What tells two terrains apart at the sides of tiles: roads from fields, and cities from both.

Fisher's linear discriminant ("The use of multiple measurements in taxonomic problems", 1936), shrunken towards a sphere
as by Friedman ("Regularized discriminant analysis", 1989), wherever a side looks most like the first of the two: a road
may cross it a little beside its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.parameters import CHOSEN, Parameters, parameter

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideDiscriminantParameters(Parameters):
    """From how many sides it is learned, and how."""

    least: int = parameter(3, "sides", "of roads and of fields, below which nothing is told of either", FINDING)
    # Of 51 pictures of eleven prints 98 of 100 sides were told rightly by one other tile, 99.2 by two, 99.8 by eight.
    least_city: int = parameter(1, "sides", "of cities and of others, below which nothing is told of either", FINDING)
    shrunk: float = parameter(0.1, "share", "of a sphere in what scatters within either", FINDING)
    realigned: int = parameter(2, "times", "that roads are looked for anew by what tells them", CHOSEN)


PARAMETERS = SideDiscriminantParameters()


@dataclass(frozen=True, eq=False, slots=True)
class SideDiscriminant:
    """What tells them by one strip: (values,) weights, half-way between both, and from there to either's mean."""

    weights: Float64Array
    between: float
    apart: float

    @classmethod
    def of(cls, sides: Float32Array, is_first: BoolMask, least: int) -> SideDiscriminant | None:
        """By known sides (m, shifts, values); None where there are fewer than ``least`` of either, or both are
        alike."""
        if min(is_first.sum(), (~is_first).sum()) < least:
            return None
        middle = sides.shape[1] // 2
        at = np.full(len(sides), middle)
        for _ in range(PARAMETERS.realigned + 1 if middle else 1):
            weights = _fisher(sides[np.arange(len(sides)), at].astype(np.float64), is_first)
            weighed = sides @ weights
            at = np.where(is_first, weighed.argmax(axis=1), middle)
        best = weighed.max(axis=1)
        first, second = float(best[is_first].mean()), float(best[~is_first].mean())
        return cls(weights, (first + second) / 2, (first - second) / 2) if first > second else None

    def scores(self, sides: Float32Array) -> Float64Array:
        """(m,) of sides (m, shifts, values): 1 for a usual one of the first terrain, -1 for one of the second."""
        return np.asarray(((sides @ self.weights).max(axis=-1) - self.between) / self.apart)


def _fisher(values: Float64Array, is_first: BoolMask) -> Float64Array:
    """(values,) the direction in which both lie apart by most of their scatter within."""
    apart = values[is_first].mean(axis=0) - values[~is_first].mean(axis=0)
    strayed = np.concatenate([some - some.mean(axis=0) for some in (values[is_first], values[~is_first])])
    within = strayed.T @ strayed / len(strayed)
    sphere = np.eye(len(within)) * max(float(np.trace(within)) / len(within), float(np.finfo(np.float32).eps))
    return np.asarray(np.linalg.solve((1 - PARAMETERS.shrunk) * within + PARAMETERS.shrunk * sphere, apart))
