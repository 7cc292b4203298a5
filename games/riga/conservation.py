"""What never changes while Riga is played: every commodity, every card, every ducat. For tests and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.riga.actions import Action, Pay
from games.riga.box.buildings import RIGA
from games.riga.box.goods import GOODS, HIDDEN, counts_of, paid
from games.riga.state import State


def faults(state: State) -> list[str]:
    """What does not add up in a state: commodities in all, of each kind, building cards."""
    found = []
    rows = [good for row in state.rows for good in row]
    goods = state.goods_pile + sum(state.goods_discarded) + len(rows) + sum(player.hand for player in state.players)
    if goods != sum(state.setup.market.stock):
        found.append(f"{goods} commodities")
    unseen = state.unseen_goods()
    hidden = state.goods_pile + rows.count(HIDDEN) + sum(player.hidden_goods for player in state.players)
    if sum(unseen) != hidden or min(unseen) < 0:
        found.append(f"unseen {dict(zip(GOODS, unseen, strict=True))} in {hidden} hidden cards")
    city_built = sum(_is_of_a_city(state, key) for player in state.players for key in player.built)
    cards = state.cards_pile + len(state.offer) + len(state.cards_discarded) + city_built
    cards += sum(player.unbuilt for player in state.players)
    cards += state.setup.market.set_aside(len(state.players))
    if cards != len(state.setup.cards.cards):
        found.append(f"{cards} buildings")
    built = [key for player in state.players for key in player.built if _is_of_a_city(state, key)]
    if len(set(built)) < len(built):
        found.append("a building stands twice")
    return found


def broken_laws(state: State) -> tuple[str, ...]:
    """What does not add up in a state, as is asked of every game."""
    return tuple(faults(state))


def audit(story: Sequence[tuple[Action | None, State]]) -> list[str]:
    """What does not add up in a whole game, state by state, and money over the years: every building was paid for with
    at least its cost out of goods that were discarded and purses that were full."""
    found = []
    for (_, before), (action, state) in pairwise(story):
        found += faults(state)
        if isinstance(action, Pay) and before.owed is not None:
            card = before.card(before.owed)
            purses = [before.card(key).purse for key in action.purses]
            worth = paid(before.setup.market.prices[card.city], counts_of(action.goods), purses)
            gone = sum(before.mover.goods) + before.mover.hidden_goods - state.players[before.seat].hand
            if worth < card.cost - before.ducats or gone != len(action.goods):
                found.append(f"{card.key} for {worth} and {gone} cards")
            if set(action.purses) & set(before.mover.opened):
                found.append(f"a purse opened twice for {card.key}")
    return found


def _is_of_a_city(state: State, key: str) -> bool:
    return state.card(key).city != RIGA
