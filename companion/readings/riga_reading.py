"""A picture of Riga as plain data and in words: the Grand Masters, and what is built by city and person."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TypedDict

from companion.editions.riga_cards import own_cards, own_riga
from companion.locale import say
from companion.readings.marks import Mark, corners, plain_outline
from companion.readings.owners_edition import owners_edition
from companion.readings.still_reader import StillReader
from games.game import Phrase
from games.riga.box.buildings import CardSet
from games.riga.grand_masters import subject_phrase, tile_phrase
from vision.cards.edition import CardEdition
from vision.frames import Picture
from vision.riga.observation import RigaObservation, SeenCard
from vision.riga.reading import read_riga
from vision.riga.references import load_riga_edition, master_named


class PlainCard(TypedDict):
    """A card or tile that was read: its key, middle (px), turn and outline (px)."""

    key: str
    x: float
    y: float
    angle_degrees: float
    confidence: float
    outline: list[list[float]]


class PlainDisplay(TypedDict):
    """What one player has built: how many by city and by person, and the cards."""

    buildings: dict[str, int]
    persons: dict[str, int]
    cards: list[PlainCard]


class PlainSpot(TypedDict):
    """The middle of a card that could not be read, px."""

    x: float
    y: float


class PlainRiga(TypedDict):
    """What ``tableside read --game riga --json`` prints."""

    grand_masters: list[PlainCard]
    displays: list[PlainDisplay]
    offer: list[PlainCard]
    goods: list[PlainCard]
    unread: list[PlainSpot]
    trouble: str | None


def read(picture: Picture, args: argparse.Namespace) -> PlainRiga:
    """What lies on the table. Raises :class:`CommandError` where the references can't be used."""
    return as_plain(read_riga(picture, _edition(args)), own_cards(), args.language)


def as_plain(seen: RigaObservation, cards: CardSet, language: str) -> PlainRiga:
    """The observation as ``--json`` prints it; places are px of the picture, angles are as the picture shows them."""
    return {
        "grand_masters": [_card(tile) for tile in seen.row],
        "displays": [
            {
                "buildings": display.buildings(cards),
                "persons": display.persons(cards),
                "cards": [_card(card) for card in display.cards],
            }
            for display in seen.displays
        ],
        "offer": [_card(card) for card in seen.offer],
        "goods": [_card(card) for card in seen.goods],
        "unread": [{"x": round(x, 1), "y": round(y, 1)} for x, y in seen.unread],
        "trouble": say(seen.trouble, language) if seen.trouble is not None else None,
    }


def sentences(result: PlainRiga, language: str) -> Iterator[str]:
    """The result in words, a line for the row and one for each display."""
    if result["trouble"]:
        yield result["trouble"]
        return
    tiles = [say(tile_phrase(master_named(tile["key"])), language) for tile in result["grand_masters"]]
    yield say(Phrase.of("riga.read_row", tiles=tuple(tiles) or "–"), language)
    for number, display in enumerate(result["displays"], 1):
        counted = {**display["buildings"], **display["persons"]}
        lines = [
            say(Phrase.of("riga.read_count", count=count, subject=subject_phrase(subject)), language)
            for subject, count in counted.items()
            if count
        ]
        yield say(Phrase.of("riga.read_display", number=number, counted=tuple(lines)), language)
    for place in result["unread"]:
        yield f"{place['x']:>6.0f},{place['y']:<6.0f} ?"


def marks(result: PlainRiga) -> list[Mark]:
    """The reading as marks on its picture; displays are numbered."""
    lying = [("grand master", "", card) for card in result["grand_masters"]]
    for number, display in enumerate(result["displays"], 1):
        lying += [("building", str(number), card) for card in display["cards"]]
    lying += [("offer", "", card) for card in result["offer"]]
    lying += [("commodity", "", card) for card in result["goods"]]
    found = [
        Mark(what, card["key"], where, "", card["confidence"], corners(card["outline"])) for what, where, card in lying
    ]
    return found + [Mark("unread", outline=((one["x"], one["y"]),)) for one in result["unread"]]


def _card(card: SeenCard) -> PlainCard:
    return {
        "key": card.key,
        "x": round(card.x, 1),
        "y": round(card.y, 1),
        "angle_degrees": round(card.turn_deg, 1) % 360.0,
        "confidence": round(card.confidence, 4),
        "outline": plain_outline(card.outline),
    }


def _edition(args: argparse.Namespace) -> CardEdition:
    return owners_edition(args.references, load_riga_edition, own_riga)


READER = StillReader(read, sentences, marks)
