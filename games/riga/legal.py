"""What may be done in a state, listed once: the rules take nothing else, and touch offers all of it.

Cards that are turned up together come in more ways than anybody could list. They are listed one by one, and a line that
tells several at once stands for those one after another (:func:`spelled_out`). So is what a printed effect brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations_with_replacement

from games.game import Refusal
from games.riga.actions import (
    Action,
    Build,
    Deal,
    Discard,
    Effect,
    End,
    Goods,
    Pay,
    Reveal,
    Show,
    Spring,
    TakeBuilding,
    TakeRow,
)
from games.riga.box.components import PERSONS
from games.riga.box.goods import GOODS, HIDDEN
from games.riga.building import buildable, ways_to_pay
from games.riga.moment import Step
from games.riga.revealing import card_by_card, revealable, whole
from games.riga.scorer.actions import Cover, Lay
from games.riga.scorer.rules import tiles_to_lay
from games.riga.state import State
from games.riga.supply import at_hand, drawable, shown

EFFECT_STEPS = (Step.TAKE, Step.BUILD, Step.PAY)  # in which people declare effects and cover persons


def listed(state: State) -> Iterator[Action]:
    """Every action that may follow."""
    for of_a_kind in _KINDS.values():
        yield from of_a_kind(state)


def may_follow(state: State, action: Action) -> bool:
    """Whether an action is listed in this state."""
    if isinstance(action, Effect):  # not in what is listed of everybody else
        return 0 <= action.seat < len(state.players) and action in _effects_of(state, (action.seat,))
    kind = _KINDS.get(type(action))
    return kind is not None and action in kind(state)


def _tiles(state: State) -> Iterator[Lay]:
    if state.step is Step.ROW:
        yield from tiles_to_lay(state.row, state.setup.riga_buildings)


def _reveals(state: State) -> Iterator[Reveal]:
    if state.step in (Step.DEAL, Step.SPRING):
        yield from revealable(state)


def _springs(state: State) -> Iterator[Spring]:
    """A spring that turns nothing up is told as one: all rows are full still, and no building is left in the pile."""
    whole_spring = whole(state) if state.step is Step.SPRING and not state.revealed else None
    if isinstance(whole_spring, Spring):
        yield whole_spring


def _rows(state: State) -> Iterator[TakeRow]:
    if state.step is Step.TAKE:
        yield from (TakeRow(place) for place, row in enumerate(state.rows, 1) if row)


def _buildings(state: State) -> Iterator[TakeBuilding]:
    if state.step is Step.TAKE:
        yield from (TakeBuilding(key) for key, _ in state.offer)


def _ends(state: State) -> Iterator[End]:
    if state.step is Step.BUILD or (state.step is Step.TAKE and nothing_to_take(state)):
        yield End()


def _builds(state: State) -> Iterator[Build]:
    if state.step is Step.BUILD:
        yield from buildable(state)


def _payments(state: State) -> Iterator[Pay]:
    if state.step is Step.PAY:
        yield from ways_to_pay(state)


def _discards(state: State) -> Iterator[Discard]:
    if state.step is Step.WINTER:
        yield from (Discard(goods) for goods in _choices(state))


def _shown(state: State) -> Iterator[Show]:
    if state.step is Step.SHOW:
        yield from (Show(goods) for goods in _hidden(state))


def _coverings(state: State) -> Iterator[Cover]:
    if state.step in EFFECT_STEPS:
        yield from coverable(state)


def _effects(state: State) -> Iterator[Effect]:
    yield from _effects_of(state, range(len(state.players)))


def _effects_of(state: State, seats: Iterable[int]) -> Iterator[Effect]:
    if state.step in EFFECT_STEPS:
        goods = drawable(state)
        for seat in seats:
            yield from effects(state, seat, goods)


_KINDS: Mapping[type, Callable[[State], Iterator[Action]]] = {
    Lay: _tiles,
    Reveal: _reveals,
    Spring: _springs,
    TakeRow: _rows,
    TakeBuilding: _buildings,
    End: _ends,
    Build: _builds,
    Pay: _payments,
    Discard: _discards,
    Show: _shown,
    Cover: _coverings,
    Effect: _effects,
}


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
            reveals = card_by_card(state, action)
            before = len(state.revealed)
            return reveals[before:] if tuple(one.card for one in reveals[:before]) == state.revealed else (action,)
        case Pay(goods, purses):
            order = (*state.purses(state.seat), *purses)  # a purse that can't be opened is refused under its own name
            return (Pay(_in_order(goods), tuple(sorted(purses, key=order.index))),)
        case Discard(goods):
            return (Discard(_in_order(goods)),)
        case Show(goods):
            return (Show(_in_order(goods)),)
        case Effect(seat, gains, loses, points, ducats) if ducats >= 0:
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
