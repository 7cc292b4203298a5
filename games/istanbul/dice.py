"""Dice: what they show is told, the red mosque tile may change it, and then whoever asked reads it."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Event, Phrase
from games.istanbul.actions import Action, Keep, Reroll, Roll, Turn
from games.istanbul.rulebook import Outcome, Rulebook, refused
from games.istanbul.state import Ask, State

RED_TILE_AT = ("black_market", "tea_house")
ONE_DIE = ("die",)
GO_TO = ("figure", "neutral")  # who is moved by the dice
_RED = "Istanbul, red mosque tile"


def rolled(book: Rulebook, state: State, action: Roll) -> Outcome:
    """The dice as they lie; who has the red tile may change them at places 8 and 9."""
    ask = _asked(state, "dice", action)
    wanted = 1 if ask.about in ONE_DIE else 2
    dice = (action.first, action.second)
    if not all(1 <= pips <= 6 for pips in dice[:wanted]) or (wanted == 1 and action.second):
        raise refused(Phrase.of("istanbul.bad_dice", dice=wanted), action.notation, invalid=True)
    red = ask.about in RED_TILE_AT and "red" in state.players[ask.seat].tiles
    if red and not ask.settled:
        choice = ask._replace(kind="keep", dice=dice)
        return state._replace(asks=(choice, *state.asks[1:])), ()
    return _read(book, state, ask, dice)


def kept(book: Rulebook, state: State, action: Keep) -> Outcome:
    """The dice count as they fell."""
    ask = _asked(state, "keep", action)
    return _read(book, state, ask, ask.dice)


def turned(book: Rulebook, state: State, action: Turn) -> Outcome:
    """One die is turned to four."""
    ask = _asked(state, "keep", action)
    if action.die not in (1, 2):
        raise refused(Phrase.of("istanbul.bad_dice", dice=2), action.notation, _RED, invalid=True)
    four = int(book.facts["red_tile_pips"])
    return _read(book, state, ask, (four, ask.dice[1]) if action.die == 1 else (ask.dice[0], four))


def rerolled(book: Rulebook, state: State, action: Reroll) -> Outcome:
    """Both dice are rolled once more and count as they fall then."""
    ask = _asked(state, "keep", action)
    again = ask._replace(kind="dice", dice=(0, 0), settled=True)
    return state._replace(asks=(again, *state.asks[1:])), ()


def answers(ask: Ask) -> Iterator[Action]:
    """Every answer where dice are asked for."""
    if ask.kind == "dice":
        for first in range(1, 7):
            for second in (0,) if ask.about in ONE_DIE else range(1, 7):
                yield Roll(first, second)
    elif ask.kind == "keep":
        yield from (Keep(), Turn(1), Turn(2), Reroll())


def _asked(state: State, kind: str, action: Action) -> Ask:
    if not state.asks or state.asks[0].kind != kind:
        raise refused(Phrase.of("istanbul.refused_no_dice_now"), action.notation)
    return state.asks[0]


def _read(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    event = Event(Phrase.of("istanbul.rolled", total=sum(dice)), ask.seat)
    state, events = book.dice[ask.about](book, state.answered(), ask, dice)
    # A figure or merchant goes where the dice say; anything else is rolled where somebody acts.
    place = sum(dice) if ask.about in GO_TO else state.place or state.players[ask.seat].merchant
    return state._replace(rolled=(*dice, place)), (event, *events)
