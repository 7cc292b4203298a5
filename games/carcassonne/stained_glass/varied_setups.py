"""Set-ups with Stained Glass drawn at random, for whoever tries the rules at many tables."""

from __future__ import annotations

import random
from dataclasses import replace

from games.carcassonne.stained_glass.windows import printed
from games.carcassonne.state import Setup
from games.carcassonne.varied_setups import varied as with_or_without_inns


def varied(setup: Setup, rng: random.Random) -> Setup:
    """This set-up with what people may choose otherwise, drawn at random."""
    setup = with_or_without_inns(setup, rng)
    options = dict(setup.options)
    for key, one in printed()["options"].items():
        if rng.random() < 0.4:
            options[key] = rng.choice(
                tuple(one["allowed"]) if "allowed" in one else range(one["least"], one["most"] + 1)
            )
    return replace(setup, options=tuple(sorted(options.items())))
