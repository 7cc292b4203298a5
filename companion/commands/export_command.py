"""``tableside export``: a game as a JCloisterZone save (.jcz), a record file (.json) or a score sheet (.csv)."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from calibration.user_folders import data_folder
from companion.commands import CommandError, cannot_write
from companion.commands.import_command import read_game
from companion.exports.new_file import write_new
from companion.exports.record_file import record_text
from companion.exports.score_sheet import score_csv
from companion.store import summaries
from companion.titles.registry import format_of, title_named
from games.game import Phrase
from games.record import Record


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("export", help="write a game as .jcz, .json or .csv")
    parser.add_argument(
        "target", type=Path, metavar="TARGET", help="file to write; its ending says what: .jcz .json .csv"
    )
    parser.add_argument("--game-file", type=Path, help="which game (default: the one played last)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the game. An existing file is never overwritten."""
    record = read_game(args.game_file or _last_game())
    text = _written(record, args.target, args.language)
    try:
        write_new(args.target, text.encode())
    except OSError as error:
        raise cannot_write(args.target, error) from error
    sys.stdout.write(f"{args.target}\n")
    return 0


def _last_game() -> Path:
    games = summaries(data_folder())
    if not games:
        raise CommandError(Phrase.of("command.no_games", folder=str(data_folder())))
    return games[0].path


def _written(record: Record[Any, Any, Any], target: Path, language: str) -> str:
    ending = target.suffix.removeprefix(".")
    match ending:
        case "json":
            return record_text(record)
        case "csv":
            return score_csv(record, language)
    if (form := title_named(record.game.key).formats.get(ending)) is not None:
        return form.write(record, time.time_ns() // 1_000_000)
    if (form := format_of(ending)) is not None:
        raise CommandError(Phrase.of(form.no_other, game=record.game.key))
    raise CommandError(Phrase.of("command.unknown_ending", ending=target.suffix or target.name))
