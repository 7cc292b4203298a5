"""A picture of dice as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from companion.cameras.profiles import chosen_profile
from companion.locale import say
from companion.readings.marks import Mark, Outline
from companion.readings.still_reader import StillReader
from companion.session.hands.camera_dice import dice_reader
from games.game import Phrase
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.frames import Picture


def read(picture: Picture, args: argparse.Namespace) -> Mapping[str, Any]:
    """What dice lie on the table."""
    return as_plain(dice_reader(chosen_profile(args))(picture), args.language)


def as_plain(seen: DiceObservation, language: str) -> dict[str, Any]:
    """The observation as ``--json`` prints it; places are px of the picture: the middle of a die's upper face."""
    return {
        "dice": [{"pips": die.pips, **_where(die), "confidence": round(die.confidence, 4)} for die in seen.dice],
        "unread": [{**_where(one), "why": say(one.why, language)} for one in seen.unread],
    }


def _where(die: SeenDie | UnreadDie) -> dict[str, float]:
    return {"x": round(die.x, 1), "y": round(die.y, 1), "side": round(die.side, 1)}


def sentences(result: Mapping[str, Any], language: str) -> Iterator[str]:
    """The result in words, a line a die."""
    if not result["dice"] and not result["unread"]:
        yield say(Phrase.of("dice.none"), language)
    for die in result["dice"]:
        place = {"x": round(die["x"]), "y": round(die["y"])}
        yield say(Phrase.of("dice.die", pips=die["pips"], **place), language)
    for one in result["unread"]:
        place = {"x": round(one["x"]), "y": round(one["y"])}
        yield say(Phrase.of("dice.unread", why=one["why"], **place), language)


def marks(result: Mapping[str, Any]) -> list[Mark]:
    """The reading as marks on its picture."""
    found = [Mark("die", str(die["pips"]), "", "", die["confidence"], _square(die)) for die in result["dice"]]
    return found + [Mark("unread", outline=_square(one), why=one["why"]) for one in result["unread"]]


def _square(die: Mapping[str, Any]) -> Outline:
    x, y, half = die["x"], die["y"], die["side"] / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


READER = StillReader(read, sentences, marks)
