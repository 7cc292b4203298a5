"""Layouts and boxes drawn at random, as people might have them. For tests and benchmarks."""

from __future__ import annotations

import random
from dataclasses import replace

from games.game import JsonValue
from games.istanbul.box.printed_values import MODE
from games.istanbul.layout import random_layout
from games.istanbul.rules import Istanbul
from games.istanbul.state import Setup
from games.printed import PrintedValue

_NEW_ONLY, _OWN_BOX, _ENTERED = 0.4, 0.5, 0.2  # how often: solely the new cards, a box of one's own, a value of it
_MOST_TERMS = 3


def varied(game: Istanbul, setup: Setup, rng: random.Random) -> Setup:
    """The set-up with another layout and another box."""
    values: dict[str, JsonValue] = {}
    if setup.expansions and rng.random() < _NEW_ONLY:
        values[MODE] = "new"
    if rng.random() < _OWN_BOX:
        values |= {one.key: _drawn(one, rng) for one in game.printed_values() if _is_entered(one, rng)}
    return game.with_entered(replace(setup, layout=random_layout(game.layout_rule(), rng)), values)


def _is_entered(one: PrintedValue, rng: random.Random) -> bool:
    # How many cards, tiles and letters of a kind there are is all or nothing: a box with hardly any can't be played.
    counts = one.key.endswith(".count") or one.key.startswith(("kiosk_counts", "letter_numbers", "tavern_tiles"))
    return one.key != MODE and not counts and rng.random() < _ENTERED


def _drawn(one: PrintedValue, rng: random.Random) -> JsonValue:
    if not one.is_text:
        return rng.choice(one.allowed)
    offers = []
    for _ in range(rng.choice((1, 1, 2))):
        words = [term.word for term in rng.sample(one.terms, rng.randint(1, _MOST_TERMS))]
        offers.append(" ".join(f"{word}:{rng.randint(2, 4)}" if rng.random() < 0.3 else word for word in words))
    return " | ".join(offers)
