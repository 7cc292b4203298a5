"""What only the ledger does with pieces: a text that the rules do not know may send a merchant to a place, call an
assistant back, give a mosque tile, or let the action of a place be taken.

So nothing that a card may say stops a game: what it does is told, and stock and limits are still checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from games.game import Event, Phrase
from games.istanbul.moment import OWN_TURN, Piece, Step
from games.istanbul.places import with_mosque_tile
from games.istanbul.rulebook import Outcome, Rulebook, name_of, refused
from games.istanbul.state import State
from games.istanbul.turn import fetched, not_now

_RULE = "Istanbul, ledger"
PieceDeclaration: TypeAlias = Callable[[Rulebook, State, int, int, bool], Outcome]


def moves_piece(name: str) -> bool:
    """Whether a word of the ledger is about a piece and a place."""
    return name in _DECLARATIONS


def declared_piece(book: Rulebook, state: State, seat: int, name: str, place: int, paid: bool) -> Outcome:
    """Do what is told of a piece at a place. Raises :class:`Refusal`."""
    if place not in book.at:
        raise refused(Phrase.of("istanbul.no_such_place", number=place), f"{name}@{place}", _RULE, invalid=True)
    return _DECLARATIONS[name](book, state, seat, place, paid)


def _merchant(book: Rulebook, state: State, seat: int, place: int, paid: bool) -> Outcome:
    """The merchant's stack stands there now; who acts with it goes on there."""
    state = state.with_player(seat, state.players[seat]._replace(merchant=place))
    if seat == state.seat and state.piece is Piece.MERCHANT and state.at:
        state = state._replace(at=place)
    return state, (Event(Phrase.of("istanbul.merchant_sent", place=name_of(place)), seat, (str(place),)),)


def _family(book: Rulebook, state: State, seat: int, place: int, paid: bool) -> Outcome:
    state = state.with_player(seat, state.players[seat]._replace(family=place))
    return state, (Event(Phrase.of("istanbul.family_sent", place=name_of(place)), seat, (str(place),)),)


def _assistant(book: Rulebook, state: State, seat: int, place: int, paid: bool) -> Outcome:
    """Back from there, or (paid) left there."""
    if not paid:
        return fetched(state, seat, place, f"assistant@{place}", _RULE), ()
    player = state.players[seat]
    if not player.stack:
        phrase = Phrase.of("istanbul.refused_no_assistant", place=name_of(player.merchant))
        raise refused(phrase, f"-assistant@{place}", _RULE, place=place)
    out = tuple(sorted((*player.out, place)))
    return state.with_player(seat, player._replace(out=out, stack=player.stack - 1)), ()


def _action(book: Rulebook, state: State, seat: int, place: int, paid: bool) -> Outcome:
    """The action of that place may be taken now, by nobody who stands there; then play goes on where it was."""
    if seat != state.seat or state.paused is not None or state.step not in (*OWN_TURN, Step.AFTER):
        raise not_now(state, f"action@{place}")
    paused = (state.step, state.uses, state.errand)
    return state._replace(paused=paused, step=Step.ACTION, errand=place, uses=1), ()


def declared_figure(book: Rulebook, state: State, figure: str, place: int) -> Outcome:
    """A figure stands there now. Raises :class:`Refusal`."""
    if place not in book.at:
        raise refused(Phrase.of("istanbul.no_such_place", number=place), f"{figure}@{place}", _RULE, invalid=True)
    name = Phrase(f"istanbul.figure_{figure}")
    event = Event(Phrase.of("istanbul.figure_moves", figure=name, place=name_of(place)), None, (str(place),))
    return state._replace(figures={**state.figures, figure: place}), (event,)


def declared_mosque_tile(book: Rulebook, state: State, seat: int, colour: str) -> Outcome:
    """A mosque tile, whatever it would have cost. Raises :class:`Refusal`."""
    places = {one: int(place) for place, pair in book.facts["mosque_colours"].items() for one in pair}
    if colour not in places:
        raise refused(Phrase.of("istanbul.bad_words"), f"+tile={colour}", _RULE, invalid=True)
    return with_mosque_tile(book, state, seat, places[colour], colour)


_DECLARATIONS: Mapping[str, PieceDeclaration] = {
    "merchant": _merchant,
    "family": _family,
    "assistant": _assistant,
    "action": _action,
}
