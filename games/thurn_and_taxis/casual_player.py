"""How a casual player might move, for rehearsals and playouts. Chance keeps its true odds; hidden cards are drawn from
what nobody has seen when they are shown."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from games.thurn_and_taxis.actions import HIDDEN, Abandon, Action, Close, Deal, Discard, End, Harness, Play, Take
from games.thurn_and_taxis.advice import advice
from games.thurn_and_taxis.closing import missing_to_close
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import Conveyance, State

LONG_ENOUGH = 5  # a casual player closes a route of this many cities, or when it will not grow
PILE_SHARE = 0.15


def casual_action(state: State, rng: random.Random) -> Action:
    """One legal action of whoever is to move."""
    match state.step:
        case Step.DEAL:
            return Deal(_turned_up(state, rng, state.number("display") - len(state.display)))
        case Step.TAKE:
            return _take(state, rng)
        case Step.PLAY:
            return _play(state, rng)
        case Step.CLOSE:
            return _close_or_end(state, rng)
        case _:
            return _discard(state, rng)


def _take(state: State, rng: random.Random) -> Action:
    useful = [city for city in state.display if _fits(state, city)]
    blind = not state.display or (not useful and rng.random() < 0.5) or rng.random() < PILE_SHARE
    if blind and state.drawable:
        return Take(HIDDEN)
    city = rng.choice(useful or list(state.display))
    taken = state._replace(display=tuple(_without(state.display, city)))
    taken = taken.with_mover(state.mover.gains(city))
    refill = _turned_up(taken, rng, 1) if state.drawable else (HIDDEN,)
    return Take(city, refill[0])


def _play(state: State, rng: random.Random) -> Action:
    fitting = [city for city in state.mover.known if _fits(state, city)]
    if state.taken == 1 and state.official is None and not state.abandoned and not fitting and rng.random() < 0.7:
        return _take(state, rng)
    if _wants_horses(state) and rng.random() < 0.75:
        harness = _harness(state, rng)
        if harness is not None:
            return harness
    if fitting:
        return _laid(state, rng.choice(fitting), rng)
    shown = _shown_card(state, rng)
    if shown is not None and _fits(state, shown):
        return _laid(state, shown, rng)
    return Abandon() if state.mover.route else _laid(state, shown or rng.choice(state.mover.known), rng)


def _close_or_end(state: State, rng: random.Random) -> Action:
    fitting = [city for city in state.mover.known if _fits(state, city)]
    if state.played == 1 and state.official is None and fitting and rng.random() < 0.6:
        return _laid(state, rng.choice(fitting), rng)
    if missing_to_close(state, state.seat):
        return End()
    if len(state.mover.route) >= LONG_ENOUGH or not fitting or rng.random() < 0.15:
        return _best_closing(state)
    return End()


def _best_closing(state: State) -> Close:
    return advice(state)[0].action


def _discard(state: State, rng: random.Random) -> Discard:
    too_many = state.mover.hand - state.number("hand_limit")
    known = rng.sample(state.mover.known, min(too_many, len(state.mover.known)))
    while len(known) < too_many:
        shown = _unseen_card(state, rng, known)
        known.append(shown)
    return Discard(tuple(sorted(known)))


def _wants_horses(state: State) -> bool:
    if state.setup.conveyance is not Conveyance.HORSES or state.abandoned:
        return False
    if len(state.mover.trains) >= state.number("horse_cards"):
        return False
    return missing_to_close(state, state.seat).horses > 0 or len(state.mover.route) >= state.number("least_route")


def _harness(state: State, rng: random.Random) -> Harness | None:
    mover, atlas = state.mover, state.setup.atlas
    spare = [city for city in mover.known if not _fits(state, city)] or list(mover.known)
    if spare:
        city = max(spare, key=lambda name: atlas.city[name].usual_horses)
        return Harness(rng.choice(atlas.city[city].horses), city)
    shown = _shown_card(state, rng)
    return Harness(rng.choice(atlas.city[shown].horses)) if shown is not None else None


def _laid(state: State, city: str, rng: random.Random) -> Play:
    route, near = state.mover.route, state.setup.atlas.neighbours[city]
    ends = [end for end, at in (("left", 0), ("right", -1)) if not route or route[at] in near]
    return Play(city, rng.choice(ends))


def _fits(state: State, city: str) -> bool:
    route, near = state.mover.route, state.setup.atlas.neighbours[city]
    return city not in route and (not route or route[0] in near or route[-1] in near)


def _shown_card(state: State, rng: random.Random) -> str | None:
    """What one of the mover's unseen cards turns out to be, or None where there is none."""
    return _unseen_card(state, rng, []) if state.mover.unknown else None


def _unseen_card(state: State, rng: random.Random, besides: list[str]) -> str:
    # Of what is put beside already, the cards that were known are counted as seen anyway.
    seen = state.seen() + (Counter(besides) - Counter(state.mover.known))
    copies = state.number("copies")
    possible = [city.name for city in state.setup.atlas.cities for _ in range(copies - seen[city.name])]
    return rng.choice(possible)


def _turned_up(state: State, rng: random.Random, count: int) -> tuple[str, ...]:
    """Cards drawn from the pile, then from the discard pile shuffled anew."""
    drawn: list[str] = []
    seen = state.seen()
    pile, discarded, unseen = state.pile, list(state.discarded), state.discarded_unseen
    for _ in range(count):
        if not pile:
            pile, seen = len(discarded) + unseen, seen - Counter(discarded)
            discarded, unseen = [], 0
        if not pile:
            break
        copies = state.number("copies")
        possible = [city.name for city in state.setup.atlas.cities for _ in range(copies - seen[city.name])]
        city = rng.choice(possible)
        seen[city] += 1
        pile -= 1
        drawn.append(city)
    return tuple(drawn) or (HIDDEN,)


def _without(cities: tuple[str, ...], city: str) -> Iterator[str]:
    place = cities.index(city)
    yield from cities[:place]
    yield from cities[place + 1 :]
