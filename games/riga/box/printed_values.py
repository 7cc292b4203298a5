"""What is printed in a box of Riga and is not public, or differs between printings: entered once by its owner."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from games.game import JsonValue, Phrase
from games.printed import Printed, PrintedValue, entered
from games.riga.box.components import CITIES, data_file
from games.riga.box.goods import GOODS, GoodsMarket, market, market_with

MOST_DUCATS = 20  # for one commodity; the box is known to print 2 to 7
MOST_CARDS = 40  # of one commodity
_PLAYERS = ("2", "3", "4")
_NUMBERS: dict[str, range] = {
    "start_value": range(1, 31),
    "start_buildings": range(1, 5),
    "rows_more_than_players": range(1, 6),
    "row_value": range(1, 31),
    "builds_a_turn": range(1, 10),
    "seasons_on_offer": range(1, 6),
    "hand_limit": range(1, 31),
    "unbuilt_points": range(-10, 1),
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "autumn_begins": ("last of summer", "start player"),
    "last_winter": ("left out", "held"),
    "start_rest": ("shuffled back", "out of the game"),
    "purse": ("once a year, spent whole", "once a game, spent whole"),
    "needless_cards": ("refused", "taken"),
}


@cache
def printed_values() -> tuple[PrintedValue, ...]:
    """Everything that an owner may enter, in the order in which it is asked."""
    return (*_prices(), *_goods(), *_numbers(), *_by_players(), *_choices())


def market_of(declared: Mapping[str, JsonValue]) -> GoodsMarket:
    """The numbers to play with where an owner entered these values, by :attr:`PrintedValue.key`.

    Raises:
        games.game.Refusal: an unknown key or a value that can't be printed on a card.
    """
    corrections: dict[str, Any] = {}
    for key, value in entered(printed_values(), declared).items():
        *path, last = key.split(".")
        place = corrections
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return market_with(corrections)


def flattened(corrections: Mapping[str, Any], before: str = "") -> dict[str, JsonValue]:
    """Corrections by fact, city and commodity as one value a key: ``{"prices": {"Visby": {"cloth": 7}}}`` becomes
    ``{"prices.Visby.cloth": 7}``."""
    found: dict[str, JsonValue] = {}
    for key, value in corrections.items():
        if isinstance(value, Mapping):
            found |= flattened(value, f"{before}{key}.")
        else:
            found[f"{before}{key}"] = value
    return found


def _value(key: str, group: str, shipped: Printed, allowed: range | tuple[str, ...], title: Phrase) -> PrintedValue:
    fact = key.split(".")[0]
    heading, source = Phrase.of(f"riga.printed_{group}"), Phrase(f"riga.source_{fact}")
    return PrintedValue(key, title, heading, shipped, allowed, source, _facts()[fact]["confidence"] == "default")


@cache
def _facts() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(data_file("base.json"))
    return found


def _prices() -> Iterator[PrintedValue]:
    shipped = market()
    for city in (city for city in CITIES if city in shipped.values["favours"]):
        for good, price in zip(GOODS, shipped.prices[city], strict=True):
            title = Phrase.of(
                "riga.printed_price", good=Phrase.of(f"riga.good_{good}"), city=Phrase.of("riga.city", city=city)
            )
            yield _value(f"prices.{city}.{good}", "prices", price, range(MOST_DUCATS + 1), title)


def _goods() -> Iterator[PrintedValue]:
    shipped = market()
    for good, worth, count in zip(GOODS, shipped.base, shipped.stock, strict=True):
        what = Phrase.of(f"riga.good_{good}")
        title = Phrase.of("riga.printed_base_value", good=what)
        yield _value(f"base_value.{good}", "goods", worth, range(1, MOST_DUCATS + 1), title)
        title = Phrase.of("riga.printed_count", good=what)
        yield _value(f"goods.{good}", "goods", count, range(1, MOST_CARDS + 1), title)


def _numbers() -> Iterator[PrintedValue]:
    for key, allowed in _NUMBERS.items():
        yield _value(key, "numbers", market().number(key), allowed, Phrase.of(f"riga.printed_{key}"))


def _by_players() -> Iterator[PrintedValue]:
    for key, allowed in (("years", range(1, 16)), ("new_buildings", range(1, 13))):
        for players in _PLAYERS:
            shipped = market().by_players(key, int(players))
            title = Phrase.of(f"riga.printed_{key}", players=int(players))
            yield _value(f"{key}.{players}", "numbers", shipped, allowed, title)


def _choices() -> Iterator[PrintedValue]:
    for key, allowed in _CHOICES.items():
        yield _value(key, "readings", market().values[key], allowed, Phrase.of(f"riga.printed_{key}"))
