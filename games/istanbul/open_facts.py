"""Facts of the box that sources leave open, or that people decide before a game: each with what it may be.

What stands here is a default until the table says otherwise; it becomes a correction of the set-up (see
:class:`games.istanbul.facts.Facts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.istanbul.facts import Facts

_SPAN = 5  # by how much the first price of the Gemstone Dealer differs between sources, and some to spare
_MOST_OF_A_KIND = 9
_MOST_COFFEE = 30


@dataclass(frozen=True, slots=True)
class OpenFact:
    """A fact that may be settled: its path, how it stands as it ships, what it may be."""

    path: str
    default: int | str
    allowed: tuple[int | str, ...]


def open_facts(facts: Facts) -> tuple[OpenFact, ...]:
    """Every fact of this game that is settled with the set-up."""
    return tuple(_found(facts))


def _found(facts: Facts) -> Iterator[OpenFact]:
    sets = facts.sets
    if len(sets) > 1:
        # "Decide whether you want to solely use the new Bonus cards or shuffle them together."
        yield OpenFact("bonus_cards_mode", facts["bonus_cards_mode"], ("mixed", "new"))
    for players, first in facts["dealer_first"].items():
        yield OpenFact(f"dealer_first.{players}", first, tuple(range(first, first + _SPAN)))
    if "letters_and_seals" in sets:
        for kind, card in facts["bonus_cards"].items():
            if kind in facts.brought("letters_and_seals", "bonus_cards"):
                yield OpenFact(f"bonus_cards.{kind}.count", card["count"], tuple(range(_MOST_OF_A_KIND + 1)))
    if "mocha_and_baksheesh" in sets:
        yield OpenFact("coffee_house_rubies", facts["coffee_house_rubies"], tuple(range(1, 11)))
        yield OpenFact("coffee_limit", facts["coffee_limit"], tuple(range(1, _MOST_COFFEE + 1)))


def settled(facts: Facts, values: Mapping[str, int | str]) -> tuple[tuple[str, str], ...]:
    """What differs from the defaults, as corrections of a set-up; values under other names are left out."""
    known = {one.path: one for one in open_facts(facts)}
    return tuple(
        (path, json.dumps(value))
        for path, value in sorted(values.items())
        if path in known and value != known[path].default
    )
