"""What may be done in a state, listed once: the rules take nothing else, and touch offers all of it.

Cards that are turned up or shown together are listed one by one, for six cards come in 300,000 ways; a line that tells
several at once stands for those one after another (:func:`spelled_out`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

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
    for of_a_kind in _KINDS.values():
        yield from of_a_kind(state)


def may_follow(state: State, action: Action) -> bool:
    """Whether an action is listed in this state."""
    if isinstance(action, Take):  # not in what is listed of every other card
        return action in _takes_of(state, (action.city,))
    return action in _KINDS[type(action)](state)


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


def _deals(state: State) -> Iterator[Deal]:
    if state.step is Step.DEAL:
        yield from (Deal((city,)) for city in may_turn_up(state))


def _renewals(state: State) -> Iterator[Renew]:
    if may_renew(state):
        yield from (Renew((city,)) for city in may_turn_up(without_display(state)))


def _takes(state: State) -> Iterator[Take]:
    yield from _takes_of(state, (*dict.fromkeys(state.display), HIDDEN))


def _takes_of(state: State, cities: Iterable[str]) -> Iterator[Take]:
    """What may be taken of these open cards, and of the pile where it is among them."""
    if state.step is not Step.TAKE and not may_take_again(state):
        return
    refills = tuple(may_turn_up(state)) or (HIDDEN,)
    for city in cities:
        if city in state.display:
            yield from (Take(city, refill) for refill in refills)
        elif city == HIDDEN and state.drawable:
            yield Take(HIDDEN)


def _may_play(state: State) -> bool:
    """True where a card may be played, the first one of the turn or one more with the postal carrier."""
    return state.step is Step.PLAY or may_play_again(state)


def _plays(state: State) -> Iterator[Play]:
    if not _may_play(state):
        return
    mover, atlas = state.mover, state.setup.atlas
    for city in may_hold(state):
        if city in mover.route:
            continue
        if not mover.route or city in atlas.neighbours[mover.route[-1]]:
            yield Play(city, "right")
        if mover.route and city in atlas.neighbours[mover.route[0]]:
            yield Play(city, "left")


def _harnessings(state: State) -> Iterator[Harness]:
    if state.setup.conveyance is not Conveyance.HORSES or state.abandoned or not _may_play(state):
        return
    mover, atlas = state.mover, state.setup.atlas
    if len(mover.trains) >= state.number("horse_cards"):
        return
    for city in may_hold(state):
        yield from (Harness(horses, city) for horses in atlas.city[city].possible_horses)
    for horses in range(1, MOST_HORSES + 1):
        if mover.unknown or any(horses in atlas.city[city].possible_horses for city in mover.known):
            yield Harness(horses)


def _abandonments(state: State) -> Iterator[Abandon]:
    if state.step is Step.PLAY and state.mover.route:
        yield Abandon()


def _ends(state: State) -> Iterator[End]:
    if state.step is Step.CLOSE:
        yield End()


def _closings(state: State) -> Iterator[Close]:
    if state.step is Step.CLOSE:
        yield from closings(state)


def _discards(state: State) -> Iterator[Discard]:
    if state.step is Step.DISCARD:
        yield from (Discard((city,)) for city in may_hold(state))


_KINDS: Mapping[type[Action], Callable[[State], Iterator[Action]]] = {
    Deal: _deals,
    Take: _takes,
    Renew: _renewals,
    End: _ends,
    Abandon: _abandonments,
    Play: _plays,
    Harness: _harnessings,
    Close: _closings,
    Discard: _discards,
}
