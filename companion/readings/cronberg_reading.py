"""A picture of a Cronberg board as plain data and in words: which rhomb lies where and which way round, whose tokens
stand on which crossings, and what could not be read.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from typing import TypedDict

from companion.editions.cronberg_sets import set_in_use
from companion.editions.piece_sets import pieces_in_use
from companion.locale import say
from companion.readings.marks import Mark, corners, plain_outline
from companion.readings.still_reader import StillReader
from games.cronberg.components import CronbergBox, building_phrase
from games.cronberg.lattice import TriangleLattice
from games.cronberg.position import position
from games.cronberg.scoring import final_lines
from games.cronberg.state import LayRhomb, Setup
from games.game import SEAT_COLOURS, Phrase, Seat
from vision.cronberg.observation import CronbergObservation, SeenRhomb
from vision.cronberg.own_forms import with_tokens
from vision.cronberg.reading import CronbergReader
from vision.frames import Picture


class PlainRhomb(TypedDict):
    """A rhomb that was read; see :class:`PlainCronberg`."""

    kind: str
    building: str
    number: int
    numbers: list[int]
    triangles: list[str]
    head: str
    turn_degrees: int
    confidence: float
    outline: list[list[float]]


class PlainToken(TypedDict):
    """A token that was read, its middle in px."""

    crossing: str
    colour: str
    confidence: float
    x: float
    y: float


class PlainTriangles(TypedDict):
    """Triangles on which something lies that could not be read, and why."""

    triangles: list[str]
    why: str


class PlainTokenScore(TypedDict):
    """What a token brings at the end, as a sum and in words."""

    crossing: str
    points: int
    working: str
    why: str


class PlainTokensScore(TypedDict):
    """What the tokens of a colour bring at the end."""

    colour: str
    points: int
    tokens: list[PlainTokenScore]


class PlainCronberg(TypedDict):
    """What ``tableside read --game cronberg --json`` prints; places are in the board's notation, outlines in px."""

    rhombi: list[PlainRhomb]
    tokens: list[PlainToken]
    unread: list[PlainTriangles]
    final_scoring: list[PlainTokensScore]
    copy: str
    marks: list[str]
    trouble: str | None


def read(picture: Picture, args: argparse.Namespace) -> PlainCronberg:
    """What lies on the board. Raises :class:`CommandError` where the owner's copy can't be used."""
    prints = with_tokens(set_in_use(args.references), pieces_in_use("cronberg"))
    return as_plain(CronbergReader(prints).read(picture), prints.edition, args.language)


def as_plain(seen: CronbergObservation, edition: CronbergBox, language: str) -> PlainCronberg:
    """The observation as ``--json`` prints it; places are in the board's notation (README, Cronberg)."""
    return {
        "rhombi": [_rhomb(one, edition) for one in seen.rhombi],
        "tokens": [
            {
                "crossing": one.crossing,
                "colour": one.colour,
                "confidence": round(one.confidence, 4),
                "x": round(float(one.middle[0]), 1),
                "y": round(float(one.middle[1]), 1),
            }
            for one in seen.tokens
        ],
        "unread": [{"triangles": list(one.triangles), "why": say(one.why, language)} for one in seen.unread],
        "final_scoring": _final_scoring(seen, edition, language),
        "copy": edition.name,
        "marks": list(edition.marks),
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: PlainCronberg, language: str) -> Iterator[str]:
    """The result in words, a line a piece."""
    if result["trouble"]:
        yield result["trouble"]
    for rhomb in result["rhombi"]:
        building = say(building_phrase(rhomb["building"]), language)
        where = "+".join(rhomb["triangles"])
        yield f"{rhomb['number']:>3} {building:<16} {where:<10} ^ {rhomb['head']:<4} {rhomb['confidence']:.0%}"
    for token in result["tokens"]:
        yield f"    {token['colour']:<16} {token['crossing']:<10}        {token['confidence']:.0%}"
    for scored in result["final_scoring"]:
        colour = Phrase.of(f"colour.{scored['colour']}")
        yield say(Phrase.of("cronberg.photo_points", colour=colour, points=scored["points"]), language)
        for one in scored["tokens"]:
            yield f"    {one['crossing']:<6} {one['working']} = {one['points']}  {one['why']}"
    for place in result["unread"]:
        yield f"  ? {'+'.join(place['triangles']):<16} {place['why']}"


def marks(result: PlainCronberg) -> list[Mark]:
    """The reading as marks on its picture; of what is unread only the triangles are known."""
    found = [
        Mark("rhomb", str(one["number"]), _triangles(one), "", one["confidence"], corners(one["outline"]))
        for one in result["rhombi"]
    ]
    for one in result["tokens"]:
        middle = ((one["x"], one["y"]),)
        found.append(Mark("token", "", one["crossing"], one["colour"], one["confidence"], middle))
    return found + [Mark("unread", where=_triangles(one), why=one["why"]) for one in result["unread"]]


def _final_scoring(seen: CronbergObservation, edition: CronbergBox, language: str) -> list[PlainTokensScore]:
    """What each colour's tokens bring at the end, should the game have ended like this; what lies on the score track is
    not in it."""
    colours = tuple(colour for colour in SEAT_COLOURS if colour in {token.colour for token in seen.tokens})
    if not colours:
        return []
    seats = tuple(Seat(colour, colour) for colour in colours)
    rhombi = sorted(seen.rhombi, key=lambda rhomb: -rhomb.confidence)
    state = position(
        Setup(seats, edition),
        [LayRhomb(rhomb.kind, rhomb.triangles, rhomb.head) for rhomb in rhombi],
        {token.crossing: colours.index(token.colour) for token in seen.tokens},
    )
    lines = final_lines(state)
    return [
        {
            "colour": colour,
            "points": sum(line.points for line in lines if line.player == seat),
            "tokens": [
                {
                    "crossing": line.places[0],
                    "points": line.points,
                    "working": line.working,
                    "why": say(line.reason, language),
                }
                for line in lines
                if line.player == seat
            ],
        }
        for seat, colour in enumerate(colours)
    ]


def _triangles(one: PlainRhomb | PlainTriangles) -> str:
    return "+".join(one["triangles"])


def _rhomb(seen: SeenRhomb, edition: CronbergBox) -> PlainRhomb:
    place = edition.kind_index(seen.kind)
    assert place is not None
    kind = edition.kinds[place]
    return {
        "kind": kind.key,
        "building": kind.building,
        "number": place + 1,
        "numbers": list(kind.numbers),
        "triangles": list(seen.triangles),
        "head": seen.head,
        "turn_degrees": turn_of(edition.lattice, seen.triangles, seen.head),
        "confidence": round(seen.confidence, 4),
        "outline": plain_outline(seen.outline),
    }


def turn_of(lattice: TriangleLattice, triangles: tuple[str, str], head: str) -> int:
    """Where the roof points, degrees clockwise from the board's top: 0, 60, 120, 180, 240 or 300."""
    one, other = (lattice.triangle_named[name] for name in triangles)
    site = lattice.site_of[min(one, other), max(one, other), lattice.crossing_named[head]]
    (hx, hy), (tx, ty) = lattice.positions[site.head], lattice.positions[site.corners[2]]
    return round(math.degrees(math.atan2(hx - tx, ty - hy))) % 360


READER = StillReader(read, sentences, marks)
