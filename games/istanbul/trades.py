"""Trades as data: what is paid and what is taken, ``{"pay": {"ware": 1}, "take": {"letter": 1}}``.

Kiosk tiles, bonus cards and what an owner enters for places whose text is not known are all such trades. Where an
entry leaves something to choose (which good, which card, which letter), a word says it, in the order of the entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from games.game import Event, Phrase
from games.istanbul.box.card_entries import TradeEntry
from games.istanbul.holdings import (
    bank_pays,
    discard_card,
    draw_hidden,
    gain,
    pay_bank,
    possible_cards,
    spend,
    stock_left,
)
from games.istanbul.places import extend
from games.istanbul.rulebook import Item, Outcome, Rulebook, Words, refused, ware
from games.istanbul.state import State

RULE = "Istanbul, trades"


def trade(book: Rulebook, state: State, seat: int, entry: TradeEntry, words: Words) -> Outcome:
    """Pay, then take. Raises :class:`Refusal` where something is missing, or a word too few or too many."""
    events: tuple[Event, ...] = ()
    left = list(words)
    for side, paid in (("pay", True), ("take", False)):
        for name, count in entry.get(side, {}).items():
            item = item_named(book, name)
            asks_word = item.needs_word_to_pay if paid else item.needs_word_to_take
            if asks_word and not left:
                raise refused(Phrase.of("istanbul.bad_words"), " ".join(words) or name, RULE, invalid=True)
            word = left.pop(0) if asks_word else ""
            state, more = (item.pay if paid else item.take)(book, state, seat, int(count), word)
            events += more
    if left:
        raise refused(Phrase.of("istanbul.bad_words"), " ".join(words), RULE, invalid=True)
    return state, events


def trade_words(book: Rulebook, state: State, seat: int, entry: TradeEntry) -> Iterator[Words]:
    """Every way to fill the gaps of a trade; whether the price is there shows when it is tried."""
    slots: list[tuple[str, ...]] = []
    for side, paid in (("pay", True), ("take", False)):
        for name in entry.get(side, {}):
            if name not in book.items:
                return
            item = book.items[name]
            if item.needs_word_to_pay if paid else item.needs_word_to_take:
                slots.append(item.words(book, state, seat, paid=paid))
    yield from product(*slots)


def item_named(book: Rulebook, name: str) -> Item:
    """What a name in a trade means. Raises :class:`Refusal` where this game does not have it."""
    if name not in book.items:
        # "Unless you play the Great Bazaar variant, you can ignore any Coffee symbols."
        raise refused(Phrase.of("istanbul.refused_not_in_this_game"), name, RULE)
    return book.items[name]


class Lira(Item):
    """Money from and to the supply."""

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The supply pays."""
        return bank_pays(state, seat, count), ()

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The player pays."""
        return pay_bank(state, seat, count, f"{count} lira", RULE), ()


class Ware(Item):
    """A certain good, or coffee."""

    def __init__(self, name: str) -> None:
        self.name = name

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """As many as there is room for."""
        left = stock_left(book, state, self.name)
        if left < count:
            raise refused(Phrase.of("istanbul.refused_stock", left=left, what=ware(self.name)), self.name, RULE)
        return gain(book, state, seat, self.name, count), ()

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """Off the wheelbarrow."""
        return spend(state, seat, Counter({self.name: count}), self.name, RULE), ()


class AnyGood(Item):
    """Goods of choice; ``coffee_too`` where coffee is accepted next to them."""

    needs_word_to_take = True
    needs_word_to_pay = True

    def __init__(self, *, coffee_too: bool) -> None:
        self.coffee_too = coffee_too

    def words(self, book: Rulebook, state: State, seat: int, *, paid: bool) -> tuple[str, ...]:
        """The goods, and coffee where it is in the game."""
        return book.wares if self.coffee_too else book.goods

    def _named(self, book: Rulebook, state: State, seat: int, word: str) -> Ware:
        if word not in self.words(book, state, seat, paid=True):
            raise refused(Phrase.of("istanbul.bad_words"), word, RULE, invalid=True)
        return Ware(word)

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The one that the word names."""
        return self._named(book, state, seat, word).take(book, state, seat, count, "")

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The one that the word names."""
        return self._named(book, state, seat, word).pay(book, state, seat, count, "")


class BonusCard(Item):
    """Bonus cards: drawn unseen, discarded open."""

    needs_word_to_pay = True

    def words(self, book: Rulebook, state: State, seat: int, *, paid: bool) -> tuple[str, ...]:
        """Every card that may be in hand."""
        return possible_cards(book, state, seat)

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """From the pile."""
        return draw_hidden(state, seat, count), ()

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The one that the word names."""
        return discard_card(book, state, seat, word, word), ()


class Extension(Item):
    """An extension of the wheelbarrow; the third one brings the Wainwright's ruby, wherever it was got."""

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """One after the other."""
        events: tuple[Event, ...] = ()
        for _ in range(count):
            state, more = extend(book, state, seat)
            events += more
        return state, events

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """Nobody gives one back."""
        raise refused(Phrase.of("istanbul.bad_words"), "extension", RULE, invalid=True)


def base_items() -> dict[str, Item]:
    """What the base game knows to trade."""
    goods = ("red", "green", "yellow", "blue")
    return {
        "lira": Lira(),
        **{name: Ware(name) for name in goods},
        "good": AnyGood(coffee_too=False),
        "ware": AnyGood(coffee_too=True),
        "card": BonusCard(),
        "extension": Extension(),
    }
