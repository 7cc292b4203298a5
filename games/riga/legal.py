"""What may be done in a state, listed once: the rules take nothing else, and touch offers all of it.

Cards that are turned up together come in more ways than anybody could list. They are listed one by one, and a line that
tells several at once stands for those one after another (:func:`spelled_out`). So is what a printed effect brings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from games.game import Refusal
from games.riga.actions import (
    Action,
    Deal,
    Discard,
    Effect,
    End,
    Goods,
    Pay,
    Show,
    Spring,
    TakeBuilding,
    TakeRow,
)
from games.riga.building import buildable, ways_to_pay
from games.riga.components import PERSONS
from games.riga.goods import GOODS, HIDDEN
from games.riga.moment import Step
from games.riga.revealing import card_by_card, revealable
from games.riga.scorer import tiles_to_lay
from games.riga.scorer_actions import Cover, Lay
from games.riga.state import State
from games.riga.supply import at_hand, drawable, shown

EFFECT_STEPS = (Step.TAKE, Step.BUILD, Step.PAY)  # in which people declare effects and cover persons


def listed(state: State) -> Iterator[Action]:
    """Every action that may follow."""
    match state.step:
        case Step.ROW:
            yield from tiles_to_lay(state.row, state.setup.riga_buildings)
        case Step.DEAL | Step.SPRING:
            yield from revealable(state)
        case Step.TAKE:
            yield from (TakeRow(place) for place, row in enumerate(state.rows, 1) if row)
            yield from (TakeBuilding(key) for key, _ in state.offer)
            if nothing_to_take(state):
                yield End()
        case Step.BUILD:
            yield End()
            yield from buildable(state)
        case Step.PAY:
            yield from ways_to_pay(state)
        case Step.WINTER:
            yield from (Discard(goods) for goods in _choices(state))
        case Step.SHOW:
            yield from (Show(goods) for goods in _hidden(state))
    if state.step in EFFECT_STEPS:
        yield from coverable(state)
        goods = drawable(state)
        for seat in range(len(state.players)):
            yield from effects(state, seat, goods)


def coverable(state: State) -> Iterator[Cover]:
    """Everybody's knights and merchants that the Victual Brothers may cover."""
    if state.setup.victual_brothers:
        for seat, display in enumerate(state.displays()):
            yield from (Cover(seat, person) for person in PERSONS if display.count(person))


def effects(state: State, seat: int, gains: Goods) -> Iterator[Effect]:
    """What a printed text may bring a player, one thing at a time: a commodity, a point, a ducat for this turn."""
    yield from (Effect(seat, gains=(good,)) for good in gains)
    for good, count in zip(GOODS, at_hand(state, seat), strict=True):
        if count:
            yield Effect(seat, loses=(good,))
    yield from (Effect(seat, points=points) for points in (1, -1))
    if seat == state.seat:
        yield Effect(seat, ducats=1)


def spelled_out(state: State, action: Action) -> tuple[Action, ...]:
    """The listed actions, one after another, that an action stands for; itself where it is listed or illegal."""
    match action:
        case Lay(masters) if len(masters) > 1:
            return tuple(Lay((master,)) for master in masters)
        case Deal() | Spring():
            return card_by_card(state, action)[len(state.revealed) :]
        case Pay(goods, purses):
            return (Pay(_in_order(goods), tuple(key for key in state.purses(state.seat) if key in purses)),)
        case Discard(goods):
            return (Discard(_in_order(goods)),)
        case Show(goods):
            return (Show(_in_order(goods)),)
        case Effect(seat, gains, loses, points, ducats):
            sign = 1 if points > 0 else -1
            return (
                *(Effect(seat, loses=(good,)) for good in loses),
                *(Effect(seat, gains=(good,)) for good in gains),
                *(Effect(seat, points=sign) for _ in range(abs(points))),
                *(Effect(seat, ducats=1) for _ in range(ducats)),
            )
    return (action,)


def nothing_to_take(state: State) -> bool:
    """True where neither a row nor a building is left on offer."""
    return not state.offer and not any(state.rows)


def _in_order(goods: Goods) -> Goods:
    return tuple(sorted(goods, key=(*GOODS, HIDDEN).index))


def _choices(state: State) -> Iterator[Goods]:
    """Every set of commodity cards with which the mover comes down to the hand limit."""
    held = at_hand(state, state.seat)
    too_many = state.mover.hand - state.hand_limit(state.seat)
    for names in combinations_with_replacement(GOODS, too_many):
        if all(names.count(good) <= most for good, most in zip(GOODS, held, strict=True)):
            try:
                shown(state, state.seat, names, "", "")
            except Refusal:
                continue
            yield names


def _hidden(state: State) -> Iterator[Goods]:
    """Everything that the cards in hand may be that nobody has seen."""
    unseen = state.unseen_goods()
    for names in combinations_with_replacement(GOODS, state.mover.hidden_goods):
        if all(names.count(good) <= most for good, most in zip(GOODS, unseen, strict=True)):
            yield names
