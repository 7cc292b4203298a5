"""Set-ups of the postal games drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any


def varied(setup: Any, rng: random.Random) -> Any:
    """This set-up with what people may choose otherwise, drawn at random."""
    return replace(setup, all_provinces_has_baiern=rng.random() < 0.5)
