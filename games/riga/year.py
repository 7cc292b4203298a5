"""The year: spring refills, summer goes clockwise, autumn back again, winter checks the hands."""

from __future__ import annotations

from games.game import Event, Phrase
from games.riga.actions import Discard, Spring, write_action
from games.riga.moment import Step
from games.riga.state import Goods, State
from games.riga.supply import draw_goods, parts_with, row_worth

RULE_WINTER = "Riga, Winter"


def spring(state: State, action: Spring) -> tuple[State, tuple[Event, ...]]:
    """Rows are filled, old buildings go, new ones come."""
    rows = []
    for row, added in zip(state.rows, action.rows, strict=True):
        state = draw_goods(state, added, "")
        rows.append((*row, *added))
        # Cards that are turned up belong to a row at once, or the next one could be turned up twice.
        state = state._replace(rows=(*rows, *state.rows[len(rows) :]))
    state = _with_buildings(_aged(state), action.buildings)
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
    """Down to the hand limit."""
    return winter(parts_with(state, state.seat, action.goods, write_action(action), RULE_WINTER))


def _aged(state: State) -> State:
    """Buildings that nobody took grow a year older; the oldest are discarded."""
    most = state.setup.market.number("seasons_on_offer")
    older = tuple((key, springs + 1) for key, springs in state.offer)
    gone = tuple(key for key, springs in older if springs >= most)
    kept = tuple(one for one in older if one[1] < most)
    return state._replace(offer=kept, cards_discarded=(*state.cards_discarded, *gone))


def _with_buildings(state: State, keys: tuple[str, ...]) -> State:
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
