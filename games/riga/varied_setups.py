"""Set-ups of Riga and of its scorer drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace

from games.game import JsonValue
from games.riga.box.printed_values import market_of, printed_values
from games.riga.scorer import rules as scorer
from games.riga.state import Setup

_OWN_BOX, _ENTERED = 0.5, 0.2  # how often: a box of one's own, a value of it


def varied(setup: Setup, rng: random.Random) -> Setup:
    """This set-up with what people may choose otherwise, drawn at random."""
    grand, houses = rng.random() < 0.6, rng.random() < 0.6
    chosen: dict[str, JsonValue] = {}
    if rng.random() < _OWN_BOX:
        chosen = {one.key: rng.choice(one.allowed) for one in printed_values() if rng.random() < _ENTERED}
    return replace(
        setup,
        grand_masters=grand,
        riga_buildings=houses,
        victual_brothers=rng.random() < 0.5,
        market=market_of(chosen),
    )


def varied_scorer(setup: scorer.Setup, rng: random.Random) -> scorer.Setup:
    """This set-up with what people may choose otherwise, drawn at random."""
    return replace(setup, with_riga=rng.random() < 0.5, victual_brothers=rng.random() < 0.5)
