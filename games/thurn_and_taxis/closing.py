"""Closing a route: whether it may be closed, every way to place houses, and what each brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from games.game import Event, Phrase, ScoreItem, ScoreLine
from games.thurn_and_taxis.actions import Close
from games.thurn_and_taxis.atlas import Stack, StackKind
from games.thurn_and_taxis.state import Conveyance, Player, State

_RULE = {
    Conveyance.CARRIAGES: "Thurn and Taxis, closing a route",
    Conveyance.HORSES: "Power & Glory, Closing and scoring a route",
}


@dataclass(frozen=True, slots=True)
class Missing:
    """What keeps a route from being closed: how many cities and horses it still lacks."""

    cities: int
    horses: int

    def __bool__(self) -> bool:
        return self.cities > 0 or self.horses > 0


def horses_of(state: State, seat: int) -> int:
    """The horses before a player's carriage, its own two counted (Power & Glory, Closing and scoring a route)."""
    return state.number("carriage_horses") + sum(train.horses for train in state.players[seat].trains)


def missing_to_close(state: State, seat: int) -> Missing:
    """What a player's route lacks: at least three cities, and with horse trains a horse a city."""
    route = state.players[seat].route
    horses = 0
    if state.setup.conveyance is Conveyance.HORSES:
        horses = max(0, len(route) - horses_of(state, seat))
    return Missing(max(0, state.number("least_route") - len(route)), horses)


def closings(state: State) -> Iterator[Close]:
    """Every way in which the player to move may close the route now."""
    if missing_to_close(state, state.seat):
        return
    helped = (False, True) if _cartwright_helps(state) else (False,)
    placements: dict[tuple[str, ...], str] = {}
    for how, cities in _placements(state):
        placements.setdefault(cities, how)  # the same houses by either way are one closing
    for cities, how in placements.items():
        for cartwright in helped:
            yield Close(how, cities, cartwright)


def _placements(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every set of cities in which houses may be placed, with the way that allows it."""
    atlas, mover, left = state.setup.atlas, state.mover, state.houses_left(state.seat)
    places: dict[str | None, list[str]] = {}
    for name in mover.route:
        if name not in mover.houses:
            places.setdefault(atlas.city[name].province, []).append(name)
    free = places.pop(None, [])
    # "he may only place a house on one of the cities": a free city is one more stop of the first way, not a province.
    stops = [*places.values(), *([free] if free else [])]
    for chosen in product(*stops):
        for cities in combinations(chosen, min(left, len(chosen))):
            yield "one", tuple(sorted(cities))
    for cities_there in places.values():
        for cities in combinations(cities_there, min(left, len(cities_there))):
            yield "all", tuple(sorted(cities))


def _cartwright_helps(state: State) -> bool:
    """True where the cartwright may be asked and changes which carriage is taken."""
    if state.setup.conveyance is not Conveyance.CARRIAGES or state.official is not None:
        return False
    return carriage_after(state, cartwright=True) != carriage_after(state, cartwright=False)


def carriage_after(state: State, *, cartwright: bool) -> int:
    """The mover's longest carriage after closing: only the next one may be taken, and the route must be long enough."""
    mover = state.mover
    lengths = [length for length, _ in state.setup.atlas.carriages]
    coming = next((length for length in lengths if length > mover.carriage), None)
    reach = len(mover.route) + (state.number("cartwright_cities") if cartwright else 0)
    return coming if coming is not None and coming <= reach else mover.carriage


@dataclass(frozen=True, slots=True)
class Earned:
    """What a closing brings: the state after tiles and carriage, the tiles as (stack key, value), the events."""

    state: State
    tiles: tuple[tuple[str, int], ...]
    events: tuple[Event, ...]


def close(state: State, action: Close) -> Earned:
    """Place the houses, collect the tiles, take the carriage, discard route and horses. The action is legal."""
    seat, mover = state.seat, state.mover
    route = mover.route
    before = state
    placed = mover._replace(houses=mover.houses | set(action.cities))
    events = [Event(Phrase.of("thurn.house", city=city), seat, (city,)) for city in action.cities]
    state = state.with_mover(placed)
    earned = list(_earned_stacks(state, before, action, len(route)))
    state, tiles, lines = _collect(state, earned)
    events.extend(lines)
    state, carriage_events = _convey(state, action)
    events.extend(carriage_events)
    if not state.last_round and _brings_end(state):
        state, last, lines = _collect(state._replace(last_round=True), [_game_end(state)])
        tiles += last
        events.append(Event(last_round_phrase(state), seat))
        events.extend(lines)
    state = _discard_route(state, route)
    return Earned(state, tiles, tuple(events))


def _earned_stacks(state: State, before: State, action: Close, length: int) -> Iterator[Stack]:
    """The stacks that the closing earns the top tile of, in the order of the rulebook."""
    long_enough = (stack for stack in state.setup.atlas.lengths if stack.length <= length)
    falling = next((stack for stack in long_enough if state.left_in(stack.key)), None)
    if falling is not None:
        yield falling  # an empty stack falls to the next lower length; one length tile a route
    owned = {key for key, _ in state.mover.tiles}
    for stack in state.setup.atlas.stacks:
        if stack.key in owned or not state.left_in(stack.key):
            continue
        match stack.kind:
            case StackKind.PROVINCES:
                done = all(_complete(state, state.mover, province) for province in stack.provinces)
            case StackKind.ALL_PROVINCES:
                done = all(_touched(state, province) for province in _asked_by(state, stack))
            case StackKind.FREE_CITY:
                done = stack.city in action.cities and not _houses_in(before, stack.city)
            case _:
                done = False
        if done:
            yield stack


def _complete(state: State, player: Player, province: str) -> bool:
    return player.houses.issuperset(state.setup.atlas.provinces[province])


def _touched(state: State, province: str) -> bool:
    return not state.mover.houses.isdisjoint(state.setup.atlas.provinces[province])


def _asked_by(state: State, stack: Stack) -> tuple[str, ...]:
    left_out = () if state.setup.all_provinces_has_baiern else stack.without
    return tuple(province for province in state.setup.atlas.provinces if province not in left_out)


def _houses_in(state: State, city: str) -> int:
    return sum(city in player.houses for player in state.players)


def _collect(state: State, earned: list[Stack]) -> tuple[State, tuple[tuple[str, int], ...], list[Event]]:
    stacks = dict(state.stacks)
    tiles, events = [], []
    for stack in earned:
        value, *rest = stacks[stack.key]
        stacks[stack.key] = tuple(rest)
        tiles.append((stack.key, value))
        events.append(_tile_event(state, stack, value))
    player = state.mover._replace(tiles=(*state.mover.tiles, *tiles))
    return state.with_mover(player)._replace(stacks=tuple(stacks.items())), tuple(tiles), events


def _tile_event(state: State, stack: Stack, value: int) -> Event:
    reason = tile_phrase(stack)
    line = ScoreLine(
        state.seat,
        value,
        reason,
        (ScoreItem(reason, value),),
        rule=_RULE[state.setup.conveyance],
        marks=("default",) if stack.is_default else (),
    )
    return Event(Phrase.of("thurn.tile", tile=reason, points=value), state.seat, line=line)


def tile_phrase(stack: Stack) -> Phrase:
    """What a tile is for, in words."""
    match stack.kind:
        case StackKind.LENGTH:
            return Phrase.of("thurn.tile_length", length=stack.length)
        case StackKind.PROVINCES:
            return Phrase.of("thurn.tile_provinces", provinces=" + ".join(stack.provinces))
        case StackKind.ALL_PROVINCES:
            return Phrase.of("thurn.tile_all_provinces")
        case StackKind.FREE_CITY:
            return Phrase.of("thurn.tile_free_city", city=stack.city)
        case StackKind.GAME_END:
            return Phrase.of("thurn.tile_game_end")


def _convey(state: State, action: Close) -> tuple[State, list[Event]]:
    """Take the next carriage where the route reaches it; only the longest one counts at the end."""
    if state.setup.conveyance is Conveyance.HORSES:
        return state, []
    taken = carriage_after(state, cartwright=action.cartwright)
    before = state.mover.carriage
    if taken == before:
        return state, []
    worth = dict(state.setup.atlas.carriages)
    points = worth[taken] - worth.get(before, 0)
    reason = Phrase.of("thurn.carriage", length=taken)
    working = f"{worth[taken]} − {worth[before]}" if before else ""
    line = ScoreLine(
        state.seat, points, reason, (ScoreItem(reason, points),), working, "Thurn and Taxis, taking a carriage"
    )
    return state.with_mover(state.mover._replace(carriage=taken)), [Event(reason, state.seat, line=line)]


def _brings_end(state: State) -> bool:
    if not state.houses_left(state.seat):
        return True
    return state.setup.conveyance is Conveyance.CARRIAGES and state.mover.carriage == state.setup.atlas.carriages[-1][0]


def _game_end(state: State) -> Stack:
    return next(stack for stack in state.setup.atlas.stacks if stack.kind is StackKind.GAME_END)


def last_round_phrase(state: State) -> Phrase:
    """Who plays last: the player to the right of the start player, who holds the rider (Power & Glory, Preparation)."""
    rider = "_rider" if state.setup.conveyance is Conveyance.HORSES else ""
    return Phrase.of(f"thurn.last_round{rider}", name=state.setup.seats[-1].name)


def _discard_route(state: State, route: tuple[str, ...]) -> State:
    """Route and horse cards go to the discard pile; a horse card whose front nobody saw is counted there."""
    trains = state.mover.trains
    shown = [train.city for train in trains if train.city is not None]
    hidden = len(trains) - len(shown)
    state = state.with_mover(state.mover._replace(route=(), trains=()))
    discarded = tuple(sorted((*state.discarded, *route, *shown)))
    return state._replace(discarded=discarded, discarded_unseen=state.discarded_unseen + hidden)
