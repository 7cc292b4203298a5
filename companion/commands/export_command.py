"""``tableside export``: a game as a JCloisterZone save (.jcz), a record file (.json), a score sheet (.csv), a play log
(.csv), or an import link of Board Game Stats (text, or its QR code as .svg)."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from calibration.files.user_folders import data_folder
from companion.commands import CommandError, cannot_write
from companion.commands.import_command import read_game
from companion.exports.bg_stats import bg_stats_link, code_svg
from companion.exports.finished_play import finished_play
from companion.exports.new_file import write_new
from companion.exports.play_log import play_log
from companion.exports.record_file import record_text
from companion.exports.score_sheet import score_csv
from companion.locale import say
from companion.store import summaries
from companion.titles.registry import format_of, title_named
from games.any_game import AnyRecord
from games.game import Phrase


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("export", help="write a game as .jcz, .json or .csv")
    parser.add_argument(
        "target", type=Path, metavar="TARGET", help="file to write; its ending says what: .jcz .json .csv"
    )
    parser.add_argument(
        "--to", choices=("scores", "plays", "bgstats"), default="",
        help="plays: a .csv with a row a player, as BoardGameGeek names things; bgstats: an import link of Board Game "
        "Stats, as text or as a QR code (.svg)",
    )  # fmt: skip
    parser.add_argument("--game-file", type=Path, help="which game (default: the one played last)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the game. An existing file is never overwritten."""
    record = read_game(args.game_file or _last_game())
    text = _written(record, args.target, args.language, args.to)
    try:
        write_new(args.target, text.encode())
    except OSError as error:
        raise cannot_write(args.target, error) from error
    sys.stdout.write(f"{args.target}\n")
    if args.to == "bgstats":
        sys.stdout.write(say(Phrase.of("share.untried"), args.language) + "\n")
    return 0


def _last_game() -> Path:
    games = summaries(data_folder())
    if not games:
        raise CommandError(Phrase.of("command.no_games", folder=str(data_folder())))
    return games[0].path


def _written(record: AnyRecord, target: Path, language: str, to: str) -> str:
    ending = target.suffix.removeprefix(".")
    match to, ending:
        case ("plays", "csv"):
            return play_log((finished_play(record),))
        case ("bgstats", "svg"):
            return code_svg(bg_stats_link(finished_play(record)))
        case ("bgstats", "txt" | ""):
            return bg_stats_link(finished_play(record)) + "\n"
        case ("" | "scores", "csv"):
            return score_csv(record, language)
        case ("", "json"):
            return record_text(record)
        case ("", _):
            pass
        case _:
            raise CommandError(Phrase.of("share.wrong_ending", to=to, ending=target.suffix or target.name))
    if (form := title_named(record.game.key).formats.get(ending)) is not None:
        return form.write(record, time.time_ns() // 1_000_000)
    if (form := format_of(ending)) is not None:
        raise CommandError(Phrase.of(form.no_other, game=record.game.key))
    raise CommandError(Phrase.of("command.unknown_ending", ending=target.suffix or target.name))
