"""``tableside enrol PHOTOGRAPH...``: learn the owner's pieces of a game from photographs of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import CommandError
from companion.commands.enrolling import pieces
from companion.commands.enrolling.enrolment import Enrolment
from companion.titles.registry import find_title, game_keys, titles, typed_key
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("enrol", help="learn your own edition from photographs of its tiles")
    parser.add_argument("photographs", type=Path, nargs="*", metavar="PHOTOGRAPH", help="tiles a finger's width apart")
    parser.add_argument("--game", default="carcassonne", type=typed_key, help=", ".join(_enrolled()))
    parser.add_argument("--name", default="", help="what you call this edition; boards with a map need none")
    parser.add_argument("--add", action="store_true", help="more pictures for an edition that is known already")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument("--pieces", action="store_true", help="wooden pieces on the table, white paper beside them")
    made = [title.enrolment() for title in titles() if title.enrolment is not None]
    for enrolment in dict.fromkeys(made):  # games that are learned in the same way describe it once
        enrolment.add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find, name and keep the pieces."""
    if args.pieces:
        return pieces.run(args)
    enrolment = _enrolment_of(args.game)
    if enrolment.needs_name and not args.name:
        if args.photographs or args.board is not None or args.correct:
            raise CommandError(Phrase.of("edition.no_name"))
        raise CommandError(Phrase.of("edition.nothing_shown", game=args.game))
    return enrolment.run(args)


def _enrolled() -> tuple[str, ...]:
    return game_keys(lambda title: title.enrolment)


def _enrolment_of(game: str) -> Enrolment:
    title = find_title(game)
    if title is None or title.enrolment is None:
        raise CommandError(Phrase.of("command.cannot_enrol", game=game, known=", ".join(_enrolled())))
    return title.enrolment()
