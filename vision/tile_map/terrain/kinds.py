"""The tile kinds that terrain can tell apart, and the distinct ways in which each can lie.

A kind here is what a person sees who has never seen the edition: cities, roads, cloister, shield, inn, cathedral.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.carcassonne.tiles import SIDES, FeatureKind, TileType, tile_types

BASE_SET = "BA/"
SETS = (BASE_SET, "IC/")

Parts = frozenset[frozenset[int]]


class UnknownKind(LookupError):
    """A tile type that is neither a letter A to X nor a name that is known: ``name``."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"no tile kind {name!r}")


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """One tile kind at rest (zero quarter turns), as far as the eye can tell.

    Attributes:
        key: the tile type's key, such as ``BA/RCr``.
        letter: A to X for the 24 base kinds, "" for the others.
        cities: the sides of each city, such as ``("N", "W")`` for two of one side each or ``("NW",)`` for one of two.
        roads: the same for roads; a road of one side ends on the tile.
        cloister, shield, inn, cathedral: what stands on it.
        split: a city wall parts two fields that would else be one (``IC/C!``).
    """

    key: str
    letter: str
    cities: tuple[str, ...]
    roads: tuple[str, ...]
    cloister: bool
    shield: bool
    inn: bool
    cathedral: bool
    split: bool

    @property
    def in_base_game(self) -> bool:
        """True for the 24 kinds of the base game."""
        return self.key.startswith(BASE_SET)

    def look(self, turns: int) -> tuple[Parts, Parts, bool]:
        """What tells the turned tile from its other turns: cities and roads by side number (north 0, clockwise)."""

        def turned(parts: tuple[str, ...]) -> Parts:
            return frozenset(frozenset((SIDES.index(side) + turns) % 4 for side in part) for part in parts)

        return turned(self.cities), turned(self.roads), self.split

    def sides(self, turns: int) -> tuple[str, str, str, str]:
        """``city``, ``road`` or ``field`` at north, east, south and west after ``turns`` quarter turns clockwise."""
        cities, roads, _ = self.look(turns)
        walled, paved = frozenset[int]().union(*cities), frozenset[int]().union(*roads)
        north, east, south, west = (
            "city" if side in walled else "road" if side in paved else "field" for side in range(4)
        )
        return north, east, south, west


@dataclass(frozen=True, slots=True)
class Placement:
    """A kind and its quarter turns clockwise; of turns that the rules can't tell apart only the lowest is listed."""

    kind: TerrainKind
    turns: int

    @property
    def name(self) -> str:
        """Key and turns in one word, such as ``BA/RCr*1``."""
        return f"{self.kind.key}*{self.turns}"


@cache
def kinds() -> tuple[TerrainKind, ...]:
    """The 24 base kinds by letter, then those of Inns and Cathedrals by key."""
    known = [_kind(tile) for key, tile in tile_types().items() if key.startswith(SETS)]
    return tuple(sorted(known, key=lambda kind: (not kind.in_base_game, kind.letter, kind.key)))


@cache
def kind_named(name: str) -> TerrainKind:
    """The kind by its letter or JCloisterZone name. Raises :class:`UnknownKind`."""
    for kind in kinds():
        if name and name in (kind.letter, kind.key):
            return kind
    raise UnknownKind(name)


def turns_of(kind: TerrainKind, sides: tuple[str, ...]) -> int:
    """How often the kind was turned to show these sides. Raises :class:`UnknownKind` where it never does."""
    for turns in range(4):
        if kind.sides(turns) == sides:
            return turns
    raise UnknownKind(f"{kind.key} with sides {', '.join(sides)}")


@cache
def lowest_turns(kind: TerrainKind, turns: int) -> int:
    """The lowest number of turns that the rules can't tell from this one."""
    return next(fewer for fewer in range(4) if kind.look(fewer) == kind.look(turns % 4))


@cache
def placements() -> tuple[Placement, ...]:
    """Every distinct way in which a kind can lie: the columns of the reader's answer, in this order."""
    found = []
    for kind in kinds():
        seen = set()
        for turns in range(4):
            if kind.look(turns) not in seen:
                seen.add(kind.look(turns))
                found.append(Placement(kind, turns))
    return tuple(found)


@cache
def column_of(key: str, turns: int) -> int:
    """The column in which a kind lying with ``turns`` is read, any of the turns that look alike.

    Raises :class:`KeyError` for a kind that the reader was not taught.
    """
    for column, placement in enumerate(placements()):
        if placement.kind.key == key and placement.kind.look(placement.turns) == placement.kind.look(turns):
            return column
    raise KeyError(key)


def _kind(tile: TileType) -> TerrainKind:
    features = tile.features
    cities = [feature for feature in features if feature.kind is FeatureKind.CITY]
    roads = [feature for feature in features if feature.kind is FeatureKind.ROAD]
    # A lone one-sided city leaves one field; where there are two without a road, a wall runs on between them.
    lone = len(cities) == 1 and len(cities[0].edges) == 1 and not roads
    return TerrainKind(
        key=tile.key,
        letter=tile.letter,
        cities=tuple("".join(city.edges) for city in cities),
        roads=tuple("".join(road.edges) for road in roads),
        cloister=any(feature.kind is FeatureKind.MONASTERY for feature in features),
        shield=any(city.pennants for city in cities),
        inn=any(road.inn for road in roads),
        cathedral=any(city.cathedral for city in cities),
        split=lone and sum(feature.kind is FeatureKind.FIELD for feature in features) == 2,
    )
