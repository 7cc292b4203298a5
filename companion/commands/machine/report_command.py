"""``tableside report``: one archive for a bug report, without any password."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from companion.commands import cannot_write, print_json
from companion.locale import say
from companion.report import write_report
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("report", help="one archive for a bug report: log, doctor, settings, last record")
    parser.add_argument(
        "target", type=Path, nargs="?", metavar="TARGET", help="default: tableside-report-DATE.zip here"
    )
    parser.add_argument("--game-file", type=Path, help="whose record (default: the game played last)")
    parser.add_argument("--pictures", action="store_true", help="with the last pictures that something failed on")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write it, and say what is in it."""
    target = args.target or Path(time.strftime("tableside-report-%Y%m%d-%H%M%S.zip"))
    try:
        names = write_report(target, game=args.game_file, pictures=args.pictures)
    except OSError as error:
        raise cannot_write(target, error) from error
    if args.json:
        print_json({"report": str(target), "holds": list(names)})
    else:
        phrase = Phrase.of("command.report_written", file=str(target), names=", ".join(names))
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0
