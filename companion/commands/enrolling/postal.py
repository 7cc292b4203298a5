"""``tableside enrol PHOTOGRAPH --game power-and-glory``: learn the board of Thurn and Taxis or Power & Glory that is
played on, from one photograph of it while it is empty; with ``--card CITY`` one city card, lying upright and alone."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from calibration.arrays import Float64Array
from companion.commands import CommandError, cannot_write, print_json
from companion.commands.enrolling.enrolment import Enrolment
from companion.commands.read_command import load_picture
from companion.editions.postal_map import own_map
from companion.editions.postal_set import MAPS, card_names, enrol, enrol_card
from companion.locale import say
from companion.readings.marks import plain_outline
from games.game import Phrase
from vision.frames import Picture
from vision.thurn_and_taxis.enrolling import found_corners


def run(args: argparse.Namespace) -> int:
    """Find and keep the board. Exit code 1 where it is not found."""
    photographs = [*args.photographs, *([args.board] if args.board is not None else [])]
    if len(photographs) != 1:
        raise CommandError(Phrase.of("thurn.enrol_one_photograph", count=len(photographs)))
    image = load_picture(photographs[0])
    key = MAPS[args.game]
    if args.card:
        return _card(args, image, key)
    corners = _typed_corners(args.corners) if args.corners else found_corners(image, own_map(key))
    if corners is None:
        raise CommandError(Phrase.of("thurn.enrol_no_outline"))
    try:
        path = enrol(image, corners, key)
    except OSError as error:
        raise cannot_write(error.filename, error) from error
    if args.json:
        rounded = plain_outline(corners)
        print_json({"game": args.game, "board": str(path), "corners": rounded})
    else:
        sys.stdout.write(say(Phrase.of("thurn.enrolled", file=str(path)), args.language) + "\n")
    return 0


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is told of a card."""
    parser.add_argument(
        "--card",
        metavar="CITY",
        help="Thurn and Taxis: a photograph of this card, upright; horses-2 for a back with two horses",
    )


def _card(args: argparse.Namespace, image: Picture, key: str) -> int:
    known = card_names(own_map(key))
    if args.card not in known:
        raise CommandError(Phrase.of("thurn.enrol_no_such_city", city=args.card, known=", ".join(sorted(known))))
    try:
        path = enrol_card(image, key, args.card)
    except OSError as error:
        raise cannot_write(error.filename, error) from error
    if path is None:
        raise CommandError(Phrase.of("thurn.enrol_no_card"))
    if args.json:
        print_json({"game": args.game, "card": args.card, "picture": str(path)})
    else:
        sys.stdout.write(say(Phrase.of("thurn.enrolled_card", city=args.card, file=str(path)), args.language) + "\n")
    return 0


def _typed_corners(corners: str) -> Float64Array:
    """Four ``X,Y`` as (4, 2), from the board's upper left corner clockwise. Raises :class:`CommandError`."""
    try:
        points = np.array([[float(number) for number in corner.split(",")] for corner in corners.split()])
    except ValueError:
        points = np.zeros(0)
    if points.shape != (4, 2):
        raise CommandError(Phrase.of("thurn.enrol_bad_corner", corners=corners))
    return points


ENROLMENT = Enrolment(run, add_options, needs_name=False)
