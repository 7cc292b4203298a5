"""A picture of dice as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TypedDict

from companion.cameras.profiles import chosen_profile
from companion.locale import say
from companion.readings.marks import Mark, Outline
from companion.readings.still_reader import StillReader
from companion.session.hands.camera_dice import dice_reader
from games.game import Phrase
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.frames import Picture


class PlainSquare(TypedDict):
    """Where a die shows: the middle of its upper face and the side of that, px of the picture."""

    x: float
    y: float
    side: float


class PlainUnreadDie(PlainSquare):
    """A die that could not be read, and why."""

    why: str


class PlainDie(PlainSquare):
    """A die that was read."""

    pips: int
    confidence: float


class PlainDice(TypedDict):
    """What ``tableside read --game dice --json`` prints."""

    dice: list[PlainDie]
    unread: list[PlainUnreadDie]


def read(picture: Picture, args: argparse.Namespace) -> PlainDice:
    """What dice lie on the table."""
    return as_plain(dice_reader(chosen_profile(args))(picture), args.language)


def as_plain(seen: DiceObservation, language: str) -> PlainDice:
    """The observation as ``--json`` prints it; places are px of the picture: the middle of a die's upper face."""
    return {
        "dice": [{"pips": die.pips, **_where(die), "confidence": round(die.confidence, 4)} for die in seen.dice],
        "unread": [{**_where(one), "why": say(one.why, language)} for one in seen.unread],
    }


def _where(die: SeenDie | UnreadDie) -> PlainSquare:
    return {"x": round(die.x, 1), "y": round(die.y, 1), "side": round(die.side, 1)}


def sentences(result: PlainDice, language: str) -> Iterator[str]:
    """The result in words, a line a die."""
    if not result["dice"] and not result["unread"]:
        yield say(Phrase.of("dice.none"), language)
    for die in result["dice"]:
        place = {"x": round(die["x"]), "y": round(die["y"])}
        yield say(Phrase.of("dice.die", pips=die["pips"], **place), language)
    for one in result["unread"]:
        place = {"x": round(one["x"]), "y": round(one["y"])}
        yield say(Phrase.of("dice.unread", why=one["why"], **place), language)


def marks(result: PlainDice) -> list[Mark]:
    """The reading as marks on its picture."""
    found = [Mark("die", str(die["pips"]), "", "", die["confidence"], _square(die)) for die in result["dice"]]
    return found + [Mark("unread", outline=_square(one), why=one["why"]) for one in result["unread"]]


def _square(die: PlainSquare) -> Outline:
    x, y, half = die["x"], die["y"], die["side"] / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


READER = StillReader(read, sentences, marks)
