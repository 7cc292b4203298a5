"""The direction in which two groups lie apart by most of their scatter within.

Fisher's linear discriminant ("The use of multiple measurements in taxonomic problems", 1936), shrunken towards a sphere
as by Friedman ("Regularized discriminant analysis", 1989).
"""

from __future__ import annotations

import numpy as np

from calibration.arrays import BoolMask, Float64Array


def fisher_direction(values: Float64Array, first: BoolMask, shrunk: float) -> Float64Array:
    """(values,) weights by which the ``first`` of some (m, values) lie above the others.

    Args:
        values: of both groups, at least one of either.
        first: (m,) which of them.
        shrunk: share of a sphere in what scatters within either.
    """
    apart = values[first].mean(axis=0) - values[~first].mean(axis=0)
    strayed = np.concatenate([some - some.mean(axis=0) for some in (values[first], values[~first])])
    within = strayed.T @ strayed / len(strayed)
    sphere = np.eye(len(within)) * max(float(np.trace(within)) / len(within), float(np.finfo(np.float32).eps))
    return np.asarray(np.linalg.solve((1 - shrunk) * within + shrunk * sphere, apart))
