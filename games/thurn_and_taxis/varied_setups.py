"""Set-ups of the postal games drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace

from games.thurn_and_taxis.atlas import MOST_HORSES, Atlas
from games.thurn_and_taxis.editing import with_horses
from games.thurn_and_taxis.printed_values import printed_values, with_printed
from games.thurn_and_taxis.state import Conveyance, Setup

_OWN_BOX, _ENTERED = 0.5, 0.3  # how often: a box of one's own, a value of it
_BASIC_RULES = 0.2


def varied(setup: Setup, rng: random.Random) -> Setup:
    """This set-up with what people may choose otherwise, drawn at random."""
    setup = replace(setup, all_provinces_has_baiern=rng.random() < 0.5)
    if rng.random() < _BASIC_RULES:  # "the game using the basic game rules"
        setup = replace(setup, conveyance=Conveyance.CARRIAGES)
    return replace(setup, atlas=_own_box(setup.atlas, rng)) if rng.random() < _OWN_BOX else setup


def _own_box(atlas: Atlas, rng: random.Random) -> Atlas:
    chosen = {one.key: rng.choice(one.allowed) for one in printed_values(atlas.key) if rng.random() < _ENTERED}
    for city in atlas.cities:
        if city.horses and rng.random() < _ENTERED:
            copies = rng.choice((1, atlas.numbers["copies"]))
            atlas = with_horses(atlas, city.name, tuple(rng.randint(1, MOST_HORSES) for _ in range(copies)))
    return with_printed(atlas, chosen)
