"""Set-ups of Riga and of its scorer drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any


def varied(setup: Any, rng: random.Random) -> Any:
    """This set-up with what people may choose otherwise, drawn at random."""
    grand, houses = rng.random() < 0.6, rng.random() < 0.6
    return replace(setup, grand_masters=grand, riga_buildings=houses, victual_brothers=rng.random() < 0.5)


def varied_scorer(setup: Any, rng: random.Random) -> Any:
    """This set-up with what people may choose otherwise, drawn at random."""
    return replace(setup, with_riga=rng.random() < 0.5, victual_brothers=rng.random() < 0.5)
