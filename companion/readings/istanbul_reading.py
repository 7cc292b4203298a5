"""A picture of a table of Istanbul as plain data and in words: which place lies where, who stands on it, and whether
the layout keeps the rules of its game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TypedDict

from companion.editions.piece_sets import pieces_in_use
from companion.editions.place_sets import places_in_use
from companion.locale import say
from companion.readings.marks import Mark, Outline, corners, plain_outline
from companion.readings.owners_edition import owners_edition
from companion.readings.still_reader import StillReader
from games.game import Phrase
from games.istanbul.layout import Layout, LayoutRule, faults, mending
from games.istanbul.rules import GREAT_BAZAAR, ISTANBUL, LETTERS_AND_SEALS
from vision.frames import Picture
from vision.istanbul.layout.edition import PlaceEdition, load_edition
from vision.istanbul.observation import IstanbulObservation
from vision.istanbul.reading import read_picture


class PlainCell(TypedDict):
    """A place of the layout: rows and columns count from the upper left, numbers upright."""

    row: int
    column: int


class PlainPlace(PlainCell):
    """A place that was read, 0 where its number was not; its outline in px."""

    number: int
    confidence: float
    outline: list[list[float]]


class PlainPiece(PlainCell):
    """A piece that was read, or so many of them."""

    kind: str
    colour: str
    count: int
    confidence: float


class PlainUnreadPlace(PlainCell):
    """A place that could not be read, and why."""

    why: str


class PlainLayoutRules(TypedDict):
    """Which rules of the set-up a layout breaks, and swaps that mend it."""

    faults: list[str]
    mending: list[list[int]]


class PlainIstanbul(PlainLayoutRules):
    """What ``tableside read --game istanbul --json`` prints."""

    places: list[PlainPlace]
    pieces: list[PlainPiece]
    unread: list[PlainUnreadPlace]
    rows: int
    columns: int
    trouble: str | None


def read(picture: Picture, args: argparse.Namespace) -> PlainIstanbul:
    """What lies on the table. Raises :class:`CommandError` where the references can't be used."""
    return as_plain(read_picture(picture, _edition(args), pieces_in_use(ISTANBUL.key)), args.language)


def as_plain(seen: IstanbulObservation, language: str) -> PlainIstanbul:
    """The observation as ``--json`` prints it; rows and columns count from the upper left, numbers upright."""
    return {
        "places": [
            {
                "row": place.row,
                "column": place.column,
                "number": place.number,
                "confidence": round(place.confidence, 4),
                "outline": plain_outline(place.corners),
            }
            for place in seen.places
        ],
        "pieces": [
            {
                "row": piece.row,
                "column": piece.column,
                "kind": piece.kind,
                "colour": piece.colour,
                "count": piece.count,
                "confidence": round(piece.confidence, 4),
            }
            for piece in seen.pieces
        ],
        "unread": [{"row": one.row, "column": one.column, "why": say(one.why, language)} for one in seen.unread],
        "rows": seen.rows,
        "columns": seen.columns,
        **_rules(seen.layout, language),
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: PlainIstanbul, language: str) -> Iterator[str]:
    """The result in words: the layout as it lies, then who stands where."""
    if result["trouble"]:
        yield result["trouble"]
    numbers = {(place["row"], place["column"]): str(place["number"]) for place in result["places"]}
    for row in range(result["rows"]):
        yield " ".join(f"{numbers.get((row, column), '?'):>3}" for column in range(result["columns"]))
    for piece in result["pieces"]:
        number = numbers.get((piece["row"], piece["column"]), "?")
        many = f"{piece['count']} x " if piece["count"] > 1 else ""
        yield f"{number:>3}  {many}{piece['kind']} {piece['colour']}  {piece['confidence']:.0%}"
    for place in result["unread"]:
        yield f"{place['row']:>3},{place['column']:<3} ? {place['why']}"
    for fault in result["faults"]:
        yield f"! {fault}"
    if result["mending"]:
        yield say(Phrase.of("istanbul.swap", swaps=tuple(f"{a} ↔ {b}" for a, b in result["mending"])), language)


def marks(result: PlainIstanbul) -> list[Mark]:
    """The reading as marks on its picture; pieces stand in a row across their place."""
    found = [
        Mark("place", str(one["number"]), _cell(one), "", one["confidence"], corners(one["outline"]))
        for one in result["places"]
        if one["number"]
    ]
    outlines = {_cell(one): corners(one["outline"]) for one in result["places"]}
    standing: dict[str, list[PlainPiece]] = {}
    for piece in result["pieces"]:
        standing.setdefault(_cell(piece), []).append(piece)
    for cell, pieces in standing.items():
        for number, piece in enumerate(pieces, 1):
            name = piece["kind"] + (f" x{piece['count']}" if piece["count"] > 1 else "")
            where = _along(outlines.get(cell, ()), number / (len(pieces) + 1))
            found.append(Mark("piece", name, cell, piece["colour"], piece["confidence"], where, kind=piece["kind"]))
    for one in result["unread"]:
        found.append(Mark("unread", where=_cell(one), outline=outlines.get(_cell(one), ()), why=one["why"]))
    return found


def _cell(one: PlainCell) -> str:
    return f"{one['row']},{one['column']}"


def _along(outline: Outline, share: float) -> Outline:
    """A point that far from left to right across the lower part of a place, px; nothing where it shows nowhere."""
    if not outline:
        return ()
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = outline
    left, right = ((x0 + 3 * x3) / 4, (y0 + 3 * y3) / 4), ((x1 + 3 * x2) / 4, (y1 + 3 * y2) / 4)
    return ((left[0] + share * (right[0] - left[0]), left[1] + share * (right[1] - left[1])),)


def _edition(args: argparse.Namespace) -> PlaceEdition:
    """The owner's places from a folder, or without one those that are played with."""
    return owners_edition(args.references, load_edition, places_in_use)


def rule_for(layout: Layout) -> LayoutRule | None:
    """The rule of the game that has these places, or None where none has."""
    numbers = frozenset(number for line in layout for number in line)
    rules = (game.layout_rule() for game in (ISTANBUL, LETTERS_AND_SEALS, GREAT_BAZAAR))
    return next((rule for rule in rules if rule.numbers == numbers), None)


def _rules(layout: Layout, language: str) -> PlainLayoutRules:
    """Which set-up rules a completely read layout breaks, and the fewest swaps that mend it."""
    rule = rule_for(layout)
    if rule is None:
        return {"faults": [], "mending": []}
    return {
        "faults": [say(fault.phrase, language) for fault in faults(layout, rule)],
        "mending": [list(swap) for swap in mending(layout, rule)],
    }


READER = StillReader(read, sentences, marks)
