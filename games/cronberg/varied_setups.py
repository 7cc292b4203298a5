"""Set-ups of Cronberg drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

from games.cronberg.components import CronbergBox, RhombKind, Symbol
from games.cronberg.state import CUTS_OFF, LEAVES_OPEN, Setup


def varied(setup: Setup, rng: random.Random) -> Setup:
    """This set-up with what people may choose otherwise, drawn at random."""
    setup = replace(setup, empty_stack=rng.choice((CUTS_OFF, LEAVES_OPEN)))
    if rng.random() < 0.5:
        return setup
    side = rng.choice((1, 2, 3, 3, 4))
    symbols = tuple(rng.choice((Symbol.PARK, Symbol.COAT, Symbol.GUARD)) for _ in range(6 * side * side))
    draw = partial(rng.randint, -8, 8)
    kinds = tuple(
        RhombKind(f"k{n}", "building", (draw(), draw(), draw(), draw()), rng.randint(1, 3))
        for n in range(rng.randint(1, 12))
    )
    return replace(setup, edition=CronbergBox("somebody's", side, symbols, kinds))
