"""``tableside read PICTURE --game GAME``: what lies on a photographed table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2

from calibration.picture_door import LEAST_TABLE_SIDE, PictureError, open_picture
from calibration.whole_file import CannotWrite, write_whole
from companion.commands import CommandError, cannot_write, print_json
from games.game import Phrase
from vision.frames import Picture

# game -> a module: ``read(picture, args)`` gives what ``--json`` prints, ``sentences(result, language)`` says it, and
# where there is a ``drawn(picture, result)``, it draws it onto the picture.
READERS = {
    "riga": "companion.readings.riga_reading",
    "carcassonne": "companion.readings.carcassonne_reading",
    "dice": "companion.readings.dice_reading",
    "carcassonne-stained-glass": "companion.readings.stained_glass_reading",
    "cronberg": "companion.readings.cronberg_reading",
    "istanbul": "companion.readings.istanbul_reading",
    "istanbul-letters-and-seals": "companion.readings.istanbul_reading",
    "great-bazaar": "companion.readings.istanbul_reading",
    "thurn-and-taxis": "companion.readings.thurn_reading",
    "power-and-glory": "companion.readings.thurn_reading",
}
_CALIBRATED = ("carcassonne",)  # games whose reader is better for knowing the camera; the others find what they need


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("read", help="read a picture of a table")
    parser.add_argument("picture", type=Path, metavar="PICTURE")
    parser.add_argument("--game", required=True, help="one of: " + ", ".join(READERS))
    parser.add_argument(
        "--references",
        type=Path,
        metavar="DIR",
        help="pictures of the owner's edition (default: the set that `print` makes)",
    )
    parser.add_argument(
        "--profile",
        metavar="CAMERA",
        help="what `calibrate` learned of the camera; used for: " + ", ".join(_CALIBRATED),
    )
    parser.add_argument("--drawn", type=Path, metavar="FILE", help="also draw it onto the picture, where that is known")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the picture; exit code 0 also where nothing was found, since "nothing" is an answer."""
    if args.game not in READERS:
        known = ", ".join(READERS)
        raise CommandError(Phrase.of("command.cannot_read_game", game=args.game, known=known))
    if args.profile is not None and args.game not in _CALIBRATED:
        raise CommandError(Phrase.of("calibration.profile_not_used", game=args.game))
    reading = import_module(READERS[args.game])
    picture = load_picture(args.picture)
    result = reading.read(picture, args)
    if args.drawn is not None:
        _draw(reading, picture, result, args)
    if args.json:
        print_json(result)
    else:
        for sentence in reading.sentences(result, args.language):
            sys.stdout.write(sentence + "\n")
    return 0


def _draw(reading: Any, picture: Picture, result: Mapping[str, Any], args: argparse.Namespace) -> None:
    if not hasattr(reading, "drawn"):
        raise CommandError(Phrase.of("glass.cannot_draw", game=args.game))
    try:
        written, packed = cv2.imencode(args.drawn.suffix, reading.drawn(picture, result))
    except cv2.error:
        written = False  # an ending that names no kind of picture
    if written:
        try:
            write_whole(args.drawn, packed.tobytes())
        except CannotWrite as error:
            raise cannot_write(args.drawn, error) from error
    else:
        raise CommandError(Phrase.of("command.cannot_write", file=str(args.drawn), why="PNG, JPEG"))


def load_picture(path: Path) -> Picture:
    """The picture (BGR), turned upright as its EXIF data says. Raises :class:`CommandError`."""
    try:
        return open_picture(path, least=LEAST_TABLE_SIDE)
    except PictureError as error:
        raise CommandError(error.phrase) from error
