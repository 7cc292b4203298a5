"""What a printed text that nobody has entered takes and gives, put together tap by tap: what was taken and paid, by
whom, and which pieces went where. Then it is booked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.ui.istanbul.at_table import IstanbulView
from companion.ui.istanbul.words import bookings_phrase, guild, letter, piece_at
from companion.ui.kit.offered_touch import HalfMade, Offer
from games.game import Phrase
from games.istanbul.actions import Action, Card, Use
from games.istanbul.expansions.mocha import Guild
from games.istanbul.holdings import possible_cards
from games.istanbul.ledger import Declare
from games.istanbul.rulebook import Rulebook, card_name, name_of, ware
from games.istanbul.state import State

Picks = tuple[str, ...]
_COUNTED = ("card", "letter", "guild", "tavern", "extension")
_PIECES = ("merchant", "family", "action")


@dataclass(frozen=True, slots=True)
class DeclaredWord(HalfMade):
    """One more word of what is put together; an empty word takes the last one back."""

    word: str


Declared: TypeAlias = Use | Guild | Card | Declare  # actions whose words say what is taken and paid


@dataclass(frozen=True, slots=True)
class Begin(HalfMade):
    """Begin to put a declaration together: the action as it is before anything was taken or paid."""

    action: Declared


def beginning(view: IstanbulView, book: Rulebook, action: Action) -> Offer[Action]:
    """Where a declaration begins."""
    phrase = Phrase.of("istanbul.by_ledger")
    match action:
        case Guild(number):
            label, head = guild(view, book, number, ()), (Phrase.of("istanbul.head_guild"),)
            return Offer(label, Begin(Guild(number)), head, phrase, hidden=True)
        case Card(kind):
            head = (Phrase.of("istanbul.head_cards"),)
            return Offer(card_name(kind), Begin(Card(kind)), head, phrase, hidden=True)
        case Use():
            return Offer(Phrase.of("istanbul.do_use"), Begin(Use()), (), phrase, hidden=True)
    return Offer(Phrase.of("istanbul.tavern_tile"), Begin(Declare()), (), phrase, hidden=True)


def ledger_offers(
    view: IstanbulView, book: Rulebook, state: State, begun: Declared, picks: Picks
) -> Iterator[Offer[Action]]:
    """What is taken and paid, one by one; then it is booked."""
    words = booked(picks)
    said = bookings_phrase(view, book, words) if words else Phrase.of("istanbul.nothing")
    yield Offer(Phrase.of("istanbul.book_it"), replace(begun, words=words), brings=said, hidden=True)
    if picks:
        yield Offer(Phrase.of("istanbul.pick_back"), DeclaredWord(""), hidden=True)
    mine = state.asks[0].seat if state.asks else state.seat
    yield from _sides(book, state, mine, (), "")
    yield from _pieces(book, state, mine)
    for seat, one in enumerate(view.seats):
        if seat != mine:
            yield from _sides(book, state, seat, (Phrase.of("istanbul.head_of", name=one.name),), f"{seat}:")


def _sides(book: Rulebook, state: State, seat: int, head: tuple[Phrase, ...], whose: str) -> Iterator[Offer[Action]]:
    for side, sign, words in (("take", "+", _takes(book, state)), ("pay", "-", _pays(book, state, seat))):
        for word, name in words:
            label = Phrase.of(f"istanbul.one_{side}", what=name)
            path = (*head, Phrase.of(f"istanbul.head_{side}"))
            yield Offer(label, DeclaredWord(f"{whose}{sign}{word}"), path, hidden=True)


def _takes(book: Rulebook, state: State) -> Iterator[tuple[str, Phrase]]:
    for name in ("lira", *book.wares):
        yield name, ware(name)
    for name in _COUNTED:
        if name in book.items:
            yield name, Phrase(f"istanbul.word_{name}")
    for place in sorted(state.rubies):
        if place and state.rubies[place]:
            yield f"ruby@{place}", Phrase.of("istanbul.ruby_from", place=name_of(place))
    for colour in state.mosque:
        yield f"tile={colour}", Phrase(f"istanbul.tile_{colour}")


def _pays(book: Rulebook, state: State, seat: int) -> Iterator[tuple[str, Phrase]]:
    for name in ("lira", *book.wares):
        yield name, ware(name)
    for kind in possible_cards(book, state, seat):
        yield f"card={kind}", card_name(kind)
    for word in book.items["letter"].words(book, state, seat, paid=True) if "letter" in book.items else ():
        yield f"letter={word}", letter(word)
    for name in ("guild", "tavern"):
        if name in book.items:
            yield name, Phrase(f"istanbul.word_{name}")


def _pieces(book: Rulebook, state: State, seat: int) -> Iterator[Offer[Action]]:
    """Merchant, family member and figures to a place, assistants back or left there, and the action of a place."""
    head = Phrase.of("istanbul.head_pieces")
    words = [(f"+{name}", name, place) for name in (*_PIECES, *book.figures) for place in book.at]
    words += [("+assistant", "assistant", place) for place in dict.fromkeys(state.players[seat].out)]
    words += [("-assistant", "assistant", place) for place in book.at]
    for word, name, place in words:
        kind = Phrase.of(f"istanbul.head_piece_{'left' if word[0] == '-' else name}")
        label = piece_at(book, name, place, paid=word[0] == "-")
        yield Offer(label, DeclaredWord(f"{word}@{place}"), (head, kind), places=(str(place),), hidden=True)


def booked(picks: Picks) -> tuple[str, ...]:
    """Picks as words of the ledger: what was tapped three times is one word with its number."""
    summed = Counter(pick for pick in picks if not _said_once(pick))
    words = tuple(f"{word}:{count}" if count > 1 else word for word, count in summed.items())
    return (*words, *(pick for pick in picks if _said_once(pick)))


def _said_once(pick: str) -> bool:
    """Which card, letter or ruby and which place is said once for each."""
    return "=" in pick or "@" in pick
