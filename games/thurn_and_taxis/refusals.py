"""Why an action is not taken, for people. Whether it is, :mod:`games.thurn_and_taxis.legal` alone decides."""

from __future__ import annotations

from games.game import Phrase, PhraseValue, Refusal, RefusalKind
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
    write_action,
)
from games.thurn_and_taxis.cards import cards_too_many, open_cards_missing
from games.thurn_and_taxis.closing import missing_to_close
from games.thurn_and_taxis.legal import may_hold, may_renew, may_take_again, without_display
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import Conveyance, State

_RULE_TURN = "Thurn and Taxis, a turn"
_RULE_CARDS = "Thurn and Taxis, taking city cards"
_RULE_ROUTE = "Thurn and Taxis, building a route"
_RULE_HOUSES = "Thurn and Taxis, placing houses"
_RULE_LIMIT = "Thurn and Taxis, hand limit"
_RULE_HORSES = "Power & Glory, Play a city card from his hand"


def why_not(before: State, whole_action: Action, state: State, part: Action) -> Refusal:
    """The refusal of an action.

    Args:
        before: where it was told.
        whole_action: as it was told.
        state, part: of what it stands for, the first action that is not listed, and where that is.
    """
    if before.step is Step.OVER:
        return _refusal("over", whole_action, "Thurn and Taxis, end of the game")
    match part:
        case Deal() | Renew():
            return _not_turned_up(before, whole_action, state, part)
        case Take():
            return _not_taken(state, part)
        case Play() | Harness():
            return _not_played(state, part)
        case Abandon() if state.step is Step.PLAY:
            return _refusal("nothing_to_abandon", whole_action, _RULE_ROUTE)
        case Close() if state.step is Step.CLOSE:
            missing = missing_to_close(state, state.seat)
            if missing:
                return _refusal("cannot_close", whole_action, _RULE_TURN, cities=missing.cities, horses=missing.horses)
            return _refusal("no_such_placement", whole_action, _RULE_HOUSES, cities=part.cities)
        case Discard() if before.step is Step.DISCARD:
            return _not_discarded(before, whole_action, state, part)
        case Abandon() | Close() | Discard() | End():
            return _refusal("not_now", whole_action, _RULE_TURN)


def _not_turned_up(before: State, whole_action: Action, state: State, part: Deal | Renew) -> Refusal:
    renews = isinstance(whole_action, Renew)
    if renews and not may_renew(before):
        return _refusal("no_administrator", whole_action, _RULE_TURN)
    if not renews and before.step is not Step.DEAL:
        return _refusal("not_now", whole_action, _RULE_TURN)
    wanted = open_cards_missing(without_display(before) if renews else before)
    if isinstance(whole_action, Deal | Renew) and not 1 <= len(whole_action.cities) <= wanted:
        return _refusal("wrong_number", whole_action, _RULE_TURN, wanted=wanted)
    return _not_in_pile(state, part.cities[0])


def _not_taken(state: State, action: Take) -> Refusal:
    if state.step is not Step.TAKE and not may_take_again(state):
        helped = state.step is Step.PLAY and not state.abandoned
        return _refusal("one_official" if helped else "not_now", action, _RULE_TURN)
    if action.city == HIDDEN:
        if action.refill == HIDDEN:
            return _refusal("pile_empty", action, _RULE_CARDS)
        return _refusal("no_refill", action, _RULE_TURN, city=action.refill)
    if action.city not in state.display:
        return _refusal("not_open", action, _RULE_TURN, city=action.city)
    if action.refill == HIDDEN:
        return _refusal("refill_missing", action, _RULE_CARDS)
    return _not_in_pile(state, action.refill)


def _not_in_pile(state: State, city: str) -> Refusal:
    state.setup.atlas.named(city)
    return Refusal(
        RefusalKind.ILLEGAL,
        Phrase.of("thurn.refused_not_in_pile", city=city),
        value=city,
        place=city,
        rule=_RULE_CARDS,
    )


def _not_played(state: State, action: Play | Harness) -> Refusal:
    horses, atlas, mover = isinstance(action, Harness), state.setup.atlas, state.mover
    if horses and state.setup.conveyance is not Conveyance.HORSES:
        return _refusal("no_horses_here", action, _RULE_HORSES)
    if state.step not in (Step.PLAY, Step.CLOSE):
        return _refusal("not_now", action, _RULE_TURN)
    if state.step is Step.CLOSE and (state.played != 1 or state.official is not None):
        return _refusal("one_official", action, _RULE_TURN)
    if horses and state.abandoned:
        return _refusal("begin_route", action, _RULE_ROUTE)
    if horses and len(mover.trains) >= state.number("horse_cards"):
        return _refusal("train_full", action, _RULE_HORSES, most=state.number("horse_cards"))
    if isinstance(action, Harness):
        if action.city == HIDDEN and not mover.hand:
            return _refusal("not_in_hand", action, _RULE_HORSES, city=HIDDEN)
        if action.city == HIDDEN or action.horses not in atlas.named(action.city).possible_horses:
            return _refusal("bad_horses", action, _RULE_HORSES)
    atlas.named(action.city)
    if action.city not in may_hold(state):
        return _refusal("not_in_hand", action, _RULE_TURN, city=action.city)
    assert isinstance(action, Play)
    if action.city in mover.route:
        return _refusal("city_twice", action, _RULE_ROUTE, city=action.city)
    end = mover.route[0] if action.end == "left" else mover.route[-1]
    return _refusal("no_road", action, _RULE_ROUTE, city=action.city, end=end)


def _not_discarded(before: State, whole_action: Action, state: State, part: Discard) -> Refusal:
    too_many = cards_too_many(before)
    if isinstance(whole_action, Discard) and not 1 <= len(whole_action.cities) <= too_many:
        return _refusal("wrong_number", whole_action, _RULE_LIMIT, wanted=too_many)
    city = part.cities[0]
    state.setup.atlas.named(city)
    phrase = Phrase.of("thurn.refused_not_in_hand", city=city)
    return Refusal(RefusalKind.ILLEGAL, phrase, value=city, place=city, rule=_RULE_CARDS)


def _refusal(what: str, action: Action, rule: str, **values: PhraseValue) -> Refusal:
    phrase = Phrase.of(f"thurn.refused_{what}", **values)
    return Refusal(RefusalKind.ILLEGAL, phrase, value=write_action(action), rule=rule)
