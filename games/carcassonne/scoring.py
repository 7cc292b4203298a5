"""What regions are worth, who gets it, and why: every point becomes a :class:`ScoreLine` with its items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.carcassonne.board import Region, TileOnBoard
from games.carcassonne.expansion import Rate, Rulebook
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from games.game import Event, Phrase, ScoreItem, ScoreLine

_RULES = {
    FeatureKind.CITY: "Carcassonne, cities",
    FeatureKind.ROAD: "Carcassonne, roads",
    FeatureKind.MONASTERY: "Carcassonne, monasteries",
    FeatureKind.FIELD: "Carcassonne, fields",
}

FINAL_REASONS = {  # what is said of points that a kind of region brings in the end
    FeatureKind.ROAD: "carcassonne.road_unfinished",
    FeatureKind.CITY: "carcassonne.city_unfinished",
    FeatureKind.MONASTERY: "carcassonne.monastery_unfinished",
    FeatureKind.FIELD: "carcassonne.field",
}


@dataclass(frozen=True, slots=True)
class RegionWorth:
    """What a region brings: points, what they come from, the sum written out, and every tile that it is about."""

    points: int
    items: tuple[ScoreItem, ...]
    working: str
    tiles: tuple[str, ...]


def score_finished(book: Rulebook, state: State) -> tuple[State, tuple[Event, ...]]:
    """Score what the tile laid last has finished; the followers on it go home."""
    events: list[Event] = []
    board = state.board
    supply = [dict(kinds) for kinds in state.supply]
    for root in board.touched():
        region = board.regions[root]
        if region.kind is FeatureKind.FIELD or region.open:
            continue
        name = region.kind.value.lower()
        worth = worth_of(book, state, region, finished=True)
        key = f"carcassonne.{name}_closed" + ("" if region.followers else "_empty")
        events.append(Event(Phrase.of(key, tiles=len(worth.tiles)), places=worth.tiles))
        events.extend(_lines(book, state, region, worth, Phrase.of(f"carcassonne.{name}_finished"), final=False))
        for follower in region.followers:
            supply[follower.seat][follower.kind] += 1
            home = Phrase.of("carcassonne.follower_home", kind=Phrase.of(f"carcassonne.kind_{follower.kind}"))
            places = (board.follower_place(follower.part),)
            events.append(Event(home, player=follower.seat, places=places, leaves=places))
        if region.followers:
            board = board.clear(root)
    if not events:
        return state, ()
    return with_points(replace(state, board=board, supply=tuple(supply)), events), tuple(events)


def score_final(book: Rulebook, state: State) -> tuple[State, tuple[Event, ...]]:
    """Score everything that is still held at the end of the game: unfinished features first, then the fields.

    Followers stay on the board so that people can follow the count.
    """
    events = [Event(Phrase.of("carcassonne.final_scoring"))]
    fields = (FeatureKind.FIELD,) if state.setup.has_farmers else ()
    for kind in (FeatureKind.ROAD, FeatureKind.CITY, FeatureKind.MONASTERY, *fields):
        reason = Phrase.of(FINAL_REASONS[kind])
        for region in state.board.regions.values():
            if region.kind is kind and region.followers:
                events.extend(
                    _lines(book, state, region, worth_of(book, state, region, finished=False), reason, final=True)
                )
    for expansion in book.expansions:
        events.extend(expansion.final(book, state))
    return with_points(state, events), tuple(events)


def with_points(state: State, events: list[Event] | tuple[Event, ...]) -> State:
    """The state with the points that the events bring."""
    scores = list(state.scores)
    for event in events:
        if event.line is not None:
            scores[event.line.player] += event.line.points
    return replace(state, scores=tuple(scores))


def worth_of(book: Rulebook, state: State, region: Region, *, finished: bool) -> RegionWorth:
    """What a region would bring now, held or not. A field counts its finished cities either way."""
    match region.kind:
        case FeatureKind.FIELD:
            return _field_worth(book, state, region)
        case FeatureKind.MONASTERY:
            return _monastery_worth(book, state, region, finished=finished)
        case _:
            return _run_worth(book, state, region, finished=finished)


def holders(book: Rulebook, region: Region) -> tuple[tuple[int, ...], dict[int, int]]:
    """Who holds a region (all who tie for most), and what everybody on it counts for, by seat index."""
    strengths: dict[int, int] = {}
    for follower in region.followers:
        strengths[follower.seat] = strengths.get(follower.seat, 0) + book.followers[follower.kind].strength
    most = max(strengths.values(), default=0)
    return tuple(seat for seat in sorted(strengths) if strengths[seat] == most), strengths


def _run_worth(book: Rulebook, state: State, region: Region, *, finished: bool) -> RegionWorth:
    board = state.board
    tiles = board.tiles_in(region)
    values = book.values["finished" if finished else "unfinished"]
    rate = Rate(values["road_tile"])
    if region.kind is FeatureKind.CITY:
        rate = Rate(values["city_tile"], values["pennant"])
        if finished and len(tiles) == 2:
            each = int(book.options["tiny-city-scoring"]) // 2  # for a pennant as well as for a tile
            rate = Rate(each, each)
    rate = book.rate(board, region, finished, rate)
    pennants = [
        board.tile_of(part).place for part in region.parts for _ in range(board.feature_of(part).pennants)
    ]  # a tile once for each pennant on it
    places = tuple(tile.place for tile in tiles)
    items = [
        ScoreItem(Phrase.of("carcassonne.item_tiles", each=rate.tile, tiles=len(tiles)), len(tiles) * rate.tile, places)
    ]
    working = f"{len(tiles)} × {rate.tile}"
    if pennants:
        phrase = Phrase.of("carcassonne.item_pennants", each=rate.pennant, pennants=len(pennants))
        items.append(ScoreItem(phrase, len(pennants) * rate.pennant, tuple(pennants)))
        working += f" + {len(pennants)} × {rate.pennant}"
    points = sum(item.points for item in items)
    return RegionWorth(points, (*items, *rate.causes), working, places)


def _monastery_worth(book: Rulebook, state: State, region: Region, *, finished: bool) -> RegionWorth:
    tile = state.board.tile_of(region.parts[0])
    around = state.board.neighbours(tile)
    each = book.values["finished" if finished else "unfinished"]["monastery_tile"]
    own = ScoreItem(Phrase.of("carcassonne.item_monastery"), each, (tile.place,))
    items: tuple[ScoreItem, ...] = (own,)
    if around:
        phrase = Phrase.of("carcassonne.item_around", tiles=len(around))
        items = (own, ScoreItem(phrase, len(around) * each, _places(around)))
    return RegionWorth((1 + len(around)) * each, items, f"1 + {len(around)}", (tile.place, *_places(around)))


def _field_worth(book: Rulebook, state: State, region: Region) -> RegionWorth:
    board = state.board
    each = int(book.options["field-scoring"])
    cities = [board.regions[root] for root in board.cities_of(region) if not board.regions[root].open]
    items = []
    for city in cities:
        places = _places(board.tiles_in(city))
        items.append(ScoreItem(Phrase.of("carcassonne.item_city", tiles=len(places)), each, places))
    tiles = _places(board.tiles_in(region))
    return RegionWorth(len(cities) * each, tuple(items), f"{len(cities)} × {each}", tiles)


def _lines(
    book: Rulebook, state: State, region: Region, worth: RegionWorth, reason: Phrase, *, final: bool
) -> Iterator[Event]:
    winners, strengths = holders(book, region)
    for seat in winners:
        own = tuple(state.board.follower_place(one.part) for one in region.followers if one.seat == seat)
        items = worth.items
        if len(strengths) > 1:
            items = (*items, _majority(state, seat, winners, strengths))
        line = ScoreLine(
            player=seat,
            points=worth.points,
            reason=reason,
            items=items,
            working=worth.working,
            rule=_RULES[region.kind],
            final=final,
            places=(*worth.tiles, *own),
        )
        yield Event(reason, player=seat, places=line.places, line=line)


def _majority(state: State, seat: int, winners: tuple[int, ...], strengths: dict[int, int]) -> ScoreItem:
    names = state.setup.seats
    if len(winners) > 1:  # all who tie for most get the full points
        others = tuple(names[other].name for other in winners if other != seat)
        return ScoreItem(Phrase.of("carcassonne.item_tie", others=others), 0)
    others = tuple(f"{names[other].name} {strengths[other]}" for other in strengths if other != seat)
    return ScoreItem(Phrase.of("carcassonne.item_majority", most=strengths[seat], others=others), 0)


def _places(tiles: tuple[TileOnBoard, ...]) -> tuple[str, ...]:
    return tuple(tile.place for tile in tiles)
