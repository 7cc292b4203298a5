"""Correcting a map: each step gives another map, so that undoing one is keeping the map before it. What people settle
is no default of ours any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.game import Phrase, Refusal, RefusalKind
from games.thurn_and_taxis.atlas import MOST_HORSES, Atlas, City, Stack

MOST_VALUE = 12
LONGEST_NAME = 14
_FORBIDDEN = set("_,:|")  # the notation of actions and places is made of them


def toggled_road(atlas: Atlas, one: str, other: str) -> Atlas:
    """With the road between these cities, or without it where there was one. Raises :class:`Refusal`."""
    atlas.named(one)
    atlas.named(other)
    road = frozenset((one, other))
    if len(road) != 2:
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.edit_same_city", city=one), value=one, place=one)
    if road in atlas.roads:
        return replace(atlas, roads=atlas.roads - {road}, roads_known=atlas.roads_known - {road})
    return replace(atlas, roads=atlas.roads | {road}, roads_known=atlas.roads_known | {road})


def settled(atlas: Atlas) -> Atlas:
    """With nothing left to doubt: people have compared all of it with their board."""
    return replace(
        atlas,
        roads_known=atlas.roads,
        cities=tuple(replace(city, defaults=()) for city in atlas.cities),
        stacks=tuple(replace(stack, is_default=False) for stack in atlas.stacks),
    )


def renamed(atlas: Atlas, old: str, new: str) -> Atlas:
    """With another name for a city, in roads and tiles too. Raises :class:`Refusal` of kind invalid."""
    city = atlas.named(old)
    new = new.strip()
    if not new or len(new) > LONGEST_NAME or _FORBIDDEN & set(new) or new == "-":
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.edit_bad_name", most=LONGEST_NAME), value=new, place=old)
    if new != old and new in atlas.city:
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.map_doubled", names=new), value=new, place=old)

    def road(pair: frozenset[str]) -> frozenset[str]:
        return frozenset(new if name == old else name for name in pair)

    changed = _with(atlas, old, _settled(replace(city, name=new), "name"))
    return replace(
        changed,
        roads=frozenset(road(pair) for pair in atlas.roads),
        roads_known=frozenset(road(pair) for pair in atlas.roads_known),
        stacks=tuple(replace(stack, city=new) if stack.city == old else stack for stack in atlas.stacks),
    )


def with_province(atlas: Atlas, name: str, province: str | None) -> Atlas:
    """With a city in another province; None makes it a free city. Raises :class:`Refusal` of kind invalid."""
    return _with(atlas, name, _settled(replace(atlas.named(name), province=province), "province"))


def renamed_province(atlas: Atlas, old: str, new: str) -> Atlas:
    """With another name for a province, in its cities and tiles. Raises :class:`Refusal` of kind invalid."""
    new = new.strip()
    if not new or len(new) > LONGEST_NAME or "+" in new or (new != old and new in atlas.provinces):
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.edit_bad_name", most=LONGEST_NAME), value=new, place=old)

    def listed(provinces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if province == old else province for province in provinces)

    return replace(
        atlas,
        cities=tuple(replace(city, province=new) if city.province == old else city for city in atlas.cities),
        stacks=tuple(
            replace(stack, provinces=listed(stack.provinces), without=listed(stack.without)) for stack in atlas.stacks
        ),
    )


def toggled_horses(atlas: Atlas, name: str, horses: int) -> Atlas:
    """With this number among those that the backs of a city's cards show, or without it; in place of a default of ours.

    Raises :class:`Refusal` of kind invalid for a number that no card shows, or where the last one would go.
    """
    city = atlas.named(name)
    shown = {horses} if "horses" in city.defaults else set(city.horses) ^ {horses}
    return with_horses(atlas, name, tuple(sorted(shown)))


def with_horses(atlas: Atlas, name: str, horses: tuple[int, ...]) -> Atlas:
    """With these horses on the backs of a city's cards, each 1 to 3: one number for all copies, or several where they
    differ. Raises :class:`Refusal` of kind invalid."""
    city = atlas.named(name)
    if not 0 < len(horses) <= atlas.numbers["copies"] or not all(1 <= number <= MOST_HORSES for number in horses):
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.edit_bad_horses"), value=str(horses), place=name)
    return _with(atlas, name, _settled(replace(city, horses=horses), "horses"))


def moved(atlas: Atlas, name: str, x_mm: float, y_mm: float) -> Atlas:
    """With a city elsewhere on the board, mm from its upper left corner; kept on it."""
    wide, high = atlas.board_mm
    spot = (round(min(max(x_mm, 0.0), wide), 1), round(min(max(y_mm, 0.0), high), 1))
    return _with(atlas, name, replace(atlas.named(name), x_mm=spot[0], y_mm=spot[1]))


def with_values(atlas: Atlas, key: str, values: tuple[int, ...]) -> Atlas:
    """With other values of a stack's tiles, from the top down. Raises :class:`Refusal` of kind invalid."""
    stack = atlas.stack.get(key)
    if stack is None or not values or not all(0 <= value <= MOST_VALUE for value in values):
        raise Refusal(RefusalKind.INVALID, Phrase.of("thurn.edit_bad_value", most=MOST_VALUE), value=str(values))
    return _with_stack(atlas, replace(stack, values=values, is_default=False))


def own_count(atlas: Atlas, shipped: Atlas) -> int:
    """How much of a map is the owner's: cities, roads and stacks that differ from the one that ships, or are settled
    where that one has a default."""
    before: Mapping[str, City] = shipped.city
    cities = sum(before.get(city.name) != city for city in atlas.cities)
    roads = len(atlas.roads ^ shipped.roads) + len((atlas.roads_known - shipped.roads_known) & shipped.roads)
    return cities + roads + sum(shipped.stack.get(stack.key) != stack for stack in atlas.stacks)


def default_count(atlas: Atlas) -> int:
    """How much of a map is still a reconstruction of ours: cities, roads and stacks."""
    cities = sum(bool(city.defaults) for city in atlas.cities)
    return cities + len(atlas.roads - atlas.roads_known) + sum(stack.is_default for stack in atlas.stacks)


def _settled(city: City, what: str) -> City:
    return replace(city, defaults=tuple(one for one in city.defaults if one != what))


def _with(atlas: Atlas, name: str, city: City) -> Atlas:
    return replace(atlas, cities=tuple(city if one.name == name else one for one in atlas.cities))


def _with_stack(atlas: Atlas, stack: Stack) -> Atlas:
    return replace(atlas, stacks=tuple(stack if one.key == stack.key else one for one in atlas.stacks))
