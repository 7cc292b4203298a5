"""How far values stray, told by medians, which a few wild ones do not move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter

_Real = TypeVar("_Real", np.float32, np.float64)

# Standard deviations of a normal distribution in its median absolute deviation.
OF_MEDIAN = 1.4826


@dataclass(frozen=True, slots=True, kw_only=True)
class ScatterParameters(Parameters):
    """From how many values on their middle is told without sorting all of them: a matter of time alone."""

    many: int = parameter(600, "values", "from which only the middle ones are put in their place", CHOSEN)


PARAMETERS = ScatterParameters()


def median_of(values: NDArray[_Real]) -> NDArray[_Real]:
    """(...) median along the first axis of values (n, ...), one of them at least: see :func:`median_of_rows`."""
    few = values.ndim > 1 and len(values) < PARAMETERS.many
    return _middle_of(np.sort(values, axis=0)) if few else median_of_rows(np.moveaxis(values, 0, -1))


def median_of_rows(rows: NDArray[_Real]) -> NDArray[_Real]:
    """(...) median along the last axis of rows (..., n). NumPy's own takes two to ten times as long: where values lie
    side by side, sorting a few hundred of them is faster than putting the middle ones in their place, and that is
    faster than sorting thousands."""
    count, half = rows.shape[-1], rows.shape[-1] // 2
    rows = np.ascontiguousarray(rows)
    ordered = np.sort(rows, axis=-1) if count < PARAMETERS.many else np.partition(rows, (half - 1, half), axis=-1)
    return _middle_of(np.moveaxis(ordered, -1, 0))


def _middle_of(ordered: NDArray[_Real]) -> NDArray[_Real]:
    count, half = len(ordered), len(ordered) // 2
    return np.asarray(ordered[half] if count % 2 else (ordered[half - 1] + ordered[half]) / 2, ordered.dtype)
