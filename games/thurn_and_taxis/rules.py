"""Thurn and Taxis and Power & Glory as a :class:`games.game.Game`: a turn is take, play, and perhaps close."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from games.game import SEAT_COLOURS, Event, JsonValue, Phrase, PhraseValue, Refusal, RefusalKind, Seat, Standing
from games.thurn_and_taxis.actions import (
    HIDDEN,
    Abandon,
    Action,
    Close,
    Deal,
    Discard,
    End,
    Harness,
    Play,
    Renew,
    Take,
    read_action,
    write_action,
)
from games.thurn_and_taxis.atlas import Atlas, atlas_named, faults
from games.thurn_and_taxis.cards import (
    cards_too_many,
    discarded,
    open_cards_missing,
    refilled,
    taken_from_pile,
    turned_up,
)
from games.thurn_and_taxis.casual_player import casual_action
from games.thurn_and_taxis.closing import close
from games.thurn_and_taxis.legal import listed, may_follow, spelled_out, without_display
from games.thurn_and_taxis.moment import Official, Step
from games.thurn_and_taxis.refusals import why_not
from games.thurn_and_taxis.scoring import standings_of
from games.thurn_and_taxis.state import Conveyance, Player, Setup, State, Train, state_to_json

Outcome: TypeAlias = tuple[State, tuple[Event, ...]]


class ThurnAndTaxis:
    """The game on one of its maps. All methods are pure; see :class:`games.game.Game`."""

    def __init__(self, key: str, atlas_key: str, conveyance: Conveyance) -> None:
        self.key = key
        self._atlas_key = atlas_key
        self._conveyance = conveyance

    def setup(self, seats: tuple[Seat, ...]) -> Setup:
        """The usual set-up of this game for these players."""
        return Setup(seats, atlas_named(self._atlas_key), self._conveyance)

    def new(self, setup: Setup) -> State:
        """The table before the open cards are turned up. Raises :class:`Refusal` where the set-up is impossible."""
        _refuse_impossible(setup)
        atlas = setup.atlas
        return State(
            setup=setup,
            players=tuple(Player() for _ in setup.seats),
            display=(),
            pile=len(atlas.cities) * atlas.numbers["copies"],
            discarded=(),
            stacks=tuple((stack.key, stack.values) for stack in atlas.stacks),
        )

    def player_to_move(self, state: State) -> int | None:
        """Seat index of whose turn it is, or None when the game is over."""
        return None if state.step is Step.OVER else state.seat

    def legal(self, state: State) -> Iterator[Action]:
        """Every action that may follow; cards that are turned up or shown together are listed card by card."""
        return listed(state)

    def spelled_out(self, state: State, action: Action) -> tuple[Action, ...]:
        """The listed actions that a longer or other way of telling stands for."""
        return spelled_out(state, action)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`Refusal`."""
        after = state
        events: tuple[Event, ...] = ()
        for part in spelled_out(state, action):
            if not may_follow(after, part):
                raise why_not(state, action, after, part)
            after, more = _DONE[type(part)](after, part)
            events += more
        return after, events

    def turn(self, state: State) -> int:
        """The number of the turn, from 1."""
        return state.turn

    def brings(self, action: Action) -> frozenset[str]:
        """See :class:`games.game.StandsWhere`: the houses of a closing."""
        return frozenset(action.cities) if isinstance(action, Close) else frozenset()

    def skipped(self, state: State) -> tuple[State, tuple[Event, ...]] | None:
        """The next player's turn, whatever was taken and played so far; nobody can leave out the first open cards."""
        return None if state.step in (Step.DEAL, Step.OVER) else _next_turn(state)

    def closing(self, state: State) -> Action | None:
        """DONE ends the turn where a card has been played; closing a route is always said."""
        return End() if state.step is Step.CLOSE else None

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Carriage and tiles less the houses left; ties go to the game-end tile, then clockwise from its holder."""
        return standings_of(state)

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
        """The set-up as plain data; a map that ships is named, the owner's is written out."""
        shipped = setup.atlas == atlas_named(self._atlas_key)
        return {
            "game": self.key,
            "format": 1,
            "seats": [seat.to_json() for seat in setup.seats],
            "map": self._atlas_key if shipped else setup.atlas.to_json(),
            "conveyance": setup.conveyance.value,
            "all_provinces_has_baiern": setup.all_provinces_has_baiern,
        }

    def setup_from_json(self, data: Mapping[str, Any]) -> Setup:
        """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""
        try:
            chart = data.get("map", self._atlas_key)
            return Setup(
                tuple(Seat.from_json(seat) for seat in data["seats"]),
                atlas_named(chart) if isinstance(chart, str) else Atlas.from_json(chart),
                Conveyance(data.get("conveyance", self._conveyance.value)),
                bool(data.get("all_provinces_has_baiern", False)),
            )
        except (KeyError, TypeError, ValueError) as error:
            phrase = Phrase.of("thurn.bad_setup", what=str(error))
            raise Refusal(RefusalKind.INVALID, phrase, value=str(dict(data))[:200]) from error

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        """The state as plain data."""
        return state_to_json(state)


# What each action brings about; only what is listed comes here.


def _turned_up(state: State, action: Deal) -> Outcome:
    """A card more is turned up beside those that lie open; the turn goes on once all of them do."""
    state = turned_up(state, *action.cities)
    return state._replace(step=Step.DEAL if open_cards_missing(state) else Step.TAKE), ()


def _renew(state: State, action: Renew) -> Outcome:
    """An empty hand forces the postmaster, and only one official helps a turn, so this one comes first."""
    after, _ = _turned_up(without_display(state), Deal(action.cities))
    return after._replace(official=Official.ADMINISTRATOR), (Event(Phrase.of("thurn.administrator"), state.seat),)


def _take(state: State, action: Take) -> Outcome:
    # "FORCED if hand is empty at start of turn": the postmaster is then the one official of the turn.
    forced = state.step is Step.TAKE and not state.mover.hand and state.taken == 0
    state = taken_from_pile(state) if action.city == HIDDEN else refilled(state, action)
    taken = state.taken + 1
    official = Official.POSTMASTER if forced or taken == 2 else state.official
    step = _first_step(state) if forced else Step.PLAY
    return state._replace(taken=taken, official=official, step=step), ()


def _play(state: State, action: Play) -> Outcome:
    official, mover = _official_for_play(state), state.mover
    route = (action.city, *mover.route) if action.end == "left" else (*mover.route, action.city)
    state = state.with_mover(mover.loses(action.city)._replace(route=route))
    event = Event(Phrase.of("thurn.route_grows", city=action.city, length=len(route)), state.seat, (action.city,))
    return state._replace(step=Step.CLOSE, played=state.played + 1, official=official, abandoned=False), (event,)


def _harness(state: State, action: Harness) -> Outcome:
    official, mover, city = _official_for_play(state), state.mover, None if action.city == HIDDEN else action.city
    if city is None:
        mover, city = _harnessed_unseen(state, action.horses)
    else:
        mover = mover.loses(city)
    state = state.with_mover(mover._replace(trains=(*mover.trains, Train(action.horses, city))))
    event = Event(Phrase.of("thurn.horses", horses=action.horses), state.seat)
    return state._replace(step=Step.CLOSE, played=state.played + 1, official=official), (event,)


def _abandon(state: State, action: Abandon) -> Outcome:
    route = state.mover.route
    event = Event(Phrase.of("thurn.abandoned", length=len(route)), state.seat, route)
    discarded = tuple(sorted((*state.discarded, *route)))
    state = state.with_mover(state.mover._replace(route=()))
    return state._replace(discarded=discarded, abandoned=True), (event,)


def _close(state: State, action: Close) -> Outcome:
    earned = close(state, action)
    state = earned.state
    if cards_too_many(state):
        return state._replace(step=Step.DISCARD), earned.events
    after, events = _next_turn(state)
    return after, (*earned.events, *events)


def _discard(state: State, action: Discard) -> Outcome:
    state = discarded(state, *action.cities)
    return (state, ()) if cards_too_many(state) else _next_turn(state)


def _end(state: State, action: End) -> Outcome:
    return _next_turn(state)


_DONE: Mapping[type[Action], Callable[[State, Any], Outcome]] = {
    Deal: _turned_up,
    Renew: _renew,
    Take: _take,
    Play: _play,
    Harness: _harness,
    Abandon: _abandon,
    Close: _close,
    Discard: _discard,
    End: _end,
}


def _next_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """The next player's turn; the last round ends with the player to the right of the start player."""
    following = (state.seat + 1) % len(state.players)
    if state.last_round and following == 0:
        return state._replace(step=Step.OVER), (Event(Phrase.of("thurn.over")),)
    fresh = state._replace(seat=following, taken=0, played=0, official=None, abandoned=False, turn=state.turn + 1)
    return fresh._replace(step=_first_step(fresh)), ()


def _first_step(state: State) -> Step:
    """A card is taken first, unless all of them are in hands and on routes; an empty hand has none to play."""
    if state.display or state.drawable:
        return Step.TAKE
    return Step.PLAY if state.mover.hand else Step.CLOSE


def _official_for_play(state: State) -> Official | None:
    """Whose help a card played now takes: none for the first, the postal carrier's for the second."""
    return state.official if state.step is Step.PLAY else Official.POSTAL_CARRIER


def _harnessed_unseen(state: State, horses: int) -> tuple[Player, str | None]:
    """The mover without a card that only its owner saw, and its city where the hand leaves no other.

    The card may be any in hand that shows so many horses, one that everybody saw being taken, too: such cards are known
    no longer, or a card that is truly in hand would be refused later.
    """
    mover, city = state.mover, state.setup.atlas.city
    doubtful = [name for name in mover.known if horses in city[name].possible_horses]
    if not mover.unknown and len(set(doubtful)) == 1:
        return mover.loses(doubtful[0]), doubtful[0]
    known = tuple(name for name in mover.known if name not in doubtful)
    return mover._replace(known=known, unknown=mover.unknown + len(doubtful) - 1), None


def _refuse_impossible(setup: Setup) -> None:
    colours = [seat.colour for seat in setup.seats]
    if not 2 <= len(setup.seats) <= 4:
        raise _setup_refusal("seats", str(len(setup.seats)), count=len(setup.seats))
    if len(set(colours)) < len(colours) or not set(colours) <= set(SEAT_COLOURS):
        raise _setup_refusal("colours", ", ".join(colours))
    found = faults(setup.atlas)
    if found:
        raise Refusal(RefusalKind.INVALID, found[0], value=setup.atlas.key)


def _setup_refusal(what: str, value: str, **values: PhraseValue) -> Refusal:
    return Refusal(RefusalKind.INVALID, Phrase.of(f"thurn.refused_{what}", **values), value=value)


THURN_AND_TAXIS = ThurnAndTaxis("thurn-and-taxis", "base", Conveyance.CARRIAGES)
POWER_AND_GLORY = ThurnAndTaxis("power-and-glory", "power-and-glory", Conveyance.HORSES)
