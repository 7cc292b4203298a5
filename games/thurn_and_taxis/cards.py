"""Cards between pile, open cards, hands and discard pile. The pile is counted; a face is learned when it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.game import Phrase, Refusal, RefusalKind
from games.thurn_and_taxis.actions import HIDDEN, Action, Take, write_action
from games.thurn_and_taxis.state import State

_RULE = "Thurn and Taxis, taking city cards"


def draw_check(state: State, cities: tuple[str, ...]) -> State:
    """The state after these cards were turned up from the pile, shuffled anew from the discard pile where it ran out.

    Raises :class:`Refusal` where a card can't be among the unseen.
    """
    drawn: Counter[str] = Counter()
    for city in cities:
        state.setup.atlas.named(city)
        state = _shuffled(state)
        drawn[city] += 1
        if not state.pile or drawn[city] > state.unseen(city):
            phrase = Phrase.of("thurn.refused_not_in_pile", city=city)
            raise Refusal(RefusalKind.ILLEGAL, phrase, value=city, place=city, rule=_RULE)
        state = state._replace(pile=state.pile - 1)
    return state


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


def take_from_pile(state: State, action: Take) -> State:
    """The top card of the pile goes to the mover's hand unseen. Raises :class:`Refusal` where there is none."""
    state = _shuffled(state)
    if not state.pile:
        raise _pile_empty(action)
    return state.with_mover(state.mover.gains(None))._replace(pile=state.pile - 1)


def refilled(state: State, action: Take) -> State:
    """An open card goes to the mover's hand, the refill takes its place. Raises :class:`Refusal`."""
    place = state.display.index(action.city)
    rest = (*state.display[:place], *state.display[place + 1 :])
    state = state.with_mover(state.mover.gains(action.city))._replace(display=rest)
    if action.refill == HIDDEN:
        if state.drawable:
            phrase = Phrase.of("thurn.refused_refill_missing")
            raise Refusal(RefusalKind.ILLEGAL, phrase, value=write_action(action), rule=_RULE)
        return state
    state = draw_check(state, (action.refill,))
    return state._replace(display=(*rest[:place], action.refill, *rest[place:]))


def discard_down(state: State, cities: tuple[str, ...]) -> State:
    """The mover shows these cards and discards them. Raises :class:`Refusal` where one can't be in hand."""
    for city in cities:
        mover = state.mover
        state.setup.atlas.named(city)
        if city not in mover.known and (not mover.unknown or state.unseen(city) <= 0):
            phrase = Phrase.of("thurn.refused_not_in_hand", city=city)
            raise Refusal(RefusalKind.ILLEGAL, phrase, value=city, place=city, rule=_RULE)
        state = state.with_mover(mover.loses(city))._replace(discarded=tuple(sorted((*state.discarded, city))))
    return state


def _shuffled(state: State) -> State:
    """With the discard pile shuffled into an empty pile: its cards are unseen from then on."""
    if state.pile:
        return state
    return state._replace(pile=state.discard_pile, discarded=(), discarded_unseen=0)


def _pile_empty(action: Action) -> Refusal:
    phrase = Phrase.of("thurn.refused_pile_empty")
    return Refusal(RefusalKind.ILLEGAL, phrase, value=write_action(action), rule=_RULE)
