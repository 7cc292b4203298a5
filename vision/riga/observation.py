"""What a picture of a Riga table shows: the row of Grand Masters, and building cards in displays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from games.riga.box.buildings import CardSet
from games.riga.box.components import CITIES, PERSONS


@dataclass(frozen=True, eq=False, slots=True)
class SeenCard:
    """A building card, commodity or Grand Master.

    Attributes:
        key: of the card, such as ``Visby-mint``; of a tile, such as ``max-Visby``.
        x, y: px of its middle. turn_deg: its upward direction, degrees clockwise as the picture shows it.
        confidence: probability that it is this one.
        outline: (4, 2) px, its own north-west first.
    """

    key: str
    x: float
    y: float
    turn_deg: float
    confidence: float
    outline: NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class SeenDisplay:
    """Building cards that lie together and face the same way."""

    cards: tuple[SeenCard, ...]

    def buildings(self, cards: CardSet) -> dict[str, int]:
        """Buildings by city."""
        counted = Counter(cards.by_key[card.key].city for card in self.cards if card.key in cards.by_key)
        return {city: counted[city] for city in CITIES}

    def persons(self, cards: CardSet) -> dict[str, int]:
        """Knights and merchants."""
        shown = [kind for card in self.cards if card.key in cards.by_key for kind in cards.by_key[card.key].persons]
        return {kind: shown.count(kind) for kind in PERSONS}


@dataclass(frozen=True, eq=False, slots=True)
class RigaObservation:
    """The whole table.

    Attributes:
        row: the Grand Masters in the order in which they lie, as their owners would read them.
        displays: in the order of the clock round the middle of the row and the market, from the lower left.
        offer: buildings of the market.
        goods: commodities that lie open on top.
        unread: places (x, y) px where something lies that looks like a card and could not be told.
        trouble: why nothing could be read, or None.
    """

    row: tuple[SeenCard, ...] = ()
    displays: tuple[SeenDisplay, ...] = ()
    offer: tuple[SeenCard, ...] = ()
    goods: tuple[SeenCard, ...] = ()
    unread: tuple[tuple[float, float], ...] = ()
    trouble: Phrase | None = None
