"""Cards that are turned up one by one and tapped as they come: they gather until a whole deal or spring is told.

Each row (and each hand at the start) is full once it is worth enough, so people never say which row a card goes to. A
card that nobody looks at is ``-``; a row or hand that holds one is ended with ``.``.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Event, Refusal
from games.riga.actions import NONE, Deal, Reveal, Spring, write_action
from games.riga.goods import GOODS, HIDDEN
from games.riga.moment import Step
from games.riga.refusals import illegal
from games.riga.state import Goods, State
from games.riga.supply import RULE_SPRING, drawable, good_phrase
from games.riga.year import wanted_buildings


def reveal(state: State, action: Reveal) -> tuple[State, Deal | Spring | None, tuple[Event, ...]]:
    """The state with one more card turned up, and the whole deal or spring once it is complete.

    Raises :class:`Refusal` where the card can't come now; the rest is checked with the whole.
    """
    if action not in revealable(state):
        raise _misplaced(state, action)
    after = state._replace(revealed=(*state.revealed, action.card))
    return after, whole(after), ()


def card_by_card(state: State, action: Deal | Spring) -> tuple[Reveal, ...]:
    """The cards of a whole deal or spring as they are turned up one after another; where one of them can't come, the
    cards as they are told."""
    parts, keys = (action.hands, ()) if isinstance(action, Deal) else (action.rows, action.buildings)
    told: list[Reveal] = []
    state = state._replace(revealed=())
    for place, part in enumerate(parts):
        told += [Reveal(good) for good in part]
        state = state._replace(revealed=tuple(one.card for one in told))
        if place_due(state) == place and HIDDEN in part:
            told.append(Reveal(NONE))
            state = state._replace(revealed=tuple(one.card for one in told))
    return (*told, *(Reveal(key) for key in keys))


def told_whole(state: State, action: Deal | Spring) -> State:
    """The state without the cards that have been turned up so far, for they are told again with the others.

    Raises :class:`Refusal` where the action tells of others.
    """
    before = tuple(one.card for one in card_by_card(state, action))[: len(state.revealed)]
    if before != state.revealed:
        raise illegal("revealed_before", write_action(action), RULE_SPRING, count=len(state.revealed))
    return state._replace(revealed=())


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
        due = state.unseen_cards() if state.step is Step.SPRING else ()
        yield from (Reveal(key) for key in due if key not in gone)
        return
    turned_up = tuple(card for card in state.revealed if card in (*GOODS, HIDDEN))
    yield from (Reveal(good) for good in drawable(state, turned_up))
    if HIDDEN in parts[place]:
        yield Reveal(NONE)


def _misplaced(state: State, action: Reveal) -> Refusal:
    """Why a card can't be the next one."""
    value, kind = write_action(action), "building" if buildings_due(state) else "good"
    given = "good" if action.card in (*GOODS, HIDDEN, NONE) else "building"
    if given != kind:
        return illegal(f"reveal_{kind}", value, RULE_SPRING)
    if action.card == NONE:
        return illegal("reveal_end", value, RULE_SPRING)
    if kind == "building":
        return illegal("not_in_pile", value, RULE_SPRING, action.card, card=action.card)
    good = good_phrase(action.card) if action.card in GOODS else HIDDEN
    return illegal("good_not_in_pile", value, RULE_SPRING, action.card, good=good)


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
