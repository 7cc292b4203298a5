"""How an earlier move of Carcassonne can be corrected: what lies there instead, likeliest mistakes first. No kivy."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.carcassonne.lay_draft import fitting_turns
from companion.ui.kit.boards.directions import further
from companion.ui.kit.boards.turning import turned
from games.carcassonne.actions import Action, Deploy, Lay, Skip
from games.carcassonne.board import Place
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import OFFSETS, Feature, FeatureKind, tile_type
from games.carcassonne.turn import deployments
from games.game import Phrase
from games.record import Record

CarcassonneRecord = Record[Setup, State, Action]


@dataclass(frozen=True, slots=True)
class MapAmendment:
    """Another action for a place of the line of play, and the tile that shows it (with the follower on it, if any)."""

    index: int
    action: Action
    lay: Lay
    deploy: Deploy | None = None


def laid_at(record: CarcassonneRecord, place: Place) -> int | None:
    """Where in the line of play the tile at this place was laid; None for the start tile."""
    for index in reversed(range(len(record.line))):
        action = record.line[index].action
        if isinstance(action, Lay) and (action.x, action.y) == place:
            return index
    return None


def put_away_before(record: CarcassonneRecord, tile: str) -> int | None:
    """The last place of the line at which this tile, still in the bag, could be laid nowhere; None where it always
    could: whoever drew it then put it away, and may have forgotten to say so."""
    kind = tile_type(tile)
    for index in reversed(range(len(record.line))):
        before = record.state_before(index)
        if isinstance(record.line[index].action, Lay) and next(before.board.placements(kind), None) is None:
            return index
    return None


def tile_amendments(record: CarcassonneRecord, place: Place) -> tuple[MapAmendment, ...]:
    """Instead of the tile at this place: turned, a place further, its follower, then kinds that look alike."""
    index = laid_at(record, place)
    if index is None:
        return ()
    state = record.state_before(index)
    lay = record.line[index].action
    assert isinstance(lay, Lay)
    found = [MapAmendment(index, other, other) for other in (*_turned(state, lay), *_beside(state, lay))]
    found[2:2] = (*_followers_missing(record, index, lay), *_follower_amendments(record, index, place))
    found += [MapAmendment(index, other, other) for other in _look_alikes(state, lay)]
    return tuple(found)


def follower_amendments(record: CarcassonneRecord, place: Place) -> tuple[MapAmendment, ...]:
    """Instead of the follower on the tile at this place: other features, then another kind of follower."""
    index = laid_at(record, place)
    if index is None or not _is_follower_step(record, index + 1):
        return ()
    lay, now = record.line[index].action, record.line[index + 1].action
    assert isinstance(lay, Lay)
    spots: list[Deploy] = [spot for spot in deployments(record.line[index].state) if spot != now]
    kind = now.kind if isinstance(now, Deploy) else "small"
    spots.sort(key=lambda spot: spot.kind != kind)
    return tuple(MapAmendment(index + 1, spot, lay, spot) for spot in spots)


def follower_removal(record: CarcassonneRecord, place: Place) -> MapAmendment | None:
    """No follower on the tile at this place."""
    index = laid_at(record, place)
    if index is None or not _is_follower_step(record, index + 1):
        return None
    lay = record.line[index].action
    assert isinstance(lay, Lay)
    return MapAmendment(index + 1, Skip(), lay)


def amendment_words(record: CarcassonneRecord, one: MapAmendment, turns: int = 0) -> Phrase:
    """What a correction says: "Turned to the right", "Further left", "Follower on the road", or what the tile shows; on
    a map that is shown so many quarter turns clockwise."""
    match one.action:
        case Deploy(kind, feature):
            return Phrase.of(
                "carcassonne.amend_follower",
                what=Phrase.of(f"app.on_{feature.value.lower()}", kind=Phrase.of(f"carcassonne.kind_{kind}")),
            )
        case Skip():
            return Phrase.of("carcassonne.amend_no_follower")
        case Lay(tile, x, y, turns):
            action = record.action_at(one.index)
            if not isinstance(action, Lay) or tile != action.tile:
                return tile_words(tile)
            if (x, y) == (action.x, action.y):
                return Phrase.of(f"carcassonne.amend_turned_{(turns - action.turns) % 4}")
            return further(*turned(x - action.x, y - action.y, turns))
    raise AssertionError(one.action)  # nothing else is offered


def tile_words(key: str) -> Phrase:
    """What a kind of tile shows: "City on 2 sides, road, coat of arms"."""
    features = tile_type(key).features
    sides = sum(len(one.edges) for one in features if one.kind is FeatureKind.CITY)
    roads = sum(one.kind is FeatureKind.ROAD for one in features)
    parts = [Phrase.of("carcassonne.shows_city", sides=sides)] if sides else []
    parts += [Phrase.of("carcassonne.shows_road", roads=roads)] if roads else []
    parts += [Phrase.of("carcassonne.shows_monastery")] * any(one.kind is FeatureKind.MONASTERY for one in features)
    parts += [Phrase.of("carcassonne.shows_arms")] * any(one.pennants for one in features)
    parts += [Phrase.of("carcassonne.shows_inn")] * any(one.inn for one in features)
    parts += [Phrase.of("carcassonne.shows_cathedral")] * any(one.cathedral for one in features)
    return Phrase.of("carcassonne.shows", what=tuple(parts))


def _is_follower_step(record: CarcassonneRecord, index: int) -> bool:
    return index < len(record.line) and isinstance(record.line[index].action, Deploy | Skip)


def _turned(state: State, lay: Lay) -> list[Lay]:
    fits = fitting_turns(state, lay.tile, (lay.x, lay.y))
    return [
        Lay(lay.tile, lay.x, lay.y, turns) for turns in ((lay.turns + step) % 4 for step in (1, 3, 2)) if turns in fits
    ]


def _beside(state: State, lay: Lay) -> list[Lay]:
    places = [(lay.x + dx, lay.y + dy) for dx, dy in OFFSETS]
    return [Lay(lay.tile, *place, lay.turns) for place in places if lay.turns in fitting_turns(state, lay.tile, place)]


def _followers_missing(record: CarcassonneRecord, index: int, lay: Lay) -> list[MapAmendment]:
    if not _is_follower_step(record, index + 1) or isinstance(record.line[index + 1].action, Deploy):
        return []
    spots = deployments(record.line[index].state)
    return [MapAmendment(index + 1, spot, lay, spot) for spot in spots if spot.kind == "small"]


def _follower_amendments(record: CarcassonneRecord, index: int, place: Place) -> list[MapAmendment]:
    """A follower that was told may stand elsewhere on the tile, or nowhere."""
    if not _is_follower_step(record, index + 1) or not isinstance(record.line[index + 1].action, Deploy):
        return []
    gone = follower_removal(record, place)
    return [*follower_amendments(record, place)[:2], *([gone] if gone is not None else [])]


def _look_alikes(state: State, lay: Lay) -> list[Lay]:
    """Kinds still in the bag that fit there, those whose sides and features are nearest first."""
    own = tile_type(lay.tile).turned[lay.turns]
    ranked = []
    for key in state.bag:
        if key == lay.tile:
            continue
        for turns in fitting_turns(state, key, (lay.x, lay.y)):
            other = tile_type(key).turned[turns]
            sides = sum(one != two for one, two in zip(own.sides, other.sides, strict=True))
            features = len({_shape(feature) for feature in own.features} ^ {_shape(f) for f in other.features})
            ranked.append((sides, features, key, turns))
    return [Lay(key, lay.x, lay.y, turns) for _, _, key, turns in sorted(ranked)]


def _shape(feature: Feature) -> tuple[object, ...]:
    return feature.kind, feature.edges, feature.pennants
