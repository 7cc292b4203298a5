"""A picture of the board as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from companion.locale import say
from companion.readings.still_reader import StillReader
from games.game import Phrase
from vision.frames import Picture

from ..vision.reading import read_counters


def read(picture: Picture, args: argparse.Namespace) -> Mapping[str, Any]:
    """What lies on the board."""
    seen = read_counters(picture)
    return {
        "counters": [
            {"cell": one.cell, "colour": one.colour, "confidence": round(one.confidence, 4)} for one in seen or ()
        ],
        "trouble": say(Phrase.of("noughts.no_board"), args.language) if seen is None else None,
    }


def sentences(result: Mapping[str, Any], language: str) -> Iterator[str]:
    """A line a counter."""
    if result["trouble"]:
        yield result["trouble"]
    for one in result["counters"]:
        yield f"{one['cell']}  {say(Phrase.of('colour.' + one['colour']), language)}  {one['confidence']:.0%}"


READER = StillReader(read, sentences)
