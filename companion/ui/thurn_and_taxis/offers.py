"""What may be tapped in Thurn and Taxis and Power & Glory: a card is one tap, on the map or among the open cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.titles.registry import game_named
from companion.ui.kit.base import chance
from companion.ui.kit.offered_touch import HalfMade, Offer
from companion.ui.thurn_and_taxis.at_table import PostalView
from games.any_game import known_rules
from games.game import Phrase
from games.thurn_and_taxis.actions import HIDDEN, Abandon, Action, Deal, Discard, Harness, Play, Renew, Take
from games.thurn_and_taxis.advice import advice, horses_and_cities, missing
from games.thurn_and_taxis.cards import cards_too_many, may_turn_up, open_cards_missing
from games.thurn_and_taxis.legal import may_renew, may_take_again, spelled_out, without_display
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import ThurnAndTaxis
from games.thurn_and_taxis.state import Conveyance, State


class Verb(StrEnum):
    """What a half-made move is about."""

    NONE = ""
    DEAL = "deal"
    RENEW = "renew"
    TAKE = "take"  # what takes the card's place is asked
    DISCARD = "discard"
    CLOSE = "close"  # the advice is open


@dataclass(frozen=True, slots=True)
class RouteDraft(HalfMade):
    """A half-made move: what it is about, and the cities that were tapped for it so far."""

    verb: Verb = Verb.NONE
    cities: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.verb)


@dataclass(frozen=True, slots=True)
class NextTakes(HalfMade):
    """Not an action of the game: the next player takes the card of this place, and by that the turn is over, as at a
    table without a tablet. Where the route might have been closed the button says that it stays open, and so does the
    ribbon afterwards (``stays_open``)."""

    place: str
    stays_open: bool = False


def begun(state: State) -> RouteDraft:
    """What a state begins with: cards to be turned up or shown are asked for at once."""
    return RouteDraft(Verb(state.step)) if state.step in (Step.DEAL, Step.DISCARD) else RouteDraft()


def wanted(state: State, draft: RouteDraft) -> int:
    """How many cities the draft asks for."""
    match draft.verb:
        case Verb.DEAL:
            return open_cards_missing(state)
        case Verb.RENEW:
            return open_cards_missing(without_display(state))
        case Verb.DISCARD:
            return cards_too_many(state)
        case Verb.TAKE:
            return 2
    return 0


def offers_of(view: PostalView, draft: RouteDraft, *, aids: bool = True) -> tuple[Offer[Action], ...]:
    """Everything that may be tapped now, cities and cards first, then what has no place on the board; with ``aids``
    the points that closing would bring are told."""
    state: State = view.state
    if view.over or draft.verb is Verb.CLOSE:
        return ()
    if draft:
        return (*_next_city(view, state, draft), *_turned_up_for_you(view, state, draft))
    return (*_helpers(state, aids=aids), *_takes(view, state), *_plays(view, state))


def question(view: PostalView, draft: RouteDraft) -> Phrase:
    """What the dock asks."""
    state: State = view.state
    name = view.seats[state.seat].name
    if draft.verb is Verb.TAKE:
        return Phrase.of("thurn.ask_refill", city=draft.cities[0])
    if draft:
        done, of = len(draft.cities), wanted(state, draft)
        return Phrase.of(f"thurn.ask_{draft.verb}", name=name, number=done + 1, of=of)
    if state.step is Step.PLAY:
        if state.abandoned:
            return Phrase.of("thurn.ask_begin", name=name)
        return Phrase.of("thurn.ask_play", name=name)
    if state.step is Step.CLOSE:
        key = "thurn.ask_close" if may_close_now(state) else "thurn.ask_end"
        return Phrase.of(key, name=name, next=_next_name(view))
    if state.step is Step.OVER:
        return Phrase.of("thurn.over")
    return Phrase.of("thurn.ask_second" if state.taken else "thurn.ask_take", name=name)


def may_close(state: State, *, aids: bool = True) -> Phrase:
    """The answer to "may I close?" for whose turn it is, in a few words; with ``aids`` what it brings at best."""
    if not state.mover.route:
        return Phrase.of("thurn.no_route")
    lacks = missing(state, state.seat)
    if lacks.cities and lacks.horses:
        return Phrase.of("thurn.lacks_both", cities=lacks.cities, horses=lacks.horses)
    if lacks.cities:
        return Phrase.of("thurn.lacks_cities", cities=lacks.cities)
    if lacks.horses:
        return Phrase.of("thurn.lacks_horses", horses=lacks.horses)
    return Phrase.of("thurn.best_brings", points=advice(state)[0].gain) if aids else Phrase.of("thurn.may_close")


def _next_city(view: PostalView, state: State, draft: RouteDraft) -> Iterator[Offer[Action]]:
    """Every city that may be the next of the draft."""
    for name in next_cities(view, draft):
        grown = replace(draft, cities=(*draft.cities, name))
        full = len(grown.cities) >= wanted(state, draft)
        step = _finished(grown) if full else grown
        yield Offer(Phrase.of("thurn.city", city=name), step, places=(name,), hidden=True)


def next_cities(view: PostalView, draft: RouteDraft) -> tuple[str, ...]:
    """Cities of which the next card of the draft may be: what the rules list once the cards before it are told."""
    listed = known_rules(game_named(view.game_key), ThurnAndTaxis).legal(_state_so_far(view, draft))
    found: dict[str, None] = {}
    for action in listed:
        match action:
            case Take(city, refill) if draft.verb is Verb.TAKE and city == draft.cities[0] and refill != HIDDEN:
                found[refill] = None
            case Discard((city,)) if draft.verb is Verb.DISCARD:
                found[city] = None
            case Renew((city,)) if draft.verb is Verb.RENEW and not draft.cities:
                found[city] = None
            case Deal((city,)) if draft.verb is Verb.DEAL or (draft.verb is Verb.RENEW and draft.cities):
                found[city] = None
    return tuple(found)


def _state_so_far(view: PostalView, draft: RouteDraft) -> State:
    """The state as if the cards of the draft had been told; an open card is not taken before what fills its place."""
    state: State = view.state
    if draft.verb is Verb.TAKE or not draft.cities:
        return state
    game = known_rules(game_named(view.game_key), ThurnAndTaxis)
    for action in spelled_out(state, _finished(draft)):
        state, _ = game.apply(state, action)
    return state


def _finished(draft: RouteDraft) -> Action:
    match draft.verb:
        case Verb.DEAL:
            return Deal(draft.cities)
        case Verb.RENEW:
            return Renew(draft.cities)
        case Verb.DISCARD:
            return Discard(draft.cities)
        case _:
            return Take(*draft.cities)


def _turned_up_for_you(view: PostalView, state: State, draft: RouteDraft) -> Iterator[Offer[Action]]:
    """Where nobody has the cards at hand, the tablet turns them up."""
    if draft.verb is Verb.DISCARD or draft.cities[1:]:
        return
    done = _drawn(view, state, draft)
    if done is not None:
        yield Offer(Phrase.of("thurn.draw"), done, brings=Phrase.of("thurn.draw_detail"), hidden=True)


def _drawn(view: PostalView, state: State, draft: RouteDraft) -> Action | None:
    """The draft with cards drawn by chance; at their true odds, as far as anybody can know them."""
    grown = RouteDraft(draft.verb, draft.cities[:1] if draft.verb is Verb.TAKE else ())
    while len(grown.cities) < wanted(state, draft):
        now = _state_so_far(view, grown)
        pool = may_turn_up(without_display(now) if grown == RouteDraft(Verb.RENEW) else now)
        if not pool:
            return None
        (city,) = chance().choices(tuple(pool), tuple(pool.values()))
        grown = replace(grown, cities=(*grown.cities, city))
    return _finished(grown)


def _takes(view: PostalView, state: State) -> Iterator[Offer[Action]]:
    """An open card, the top of the pile, the administrator."""
    second = may_take_again(state)
    if state.step is Step.TAKE or second:
        brings = Phrase.of("thurn.postmaster") if second else None
        for city in dict.fromkeys(state.display):
            step = RouteDraft(Verb.TAKE, (city,)) if state.drawable else Take(city)
            yield Offer(Phrase.of("thurn.take", city=city), step, brings=brings, places=(f"open:{city}",), hidden=True)
        if state.drawable:
            label = Phrase.of("thurn.second_from_pile" if second else "thurn.from_pile")
            yield Offer(label, Take(HIDDEN), brings=brings, places=("pile",), hidden=True)
    elif state.step is Step.CLOSE:
        name, stays_open = _next_name(view), may_close_now(state)
        brings = Phrase.of("thurn.stays_open", name=view.seats[state.seat].name) if stays_open else None
        for city in dict.fromkeys(state.display):
            place = f"open:{city}"
            label = Phrase.of("thurn.next_takes", name=name, city=city)
            yield Offer(label, NextTakes(place, stays_open), brings=brings, places=(place,), hidden=True)
        if state.drawable:
            label = Phrase.of("thurn.next_from_pile", name=name)
            yield Offer(label, NextTakes("pile", stays_open), brings=brings, places=("pile",), hidden=True)


def may_close_now(state: State) -> bool:
    """True where the turn may end by closing the route, and need not."""
    return state.step is Step.CLOSE and not missing(state, state.seat)


def _next_name(view: PostalView) -> str:
    return view.seats[(view.state.seat + 1) % len(view.seats)].name


def _plays(view: PostalView, state: State) -> Iterator[Offer[Action]]:
    """Cards from hand, on the map; horses nobody saw the front of as buttons."""
    if state.step not in (Step.PLAY, Step.CLOSE):
        return
    brings = Phrase.of("thurn.postal_carrier") if state.step is Step.CLOSE else None
    for action in sorted(
        known_rules(game_named(view.game_key), ThurnAndTaxis).legal(state),
        key=lambda action: _is_unusual(state, action),
    ):
        match action:
            case Play(city, end):
                label = Phrase.of(f"thurn.play_{end}" if state.mover.route else "thurn.play", city=city)
                yield Offer(label, action, brings=brings, places=(city,), hidden=True)
            case Harness(horses, city) if city != HIDDEN:
                label = Phrase.of("thurn.harness_city", city=city, horses=horses)
                yield Offer(label, action, brings=brings, places=(city,), hidden=True)
            case Harness(horses, city) if city == HIDDEN:
                yield Offer(Phrase.of("thurn.harness", horses=horses), action, brings=brings, hidden=True)
            case Abandon():
                yield Offer(
                    Phrase.of("thurn.give_up"),
                    action,
                    brings=Phrase.of("thurn.give_up_detail", length=len(state.mover.route)),
                    hidden=True,
                )


def _is_unusual(state: State, action: Action) -> bool:
    """Whether a card of this city is not known to show so many horses, but may: such buttons come last."""
    if not isinstance(action, Harness) or action.city == HIDDEN:
        return False
    return action.horses not in state.setup.atlas.city[action.city].horses


def _helpers(state: State, *, aids: bool) -> Iterator[Offer[Action]]:
    """The administrator, and the question that may be asked at any time."""
    if state.step in (Step.TAKE, Step.PLAY, Step.CLOSE) and state.mover.route:
        yield Offer(
            Phrase.of("thurn.may_i_close"), RouteDraft(Verb.CLOSE), brings=may_close(state, aids=aids), hidden=True
        )
    if may_renew(state):
        yield Offer(
            Phrase.of("thurn.ask_administrator"),
            RouteDraft(Verb.RENEW),
            brings=Phrase.of("thurn.administrator_detail"),
            hidden=True,
        )


def closing_head(state: State) -> Phrase:
    """What stands above the advice: "7 horses, 6 cities"."""
    if state.setup.conveyance is Conveyance.HORSES:
        horses, cities = horses_and_cities(state, state.seat)
        return Phrase.of("thurn.horses_and_cities", horses=horses, cities=cities)
    return Phrase.of("thurn.route_of", cities=len(state.mover.route))
