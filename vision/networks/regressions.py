"""Weights of logistic regressions, as ``tools.training.odds.fit`` writes them: the constant first, then one a sign."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

FILE = "regressions.json"
FITTED = "docs/findings/regressions.md"  # what set them


@cache
def _kept() -> dict[str, tuple[float, ...]]:
    weights: dict[str, list[float]] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return {name: tuple(each) for name, each in weights.items()}


def regression(name: str) -> tuple[float, ...]:
    """The weights of one. Raises ``KeyError`` where there is none of that name."""
    return _kept()[name]
