"""A picture of dice as plain data and in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from companion.cameras.profiles import chosen_profile
from companion.locale import say
from companion.readings.still_reader import StillReader
from companion.session.camera_dice import dice_reader
from games.game import Phrase
from vision.dice.observation import DiceObservation
from vision.frames import Picture


def read(picture: Picture, args: argparse.Namespace) -> Mapping[str, Any]:
    """What dice lie on the table."""
    return as_plain(dice_reader(chosen_profile(args))(picture), args.language)


def as_plain(seen: DiceObservation, language: str) -> dict[str, Any]:
    """The observation as ``--json`` prints it; places are px of the picture: the middle of a die's upper face."""
    return {
        "dice": [
            {"pips": die.pips, "x": round(die.x, 1), "y": round(die.y, 1), "confidence": round(die.confidence, 4)}
            for die in seen.dice
        ],
        "unread": [{"x": round(one.x, 1), "y": round(one.y, 1), "why": say(one.why, language)} for one in seen.unread],
    }


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


READER = StillReader(read, sentences)
