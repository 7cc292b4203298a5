"""``tableside boxes``: what was entered of the games' boxes: list it, look at one, share it as one file, take it in."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.files.system_reason import system_reason
from calibration.files.user_folders import data_folder
from companion.box_archive import BadBoxes, packed_boxes, unpack_boxes
from companion.box_parts import boxed, faults_of, files_of
from companion.commands import CommandError, cannot_write, print_json
from companion.editions.box_values import own_values
from companion.exports.new_file import write_new
from companion.locale import say
from companion.titles.registry import typed_key
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("boxes", help="what was entered of the games' boxes: list, show, export, import")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run_list)
    actions = parser.add_subparsers(metavar="ACTION")
    actions.add_parser("list", help="every game with how much was entered").set_defaults(run=run_list)
    show = actions.add_parser("show", help="everything that was entered for a game")
    show.add_argument("game", type=typed_key, choices=boxed())
    show.set_defaults(run=run_show)
    export = actions.add_parser("export", help="write boxes to one file")
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument(
        "--game", action="append", type=typed_key, choices=boxed(), help="only this one; may be given again"
    )
    export.set_defaults(run=run_export)
    bring = actions.add_parser("import", help="take in the boxes of a file")
    bring.add_argument("file", type=Path, metavar="FILE")
    bring.add_argument("--replace", action="store_true", help="rename what is there already and differs")
    bring.set_defaults(run=run_import)


def run_list(args: argparse.Namespace) -> int:
    """Every game with how many files hold its box and how many numbers are still ours."""
    rows = {}
    for game in boxed():
        box = own_values(game)
        rows[game] = {
            "files": len(files_of(game)),
            "entered": len(box.entered_values),
            "ours": box.ours,
        }
    if args.json:
        print_json({"boxes": rows})
        return 0
    for game, one in rows.items():
        key = "boxes.listed_numbers" if own_values(game).values else "boxes.listed"
        _print(args, Phrase.of(key, game=Phrase.of(f"app.game_{game}"), **one))
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Every number that was entered, every file, and what is wrong with them."""
    box = own_values(args.game)
    files = files_of(args.game)
    faults = list(faults_of(args.game, data_folder()))
    if args.json:
        wrong = [{"file": one.file, "line": one.line, "what": say(one.phrase, args.language)} for one in faults]
        print_json({"game": args.game, "entered": dict(box.entered_values), "files": list(files), "wrong": wrong})
        return 0
    if not files:
        _print(args, Phrase.of("boxes.nothing"))
    for one in box.values:
        if one.key in box.entered_values:
            sys.stdout.write(f"{say(one.title, args.language)}: {box.of(one.key)}\n")
    for file in files:
        sys.stdout.write(f"{file}\n")
    for fault in faults:
        key = "boxes.bad_line" if fault.line else "boxes.bad_file"
        _print(args, Phrase.of(key, file=fault.file, line=fault.line, what=fault.phrase))
    return 0


def run_export(args: argparse.Namespace) -> int:
    """Write a file that is not there yet."""
    games = tuple(args.game or boxed())
    try:
        write_new(args.file, packed_boxes(games))
    except BadBoxes as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise cannot_write(args.file, error) from error
    files = sum(len(files_of(game)) for game in games)
    _print(args, Phrase.of("boxes.exported", count=files, file=str(args.file)))
    return 0


def run_import(args: argparse.Namespace) -> int:
    """Take in what a file brings, whole or not at all as far as the file is to blame."""
    try:
        arrived = unpack_boxes(args.file, replace=args.replace)
    except BadBoxes as error:
        raise CommandError(error.phrase) from error
    except OSError as error:
        raise CommandError(Phrase.of("boxes.cannot_read", file=str(args.file), why=system_reason(error))) from error
    if args.json:
        print_json({"games": list(arrived.games), "fresh": list(arrived.fresh), "same": list(arrived.same)})
        return 0
    _print(args, Phrase.of("boxes.imported", count=len(arrived.fresh), same=len(arrived.same)))
    for path in arrived.kept:
        _print(args, Phrase.of("boxes.kept_as", file=str(path)))
    return 0


def _print(args: argparse.Namespace, phrase: Phrase) -> None:
    sys.stdout.write(say(phrase, args.language) + "\n")
