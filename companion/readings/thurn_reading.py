"""A picture of a board of Thurn and Taxis or Power & Glory as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TypedDict

import numpy as np

from companion.editions.piece_sets import pieces_in_use
from companion.editions.postal_map import own_map
from companion.editions.postal_set import MAPS, cards_in_use, set_in_use
from companion.locale import say
from companion.readings.marks import Mark, corners
from companion.readings.still_reader import StillReader
from games.game import Phrase
from vision.frames import Picture
from vision.thurn_and_taxis.observation import PostalObservation
from vision.thurn_and_taxis.own_forms import with_houses
from vision.thurn_and_taxis.reading import PostalReader
from vision.thurn_and_taxis.routes import SeenRow, read_rows


class PlainCityRow(TypedDict):
    """City cards that lie in a row: the middle of it and the outline of each, px."""

    cities: list[str]
    confidence: list[float]
    x: float
    y: float
    outlines: list[list[list[float]]]


class PlainHorseTrain(PlainCityRow):
    """A row of cards that show horses, how many each."""

    horses: list[int]


class PlainHouse(TypedDict):
    """A house on the board, its middle in px."""

    city: str
    colour: str
    x: float
    y: float
    confidence: float


class PlainCity(TypedDict):
    """A city that could not be read, and why."""

    city: str
    why: str


class PlainBoard(TypedDict):
    """What ``tableside read --game thurn-and-taxis --json`` prints."""

    routes: list[PlainCityRow]
    horse_trains: list[PlainHorseTrain]
    open_cards: list[PlainCityRow]
    houses: list[PlainHouse]
    unread: list[PlainCity]
    trouble: str | None


def read(picture: Picture, args: argparse.Namespace) -> PlainBoard:
    """Which houses stand on the board, and which city cards lie face up beside it."""
    atlas = own_map(MAPS[args.game])
    seen = PostalReader(with_houses(set_in_use(atlas), pieces_in_use("thurn-and-taxis"))).read(picture)
    board = None if seen.view is None else seen.view.project(np.array(atlas.corners_mm))
    rows = read_rows(picture, cards_in_use(atlas), atlas, board)
    return as_plain(seen, rows, args.language)


def as_plain(seen: PostalObservation, rows: Sequence[SeenRow], language: str) -> PlainBoard:
    """The observation as ``--json`` prints it; x and y are px of the picture. A row of city cards is a route where
    roads connect it, else cards that lie open."""
    return {
        "routes": [_row(row) for row in rows if row.route],
        "horse_trains": [{**_row(row), "horses": list(row.horses)} for row in rows if row.horses],
        "open_cards": [_row(row) for row in rows if not row.route and not row.horses],
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


def sentences(result: PlainBoard, language: str) -> Iterator[str]:
    """The result in words, a line a city."""
    if result["trouble"]:
        yield result["trouble"]
    cities: dict[str, list[str]] = {}
    for house in result["houses"]:
        colour = say(Phrase.of(f"colour.{house['colour']}"), language)
        cities.setdefault(house["city"], []).append(f"{colour} {house['confidence']:.0%}")
    for city in sorted(cities):
        yield f"{city:<14} {', '.join(cities[city])}"
    for train in result["horse_trains"]:
        yield say(Phrase.of("thurn.read_train", horses=" + ".join(str(count) for count in train["horses"])), language)
    for row in (*result["routes"], *result["open_cards"]):
        key = "thurn.read_route" if row in result["routes"] else "thurn.read_open"
        yield say(Phrase.of(key, cities=" – ".join(row["cities"])), language)
    for one in result["unread"]:
        yield f"{one['city']:<14} ? {one['why']}"


def marks(result: PlainBoard) -> list[Mark]:
    """The reading as marks on its picture; of an unread city only its name is known."""
    found = [
        Mark("house", "", one["city"], one["colour"], one["confidence"], ((one["x"], one["y"]),))
        for one in result["houses"]
    ]
    rows: dict[str, Sequence[PlainCityRow]] = {
        "routes": result["routes"],
        "horse_trains": result["horse_trains"],
        "open_cards": result["open_cards"],
    }
    for what, lying in rows.items():
        for row in lying:
            cards = zip(row["cities"], row["confidence"], row["outlines"], strict=True)
            found += [Mark(what, city, "", "", sure, corners(outline)) for city, sure, outline in cards]
    return found + [Mark("unread", where=one["city"], why=one["why"]) for one in result["unread"]]


def _row(row: SeenRow) -> PlainCityRow:
    middle = np.mean([card.outline.mean(axis=0) for card in row.cards], axis=0)
    return {
        "cities": list(row.cities),
        "confidence": [round(card.confidence, 4) for card in row.cards],
        "x": round(float(middle[0]), 1),
        "y": round(float(middle[1]), 1),
        "outlines": [[[round(float(x), 1), round(float(y), 1)] for x, y in card.outline] for card in row.cards],
    }


READER = StillReader(read, sentences, marks)
