"""What may be done in a state, listed once: the rules take nothing else, and touch offers all of it.

Cards that are turned up or shown together are listed one by one, for six cards come in 300,000 ways; a line that tells
several at once stands for those one after another (:func:`spelled_out`).
"""

from __future__ import annotations

from collections.abc import Iterator

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
)
from games.thurn_and_taxis.atlas import MOST_HORSES
from games.thurn_and_taxis.cards import may_turn_up
from games.thurn_and_taxis.closing import closings
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import Conveyance, State


def listed(state: State) -> Iterator[Action]:
    """Every action that may follow."""
    match state.step:
        case Step.DEAL:
            yield from (Deal((city,)) for city in may_turn_up(state))
        case Step.TAKE:
            yield from _takes(state)
            if may_renew(state):
                yield from (Renew((city,)) for city in may_turn_up(without_display(state)))
        case Step.PLAY:
            if may_take_again(state):
                yield from _takes(state)
            if state.mover.route:
                yield Abandon()
            yield from _plays(state)
        case Step.CLOSE:
            yield End()
            if may_play_again(state):
                yield from _plays(state)
            yield from closings(state)
        case Step.DISCARD:
            yield from (Discard((city,)) for city in may_hold(state))


def spelled_out(state: State, action: Action) -> tuple[Action, ...]:
    """The listed actions, one after another, that an action stands for; itself where it is listed or illegal."""
    match action:
        case Deal(cities) if len(cities) > 1:
            return tuple(Deal((city,)) for city in cities)
        case Renew((first, *others)) if others:
            return (Renew((first,)), *(Deal((city,)) for city in others))
        case Discard(cities) if len(cities) > 1:
            return tuple(Discard((city,)) for city in cities)
        case Play(city, "left") if not state.mover.route:
            return (Play(city, "right"),)
        case Close():
            houses = tuple(sorted(action.cities))
            same = (one for one in closings(state) if one.cities == houses and one.cartwright == action.cartwright)
            return (next(same, action),)
    return (action,)


def may_renew(state: State) -> bool:
    """True where the administrator may be asked: first of all, with cards in hand, and where cards are left."""
    first = state.step is Step.TAKE and not state.taken and state.official is None
    return bool(first and state.mover.hand and (state.drawable or state.display))


def may_take_again(state: State) -> bool:
    """True where the postmaster may be asked for a second card."""
    return state.step is Step.PLAY and state.taken == 1 and state.official is None and not state.abandoned


def may_play_again(state: State) -> bool:
    """True where the postal carrier may be asked for a second card on the route."""
    return state.step is Step.CLOSE and state.played == 1 and state.official is None and state.mover.hand > 0


def without_display(state: State) -> State:
    """The state with the open cards on the discard pile."""
    return state._replace(display=(), discarded=tuple(sorted((*state.discarded, *state.display))))


def may_hold(state: State) -> tuple[str, ...]:
    """Cities that the mover may hold a card of."""
    if not state.mover.unknown:
        return tuple(dict.fromkeys(state.mover.known))
    seen, copies = state.seen(), state.number("copies")
    possible = (city.name for city in state.setup.atlas.cities if seen[city.name] < copies)
    return tuple(dict.fromkeys((*state.mover.known, *possible)))


def _takes(state: State) -> Iterator[Take]:
    refills = tuple(may_turn_up(state)) or (HIDDEN,)
    for city in dict.fromkeys(state.display):
        yield from (Take(city, refill) for refill in refills)
    if state.drawable:
        yield Take(HIDDEN)


def _plays(state: State) -> Iterator[Action]:
    mover, atlas = state.mover, state.setup.atlas
    held = may_hold(state)
    for city in held:
        if city in mover.route:
            continue
        if not mover.route or city in atlas.neighbours[mover.route[-1]]:
            yield Play(city, "right")
        if mover.route and city in atlas.neighbours[mover.route[0]]:
            yield Play(city, "left")
    if state.setup.conveyance is not Conveyance.HORSES or state.abandoned:
        return
    if len(mover.trains) < state.number("horse_cards"):
        for city in held:
            yield from (Harness(horses, city) for horses in atlas.city[city].possible_horses)
        for horses in range(1, MOST_HORSES + 1):
            if mover.unknown or any(horses in atlas.city[city].possible_horses for city in mover.known):
                yield Harness(horses)
