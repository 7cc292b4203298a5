"""The ledger: players say what is taken and paid where nobody knows the printed text; stock and limits are checked.

Words are ``+coffee:3``, ``-lira:15``, ``+ruby@20``, ``-card=take_5_lira``, ``-letter=12``. What was declared is marked
so, except where it is one of the trades that the owner has entered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.game import Event, Phrase
from games.istanbul.actions import Action
from games.istanbul.holdings import take_ruby
from games.istanbul.moment import OWN_TURN
from games.istanbul.rulebook import Outcome, Rulebook, Words, refused
from games.istanbul.state import State
from games.istanbul.trades import item_named
from games.istanbul.turn import not_now

_WORD = re.compile(r"([+-])([a-z]+)(?:@(\d{1,2}))?(?:=(\w+))?(?::(\d{1,3}))?")
_RULE = "Istanbul, ledger"
DECLARED = "declared"


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Say what was taken and paid by a text that the rules here do not know."""

    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "declare"


@dataclass(frozen=True, slots=True)
class Booking:
    """One word of a declaration: what, how many, which one, and for a ruby from where."""

    name: str
    count: int
    place: int
    which: str
    paid: bool

    @property
    def key(self) -> str:
        """As the trades in the data write it."""
        return f"{self.name}@{self.place}" if self.place else self.name


def bookings(words: Words) -> tuple[Booking, ...]:
    """The words read, payments first. Raises :class:`Refusal` of kind invalid."""
    found = []
    for word in words:
        match = _WORD.fullmatch(word)
        # Which one (a card, a letter) is said once for each of them.
        if match is None or int(match[5] or 1) < 1 or (match[4] and match[5]):
            raise refused(Phrase.of("istanbul.bad_words"), word, _RULE, invalid=True)
        place, count = int(match[3] or 0), int(match[5] or 1)
        found.append(Booking(match[2], count, place, match[4] or "", match[1] == "-"))
    return tuple(sorted(found, key=lambda one: not one.paid))


def book_declared(book: Rulebook, state: State, seat: int, words: Words, trades: list[Mapping[str, Any]]) -> Outcome:
    """Book what is said. Raises :class:`Refusal` where it is not there, or not one of the trades that are entered."""
    entries = bookings(words)
    if trades and not any(_same(entries, one) for one in trades):
        offers = tuple(offer_words(one) for one in trades)
        raise refused(Phrase.of("istanbul.refused_printed", offers=offers), " ".join(words), _RULE)
    marks = () if trades else (DECLARED,)
    events: tuple[Event, ...] = ()
    for entry in entries:
        state, more = _booked(book, state, seat, entry)
        events += more
    marked = tuple(
        event if event.line is None else replace(event, line=replace(event.line, marks=marks)) for event in events
    )
    said = Event(Phrase.of("istanbul.declared", what=" ".join(words) or "–"), seat)
    return state, (*((said,) if marks else ()), *marked)


def declared_answer(book: Rulebook, state: State, action: Declare) -> Outcome:
    """What dice brought, by a table that only the card shows. Raises :class:`Refusal`."""
    if not state.asks or state.asks[0].kind != "declare":
        raise not_now(state, action.notation)
    seat, rest = state.asks[0].seat, state.asks[1:]
    state, events = book_declared(book, state._replace(asks=()), seat, action.words, [])
    return state._replace(asks=(*state.asks, *rest)), events


def declared_in_turn(book: Rulebook, state: State, action: Declare) -> Outcome:
    """As an answer, or at any time in one's turn what a tavern or baksheesh tile does. Raises :class:`Refusal`."""
    if state.asks:
        return declared_answer(book, state, action)
    if state.step not in OWN_TURN:
        raise not_now(state, action.notation)
    return book_declared(book, state, state.seat, action.words, [])


def offer_words(entry: Mapping[str, Any]) -> str:
    """A trade of the data as words of the ledger."""
    sides = ((sign, entry.get(side, {})) for sign, side in (("-", "pay"), ("+", "take")))
    return " ".join(f"{sign}{name}" + (f":{n}" if n > 1 else "") for sign, side in sides for name, n in side.items())


def _same(entries: tuple[Booking, ...], entry: Mapping[str, Any]) -> bool:
    said = {(booking.paid, booking.key): booking.count for booking in entries}
    meant = {(side == "pay", name): int(n) for side in ("pay", "take") for name, n in entry.get(side, {}).items()}
    return said == meant


def _booked(book: Rulebook, state: State, seat: int, entry: Booking) -> Outcome:
    if entry.name == "ruby":
        if entry.paid or entry.count != 1 or entry.place not in state.rubies or not entry.place:
            raise refused(Phrase.of("istanbul.bad_words"), entry.key, _RULE, invalid=True)
        return take_ruby(book, state, seat, entry.place, _RULE)
    item = item_named(book, entry.name)
    named = item.needs_word_to_pay if entry.paid else item.needs_word_to_take
    if named != bool(entry.which) or entry.place:
        raise refused(Phrase.of("istanbul.bad_words"), entry.key, _RULE, invalid=True)
    return (item.pay if entry.paid else item.take)(book, state, seat, entry.count, entry.which)
