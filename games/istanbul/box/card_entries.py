"""What a bonus card says and what a trade gives and takes, as the data of a box hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypedDict

TradeEntry: TypeAlias = Mapping[str, Mapping[str, int]]  # "pay" and "take": how many of what


class CardEntry(TypedDict, total=False):
    """The entry of a kind of bonus card.

    Attributes:
        count: how many the box holds.
        effect: which of the rulebook's effects it has.
        when: ``move``, ``action`` or any other word for the whole of its player's turn.
        last_window: it is played in the window after a turn as well.
        lira: what it brings, or what is paid for it.
        place, places: which it is about.
        distances: how far somebody may go, in steps.
        pay, take: its trade.
        does, text: what its owner entered of it: another card's effect, or trades.
    """

    count: int
    effect: str
    when: str
    last_window: bool
    lira: int
    place: int
    places: Sequence[int]
    distances: Sequence[int]
    pay: Mapping[str, int]
    take: Mapping[str, int]
    does: str
    text: Sequence[TradeEntry]


def trade_of(card: CardEntry) -> TradeEntry:
    """What a card that trades gives and takes."""
    return {"pay": card.get("pay", {}), "take": card.get("take", {})}
