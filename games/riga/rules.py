"""Riga as a :class:`games.game.Game`: the base game as far as it is public, with the Grand Masters or without."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.game import Event, JsonValue, Phrase, Seat, Standing, ranked
from games.riga.actions import (
    Action,
    Build,
    Deal,
    Discard,
    Effect,
    End,
    Pay,
    Reveal,
    Show,
    Spring,
    TakeBuilding,
    TakeRow,
    read_action,
    write_action,
)
from games.riga.box.buildings import card_set_from_json, card_set_to_json
from games.riga.box.printed_values import flattened, market_of
from games.riga.building import build, pay
from games.riga.casual_player import casual_action
from games.riga.declaring import declare
from games.riga.ending import finish, points_now, show
from games.riga.grand_masters import cell_place, covering
from games.riga.legal import listed, may_follow, nothing_to_take, spelled_out
from games.riga.moment import Step
from games.riga.refusals import bad_setup, refuse_impossible_seats
from games.riga.revealing import refuse_unless_whole, whole
from games.riga.scorer.actions import Cover, Lay
from games.riga.scorer.rules import is_whole, with_tiles
from games.riga.state import Goods, Player, Setup, State, state_to_json
from games.riga.supply import draw_goods
from games.riga.table_place import CardPlace
from games.riga.why_not import why_not
from games.riga.year import discard, next_turn, spring, turn_number


class Riga:
    """The game. All methods are pure; see :class:`games.game.Game`."""

    key = "riga"

    def setup(self, seats: tuple[Seat, ...]) -> Setup:
        """The usual set-up: Grand Masters and Riga buildings, the default cards."""
        return Setup(seats)

    def new(self, setup: Setup) -> State:
        """The table before anything is turned up; everybody holds one of two buildings, unseen. Raises
        :class:`Refusal` where the set-up is impossible."""
        refuse_impossible_seats(setup.seats)
        count = len(setup.seats)
        return State(
            setup,
            players=tuple(Player(hidden_cards=1) for _ in setup.seats),
            step=Step.ROW if setup.grand_masters else Step.DEAL,
            rows=((),) * (count + setup.market.number("rows_more_than_players")),
            goods_pile=sum(setup.market.stock),
            cards_pile=len(setup.cards.cards) - count - setup.market.set_aside(count),
            final=(0,) * count,
        )

    def player_to_move(self, state: State) -> int | None:
        """Seat index of who decides now, or None when the game is over."""
        return None if state.step is Step.OVER else state.seat

    def turn(self, state: State) -> int:
        """The number of the turn as if everybody had one in summer, autumn and winter of every year."""
        return turn_number(state)

    def skipped(self, state: State) -> tuple[State, tuple[Event, ...]] | None:
        """The next turn. Nobody can leave out what is dealt or turned up, a building that is not paid for, or the cards
        that winter takes."""
        return _ended(*next_turn(state)) if state.step in (Step.TAKE, Step.BUILD) else None

    def year(self, state: State) -> int:
        """As people count: a year holds several turns of everybody."""
        return state.year

    def closing(self, state: State) -> Action | None:
        """DONE ends the turn once something was taken; a building has to be paid for first. In spring it goes on where
        nothing is turned up."""
        if state.step is Step.SPRING:
            return whole(state) if not state.revealed else None
        nothing = state.step is Step.TAKE and nothing_to_take(state)
        return End() if state.step is Step.BUILD or nothing else None

    def legal(self, state: State) -> Iterator[Action]:
        """Every action that may follow; cards that are turned up together are listed one by one, and so is what a
        printed effect brings."""
        return listed(state)

    def spelled_out(self, state: State, action: Action) -> tuple[Action, ...]:
        """The listed actions that a longer or other way of telling stands for."""
        return spelled_out(state, action)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`Refusal`."""
        match action:
            case Deal() | Spring():
                _refuse_unless_whole(state, action)
                return _done(state, action)
            case Effect():  # what a text brought is told in one sentence, however much it is
                _refuse_unless_listed(state, action)
                return declare(state, action)
        after = state
        events: tuple[Event, ...] = ()
        for part in spelled_out(state, action):
            if not may_follow(after, part):
                raise why_not(state, action, after)
            after, more = _ended(*_done(after, part))
            events += more
        return after, events

    def standings(self, state: State) -> tuple[Standing, ...]:
        """By victory points as far as they are public; what breaks a tie is not published, so equal scores share."""
        return ranked({seat: points_now(state, seat) for seat in range(len(state.players))})

    def sample(self, state: State, rng: random.Random) -> Action:
        """One legal action as a casual player might choose it."""
        return casual_action(state, rng)

    def write(self, action: Action) -> str:
        """The action in one line."""
        return write_action(action)

    def read(self, text: str) -> Action:
        """The action that a line tells."""
        return read_action(text)

    def setup_to_json(self, setup: Setup) -> Mapping[str, JsonValue]:
        """The set-up as plain data; the cards that ship are named, the owner's are written out."""
        return {
            "game": self.key,
            "format": 1,
            "seats": [seat.to_json() for seat in setup.seats],
            "grand_masters": setup.grand_masters,
            "riga_buildings": setup.riga_buildings,
            "victual_brothers": setup.victual_brothers,
            "cards": card_set_to_json(setup.cards),
            "numbers": setup.market.corrections,
        }

    def setup_from_json(self, data: Mapping[str, Any]) -> Setup:
        """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""
        try:
            return Setup(
                tuple(Seat.from_json(seat) for seat in data["seats"]),
                bool(data.get("grand_masters", True)),
                bool(data.get("riga_buildings", True)),
                bool(data.get("victual_brothers", False)),
                card_set_from_json(data.get("cards", "default")),
                market_of(flattened(data.get("numbers", {}))),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise bad_setup(data, error) from error

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        """The state as plain data."""
        return state_to_json(state)


def _refuse_unless_whole(state: State, action: Deal | Spring) -> None:
    """Told in one line it has to be what its cards make up. Raises :class:`Refusal`."""
    if state.step is not (Step.DEAL if isinstance(action, Deal) else Step.SPRING):
        raise why_not(state, action, state)
    refuse_unless_whole(state, action)


def _refuse_unless_listed(state: State, action: Effect) -> None:
    """Every single thing that a text brings has to be listed when it comes. Raises :class:`Refusal`."""
    once = replace(action, points=max(-1, min(action.points, 1)), ducats=min(action.ducats, 1))  # any number goes on so
    parts = spelled_out(state, once) or (action,)
    after = state
    for place, part in enumerate(parts):
        if place:
            after, _ = _done(after, parts[place - 1])
        if not may_follow(after, part):
            raise why_not(state, action, after)


def _done(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """What an action brings about; only what is listed comes here, and whole deals and springs."""
    match action:
        case Lay(masters):
            row = with_tiles(state.row, masters)
            return state._replace(row=row, step=Step.DEAL if is_whole(row) else Step.ROW), ()
        case Reveal(card):
            after = state._replace(revealed=(*state.revealed, card))
            whole_spring = whole(after)
            return _done(after, whole_spring) if whole_spring is not None else (after, ())
        case Deal(hands):
            return _dealt(state._replace(revealed=()), hands)
        case Spring():
            return spring(state._replace(revealed=()), action)
        case TakeRow(row):
            return _row_taken(state, row)
        case TakeBuilding(key):
            return _building_taken(state, key)
        case Build():
            return build(state, action)
        case Pay():
            return pay(state, action)
        case Discard():
            return discard(state, action)
        case Show():
            return show(state, action)
        case Cover():
            return _covered(state, action)
        case Effect():
            return declare(state, action)
        case End():
            return next_turn(state)


def _ended(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Count the points where the last year is over."""
    if state.step is not Step.END:
        return state, events
    after, more = finish(state)
    return after, (*events, *more)


def _dealt(state: State, hands: tuple[Goods, ...]) -> tuple[State, tuple[Event, ...]]:
    for seat, goods in enumerate(hands):
        state = draw_goods(state, goods, "")
        state = state.with_player(seat, state.players[seat].gains(goods))
    return state._replace(step=Step.SPRING, seat=state.starter), ()


def _row_taken(state: State, row: int) -> tuple[State, tuple[Event, ...]]:
    goods = state.rows[row - 1]
    rows = (*state.rows[: row - 1], (), *state.rows[row:])
    event = Event(Phrase.of("riga.row_taken", cards=len(goods)), state.seat, (f"row:{row}",))
    return state.with_mover(state.mover.gains(goods))._replace(rows=rows, step=Step.BUILD), (event,)


def _building_taken(state: State, key: str) -> tuple[State, tuple[Event, ...]]:
    offer = tuple(one for one in state.offer if one[0] != key)
    player = state.mover._replace(cards=(*state.mover.cards, key))
    phrase = Phrase.of("riga.building_taken", card=state.card(key).phrase)
    event = Event(phrase, state.seat, (CardPlace(key).notation,))
    return state.with_mover(player)._replace(offer=offer, step=Step.BUILD), (event,)


def _covered(state: State, action: Cover) -> tuple[State, tuple[Event, ...]]:
    covered = state.displays()[action.seat].with_covered(action.person).covered
    state = state.with_player(action.seat, state.players[action.seat]._replace(covered=covered))
    row, events = covering(state.row, state.displays(), action.person)
    left = state.displays()[action.seat].count(action.person)
    phrase = Phrase.of(f"riga.{action.person.lower()}_covered", left=left)
    return state._replace(row=row), (*events, Event(phrase, action.seat, (cell_place(action.seat, action.person),)))


RIGA = Riga()
