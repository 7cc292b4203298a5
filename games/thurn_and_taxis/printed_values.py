"""The numbers of Thurn and Taxis and Power & Glory that a printing may change: entered once by the owner.

Cities, roads, horses and bonus tiles belong to the map and are entered there (:mod:`games.thurn_and_taxis.editing`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from games.game import JsonValue, Phrase
from games.printed import PrintedValue, entered
from games.thurn_and_taxis.atlas import Atlas, atlas_named

MOST_POINTS = 20  # of a carriage; the box is known to print 2 to 10
_NUMBERS: dict[str, range] = {
    "houses": range(1, 41),
    "hand_limit": range(1, 13),
    "display": range(1, 11),
    "least_route": range(2, 8),
}
_OF_ONE_MAP: dict[str, dict[str, range]] = {
    "base": {"cartwright_cities": range(5)},
    "power-and-glory": {"horse_cards": range(1, 13), "carriage_horses": range(7)},
}


@cache
def printed_values(atlas_key: str) -> tuple[PrintedValue, ...]:
    """Everything that an owner may enter of a map's box beside the map, in the order in which it is asked."""
    atlas, source = atlas_named(atlas_key), Phrase(f"thurn.source_{atlas_key}")
    numbers = Phrase.of("thurn.printed_numbers")
    found = [
        PrintedValue(key, Phrase.of(f"thurn.number_{key}"), numbers, atlas.numbers[key], allowed, source, False)
        for key, allowed in (_NUMBERS | _OF_ONE_MAP[atlas_key]).items()
    ]
    if atlas_key == "base":
        carriages = Phrase.of("thurn.printed_carriages")
        for length, points in atlas.carriages:
            title = Phrase.of("thurn.printed_carriage", length=length)
            key = f"carriages.{length}"
            found.append(PrintedValue(key, title, carriages, points, range(MOST_POINTS + 1), source, False))
    return tuple(found)


def with_printed(atlas: Atlas, declared: Mapping[str, JsonValue]) -> Atlas:
    """The map with the numbers of an owner's box, by :attr:`PrintedValue.key`.

    Raises:
        games.game.Refusal: an unknown key or a value that no box prints.
    """
    checked = {key: int(value) for key, value in entered(printed_values(atlas.key), declared).items()}
    carriages = tuple((length, checked.get(f"carriages.{length}", points)) for length, points in atlas.carriages)
    numbers = {key: value for key, value in checked.items() if not key.startswith("carriages.")}
    return replace(atlas, numbers={**atlas.numbers, **numbers}, carriages=carriages)
