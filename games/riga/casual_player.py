"""How a casual player might move, for rehearsals and playouts.

Chance keeps its true odds; what nobody has seen is drawn from what is unseen when it is shown.
"""

from __future__ import annotations

import random

from games.riga.actions import (
    Action,
    Build,
    Deal,
    Discard,
    Effect,
    End,
    Pay,
    Show,
    Spring,
    TakeBuilding,
    TakeRow,
)
from games.riga.box.goods import GOODS, counts_of
from games.riga.building import affordable, buildable, cheapest, ways_to_pay
from games.riga.grand_masters import draw_row, one_away
from games.riga.moment import Step
from games.riga.revealing import revealable
from games.riga.scorer.actions import Lay
from games.riga.scorer.rules import tiles_to_lay
from games.riga.state import Goods, State
from games.riga.year import needs_more, wanted_buildings

LIKES_A_CARD = 3  # a casual player holds about so many unbuilt buildings


def casual_action(state: State, rng: random.Random) -> Action:
    """One legal action of whoever decides."""
    if state.revealed:
        return rng.choice(list(revealable(state)))
    match state.step:
        case Step.ROW:
            return _laid(state, rng)
        case Step.DEAL:
            return _deal(state, rng)
        case Step.SPRING:
            return _spring(state, rng)
        case Step.TAKE:
            return _take(state, rng)
        case Step.BUILD:
            return _build(state, rng)
        case Step.PAY:
            return _payment(state)
        case Step.WINTER:
            return Discard(_least(state, state.mover.hand - state.hand_limit(state.seat)))
        case _:
            return Show(tuple(sorted(_drawn(list(state.unseen_goods()), rng) for _ in range(state.mover.hidden_goods))))


def _payment(state: State) -> Pay | Effect:
    """The payment that loses least. Where a text that was told took away what would have paid, another brings ducats:
    the building is laid down, and its owner owes for it."""
    if next(ways_to_pay(state), None) is None:
        return Effect(state.seat, ducats=1)
    return cheapest(state)


def _laid(state: State, rng: random.Random) -> Lay:
    """The row by the rulebook's shuffle; where part of it lies already, one more tile."""
    if not state.row:
        return Lay(draw_row(rng, state.setup.riga_buildings))
    return rng.choice(list(tiles_to_lay(state.row, state.setup.riga_buildings)))


def _deal(state: State, rng: random.Random) -> Deal:
    left, hands = list(state.unseen_goods()), []
    least = state.setup.market.number("start_value")
    for _ in state.players:
        hand: Goods = ()
        while state.setup.market.worth(counts_of(hand)) < least:
            hand = (*hand, _drawn(left, rng))
        hands.append(hand)
    return Deal(tuple(hands))


def _spring(state: State, rng: random.Random) -> Spring:
    left, pile, discarded = list(state.unseen_goods()), state.goods_pile, list(state.goods_discarded)
    added: list[Goods] = []
    for row in state.rows:
        more: Goods = ()
        while needs_more(state, (*row, *more)):
            if not pile:
                pile, left = sum(discarded), [one + back for one, back in zip(left, discarded, strict=True)]
                discarded = [0] * len(GOODS)
            if not pile or not sum(left):
                break
            more = (*more, _drawn(left, rng))
            pile -= 1
        added.append(more)
    unseen = list(state.unseen_cards())
    return Spring(tuple(added), tuple(rng.sample(unseen, wanted_buildings(state))))


def _take(state: State, rng: random.Random) -> Action:
    """A building where few are in hand and one is within reach, else the row that is worth most, or nearly."""
    rows = [(state.setup.market.worth(counts_of(row)), place) for place, row in enumerate(state.rows, 1) if row]
    wants = state.mover.unbuilt < LIKES_A_CARD and rng.random() < 0.6
    if state.offer and (wants or not rows):
        reachable = [key for key, _ in state.offer if affordable(state, state.card(key))]
        wanted = {
            state.row[near.tile].master.subject
            for near in one_away(state.row, state.displays())
            if near.seat == state.seat
        }
        keys = [key for key in reachable if state.card(key).city in wanted] or reachable
        return TakeBuilding(rng.choice(keys or [key for key, _ in state.offer]))
    if not rows:
        return End()
    rows.sort(reverse=True)
    return TakeRow(rng.choice(rows[:2])[1])


def _build(state: State, rng: random.Random) -> Action:
    """What is in hand and can be paid for, dear ones first; Riga buildings now and then; a hidden card when it can be
    one that nobody has seen."""
    hidden = set(state.unseen_cards()) if state.mover.hidden_cards else set()
    possible = [action.building for action in buildable(state)]
    known = [key for key in possible if key not in hidden and state.card(key).city != "Riga"]
    if known:
        return Build(max(known, key=lambda key: (state.card(key).points, key)))
    riga = [key for key in possible if state.card(key).city == "Riga"]
    if riga and rng.random() < 0.35:
        return Build(rng.choice(riga))
    unseen = [key for key in possible if key in hidden]
    # The card in hand is one of all that nobody has seen: it can be built as often as such a one can be paid for.
    if unseen and rng.random() < len(unseen) / len(hidden) * 0.5:
        return Build(rng.choice(unseen))
    return End()


def _least(state: State, count: int) -> Goods:
    """The commodities that are worth least; where they are not enough, what hidden cards may be."""
    names = [good for good, held in zip(GOODS, state.mover.goods, strict=True) for _ in range(held)]
    unseen = [good for good, left in zip(GOODS, state.unseen_goods(), strict=True) for _ in range(left)]
    names.reverse()  # GOODS begins with what is worth most
    return tuple(sorted((*names[:count], *unseen[: max(0, count - len(names))])))


def _drawn(left: list[int], rng: random.Random) -> str:
    """One card from what is left, which has one less from then on."""
    place = rng.randrange(sum(left))
    for kind, count in enumerate(left):
        if place < count:
            left[kind] -= 1
            return GOODS[kind]
        place -= count
    raise AssertionError(left)
