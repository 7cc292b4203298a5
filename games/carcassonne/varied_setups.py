"""Set-ups of Carcassonne drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from games.carcassonne.state import FARMERS, WITHOUT


def varied(setup: Any, rng: random.Random) -> Any:
    """This set-up with what people may choose otherwise, drawn at random."""
    inns = rng.random() < 0.5 or len(setup.seats) == 6  # the sixth has followers there only
    if inns:
        setup = replace(setup, expansions=(*setup.expansions, "inns-and-cathedrals"))
    if rng.random() < 0.2:
        setup = replace(setup, options=tuple(sorted((*setup.options, (FARMERS, WITHOUT)))))
    return setup
