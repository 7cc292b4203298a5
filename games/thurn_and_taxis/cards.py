"""Cards between pile, open cards, hands and discard pile. The pile is counted; a face is learned when it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from games.thurn_and_taxis.actions import HIDDEN, Take
from games.thurn_and_taxis.state import State


def turned_up(state: State, city: str) -> State:
    """The state with one more card turned up from the pile, shuffled anew from the discard pile where it ran out."""
    state = _shuffled(state)
    return state._replace(pile=state.pile - 1, display=(*state.display, city))


def may_turn_up(state: State) -> Mapping[str, int]:
    """The cities that the next card from the pile may show, and how many cards of each it may be; none where no card is
    left."""
    state = _shuffled(state)
    if not state.pile:
        return {}
    seen, copies = state.seen(), state.number("copies")
    return {city.name: copies - seen[city.name] for city in state.setup.atlas.cities if seen[city.name] < copies}


def open_cards_missing(state: State) -> int:
    """How many cards have to be turned up until as many lie open as should, or as there are."""
    return min(state.number("display") - len(state.display), state.drawable)


def cards_too_many(state: State) -> int:
    """How many cards the mover holds beyond the hand limit."""
    return max(0, state.mover.hand - state.number("hand_limit"))


def taken_from_pile(state: State) -> State:
    """The top card of the pile goes to the mover's hand unseen."""
    state = _shuffled(state)
    return state.with_mover(state.mover.gains(None))._replace(pile=state.pile - 1)


def refilled(state: State, action: Take) -> State:
    """An open card goes to the mover's hand, the refill takes its place."""
    place = state.display.index(action.city)
    rest = (*state.display[:place], *state.display[place + 1 :])
    state = state.with_mover(state.mover.gains(action.city))._replace(display=rest)
    if action.refill == HIDDEN:
        return state
    return turned_up(state, action.refill)._replace(display=(*rest[:place], action.refill, *rest[place:]))


def discarded(state: State, city: str) -> State:
    """The mover shows this card and discards it."""
    state = state.with_mover(state.mover.loses(city))
    return state._replace(discarded=tuple(sorted((*state.discarded, city))))


def _shuffled(state: State) -> State:
    """With the discard pile shuffled into an empty pile: its cards are unseen from then on."""
    if state.pile:
        return state
    return state._replace(pile=state.discard_pile, discarded=(), discarded_unseen=0)
