"""What the boxes of Istanbul print and sources leave open, or what is inferred: entered once by their owner.

A value's key is the path of its fact (see :class:`games.istanbul.box.facts.Facts`), so that what was entered becomes a
correction of the set-up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from games.game import JsonValue, Phrase
from games.istanbul.box.facts import printed
from games.istanbul.box.printed_texts import terms, trades_of
from games.istanbul.expansions.bonus_pack import DOES, MOCHA_KINDS, UNREAD
from games.istanbul.rulebook import LAST_PLACE, card_name, name_of
from games.printed import Printed, PrintedValue, entered, text_of

BASE, LETTERS, MOCHA = "base", "letters_and_seals", "mocha_and_baksheesh"
MODE = "bonus_cards_mode"
_SPAN = 5  # by how much the first price of the Gemstone Dealer differs between sources, and some to spare
_MOST_OF_A_KIND = 36
_MOST_TILES = 6  # of one kind
_RISES = ("nothing", "lira", "coffee", "good")
_TEXTS = ("place_trades", "guild_cards", "tavern_texts", "reward_table")


@cache
def printed_values() -> tuple[PrintedValue, ...]:
    """Everything that an owner may enter, box by box."""
    return (*_base(), *_letters(), *_mocha(), *_mocha_texts(), *_mocha_cards())


def box_of(key: str) -> str:
    """The data file of the box that a value stands in."""
    first, *rest = key.split(".")
    if first == MODE:
        return LETTERS
    if first == "bonus_cards":
        return MOCHA if rest[0] in (*MOCHA_KINDS, UNREAD) else LETTERS
    return next(name for name in (MOCHA, LETTERS, BASE) if _holds(name, first, rest))


def corrections_of(declared: Mapping[str, JsonValue], sets: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What was entered of the boxes that are played with, as corrections of a set-up.

    Raises:
        games.game.Refusal: of kind invalid, on an unknown key or a value that can't be printed there.
    """
    found = []
    for key, value in sorted(entered(printed_values(), declared).items()):
        if box_of(key) in sets:
            text = _is_text(key)
            found.append((key, json.dumps(trades_of(str(value)) if text else value)))
    return tuple(found)


def _is_text(key: str) -> bool:
    return key.split(".")[0] in _TEXTS or key.endswith(".text")


def _holds(name: str, fact: str, rest: Sequence[str]) -> bool:
    """Whether a data file has the fact, and in it what the path leads to; letters of a place are counted from none."""
    if fact not in printed(name):
        return False
    value = printed(name)[fact]["value"]
    return not rest or not isinstance(value, dict) or rest[0] in value or fact == "letter_numbers"


def _value(
    box: str, key: str, title: Phrase, allowed: Sequence[Printed], shipped: Printed | None = None
) -> PrintedValue:
    """One value; its default and where that is from stand in the data."""
    first, *keys = key.split(".")
    fact = printed(box).get(first) or printed(BASE)[first]
    value: Any = fact["value"]
    for one in keys:
        value = value.get(one, shipped) if isinstance(value, dict) else value
    text = _is_text(key)
    if text:
        value = text_of(tuple(_words(trade)) for trade in value)
    return PrintedValue(
        key,
        title,
        Phrase(f"istanbul.box_{box}"),
        value,
        () if text else allowed,
        Phrase(f"istanbul.source_{box}_{first}"),
        fact["confidence"] != "high",
        terms() if text else (),
    )


def _words(trade: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, int]]:
    for side, sign in (("pay", "-"), ("take", "+")):
        yield from ((f"{sign}{name}", int(count)) for name, count in trade.get(side, {}).items())


def _titled(name: str, **values: Phrase | int) -> Phrase:
    return Phrase.of(f"istanbul.fact_{name}", **values)


def _base() -> Iterator[PrintedValue]:
    for players, first in printed(BASE)["dealer_first"]["value"].items():
        title = _titled("dealer_first", players=int(players))
        yield _value(BASE, f"dealer_first.{players}", title, range(first, first + _SPAN))


def _letters() -> Iterator[PrintedValue]:
    # "Decide whether you want to solely use the new Bonus cards or shuffle them together."
    yield _value(LETTERS, MODE, _titled(MODE), ("mixed", "new"))
    for kind in printed(LETTERS)["bonus_cards"]["value"]:
        title = _titled("bonus_cards", card=card_name(kind))
        yield _value(LETTERS, f"bonus_cards.{kind}.count", title, range(_MOST_OF_A_KIND + 1))
    for tile in printed(LETTERS)["kiosk_counts"]["value"]:
        title = _titled("kiosk_counts", tile=Phrase(f"istanbul.kiosk_{tile}"))
        yield _value(LETTERS, f"kiosk_counts.{tile}", title, range(_MOST_TILES + 1))
    letters = int(printed(LETTERS)["letters"]["value"])
    for place in range(1, LAST_PLACE + 1):
        title = _titled("letter_numbers", place=name_of(place))
        yield _value(LETTERS, f"letter_numbers.{place}", title, range(letters + 1), 0)
    for total in printed(LETTERS)["reward_table"]["value"]:
        yield _value(LETTERS, f"reward_table.{total}", _titled("reward_table", total=int(total)), ())


def _mocha() -> Iterator[PrintedValue]:
    numbers: Mapping[str, Sequence[Printed]] = {
        "rubies_of_box.mocha_and_baksheesh": range(1, 21),
        "coffee_house_rubies": range(1, 11),
        "coffee_house_rises": _RISES,
        "coffee": range(1, 100),
        "coffee_limit": range(1, 100),
        "caravansary_coffee": range(4),
        "tavern_tiles": range(1, 21),
        "mocha_bonus_cards": range(_MOST_OF_A_KIND + 1),
        "barrier": ("not checked",),
    }
    for key, allowed in numbers.items():
        yield _value(MOCHA, key, _titled(key.partition(".")[0]), allowed)


def _mocha_texts() -> Iterator[PrintedValue]:
    for place in printed(MOCHA)["place_trades"]["value"]:
        yield _value(MOCHA, f"place_trades.{place}", _titled("place_trades", place=name_of(int(place))), ())
    for number in printed(MOCHA)["guild_cards"]["value"]:
        yield _value(MOCHA, f"guild_cards.{number}", _titled("guild_cards", number=int(number)), ())
    for tile in printed(MOCHA)["tavern_texts"]["value"]:
        yield _value(MOCHA, f"tavern_texts.{tile}", _titled("tavern_texts", tile=Phrase(f"istanbul.tavern_{tile}")), ())


def _mocha_cards() -> Iterator[PrintedValue]:
    for kind in MOCHA_KINDS:
        card = card_name(kind)
        yield _value(MOCHA, f"bonus_cards.{kind}.count", _titled("bonus_cards", card=card), range(_MOST_OF_A_KIND + 1))
        yield _value(MOCHA, f"bonus_cards.{kind}.does", _titled("card_does", card=card), DOES)
        yield _value(MOCHA, f"bonus_cards.{kind}.text", _titled("card_text", card=card), ())
        yield _value(MOCHA, f"bonus_cards.{kind}.place", _titled("card_place", card=card), range(1, LAST_PLACE + 1))
