"""A picture of a Carcassonne table as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import TypedDict

import numpy as np

from calibration.profile import Profile
from calibration.references import Edition, load_edition
from companion.cameras.profiles import chosen_profile
from companion.editions.piece_sets import pieces_in_use, with_own_colours
from companion.locale import say
from companion.readings.marks import Mark, corners, plain_outline
from companion.readings.owners_edition import owners_edition
from companion.readings.photographed_map import PhotographedMap
from companion.readings.still_reader import StillReader
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind
from games.game import SEAT_COLOURS, Phrase, Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.any_edition import read_any
from vision.carcassonne.edition_teller import EditionTeller
from vision.carcassonne.observation import CarcassonneObservation, SeenTile
from vision.carcassonne.poses import short_name
from vision.carcassonne.reading import read_picture
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.carcassonne.tile_tellers import TileTeller
from vision.carcassonne.unseen import read_unseen
from vision.frames import Picture
from vision.registration.lattice import UNIT_CORNERS, project
from vision.tile_map.aslant import seen_however_aslant
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.terrain import kind_named
from vision.tile_map.unknown_edition import find_unseen

LEAST_TILES = 2  # that tell where others of the map would lie


class PlainCellOfMap(TypedDict):
    """A place of the map: row and column count from its upper left on the picture."""

    row: int
    column: int


class PlainAlternative(TypedDict):
    """What else a tile may be; ``hidden`` where somebody stands on what would tell it from the first."""

    type: str
    sides: list[str]
    confidence: float
    hidden: bool


class PlainTile(PlainCellOfMap):
    """A tile that was read, its outline in px; ``why`` it is doubted."""

    type: str
    sides: list[str]
    quarter_turns: int
    confidence: float
    outline: list[list[float]]
    alternatives: list[PlainAlternative]
    why: str | None


class PlainFollower(PlainCellOfMap):
    """A follower that was read, its foot in px."""

    colour: str
    feature: str
    sides: str
    standing: bool
    confidence: float
    x: float
    y: float


class PlainUnreadTile(PlainCellOfMap):
    """A place that could not be read, and why."""

    why: str
    outline: list[list[float]]


class PlainSeam(TypedDict):
    """Two tiles that do not match where they meet."""

    first: list[int]
    second: list[int]
    confidence: float


class PlainFinalScore(TypedDict):
    """What a colour still gets, in all and by kind."""

    colour: str
    points: int
    city: int
    road: int
    field: int
    monastery: int


class PlainMap(TypedDict):
    """What ``tableside read --game carcassonne --json`` prints."""

    tiles: list[PlainTile]
    followers: list[PlainFollower]
    unread: list[PlainUnreadTile]
    seams_that_do_not_match: list[PlainSeam]
    final_scoring: list[PlainFinalScore]
    lock: float
    trouble: str | None


def read(picture: Picture, args: argparse.Namespace) -> PlainMap:
    """What lies on the table. Raises :class:`CommandError` where the references can't be used."""
    return as_plain(reader(args)(picture), args.language)


def reader(args: argparse.Namespace) -> Callable[[Picture], CarcassonneObservation]:
    """What reads picture after picture. Raises :class:`CommandError` where the references can't be used.

    Without references it looks for Tableside's own set, and where that doesn't lie there, for what tiles of every
    edition have in common.
    """
    return reader_with(_edition(args) if args.references is not None else None, _profile(args))


def _profile(args: argparse.Namespace) -> Profile | None:
    """What is known of the camera and of the followers' colours. Raises :class:`CommandError`."""
    return with_own_colours(chosen_profile(args), pieces_in_use(CARCASSONNE.key))


def reader_with(owners: Edition | None, profile: Profile | None) -> Callable[[Picture], CarcassonneObservation]:
    """What reads picture after picture of an owner's edition, or (None) of ours and of any other."""
    edition, stock = owners or own_edition(), base_stock()

    def look_for_edition(picture: Picture) -> CarcassonneObservation:
        view = TilesInView(picture)
        seek = cache(lambda: find_unseen(picture, seen_however_aslant(view)))
        seen = read_picture(picture, edition, stock, profile=profile, view=view, unseen=seek)
        if seen.tiles or seen.unread or not read_unseen(picture, stock, profile=profile, unseen=seek).tiles:
            return seen
        # Guessing by terrain is not what was asked for: say that the references don't fit.
        return replace(seen, trouble=Phrase.of("reading.other_edition"))

    def look_for_any(picture: Picture) -> CarcassonneObservation:
        return read_any(picture, edition, stock, profile=profile)

    return look_for_any if owners is None else look_for_edition


def tellers(args: argparse.Namespace) -> tuple[TileTeller, ...]:
    """What tells the tiles of a table that is followed: the owner's edition, or without one Tableside's own set and
    then what all editions have in common. Raises :class:`CommandError` where the references can't be used."""
    known = args.references is not None
    edition = EditionTeller(_edition(args), _profile(args), closely=known)
    return (edition,) if known else (edition, TerrainTeller(base_stock()))


def base_stock() -> dict[str, int]:
    """How many tiles of each kind the base game's box holds."""
    seats = tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2])
    return CARCASSONNE.box(CARCASSONNE.setup(seats))


def as_plain(seen: CarcassonneObservation, language: str) -> PlainMap:
    """The observation as ``--json`` prints it; row and column count from the map's upper left on the picture."""
    return {
        "tiles": [_tile(tile, language) for tile in seen.tiles],
        "followers": [
            {
                "row": one.row,
                "column": one.column,
                "colour": one.colour,
                "feature": one.feature,
                "sides": one.sides,
                "standing": one.standing,
                "confidence": round(one.confidence, 4),
                "x": round(one.foot[0], 1),
                "y": round(one.foot[1], 1),
            }
            for one in seen.followers
        ],
        "unread": [
            {
                "row": one.row,
                "column": one.column,
                "why": say(one.why, language),
                "outline": outline_of(seen, one.row, one.column),
            }
            for one in seen.unread
        ],
        "seams_that_do_not_match": [
            {"first": list(seam.first), "second": list(seam.second), "confidence": round(seam.confidence, 4)}
            for seam in seen.broken_seams
        ],
        "final_scoring": _final_scoring(seen),
        "lock": round(seen.lock, 4),
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: PlainMap, language: str) -> Iterator[str]:
    """The result in words, a line a tile."""
    if result["trouble"]:
        yield result["trouble"]
    for tile in result["tiles"]:
        sides = " ".join(tile["sides"])
        why = f"  {tile['why']}" if tile["why"] else ""
        yield f"{tile['row']:>3},{tile['column']:<3} {tile['type']:<8} {sides:<24} {tile['confidence']:.0%}{why}"
    for follower in result["followers"]:
        yield f"{follower['row']:>3},{follower['column']:<3} {follower['colour']} · {follower['feature']}"
    for scored in result["final_scoring"]:
        yield say(
            Phrase.of(
                "photo.final_points",
                colour=Phrase.of(f"colour.{scored['colour']}"),
                points=scored["points"],
                city=scored["city"],
                road=scored["road"],
                field=scored["field"],
                monastery=scored["monastery"],
            ),
            language,
        )
    for seam in result["seams_that_do_not_match"]:
        yield say(Phrase.of("reading.broken_seam", first=str(seam["first"]), second=str(seam["second"])), language)
    for place in result["unread"]:
        yield f"{place['row']:>3},{place['column']:<3} ? {place['why']}"


def marks(result: PlainMap) -> list[Mark]:
    """The reading as marks on its picture."""
    found = [
        Mark("tile", tile["type"], _place(tile), "", tile["confidence"], corners(tile["outline"]), tile["why"] or "")
        for tile in result["tiles"]
    ]
    for one in result["followers"]:
        foot = ((one["x"], one["y"]),)
        found.append(Mark("follower", one["feature"], _place(one), one["colour"], one["confidence"], foot))
    return found + [
        Mark("unread", where=_place(one), outline=corners(one["outline"]), why=one["why"]) for one in result["unread"]
    ]


def _place(one: PlainCellOfMap) -> str:
    return f"{one['row']},{one['column']}"


def outline_of(seen: CarcassonneObservation, row: int, column: int) -> list[list[float]]:
    """Where a place shows, corners px; nothing where too little of the map is known."""
    if len(seen.lattice.cells) < LEAST_TILES:
        return []
    outline = project(seen.lattice.common(), np.array(UNIT_CORNERS) + np.array((column, row)))
    return plain_outline(outline)


def _final_scoring(seen: CarcassonneObservation) -> list[PlainFinalScore]:
    """What each colour still gets, should the game have ended like this; what lies on the score track is not in it."""
    table = PhotographedMap(seen)
    if not table.followers:
        return []
    count = table.count()
    return [
        {
            "colour": seat.colour,
            "points": count.state.scores[number],
            "city": count.points_of(number, FeatureKind.CITY),
            "road": count.points_of(number, FeatureKind.ROAD),
            "field": count.points_of(number, FeatureKind.FIELD),
            "monastery": count.points_of(number, FeatureKind.MONASTERY),
        }
        for number, seat in enumerate(count.state.setup.seats)
    ]


def _tile(tile: SeenTile, language: str) -> PlainTile:
    return {
        "row": tile.row,
        "column": tile.column,
        "type": tile.letter or tile.kind,
        "sides": list(tile.sides),
        "quarter_turns": tile.turns,
        "confidence": round(tile.confidence, 4),
        "outline": plain_outline(tile.outline),
        "alternatives": [
            {
                "type": short_name(kind_named(one.kind)),
                "sides": list(one.sides),
                "confidence": round(one.confidence, 4),
                "hidden": one.hidden,
            }
            for one in tile.alternatives
        ],
        "why": say(tile.doubt, language) if tile.doubt is not None else None,
    }


def _edition(args: argparse.Namespace) -> Edition:
    """The owner's edition, or without one the set that Tableside draws and prints."""
    return owners_edition(args.references, load_edition, own_edition)


READER = StillReader(read, sentences, marks)
