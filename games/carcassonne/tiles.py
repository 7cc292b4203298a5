"""What is printed on the tiles: cities, roads, fields and monasteries, by side, for each of the four turns.

The facts stand in ``data/tiles.json``. Sides are named N, E, S, W; a field reaches half sides, ``NL`` being the left
half of the north side as seen from the middle of the tile looking outwards.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.game import Phrase, Refusal, RefusalKind

SIDES = ("N", "E", "S", "W")
OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # where the neighbour at each side lies; y grows downwards
HALVES = tuple(side + half for side in SIDES for half in "LR")
INNER = "I"  # the location of a monastery, and of a field that no side reaches
# On one tile: a cloister with four roads and the four fields between them. Features of the whole board are numbered
# tile * MOST_FEATURES + index.
MOST_FEATURES = 9

_EDGE_ORDER = {edge: place for place, edge in enumerate((*SIDES, *HALVES, INNER))}
_SIDE_NAMES = ("", "field", "road", "city")
_FIELD, _ROAD, _CITY = 1, 2, 3  # two bits a side; 0 is "nothing lies there yet"


class FeatureKind(StrEnum):
    """What a follower can stand on."""

    CITY = "City"
    ROAD = "Road"
    FIELD = "Field"
    MONASTERY = "Monastery"


class Feature(NamedTuple):
    """One feature of a tile as it lies.

    Attributes:
        kind: city, road, field or monastery.
        edges: the sides (or half sides) it reaches, in the order N, E, S, W; ``("I",)`` where it reaches none.
        pennants: how many coats of arms are printed on it.
        cathedral: True for a city with a cathedral on this tile.
        inn: True for a road with an inn on this tile.
        cities: for a field, which features of the same tile are cities that it touches.
    """

    kind: FeatureKind
    edges: tuple[str, ...]
    pennants: int = 0
    cathedral: bool = False
    inn: bool = False
    cities: tuple[int, ...] = ()

    @property
    def location(self) -> str:
        """The edges in one word, such as ``E.W`` or ``NL.WR``."""
        return ".".join(self.edges)


@dataclass(frozen=True, slots=True)
class Turned:
    """A tile type as it lies after some quarter turns clockwise.

    Attributes:
        key: the tile type's key, such as ``BA/RCr``.
        turns: quarter turns clockwise, 0 to 3.
        features: what is on it; the index of a feature is the same for all four turns.
        code: its sides in two bits each, north lowest (1 field, 2 road, 3 city).
        ports: for each side in turn which feature meets the neighbour in the middle (city or road), at the left half
            and at the right half (fields); -1 where none does. 12 numbers.
        monastery: index of the monastery among the features, -1 where there is none.
    """

    key: str
    turns: int
    features: tuple[Feature, ...]
    code: int
    ports: tuple[int, ...]
    monastery: int

    @property
    def sides(self) -> tuple[str, ...]:
        """``city``, ``road`` or ``field`` at north, east, south and west, as the tile lies."""
        return tuple(_SIDE_NAMES[self.code >> 2 * side & 3] for side in range(4))

    def index_at(self, kind: FeatureKind, location: str) -> int | None:
        """Which feature is meant by this location (edges in any order), or None where there is no such feature."""
        wanted = set(location.split("."))
        for index, feature in enumerate(self.features):
            if feature.kind is kind and set(feature.edges) == wanted:
                return index
        return None


@dataclass(frozen=True, slots=True)
class TileType:
    """A kind of tile.

    Attributes:
        key: JCloisterZone's name, such as ``BA/RCr``.
        letter: A to X for the base game's 24 kinds, else empty.
        turned: the tile at each of the four turns.
        fits: for every demand of the four neighbours (a code as in :class:`Turned`, 0 for a side that is free) which
            turns can lie there; a demand that is not a key is never met.
    """

    key: str
    letter: str
    turned: tuple[Turned, Turned, Turned, Turned]
    fits: Mapping[int, tuple[int, ...]] = field(compare=False, repr=False)

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features of the tile that is not turned."""
        return self.turned[0].features

    @property
    def name(self) -> str:
        """The usual letter where there is one, else the key."""
        return self.letter or self.key


def sorted_edges(edges: Iterable[str]) -> tuple[str, ...]:
    """The edges in their usual order. Raises :class:`KeyError` on a name that is no edge."""
    return tuple(sorted(edges, key=_EDGE_ORDER.__getitem__))


def tile_types() -> Mapping[str, TileType]:
    """Every kind of tile by its key."""
    return _catalogue().types


def tile_type(key: str) -> TileType:
    """The kind with this key or letter. Raises :class:`Refusal` of kind invalid where there is none.

    Kinds that differ from another in decoration only (a garden) are known under that one's name.
    """
    catalogue = _catalogue()
    found = catalogue.types.get(catalogue.other_names.get(key, key))
    if found is None:
        raise Refusal(RefusalKind.INVALID, Phrase.of("carcassonne.no_such_tile", tile=key), value=key)
    return found


@cache
def turns_alike(key: str, turns: int) -> tuple[int, ...]:
    """The quarter turns with which a tile is the same to the rules as with these, which are among them: of a straight
    road two, of a monastery without a road all four. What is printed on it need not be the same."""
    wanted = _to_the_rules(tile_type(key).turned[turns % 4])
    return tuple(lies.turns for lies in tile_type(key).turned if _to_the_rules(lies) == wanted)


def _to_the_rules(tile: Turned) -> frozenset[tuple[FeatureKind, frozenset[str], int, bool, bool]]:
    return frozenset((one.kind, frozenset(one.edges), one.pennants, one.cathedral, one.inn) for one in tile.features)


def usual_turns(key: str) -> int:
    """Quarter turns clockwise from the tile at no turn to the picture that usually goes with its letter."""
    return _catalogue().letter_turns.get(key, 0)


def start_tile() -> str:
    """The key of the tile that lies on the table before the first turn."""
    return _catalogue().start


def stock(sets: Iterable[str]) -> Counter[str]:
    """How many tiles of each kind the given sets hold together, the start tile among them.

    Raises :class:`Refusal` of kind invalid on an unknown set.
    """
    tiles: Counter[str] = Counter()
    for name in sets:
        if name not in _catalogue().sets:
            raise Refusal(
                RefusalKind.INVALID,
                Phrase.of("carcassonne.no_such_set", name=name, known=tuple(_catalogue().sets)),
                value=name,
            )
        tiles.update(_catalogue().sets[name])
    return tiles


@dataclass(frozen=True, slots=True)
class _Catalogue:
    start: str
    types: dict[str, TileType]
    other_names: dict[str, str]
    letter_turns: dict[str, int]
    sets: dict[str, dict[str, int]]


@cache
def _catalogue() -> _Catalogue:
    data = json.loads(files(__package__).joinpath("data/tiles.json").read_text(encoding="utf-8"))
    letters = {entry["tile"]: letter for letter, entry in data["letters"].items()}
    return _Catalogue(
        start=data["start"],
        types={key: tile_from_print(key, printed, letters.get(key, "")) for key, printed in data["tiles"].items()},
        other_names={**data["same_as"], **{letter: key for key, letter in letters.items()}},
        letter_turns={entry["tile"]: entry["turns"] for entry in data["letters"].values()},
        sets=data["sets"],
    )


def tile_from_print(key: str, printed: Mapping[str, Any], letter: str = "") -> TileType:
    """A kind of tile from what is printed on it, written as in ``data/tiles.json``.

    Raises :class:`ValueError` where it has more features than a tile may have.
    """
    upright = _features(printed)
    if len(upright) > MOST_FEATURES:
        raise ValueError(f"{key} has {len(upright)} features; a tile may have {MOST_FEATURES}")
    first, second, third, fourth = (_turned(key, turns, upright) for turns in range(4))
    turned = (first, second, third, fourth)
    return TileType(key, letter, turned, _fits(turned))


def _features(printed: Mapping[str, Any]) -> tuple[Feature, ...]:
    features = [Feature(FeatureKind.MONASTERY, (INNER,))] if printed.get("monastery") else []
    city_by_side: dict[str, int] = {}
    for city in printed.get("cities", ()):
        city_by_side.update(dict.fromkeys(city["sides"], len(features)))
        features.append(
            Feature(FeatureKind.CITY, tuple(city["sides"]), city.get("pennants", 0), city.get("cathedral", False))
        )
    for road in printed.get("roads", ()):
        features.append(Feature(FeatureKind.ROAD, tuple(road["sides"]), inn=road.get("inn", False)))
    for meadow in printed.get("fields", ()):
        touched = tuple(sorted({city_by_side[side] for side in meadow.get("cities", ())}))
        features.append(Feature(FeatureKind.FIELD, tuple(meadow["edges"]), cities=touched))
    return tuple(features)


def _turned(key: str, turns: int, upright: tuple[Feature, ...]) -> Turned:
    features = tuple(
        feature._replace(edges=sorted_edges(turned_edge(edge, turns) for edge in feature.edges)) for feature in upright
    )
    ports = [-1] * 12
    code = 0
    monastery = -1
    for index, feature in enumerate(features):
        if feature.kind is FeatureKind.MONASTERY:
            monastery = index
        for edge in feature.edges:
            if edge == INNER:
                continue
            side = SIDES.index(edge[0])
            ports[3 * side + (0 if len(edge) == 1 else 1 + "LR".index(edge[1]))] = index
            if feature.kind is not FeatureKind.FIELD:
                code |= (_CITY if feature.kind is FeatureKind.CITY else _ROAD) << 2 * side
    for side in range(4):
        if not code >> 2 * side & 3:
            code |= _FIELD << 2 * side
    return Turned(key, turns, features, code, tuple(ports), monastery)


def turned_edge(edge: str, turns: int) -> str:
    """Where an edge points after some quarter turns clockwise: ``NL`` after one turn is ``EL``."""
    return edge if edge == INNER else SIDES[(SIDES.index(edge[0]) + turns) % 4] + edge[1:]


def _fits(turned: tuple[Turned, ...]) -> dict[int, tuple[int, ...]]:
    # Every set of sides that neighbours may claim is tried once here, so that looking for a place is one look-up.
    fits: dict[int, tuple[int, ...]] = {}
    for lies in turned:
        for claimed in range(16):
            demand = sum(lies.code & 3 << 2 * side for side in range(4) if claimed >> side & 1)
            fits[demand] = (*fits.get(demand, ()), lies.turns)
    return fits
