"""Set-ups of Carcassonne drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import FARMERS, WITHOUT, Setup

_OLD_RULES, _NO_FARMERS = 0.3, 0.2  # how often: the oldest rulebook's small cities, a game without farmers
_TILES_LOST, _LOST = 0.2, 3  # how often a box lacks tiles, and how many


def varied(setup: Setup, rng: random.Random) -> Setup:
    """This set-up with what people may choose otherwise, drawn at random."""
    if rng.random() < 0.5 or len(setup.seats) == 6:  # the sixth has followers there only
        setup = replace(setup, expansions=(*setup.expansions, "inns-and-cathedrals"))
    options: list[tuple[str, int | str]] = []
    if rng.random() < _NO_FARMERS:
        options.append((FARMERS, WITHOUT))
    if rng.random() < _OLD_RULES:
        options.append(("tiny-city-scoring", 2))
    setup = replace(setup, options=tuple(sorted((*setup.options, *options))))
    if rng.random() < _TILES_LOST:
        setup = replace(setup, missing=tuple(rng.sample(sorted(CARCASSONNE.box(setup)), _LOST)))
    return setup
