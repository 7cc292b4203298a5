"""What printed texts take and give: ``-lira:2 +coffee | -good +coffee:2`` as their owner enters them, trades as data
and set-ups hold them, and every way to carry one out in words of the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from games.game import Phrase
from games.istanbul.box.card_entries import TradeEntry
from games.istanbul.rulebook import Item, Rulebook, Words, name_of, ware
from games.istanbul.state import State
from games.printed import Term, counted

_SIDES = (("pay", "-"), ("take", "+"))
_RUBY_PLACES = (1, 13, 14, 15, 16, 20)
_BOTH_WAYS = ("lira", "red", "green", "yellow", "blue", "coffee", "good", "ware", "card", "letter", "guild", "tavern")


def terms() -> tuple[Term, ...]:
    """What a text may be put together from: payments, then what is taken."""
    both = [(name, item_name(name)) for name in _BOTH_WAYS]
    given = [
        *both,
        ("extension", item_name("extension")),
        *((f"ruby@{place}", Phrase.of("istanbul.ruby_from", place=name_of(place))) for place in _RUBY_PLACES),
        *((f"action@{place}", Phrase.of("istanbul.action_of", place=name_of(place))) for place in range(1, 26)),
    ]
    return (
        *(Term(f"-{name}", Phrase.of("istanbul.term_pay", what=what)) for name, what in both),
        *(Term(f"+{name}", Phrase.of("istanbul.term_take", what=what)) for name, what in given),
    )


def item_name(name: str) -> Phrase:
    """What may be paid or taken, in words."""
    goods = ("lira", "red", "green", "yellow", "blue", "coffee")
    return ware(name) if name in goods else Phrase(f"istanbul.word_{name}")


def trades_of(text: str) -> list[dict[str, dict[str, int]]]:
    """The trades that a text tells."""
    found = []
    for offer in counted(text):
        trade: dict[str, dict[str, int]] = {}
        for word, count in offer:
            trade.setdefault("pay" if word[0] == "-" else "take", {})[word[1:]] = count
        found.append(trade)
    return found


def ways(book: Rulebook, state: State, seat: int, trades: Sequence[TradeEntry]) -> Iterator[Words]:
    """Every way to carry out one of the trades, in words of the ledger; whether it is paid shows when it is tried."""
    found: dict[Words, None] = {}
    for trade in trades:
        parts = [
            tuple(_said(book, state, seat, sign, name, int(count)))
            for side, sign in _SIDES
            for name, count in trade.get(side, {}).items()
        ]
        for words in product(*parts):
            found[tuple(word for part in words for word in part)] = None
    yield from found


def _said(book: Rulebook, state: State, seat: int, sign: str, name: str, count: int) -> Iterator[Words]:
    item = book.items.get(name)
    if item is not None and _needs_word(item, sign):
        # Which one is said once for each: two goods of choice may be two different ones.
        for which in combinations_with_replacement(item.words(book, state, seat, paid=sign == "-"), count):
            yield tuple(f"{sign}{name}={word}" for word in which)
    elif name.partition("@")[0] in ("ruby", "action"):
        yield (f"{sign}{name}",) * count
    else:
        yield (f"{sign}{name}" if count == 1 else f"{sign}{name}:{count}",)


def _needs_word(item: Item, sign: str) -> bool:
    return item.needs_word_to_pay if sign == "-" else item.needs_word_to_take


def sums(trade: TradeEntry) -> Counter[str]:
    """What a trade takes and gives, as words without which one: ``-good`` -> 2."""
    return Counter(
        {f"{sign}{name}": int(count) for side, sign in _SIDES for name, count in trade.get(side, {}).items()}
    )


def dearer(trades: Sequence[TradeEntry], what: str, place: int, by: int) -> list[TradeEntry]:
    """The trades with so many more to pay of one thing where they bring a ruby from this place."""
    return [
        {**trade, "pay": {**trade["pay"], what: int(trade["pay"][what]) + by}}
        if what in trade.get("pay", {}) and f"ruby@{place}" in trade.get("take", {})
        else trade
        for trade in trades
    ]
