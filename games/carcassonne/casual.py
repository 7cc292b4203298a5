"""How a casual player might choose: sensible places, followers at plausible rates, no deep thought.

Used for playouts and simulated tables, so that they look like real games. The weights are ours, not the game's.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip
from games.carcassonne.board import AROUND, Board, Region
from games.carcassonne.expansion import Rulebook
from games.carcassonne.state import State
from games.carcassonne.tiles import MOST_FEATURES, OFFSETS, FeatureKind, Turned, tile_type

_Choice = TypeVar("_Choice")

_WHIM = 1.1  # how far, in points, a casual player strays from the best choice
_PER_TILE = {FeatureKind.CITY: 1.6, FeatureKind.ROAD: 0.9, FeatureKind.MONASTERY: 1.0, FeatureKind.FIELD: 0.4}


def draw(bag: Mapping[str, int], rng: random.Random) -> str:
    """One kind out of the bag, each tile as likely as any other."""
    pick = rng.randrange(sum(bag.values()))
    for key, count in bag.items():
        pick -= count
        if pick < 0:
            return key
    raise LookupError("the bag is empty")


def choose(options: Sequence[tuple[float, _Choice]], rng: random.Random, whim: float = _WHIM) -> _Choice:
    """One of the options, better ones (values in points) far likelier than worse ones."""
    best = max(value for value, _ in options)
    weights = [math.exp((value - best) / whim) for value, _ in options]
    return rng.choices([option for _, option in options], weights)[0]


def lay(book: Rulebook, state: State, rng: random.Random) -> Action:
    """Draw a tile and lay it where it helps, or put it away where it fits nowhere."""
    key = draw(state.bag, rng)
    kind = tile_type(key)
    board = state.board
    has_followers = any(state.supply[state.seat].values())
    options = []
    for x, y, turns in board.placements(kind):
        turned = kind.turned[turns]
        value = _gain(board, state.seat, turned, x, y)
        if has_followers:
            value += 0.6 * max((_promise(turned, index) for index in board.spots_at(turned, x, y)), default=0.0)
        value += sum(expansion.appeal(state, turned, x, y) for expansion in book.expansions)
        options.append((value, (x, y, turns)))
    return Lay(key, *choose(options, rng)) if options else Discard(key)


def follower(book: Rulebook, state: State, rng: random.Random) -> Action:
    """Put a follower on the best spot, unless it pays to keep it."""
    supply = state.supply[state.seat]
    at_hand = sum(supply.values())
    if not at_hand:
        return Skip()
    turns_left = 1 + state.tiles_left // len(state.setup.seats)
    board = state.board
    first = (len(board.laid) - 1) * MOST_FEATURES
    # The last followers are dear, unless the game is nearly over and they would not be needed any more.
    keep = 0.4 if at_hand >= turns_left else 1.2 + 4.0 / at_hand
    options: list[tuple[float, Action]] = [(keep, Skip())]
    turned = board.laid[-1].turned
    for index in board.free_spots():
        feature = turned.features[index]
        if feature.kind is FeatureKind.FIELD and not state.setup.has_farmers:
            continue
        value = _hope(board, board.region_of(first + index), turns_left)
        for kind, count in supply.items():
            if count:
                strong = 0.2 * value - 1.2 if book.followers[kind].strength > 1 else 0.0
                options.append((value + strong, Deploy(kind, feature.kind, feature.location)))
    return choose(options, rng, 0.8)


def _gain(board: Board, seat: int, turned: Turned, x: int, y: int) -> float:
    """What a placement does for features that are held: mine count for it, those of others against it."""
    value = 0.0
    left_open: dict[int, int] = {}  # root -> edges that stay open once the tile lies there
    met: set[tuple[int, int]] = set()  # (root, feature of this tile)
    for side, (dx, dy) in enumerate(OFFSETS):
        neighbour = board.at.get((x + dx, y + dy))
        if neighbour is None:
            continue
        value += 0.3  # people like to fill gaps
        port = board.laid[neighbour].turned.ports[3 * ((side + 2) % 4)]
        if port >= 0:
            root = board.roots[neighbour * MOST_FEATURES + port]
            index = turned.ports[3 * side]
            edges = 0 if (root, index) in met else len(turned.features[index].edges)
            met.add((root, index))
            left_open[root] = left_open.get(root, board.regions[root].open) + edges - 2
    for root, still_open in left_open.items():
        region = board.regions[root]
        if region.followers:
            points = 1.5 * _PER_TILE[region.kind]
            if still_open <= 0:  # finished: the points are safe and the follower comes home
                points += _PER_TILE[region.kind] * len(region.parts) + 3.0
            points -= 0.9 * (still_open - region.open)  # the fewer holes, the sooner it is finished
            value += points if _is_mine(region, seat) else -0.5 * points
    for dx, dy in AROUND:
        number = board.at.get((x + dx, y + dy))
        if number is not None and (index := board.laid[number].turned.monastery) >= 0:
            region = board.regions[number * MOST_FEATURES + index]
            if region.followers:
                value += (2.0 if region.open > 2 else 3.5) * (1.0 if _is_mine(region, seat) else -0.5)
    return value


def _is_mine(region: Region, seat: int) -> bool:
    mine = sum(follower.seat == seat for follower in region.followers)
    return 2 * mine >= len(region.followers)


def _promise(turned: Turned, index: int) -> float:
    feature = turned.features[index]
    if feature.kind is FeatureKind.MONASTERY:
        return 5.0
    return _PER_TILE[feature.kind] * (2 + feature.pennants) - 0.6 * len(feature.edges)


def _hope(board: Board, region: Region, turns_left: int) -> float:
    """What a follower on this region may bring, in points."""
    tiles = len({part // MOST_FEATURES for part in region.parts})
    match region.kind:
        case FeatureKind.MONASTERY:
            return 1.0 + (8 - region.open) + min(region.open, 0.35 * turns_left)
        case FeatureKind.FIELD:
            cities = [board.regions[root] for root in board.cities_of(region)]
            finished = sum(not city.open for city in cities)
            # A farmer never comes back, so early in the game only a field with a future is worth one.
            return 2.6 * finished + 0.5 * (len(cities) - finished) - 0.11 * turns_left + 0.25 * min(tiles, 6)
        case FeatureKind.CITY:
            pennants = sum(board.feature_of(part).pennants for part in region.parts)
            if not region.open:
                return 2.0 * (tiles + pennants)
            return 1.4 * (tiles + pennants) + 2.4 - 1.2 * (region.open - 1) - 4.0 / turns_left
        case _:
            return float(tiles) if not region.open else 0.9 * tiles + 0.9
