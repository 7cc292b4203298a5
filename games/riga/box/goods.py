"""Commodities: what they are worth where, and which cards pay for a building.

Cities pay differently: each favours one commodity and refuses another. No change is given, what is paid too much is
lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from operator import mul
from typing import Any

from games.riga.box.components import data_file

GOODS = ("cloth", "glass", "wine", "grain")
HIDDEN = "-"  # a commodity card that nobody has shown


# What each commodity is worth in each city, in the order of ``GOODS``; "Riga" holds the base values.
Tariff = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class GoodsMarket:
    """The numbers of the base game, of which many are defaults: see ``data/base.json`` for where each comes from.

    Attributes:
        values: every fact by name.
        defaults: the names of those that are a default of ours.
        stock: how many cards of each commodity are in the box, in the order of ``GOODS``.
    """

    values: dict[str, Any]
    defaults: frozenset[str]
    stock: tuple[int, ...]
    base: tuple[int, ...]
    prices: dict[str, tuple[int, ...]]

    def worth(self, goods: Sequence[int]) -> int:
        """The base value of these commodities, ducats: counts in the order of ``GOODS``."""
        return sum(map(mul, goods, self.base))

    def by_players(self, name: str, players: int) -> int:
        """A number that depends on how many play, such as ``years``."""
        return int(self.values[name][str(players)])

    def number(self, name: str) -> int:
        """A number, such as ``hand_limit``."""
        return int(self.values[name])

    def set_aside(self, players: int) -> int:
        """Building cards that are out of the game from the start: those that nobody picked."""
        out = self.values["start_rest"] == "out of the game"
        return players * (self.number("start_buildings") - 1) if out else 0

    @property
    def takes_needless(self) -> bool:
        """Whether people may pay with a card without which it would be enough."""
        return bool(self.values["needless_cards"] == "taken")

    @property
    def tariff(self) -> Tariff:
        """What the cards print of prices, as a value that pictures can be kept by."""
        return tuple(self.prices.items())

    @property
    def corrections(self) -> dict[str, Any]:
        """What an owner has changed: by fact, of tables only the cells that differ."""
        return _differing(self.values, market().values)


@cache
def market() -> GoodsMarket:
    """The numbers that ship."""
    facts = json.loads(data_file("base.json"))
    defaults = frozenset(name for name, fact in facts.items() if fact["confidence"] == "default")
    return _market({name: fact["value"] for name, fact in facts.items()}, defaults)


def market_with(corrections: Mapping[str, Any]) -> GoodsMarket:
    """The numbers that ship with an owner's corrections, which are no defaults any more.

    Args:
        corrections: by fact; ``prices`` holds what single commodities are worth in single cities, city -> commodity ->
            ducats.

    Raises:
        KeyError: no such fact.
    """
    shipped = market()
    for name in corrections:
        if name not in shipped.values:
            raise KeyError(name)
    merged = {name: _merged(value, corrections.get(name)) for name, value in shipped.values.items()}
    return _market(merged, shipped.defaults - set(corrections))


def _merged(shipped: Any, corrected: Any) -> Any:
    """A fact with its correction; of a table by city, commodity or players what is not corrected stays."""
    if corrected is None:
        return shipped
    if isinstance(shipped, dict):
        merged = dict(shipped)
        for key, value in corrected.items():
            merged[key] = _merged(shipped.get(key, {} if isinstance(value, dict) else value), value)
        return merged
    return corrected


def _differing(values: Mapping[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, dict):
            inner = _differing(value, shipped.get(name, {}))
            if inner:
                found[name] = inner
        elif name not in shipped or shipped[name] != value:
            found[name] = value
    return found


def _market(values: dict[str, Any], defaults: frozenset[str]) -> GoodsMarket:
    base = tuple(values["base_value"][good] for good in GOODS)
    prices = {"Riga": base}
    for city in values["favours"]:
        prices[city] = tuple(_price(values, city, good) for good in GOODS)
    return GoodsMarket(values, defaults, tuple(values["goods"][good] for good in GOODS), base, prices)


def _price(values: dict[str, Any], city: str, good: str) -> int:
    entered = values["prices"].get(city, {}).get(good)
    if entered is not None:
        return int(entered)
    if values["refuses"][city] == good:
        return 0
    return int(values["base_value"][good] + (values["price_change"] if values["favours"][city] == good else 0))


def counts_of(goods: Sequence[str]) -> tuple[int, ...]:
    """Counts in the order of ``GOODS`` of cards by name."""
    return tuple(map(goods.count, GOODS))


def payments(
    cost: int, prices: Sequence[int], available: Sequence[int], purses: Sequence[int], *, with_needless: bool = False
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to pay: counts of goods, and places of the purses that are opened.

    Args:
        cost: ducats.
        prices: what each commodity is worth here, in the order of ``GOODS``; one that is worth nothing pays nothing.
        available: how many of each are at hand.
        purses: ducats in each purse.
        with_needless: those as well that hold a card without which it would be enough.
    """
    every = [range((most if price else 0) + 1) for price, most in zip(prices, available, strict=True)]
    for opened in range(len(purses) + 1):
        for places in combinations(range(len(purses)), opened):
            held = tuple(purses[place] for place in places)
            due = max(0, cost - sum(held))
            for goods in product(*every) if with_needless else _covering(due, prices, available):
                if paid(prices, goods, held) >= cost and (with_needless or not needless(cost, prices, goods, held)):
                    yield goods, places


def paid(prices: Sequence[int], goods: Sequence[int], purses: Sequence[int]) -> int:
    """What these goods and purses are worth together, ducats."""
    return sum(count * price for count, price in zip(goods, prices, strict=True)) + sum(purses)


def needless(cost: int, prices: Sequence[int], goods: Sequence[int], purses: Sequence[int]) -> bool:
    """True where something could be kept back and the payment would still do."""
    over = paid(prices, goods, purses) - cost
    least = [price for price, count in zip(prices, goods, strict=True) if count] + list(purses)
    return any(part <= over for part in least)


def _covering(cost: int, prices: Sequence[int], available: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Counts of goods worth at least ``cost``, with no more of the last commodity than it takes."""
    if not prices:
        if cost <= 0:
            yield ()
        return
    price, most = prices[0], available[0]
    if sum(map(mul, prices, available)) < cost:
        return
    for count in range(most + 1 if price else 1):
        for rest in _covering(cost - count * price, prices[1:], available[1:]):
            yield (count, *rest)
        if price and count * price >= cost:
            break
