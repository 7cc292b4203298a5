"""Erecting a building: which ones, what they cost, what they bring, and the Grand Masters they win."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Event, Phrase, PhraseValue, Refusal, ScoreItem, ScoreLine
from games.riga.actions import Build, Pay, write_action
from games.riga.box.buildings import RIGA, Building
from games.riga.box.goods import GOODS, counts_of, paid, payments
from games.riga.grand_masters import claimed
from games.riga.moment import Step
from games.riga.state import State
from games.riga.supply import RULE_PAY, at_hand, parts_with, shown
from games.riga.table_place import CardPlace, CellPlace


def buildable(state: State) -> Iterator[Build]:
    """Every building that the mover may hold and can pay for."""
    if state.raised >= state.setup.market.number("builds_a_turn"):
        return
    hidden = state.unseen_cards() if state.mover.hidden_cards else ()
    for key in (*state.mover.cards, *state.riga_left(state.seat), *hidden):
        if affordable(state, state.card(key)):
            yield Build(key)


def affordable(state: State, card: Building) -> bool:
    """True where the mover's commodities and purses are enough for a card."""
    prices = state.setup.market.prices[card.city]
    held = paid(prices, state.mover.goods, _purse_values(state))
    # What nobody has seen may be the best that is still unseen.
    unseen = state.unseen_goods() if state.mover.hidden_goods else ()
    worths = [price for price, count in zip(prices, unseen, strict=False) for _ in range(count)]
    best = sum(sorted(worths, reverse=True)[: state.mover.hidden_goods])
    return held + best + state.ducats >= card.cost


def build(state: State, action: Build) -> tuple[State, tuple[Event, ...]]:
    """A card is laid down: its points, its persons, and what the Grand Masters say."""
    card = state.card(action.building)
    player = state.mover
    if action.building in player.cards:
        place = player.cards.index(action.building)
        player = player._replace(cards=(*player.cards[:place], *player.cards[place + 1 :]))
    elif card.city != RIGA:
        player = player._replace(hidden_cards=player.hidden_cards - 1)
    player = player._replace(built=(*player.built, action.building))
    owed = action.building if card.cost > state.ducats else None
    left = max(0, state.ducats - card.cost) if owed is None else state.ducats
    state = state.with_mover(player)._replace(raised=state.raised + 1, owed=owed, ducats=left)
    row, claims = claimed(state.row, state.displays(), state.seat)
    state = state._replace(row=row, step=Step.PAY if owed else Step.BUILD)
    return state, (_built_event(state, card, claims), *claims)


def pay(state: State, action: Pay) -> tuple[State, tuple[Event, ...]]:
    """The building is paid for; what is too much is lost."""
    assert state.owed is not None
    card = state.card(state.owed)
    purses = [state.card(key).purse for key in action.purses]
    over = paid(state.setup.market.prices[card.city], counts_of(action.goods), purses) - (card.cost - state.ducats)
    state = parts_with(state, state.seat, action.goods, write_action(action))
    opened = tuple(key for key in state.purses(state.seat) if key in action.purses)
    state = state.with_mover(state.mover._replace(opened=(*state.mover.opened, *opened)))
    lost = Phrase.of("riga.overpaid", ducats=over) if over > 0 else None
    events = (Event(lost, state.seat),) if lost is not None else ()
    return state._replace(step=Step.BUILD, owed=None, ducats=0), events


def ways_to_pay(state: State) -> Iterator[Pay]:
    """Every payment for the building that was just laid down; with a needless card where people read it so."""
    assert state.owed is not None
    card, purses, market = state.card(state.owed), state.purses(state.seat), state.setup.market
    cost, held = card.cost - state.ducats, at_hand(state, state.seat)
    ways = payments(cost, market.prices[card.city], held, _purse_values(state), with_needless=market.takes_needless)
    for goods, places in ways:
        names = tuple(good for good, count in zip(GOODS, goods, strict=True) for _ in range(count))
        if state.mover.hidden_goods and not _may_show(state, names):
            continue
        yield Pay(names, tuple(purses[place] for place in places))


def cheapest(state: State) -> Pay:
    """The payment that loses least, then the one with the least base value, then with the fewest cards."""
    assert state.owed is not None
    card = state.card(state.owed)
    market = state.setup.market

    def cost(way: Pay) -> tuple[int, int, int]:
        goods = counts_of(way.goods)
        purses = [state.card(key).purse for key in way.purses]
        return paid(market.prices[card.city], goods, purses), market.worth(goods), len(way.goods)

    return min(ways_to_pay(state), key=cost)


def _may_show(state: State, names: tuple[str, ...]) -> bool:
    try:
        shown(state, state.seat, names, "", RULE_PAY)
    except Refusal:
        return False
    return True


def _purse_values(state: State) -> list[int]:
    return [state.card(key).purse for key in state.purses(state.seat)]


def _built_event(state: State, card: Building, claims: tuple[Event, ...]) -> Event:
    """The building and its points; the sentence tells the Grand Masters too, for that is what people want to hear."""
    built: Phrase = Phrase.of("riga.built", card=card.phrase)
    marks = (card.mark,) if card.mark else ()
    item = ScoreItem(built, card.points, (CardPlace(card.key).notation,))
    places = (CardPlace(card.key).notation, CellPlace(state.seat, card.city).notation)
    line = ScoreLine(state.seat, card.points, built, (item,), str(card.points), RULE_PAY, False, places, marks)
    value: PhraseValue = tuple(claim.phrase for claim in claims)
    phrase = Phrase.of("riga.built_and", built=built, claims=value) if claims else built
    return Event(phrase, state.seat, places, line)
