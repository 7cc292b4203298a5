"""Weights of logistic regressions, as ``tools.training.odds.fit`` writes them: the constant first, then one a sign."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from calibration.arrays import Float64Array

FILE = "regressions.json"
FITTED = "docs/findings/regressions.md"  # what set them


@cache
def _kept() -> dict[str, tuple[float, ...]]:
    weights: dict[str, list[float]] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return {name: tuple(each) for name, each in weights.items()}


def regression(name: str) -> tuple[float, ...]:
    """The weights of one. Raises ``KeyError`` where there is none of that name."""
    return _kept()[name]


def weighed(weights: Sequence[float], signs: Float64Array) -> Float64Array:
    """(n,) log-odds of places by their signs (n, k) and weights (k + 1,), the constant first."""
    constant, *each = weights
    return np.asarray(signs @ np.array(each) + constant, np.float64)
