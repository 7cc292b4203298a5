"""``tableside import FILE``: a game from JCloisterZone (.jcz) or a record file, with every score line."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from calibration.files.file_names import file_name_for
from calibration.files.user_folders import data_folder
from companion.commands import CommandError, print_json
from companion.exports.game_file import BadGameFile, read_game_file
from companion.exports.score_sheet import plain, scored_moves, sentence
from companion.store import SUFFIX, StoredGame
from games.any_game import AnyRecord
from games.game import CountsAnywhere


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("import", help="read a JCloisterZone save (.jcz) or a record file")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument("--keep", action="store_true", help="put the game among your own, to go on with it in the app")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the file and tell its scores; the final scoring is always included."""
    record = read_game(args.file)
    game = record.game
    final, events = game.finish(record.state) if isinstance(game, CountsAnywhere) else (record.state, ())
    scored = list(scored_moves(record, events))
    names = [seat.name for seat in record.setup.seats]
    scores = {standing.player: standing.score for standing in record.game.standings(final)}
    final_scores = {name: scores[seat] for seat, name in enumerate(names)}
    kept = _keep(record, args.file) if args.keep else None
    if args.json:
        print_json(
            {
                "game": record.game.key,
                "players": names,
                "actions": len(record.line),
                "final_scores": final_scores,
                "score_lines": [plain(one, record, args.language) for one in scored],
                "kept": str(kept) if kept is not None else None,
            }
        )
    else:
        for one in scored:
            sys.stdout.write(sentence(one, record, args.language) + "\n")
        sys.stdout.write(", ".join(f"{name} {score}" for name, score in final_scores.items()) + "\n")
    return 0


def read_game(path: Path) -> AnyRecord:
    """The record in a save of another program, a stored game or a record file. Raises :class:`CommandError` or
    ``Refusal``."""
    try:
        return read_game_file(path)
    except BadGameFile as error:
        raise CommandError(error.phrase) from error


def _keep(record: AnyRecord, source: Path) -> Path:
    now_ms = time.time_ns() // 1_000_000
    path = data_folder() / f"{file_name_for(source.stem, default='import')}-{now_ms}{SUFFIX}"
    StoredGame.create(path, record, time_ms=now_ms).close()
    return path
