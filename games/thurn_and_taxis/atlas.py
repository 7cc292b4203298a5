"""The map that a game is played on: cities, roads, provinces, tile stacks. Data, correctable by the owner.

What is not known of the northern map is filled with a reconstruction of ours and marked ``default`` in the data.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from games.game import JsonValue, Phrase, Refusal, RefusalKind

DEFAULT = "default"
MOST_HORSES = 3  # "the backs of the city cards have 1, 2, or 3 horses" (Power & Glory, Contents)


class StackKind(StrEnum):
    """What earns the top tile of a stack."""

    LENGTH = "length"  # closing a route of that many cities; an empty stack falls to the next lower length
    PROVINCES = "provinces"  # a house in every city of these provinces
    ALL_PROVINCES = "all-provinces"  # a house in every province
    FREE_CITY = "free-city"  # the first house in it
    GAME_END = "game-end"  # bringing about the end


@dataclass(frozen=True, slots=True)
class City:
    """A city of the map.

    Attributes:
        name: as printed.
        province: whose it is; None for a free city.
        x_mm, y_mm: on the board, from its top left corner.
        horses: on the backs of its cards, 1 to 3 on each copy: one number where all are alike; nothing where the game
            has none. Among the defaults it is what one card is known to show, or a guess of ours.
        defaults: which of ``name``, ``province``, ``horses`` are a default of ours.
    """

    name: str
    province: str | None
    x_mm: float
    y_mm: float
    horses: tuple[int, ...] = ()
    defaults: tuple[str, ...] = ()

    @property
    def usual_horses(self) -> int:
        """The number that most of its cards show (the smaller one in a tie); 0 where the game has none."""
        return min(self.horses, key=lambda number: (-self.horses.count(number), number), default=0)

    @property
    def possible_horses(self) -> tuple[int, ...]:
        """The numbers that one of its cards may show, smallest first. A default of ours rules out none that is printed
        anywhere: the box on the table is right."""
        if not self.horses:
            return ()
        return tuple(range(1, MOST_HORSES + 1)) if "horses" in self.defaults else tuple(sorted(set(self.horses)))


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of bonus tiles: values from the top down, and what earns one."""

    key: str
    kind: StackKind
    values: tuple[int, ...]
    length: int = 0
    provinces: tuple[str, ...] = ()
    without: tuple[str, ...] = ()  # provinces that "all provinces" leaves out
    city: str = ""
    is_default: bool = False


@dataclass(frozen=True)
class Atlas:
    """A map with everything that is printed on it. Make one with :func:`atlas_named` or :meth:`from_json`."""

    key: str
    board_mm: tuple[float, float]
    cities: tuple[City, ...]
    roads: frozenset[frozenset[str]]
    roads_known: frozenset[frozenset[str]]  # the others are a default of ours
    stacks: tuple[Stack, ...]
    carriages: tuple[tuple[int, int], ...]  # cities that a carriage asks for, its points
    numbers: Mapping[str, int]  # houses, copies, display, least_route, hand_limit and the like

    @property
    def corners_mm(self) -> tuple[tuple[float, float], ...]:
        """The board's corners from the upper left one clockwise, board frame."""
        wide, high = self.board_mm
        return (0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)

    @cached_property
    def city(self) -> Mapping[str, City]:
        """The cities by name."""
        return {city.name: city for city in self.cities}

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The cities that a road leads to, by city."""
        found: dict[str, set[str]] = {city.name: set() for city in self.cities}
        for road in self.roads:
            one, other = road
            found[one].add(other)
            found[other].add(one)
        return {name: frozenset(others) for name, others in found.items()}

    @cached_property
    def provinces(self) -> Mapping[str, tuple[str, ...]]:
        """The cities of each province, by province, both in alphabetical order."""
        found: dict[str, list[str]] = {}
        for city in self.cities:
            if city.province is not None:
                found.setdefault(city.province, []).append(city.name)
        return {province: tuple(sorted(found[province])) for province in sorted(found)}

    @cached_property
    def free_cities(self) -> tuple[str, ...]:
        """The cities that belong to no province."""
        return tuple(city.name for city in self.cities if city.province is None)

    @cached_property
    def stack(self) -> Mapping[str, Stack]:
        """The stacks by key."""
        return {stack.key: stack for stack in self.stacks}

    @cached_property
    def lengths(self) -> tuple[Stack, ...]:
        """The stacks for long routes, longest first."""
        found = [stack for stack in self.stacks if stack.kind is StackKind.LENGTH]
        return tuple(sorted(found, key=lambda stack: -stack.length))

    def named(self, name: str) -> City:
        """The city with this name. Raises :class:`Refusal` of kind invalid where the map has none."""
        try:
            return self.city[name]
        except KeyError:
            phrase = Phrase.of("thurn.no_such_city", name=name)
            raise Refusal(RefusalKind.INVALID, phrase, value=name, place=name) from None

    def to_json(self) -> dict[str, JsonValue]:
        """The map as plain data; :meth:`from_json` gives it back."""
        return {
            "key": self.key,
            "board_mm": list(self.board_mm),
            **dict(self.numbers),
            "cities": [_city_to_json(city) for city in self.cities],
            "roads": _roads_to_json(self.roads),
            "roads_known": _roads_to_json(self.roads_known),
            "stacks": [_stack_to_json(stack) for stack in self.stacks],
            "carriages": {str(length): points for length, points in self.carriages},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Atlas:
        """The map that plain data describes. Raises :class:`Refusal` of kind invalid where something is missing."""
        try:
            key = str(data["key"])
            if not re.fullmatch("[a-z0-9-]{1,40}", key):  # pictures of the board are kept under it
                raise ValueError(key)
            roads = _roads(data["roads"])
            width, height = data["board_mm"]
            return cls(
                key=key,
                board_mm=(float(width), float(height)),
                cities=tuple(_city(one) for one in data["cities"]),
                roads=roads,
                roads_known=_roads(data["roads_known"]) if "roads_known" in data else roads,
                stacks=tuple(_stack(one) for one in data["stacks"]),
                carriages=tuple(sorted((int(length), int(points)) for length, points in data["carriages"].items())),
                numbers={name: value for name, value in data.items() if isinstance(value, int)},
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            phrase = Phrase.of("thurn.bad_map", what=str(error))
            raise Refusal(RefusalKind.INVALID, phrase, value=str(data)[:200]) from error

    def __hash__(self) -> int:
        return hash((self.key, self.cities, self.roads, self.stacks))


@cache
def faults(atlas: Atlas) -> tuple[Phrase, ...]:
    """What keeps a map from being played on, for the editor: empty where it is well."""
    found = []
    doubled = [name for name, times in Counter(city.name for city in atlas.cities).items() if times > 1]
    if doubled:
        found.append(Phrase.of("thurn.map_doubled", names=", ".join(doubled)))
    found.extend(_impossible_numbers(atlas))
    if any(not road <= atlas.city.keys() or len(road) != 2 for road in atlas.roads):
        return (*found, Phrase.of("thurn.map_loose_road"))
    reached = _reached(atlas)
    lost = [city.name for city in atlas.cities if city.name not in reached]
    if lost:
        found.append(Phrase.of("thurn.map_unconnected", names=", ".join(lost)))
    expected = _EXPECTED.get(atlas.key)
    if expected is not None:
        counts = (len(atlas.cities), len(atlas.provinces), len(atlas.free_cities))
        for name, here, wanted in zip(("cities", "provinces", "free_cities"), counts, expected, strict=True):
            if here != wanted:
                found.append(Phrase.of(f"thurn.map_{name}", here=here, wanted=wanted))
    if any(province not in atlas.provinces for stack in atlas.stacks for province in stack.provinces):
        found.append(Phrase.of("thurn.map_stack_province"))
    return tuple(found)


_NUMBERS = ("houses", "copies", "display", "least_route", "hand_limit")
# cities, provinces, free cities; Power & Glory, Contents and "Closing and scoring a route"
_EXPECTED = {"base": (22, 9, 0), "power-and-glory": (23, 9, 4)}


def _reached(atlas: Atlas) -> set[str]:
    reached: set[str] = set()
    edge = [atlas.cities[0].name]
    while edge:
        name = edge.pop()
        if name not in reached:
            reached.add(name)
            edge.extend(atlas.neighbours[name])
    return reached


def _impossible_numbers(atlas: Atlas) -> Iterator[Phrase]:
    """What no box holds: no houses, a card with seven horses, a stack without a tile."""
    for name in _NUMBERS:
        if atlas.numbers.get(name, 0) < 1:
            what, here = Phrase.of(f"thurn.number_{name}"), atlas.numbers.get(name, 0)
            yield Phrase.of("thurn.map_number", what=what, here=here, name=name)
    for city in atlas.cities:
        if not all(1 <= horses <= MOST_HORSES for horses in city.horses):
            yield Phrase.of("thurn.map_horses", city=city.name, here=max(city.horses), most=MOST_HORSES)
        elif len(city.horses) > max(1, atlas.numbers.get("copies", 1)):
            yield Phrase.of("thurn.map_horse_cards", city=city.name, here=len(city.horses))
    if len({bool(city.horses) for city in atlas.cities}) > 1:
        without = [city.name for city in atlas.cities if not city.horses]
        yield Phrase.of("thurn.map_no_horses", names=", ".join(without))
    for stack in atlas.stacks:
        if not stack.values or min(stack.values) < 0:
            yield Phrase.of("thurn.map_stack_values", stack=stack.key)


@cache
def atlas_named(key: str) -> Atlas:
    """The map that ships with Tableside: ``base`` or ``power-and-glory``. Raises :class:`Refusal` of kind invalid."""
    file = files(__package__) / "data" / f"{key.replace('-', '_')}.json"
    if key not in _EXPECTED or not file.is_file():
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.no_such_map", name=key), value=key)
    return Atlas.from_json(json.loads(file.read_text(encoding="utf-8")))


def _roads(pairs: Iterable[Iterable[str]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for pair in pairs)


def _roads_to_json(roads: frozenset[frozenset[str]]) -> list[JsonValue]:
    pairs: list[JsonValue] = []
    for road in sorted(sorted(road) for road in roads):
        pairs.append([*road])
    return pairs


def _horses(data: Any) -> tuple[int, ...]:
    """One number for all copies, or a list with one for each."""
    numbers = data if isinstance(data, list) else [data]
    return tuple(int(number) for number in numbers if number)


def _city(data: Mapping[str, Any]) -> City:
    confidence = data.get("confidence", {})
    return City(
        str(data["name"]),
        data["province"],
        float(data["x_mm"]),
        float(data["y_mm"]),
        _horses(data.get("horses", 0)),
        tuple(sorted(what for what, how in confidence.items() if str(how).startswith(DEFAULT))),
    )


def _city_to_json(city: City) -> dict[str, JsonValue]:
    return {
        "name": city.name,
        "province": city.province,
        "x_mm": city.x_mm,
        "y_mm": city.y_mm,
        "horses": city.usual_horses if len(city.horses) <= 1 else [*city.horses],
        "confidence": dict.fromkeys(city.defaults, DEFAULT),
    }


def _stack(data: Mapping[str, Any]) -> Stack:
    return Stack(
        str(data["key"]),
        StackKind(data["kind"]),
        tuple(int(value) for value in data["values"]),
        int(data.get("length", 0)),
        tuple(data.get("provinces", ())),
        tuple(data.get("without", ())),
        str(data.get("city", "")),
        str(data.get("confidence", "")).startswith(DEFAULT),
    )


def _stack_to_json(stack: Stack) -> dict[str, JsonValue]:
    return {
        "key": stack.key,
        "kind": stack.kind.value,
        "values": list(stack.values),
        "length": stack.length,
        "provinces": list(stack.provinces),
        "without": list(stack.without),
        "city": stack.city,
        "confidence": DEFAULT if stack.is_default else "seen",
    }
