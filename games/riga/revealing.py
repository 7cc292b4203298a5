"""Cards that are turned up one by one and tapped as they come: they gather until a whole deal or spring is told.

Each row (and each hand at the start) is full once it is worth enough, so people never say which row a card goes to. A
card that nobody looks at is ``-``; a row or hand that holds one is ended with ``.``.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.riga.actions import NONE, Deal, Reveal, Spring, write_action
from games.riga.box.goods import GOODS, HIDDEN
from games.riga.moment import Step
from games.riga.refusals import illegal
from games.riga.state import Goods, State
from games.riga.supply import RULE_SPRING, draw_goods, drawable, row_worth
from games.riga.year import needs_more, wanted_buildings

RULE_SETUP = "Riga, Spielvorbereitung"


def card_by_card(state: State, action: Deal | Spring) -> tuple[Reveal, ...]:
    """The cards of a whole deal or spring as they are turned up one after another; where one of them can't come, the
    cards as they are told."""
    parts, keys = (action.hands, ()) if isinstance(action, Deal) else (action.rows, action.buildings)
    reveals: list[Reveal] = []
    state = state._replace(revealed=())
    for place, part in enumerate(parts):
        reveals += [Reveal(good) for good in part]
        state = state._replace(revealed=tuple(one.card for one in reveals))
        if place_due(state) == place and HIDDEN in part:
            reveals.append(Reveal(NONE))
            state = state._replace(revealed=tuple(one.card for one in reveals))
    return (*reveals, *(Reveal(key) for key in keys))


def refuse_unless_whole(state: State, action: Deal | Spring) -> None:
    """Raise :class:`Refusal` where a deal or spring in one line can't be: one of other cards than were turned up so
    far, too many or too few of them, or some that can't have come.

    A row in which the year before left a hidden card is full unless the cards ran out then; only the line tells that.
    """
    value = write_action(action)
    before = tuple(one.card for one in card_by_card(state, action))[: len(state.revealed)]
    if before != state.revealed:
        raise illegal("revealed_before", value, RULE_SPRING, count=len(state.revealed))
    if isinstance(action, Deal):
        _refuse_deal(state._replace(revealed=()), action, value)
    else:
        _refuse_spring(state._replace(revealed=()), action, value)


def _refuse_deal(state: State, action: Deal, value: str) -> None:
    least = state.setup.market.number("start_value")
    if len(action.hands) != len(state.players):
        raise illegal("hands_number", value, RULE_SETUP, wanted=len(state.players))
    for seat, goods in enumerate(action.hands):
        state = draw_goods(state, goods, value)
        worth, before = row_worth(state, goods), row_worth(state, goods[:-1])
        if not goods or (worth is not None and (worth < least or (before or 0) >= least)):
            raise illegal("start_value", value, RULE_SETUP, least=least)
        state = state.with_player(seat, state.players[seat].gains(goods))


def _refuse_spring(state: State, action: Spring, value: str) -> None:
    """Each row is filled until it is worth enough, and no further; rows with hidden cards are taken as declared."""
    if len(action.rows) != len(state.rows):
        raise illegal("rows_number", value, RULE_SPRING, wanted=len(state.rows))
    rows: list[Goods] = []
    for row, added in zip(state.rows, action.rows, strict=True):
        state = draw_goods(state, added, value)
        rows.append((*row, *added))
        state = state._replace(rows=(*rows, *state.rows[len(rows) :]))
    empty, wanted = not state.goods_pile and not sum(state.goods_discarded), state.setup.market.number("row_value")
    for number, (row, added) in enumerate(zip(rows, action.rows, strict=True), 1):
        if needs_more(state, row) and not empty:
            raise illegal("row_too_short", value, RULE_SPRING, row=number, wanted=wanted)
        if added and HIDDEN not in row and not needs_more(state, row[:-1]):
            raise illegal("row_too_long", value, RULE_SPRING, row=number, wanted=wanted)
    if len(action.buildings) != wanted_buildings(state):
        raise illegal("buildings_number", value, RULE_SPRING, wanted=wanted_buildings(state))
    unseen = state.unseen_cards()
    for place, key in enumerate(action.buildings):
        if key not in unseen or key in action.buildings[:place]:
            raise illegal("not_in_pile", value, RULE_SPRING, key, card=key)


def whole(state: State) -> Deal | Spring | None:
    """The deal or spring that the revealed cards make up, or None while more have to come."""
    parts, open_part = _parts(state)
    if open_part is not None:
        return None
    if state.step is Step.DEAL:
        return Deal(parts)
    buildings = _buildings(state)
    return Spring(parts, buildings) if len(buildings) >= wanted_buildings(state) else None


def buildings_due(state: State) -> bool:
    """True once all rows are full and building cards are turned up."""
    return state.step is Step.SPRING and _parts(state)[1] is None


def place_due(state: State) -> int | None:
    """The row, or at the start the seat, that the next commodity goes to; None where none is due."""
    return _parts(state)[1]


def pending(state: State) -> tuple[Goods, ...]:
    """What has been turned up so far for each row, or at the start for each hand."""
    return _parts(state)[0] if state.revealed and state.step in (Step.DEAL, Step.SPRING) else ()


def revealable(state: State) -> Iterator[Reveal]:
    """Every card that may be turned up next."""
    parts, place = _parts(state)
    if place is None:
        gone = set(_buildings(state))
        due = state.unseen_cards() if state.step is Step.SPRING and len(gone) < wanted_buildings(state) else ()
        yield from (Reveal(key) for key in due if key not in gone)
        return
    turned_up = tuple(card for card in state.revealed if card in (*GOODS, HIDDEN))
    yield from (Reveal(good) for good in drawable(state, turned_up))
    if HIDDEN in parts[place]:
        yield Reveal(NONE)


def _parts(state: State) -> tuple[tuple[Goods, ...], int | None]:
    """What each row or hand gets, and which one is not full yet."""
    market, deals = state.setup.market, state.step is Step.DEAL
    worth = {**dict(zip(GOODS, market.base, strict=True)), HIDDEN: min(market.base)}
    least = market.number("start_value" if deals else "row_value")
    cards = iter([card for card in state.revealed if card in worth or card == NONE])
    parts: list[Goods] = []
    for row in ((),) * len(state.players) if deals else state.rows:
        part: list[str] = []
        # Nobody knows what a hidden card is worth: people end the part that it comes to, but for those that are full
        # even if it is of the cheapest kind; a row in which one lay before is taken for full.
        there = least if HIDDEN in row else sum(map(worth.__getitem__, row))
        card = None
        while there < least and card != NONE:
            card = next(cards, None)
            if card is None:
                if _pile_left(state, [*parts, tuple(part)]):
                    return (*parts, tuple(part)), len(parts)
                break
            if card != NONE:
                part.append(card)
                there += worth[card]
        parts.append(tuple(part))
    return tuple(parts), None


def _pile_left(state: State, parts: list[Goods]) -> bool:
    return state.goods_pile + sum(state.goods_discarded) > sum(len(part) for part in parts)


def _buildings(state: State) -> tuple[str, ...]:
    return tuple(card for card in state.revealed if card not in (*GOODS, HIDDEN, NONE))
