"""The ledger: players say what is taken and paid where nobody knows the printed text; stock and limits are checked.

Words are ``+coffee:3``, ``-lira:15``, ``+ruby@20``, ``-card=take_5_lira``, ``-letter=12``; ``2:-lira`` is about the
player at seat 2, ``+merchant@9``, ``+assistant@5``, ``+governor@4`` and ``+action@8`` about pieces and places (see
:mod:`games.istanbul.declared_pieces`). What was declared is marked so, except where it is one of the trades that the
owner has entered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from games.game import Event, Phrase
from games.istanbul.actions import Action
from games.istanbul.box.card_entries import TradeEntry
from games.istanbul.box.printed_texts import sums
from games.istanbul.declared_pieces import declared_figure, declared_mosque_tile, declared_piece, moves_piece
from games.istanbul.holdings import take_ruby
from games.istanbul.moment import OWN_TURN
from games.istanbul.rulebook import Outcome, Rulebook, Words, refused
from games.istanbul.state import Ask, State
from games.istanbul.trades import item_named
from games.istanbul.turn import not_now

_WORD = re.compile(r"(?:(\d):)?([+-])([a-z_]+)(?:@(\d{1,2}))?(?:=(\w+))?(?::(\d{1,3}))?", re.ASCII)
_RULE = "Istanbul, ledger"
_TILE = "tile"  # a mosque tile, by its colour
DECLARED = "declared"


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Say what was taken and paid by a text that the rules here do not know."""

    words: tuple[str, ...] = ()
    verb: ClassVar[str] = "declare"


@dataclass(frozen=True, slots=True)
class Booking:
    """One word of a declaration: whose (None: who declares), what, how many, which one, and at which place."""

    seat: int | None
    name: str
    count: int
    place: int
    which: str
    paid: bool

    @property
    def key(self) -> str:
        """As texts write it, without which one and how many."""
        return f"{'-' if self.paid else '+'}{self.name}" + (f"@{self.place}" if self.place else "")


def bookings(words: Words) -> tuple[Booking, ...]:
    """The words read, payments first. Raises :class:`Refusal` of kind invalid."""
    found = []
    for word in words:
        match = _WORD.fullmatch(word)
        # Which one (a card, a letter) is said once for each of them.
        if match is None or int(match[6] or 1) < 1 or (match[5] and match[6]):
            raise refused(Phrase.of("istanbul.bad_words"), word, _RULE, invalid=True)
        seat = int(match[1]) if match[1] else None
        found.append(Booking(seat, match[3], int(match[6] or 1), int(match[4] or 0), match[5] or "", match[2] == "-"))
    return tuple(sorted(found, key=lambda one: (not one.paid, one.name == "action")))


def book_declared(book: Rulebook, state: State, seat: int, words: Words, trades: Sequence[TradeEntry]) -> Outcome:
    """Book what is said. Raises :class:`Refusal` where it is not there, or not one of the trades that are entered."""
    entries = bookings(words)
    if trades and not any(_same(entries, one) for one in trades):
        offers = tuple(offer_words(one) for one in trades)
        raise refused(Phrase.of("istanbul.refused_printed", offers=offers), " ".join(words), _RULE)
    marks = () if trades else (DECLARED,)
    events: tuple[Event, ...] = ()
    for entry in entries:
        whose = seat if entry.seat is None else entry.seat
        if not 0 <= whose < book.players:
            raise refused(Phrase.of("istanbul.bad_words"), " ".join(words), _RULE, invalid=True)
        state, more = _booked(book, state, whose, entry)
        events += more
    marked = tuple(
        event if event.line is None else replace(event, line=replace(event.line, marks=marks)) for event in events
    )
    said = Event(Phrase.of("istanbul.declared", what=" ".join(words) or "–"), seat)
    return state, (*((said,) if marks else ()), *marked)


def declared_answer(book: Rulebook, state: State, action: Declare) -> Outcome:
    """What dice brought, by a table on the card; nothing said means nothing. Raises :class:`Refusal`."""
    if not state.asks or state.asks[0].kind != "declare":
        raise not_now(state, action.notation)
    ask, rest = state.asks[0], state.asks[1:]
    trades = reward_of(book, ask) if action.words else []
    state, events = book_declared(book, state._replace(asks=()), ask.seat, action.words, trades)
    return state._replace(asks=(*state.asks, *rest)), events


def reward_of(book: Rulebook, ask: Ask) -> Sequence[TradeEntry]:
    """What the card's table has for the dice, as its owner entered it; nothing where nobody did."""
    found: Sequence[TradeEntry] = book.facts["reward_table"][ask.detail[0]]
    return found


def declared_in_turn(book: Rulebook, state: State, action: Declare) -> Outcome:
    """As an answer, or at any time in one's turn what a tavern or baksheesh tile does. Raises :class:`Refusal`."""
    if state.asks:
        return declared_answer(book, state, action)
    if state.step not in OWN_TURN:
        raise not_now(state, action.notation)
    return book_declared(book, state, state.seat, action.words, [])


def offer_words(entry: TradeEntry) -> str:
    """A trade of the data as words of the ledger."""
    sides = ((sign, entry.get(side, {})) for sign, side in (("-", "pay"), ("+", "take")))
    return " ".join(f"{sign}{name}" + (f":{n}" if n > 1 else "") for sign, side in sides for name, n in side.items())


def _same(entries: tuple[Booking, ...], trade: TradeEntry) -> bool:
    """Whether just that was said, for the declarer alone; which one is up to who pays or takes."""
    said: Counter[str] = Counter()
    for entry in entries:
        said[entry.key] += entry.count
    return said == sums(trade) and all(entry.seat is None for entry in entries)


def _booked(book: Rulebook, state: State, seat: int, entry: Booking) -> Outcome:
    if entry.name == "ruby":
        if entry.paid or entry.count != 1 or entry.place not in state.rubies or not entry.place:
            raise refused(Phrase.of("istanbul.bad_words"), entry.key, _RULE, invalid=True)
        return take_ruby(book, state, seat, entry.place, _RULE)
    if moves_piece(entry.name) or entry.name in book.figures:
        if entry.which or entry.count != 1 or (entry.paid and entry.name != "assistant"):
            raise refused(Phrase.of("istanbul.bad_words"), entry.key, _RULE, invalid=True)
        if entry.name in book.figures:
            return declared_figure(book, state, entry.name, entry.place)
        return declared_piece(book, state, seat, entry.name, entry.place, entry.paid)
    if entry.name == _TILE and not entry.paid and not entry.place:
        return declared_mosque_tile(book, state, seat, entry.which)
    item = item_named(book, entry.name)
    named = item.needs_word_to_pay if entry.paid else item.needs_word_to_take
    if named != bool(entry.which) or entry.place:
        raise refused(Phrase.of("istanbul.bad_words"), entry.key, _RULE, invalid=True)
    return (item.pay if entry.paid else item.take)(book, state, seat, entry.count, entry.which)
