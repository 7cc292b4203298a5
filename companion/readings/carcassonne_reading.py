"""A picture of a Carcassonne table as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from calibration.references import Edition, load_edition
from companion.cameras.profiles import chosen_profile
from companion.locale import say
from companion.readings.owners_edition import owners_edition
from companion.readings.still_reader import StillReader
from games.carcassonne.rules import CARCASSONNE
from games.game import SEAT_COLOURS, Phrase, Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.any_edition import read_any
from vision.carcassonne.observation import CarcassonneObservation, SeenTile
from vision.carcassonne.poses import short_name
from vision.carcassonne.reading import read_picture
from vision.carcassonne.tile_tellers import EditionTeller, Teller, TerrainTeller
from vision.carcassonne.unseen import read_unseen
from vision.frames import Picture
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.terrain import kind_named
from vision.tile_map.unknown_edition import find_unseen


def read(picture: Picture, args: argparse.Namespace) -> Mapping[str, Any]:
    """What lies on the table. Raises :class:`CommandError` where the references can't be used."""
    return as_plain(reader(args)(picture), args.language)


def reader(args: argparse.Namespace) -> Callable[[Picture], CarcassonneObservation]:
    """What reads picture after picture. Raises :class:`CommandError` where the references can't be used.

    Without references it looks for Tableside's own set, and where that doesn't lie there, for what tiles of every
    edition have in common.
    """
    edition, stock, profile = _edition(args), base_stock(), chosen_profile(args)

    def look_for_edition(picture: Picture) -> CarcassonneObservation:
        view = TilesInView(picture)
        seek = cache(lambda: find_unseen(picture, view))
        seen = read_picture(picture, edition, stock, profile=profile, view=view, unseen=seek)
        if seen.tiles or seen.unread or not read_unseen(picture, stock, profile=profile, unseen=seek).tiles:
            return seen
        # Guessing by terrain is not what was asked for: say that the references don't fit.
        return replace(seen, trouble=Phrase.of("reading.other_edition"))

    def look_for_any(picture: Picture) -> CarcassonneObservation:
        return read_any(picture, edition, stock, profile=profile)

    return look_for_any if args.references is None else look_for_edition


def tellers(args: argparse.Namespace) -> tuple[Teller, ...]:
    """What tells the tiles of a table that is followed: the owner's edition, or without one Tableside's own set and
    then what all editions have in common. Raises :class:`CommandError` where the references can't be used."""
    known = args.references is not None
    edition = EditionTeller(_edition(args), chosen_profile(args), closely=known)
    return (edition,) if known else (edition, TerrainTeller(base_stock()))


def base_stock() -> dict[str, int]:
    """How many tiles of each kind the base game's box holds."""
    seats = tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2])
    return CARCASSONNE.box(CARCASSONNE.setup(seats))


def as_plain(seen: CarcassonneObservation, language: str) -> dict[str, Any]:
    """The observation as ``--json`` prints it; row and column count from the map's upper left on the picture."""
    return {
        "tiles": [_tile(tile) for tile in seen.tiles],
        "followers": [
            {
                "row": one.row,
                "column": one.column,
                "colour": one.colour,
                "feature": one.feature,
                "sides": one.sides,
                "standing": one.standing,
                "confidence": round(one.confidence, 4),
            }
            for one in seen.followers
        ],
        "unread": [{"row": one.row, "column": one.column, "why": say(one.why, language)} for one in seen.unread],
        "seams_that_do_not_match": [
            {"first": list(seam.first), "second": list(seam.second), "confidence": round(seam.confidence, 4)}
            for seam in seen.broken_seams
        ],
        "lock": round(seen.lock, 4),
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: Mapping[str, Any], language: str) -> Iterator[str]:
    """The result in words, a line a tile."""
    if result["trouble"]:
        yield result["trouble"]
    for tile in result["tiles"]:
        sides = " ".join(tile["sides"])
        yield f"{tile['row']:>3},{tile['column']:<3} {tile['type']:<8} {sides:<24} {tile['confidence']:.0%}"
    for follower in result["followers"]:
        yield f"{follower['row']:>3},{follower['column']:<3} {follower['colour']} · {follower['feature']}"
    for seam in result["seams_that_do_not_match"]:
        yield say(Phrase.of("reading.broken_seam", first=str(seam["first"]), second=str(seam["second"])), language)
    for place in result["unread"]:
        yield f"{place['row']:>3},{place['column']:<3} ? {place['why']}"


def _tile(tile: SeenTile) -> dict[str, Any]:
    return {
        "row": tile.row,
        "column": tile.column,
        "type": tile.letter or tile.kind,
        "sides": list(tile.sides),
        "quarter_turns": tile.turns,
        "confidence": round(tile.confidence, 4),
        "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.outline],
        "alternatives": [
            {"type": short_name(kind_named(one.kind)), "sides": list(one.sides), "confidence": round(one.confidence, 4)}
            for one in tile.alternatives
        ],
    }


def _edition(args: argparse.Namespace) -> Edition:
    """The owner's edition, or without one the set that Tableside draws and prints."""
    return owners_edition(args.references, load_edition, own_edition)


READER = StillReader(read, sentences)
