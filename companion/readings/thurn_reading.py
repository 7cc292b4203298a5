"""A picture of a board of Thurn and Taxis or Power & Glory as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from companion.locale import say
from companion.postal_copy import MAPS, copy_in_use
from companion.postal_map import own_map
from games.game import Phrase
from vision.frames import Picture
from vision.thurn_and_taxis.observation import PostalObservation
from vision.thurn_and_taxis.reading import PostalReader


def read(picture: Picture, args: argparse.Namespace) -> Mapping[str, Any]:
    """Which houses stand on the board."""
    reader = PostalReader(copy_in_use(own_map(MAPS[args.game])))
    return as_plain(reader.read(picture), args.language)


def as_plain(seen: PostalObservation, language: str) -> dict[str, Any]:
    """The observation as ``--json`` prints it; x and y are px of the picture."""
    return {
        "houses": [
            {
                "city": house.city,
                "colour": house.colour,
                "x": round(float(house.middle[0]), 1),
                "y": round(float(house.middle[1]), 1),
                "confidence": round(house.confidence, 4),
            }
            for house in seen.houses
        ],
        "unread": [{"city": one.city, "why": say(one.why, language)} for one in seen.unread],
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: Mapping[str, Any], language: str) -> Iterator[str]:
    """The result in words, a line a city."""
    if result["trouble"]:
        yield result["trouble"]
    cities: dict[str, list[str]] = {}
    for house in result["houses"]:
        colour = say(Phrase.of(f"colour.{house['colour']}"), language)
        cities.setdefault(house["city"], []).append(f"{colour} {house['confidence']:.0%}")
    for city in sorted(cities):
        yield f"{city:<14} {', '.join(cities[city])}"
    for one in result["unread"]:
        yield f"{one['city']:<14} ? {one['why']}"
