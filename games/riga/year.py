"""The year: spring refills, summer goes clockwise, autumn back again, winter checks the hands."""

from __future__ import annotations

from games.game import Event, Phrase
from games.riga.actions import Discard, Spring, write_action
from games.riga.goods import HIDDEN
from games.riga.moment import Step
from games.riga.refusals import illegal
from games.riga.state import Goods, State
from games.riga.supply import RULE_SPRING, draw_goods, parts_with, row_worth

RULE_WINTER = "Riga, Winter"


def spring(state: State, action: Spring) -> tuple[State, tuple[Event, ...]]:
    """Rows are filled, old buildings go, new ones come. Raises :class:`Refusal`."""
    value = write_action(action)
    if len(action.rows) != len(state.rows):
        raise illegal("rows_number", value, RULE_SPRING, wanted=len(state.rows))
    rows = []
    for row, added in zip(state.rows, action.rows, strict=True):
        state = draw_goods(state, added, value)
        rows.append((*row, *added))
        # Cards that are turned up belong to a row at once, or the next one could be turned up twice.
        state = state._replace(rows=(*rows, *state.rows[len(rows) :]))
    _refuse_unless_filled(state, action, value)
    state = _aged(state)
    state = _new_buildings(state, action.buildings, value)
    events = (Event(Phrase.of("riga.spring", year=state.year, years=state.years)),)
    return state._replace(step=Step.TAKE, autumn=False, seat=state.starter), events


def wanted_buildings(state: State) -> int:
    """How many new building cards spring turns up."""
    return min(state.setup.market.by_players("new_buildings", len(state.players)), state.cards_pile)


def needs_more(state: State, row: Goods) -> bool:
    """True where a row has to be filled on: its known cards are worth less than they should."""
    worth = row_worth(state, row)
    return worth is not None and worth < state.setup.market.number("row_value")


def next_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """The next player of this round, the next round, or winter."""
    state = state._replace(step=Step.TAKE, raised=0, owed=None, ducats=0)
    order = _order(state)
    place = order.index(state.seat)
    if place + 1 < len(order):
        return state._replace(seat=order[place + 1]), ()
    if not state.autumn:
        state = state._replace(autumn=True)
        return state._replace(seat=_order(state)[0]), (Event(Phrase.of("riga.autumn")),)
    return winter(state)


def turn_number(state: State) -> int:
    """Which turn this is, from 1, counted as if everybody had one in summer, autumn and winter of every year, so that
    the number says the same however the turns before went."""
    seats = len(state.players)
    a_year = 3 * seats + 1
    year = 3 + (state.year - 1) * a_year  # after the row and the deal
    match state.step:
        case Step.ROW:
            return 1
        case Step.DEAL:
            return 2
        case Step.SPRING:
            return year
        case Step.TAKE | Step.BUILD | Step.PAY:
            return year + 1 + seats * state.autumn + _order(state).index(state.seat)
        case Step.WINTER:
            return year + 1 + 2 * seats + _clockwise(state).index(state.seat)
        case Step.SHOW:
            return 3 + state.years * a_year + state.seat
    return 3 + state.years * a_year + seats


def winter(state: State) -> tuple[State, tuple[Event, ...]]:
    """Whoever holds too many commodities is asked in turn; then the next year begins."""
    last = state.year >= state.years
    if not (last and state.setup.market.values["last_winter"] == "left out"):
        for seat in _clockwise(state):
            if state.players[seat].hand > state.hand_limit(seat):
                return state._replace(step=Step.WINTER, seat=seat), (Event(Phrase.of("riga.winter"), seat),)
    if last:
        return state._replace(step=Step.END), ()
    starter = (state.starter + 1) % len(state.players)
    players = state.players
    if state.setup.market.values["purse"] == "once a year, spent whole":
        players = tuple(player._replace(opened=()) for player in players)
    state = state._replace(year=state.year + 1, starter=starter, seat=starter, autumn=False, step=Step.SPRING)
    return state._replace(players=players), ()


def discard(state: State, action: Discard) -> tuple[State, tuple[Event, ...]]:
    """Down to the hand limit. Raises :class:`Refusal`."""
    too_many = state.mover.hand - state.hand_limit(state.seat)
    if len(action.goods) != too_many:
        raise illegal("wrong_number", write_action(action), RULE_WINTER, wanted=too_many)
    return winter(parts_with(state, state.seat, action.goods, write_action(action), RULE_WINTER))


def _refuse_unless_filled(state: State, action: Spring, value: str) -> None:
    """Each row is filled until it is worth enough, and no further; rows with hidden cards are taken as declared."""
    for number, (row, added) in enumerate(zip(state.rows, action.rows, strict=True), 1):
        empty = not state.goods_pile and not sum(state.goods_discarded)
        if needs_more(state, row) and not empty:
            raise illegal(
                "row_too_short", value, RULE_SPRING, row=number, wanted=state.setup.market.number("row_value")
            )
        if added and HIDDEN not in row and not needs_more(state, row[:-1]):
            raise illegal("row_too_long", value, RULE_SPRING, row=number, wanted=state.setup.market.number("row_value"))


def _aged(state: State) -> State:
    """Buildings that nobody took grow a year older; the oldest are discarded."""
    most = state.setup.market.number("seasons_on_offer")
    older = tuple((key, springs + 1) for key, springs in state.offer)
    gone = tuple(key for key, springs in older if springs >= most)
    kept = tuple(one for one in older if one[1] < most)
    return state._replace(offer=kept, cards_discarded=(*state.cards_discarded, *gone))


def _new_buildings(state: State, keys: tuple[str, ...], value: str) -> State:
    if len(keys) != wanted_buildings(state):
        raise illegal("buildings_number", value, RULE_SPRING, wanted=wanted_buildings(state))
    unseen = state.unseen_cards()
    for place, key in enumerate(keys):
        if key not in unseen or key in keys[:place]:
            raise illegal("not_in_pile", value, RULE_SPRING, key, card=key)
    offer = (*state.offer, *((key, 0) for key in keys))
    return state._replace(offer=offer, cards_pile=state.cards_pile - len(keys))


def _order(state: State) -> tuple[int, ...]:
    """Seats in the order of this round."""
    clockwise = _clockwise(state)
    if not state.autumn:
        return clockwise
    if state.setup.market.values["autumn_begins"] == "start player":
        return (clockwise[0], *reversed(clockwise[1:]))
    return tuple(reversed(clockwise))


def _clockwise(state: State) -> tuple[int, ...]:
    return tuple((state.starter + step) % len(state.players) for step in range(len(state.players)))
