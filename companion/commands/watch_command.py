"""``tableside watch --json``: what happens at the running table, an event a line, read from what its writer keeps."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from calibration.files.user_folders import data_folder
from companion.broadcast.events import Begun, Event, Health, event_json, json_schema
from companion.broadcast.following import PlayedIn, TableFollower, Which
from companion.commands import CommandError
from companion.locale import say
from companion.store import SUFFIX
from games.game import Phrase

POLL_EVERY_S = 0.2
Waiting = Callable[[], bool]  # returns when it is time to look again; False where nobody wants to know more


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("watch", help="tell what happens at the running table, for people or programs")
    parser.add_argument("--json", action="store_true", help="an object a line; docs/broadcast.md tells what is in it")
    parser.add_argument("--game-file", type=Path, metavar="FILE", help="which game (default: the one that is played)")
    parser.add_argument("--since", type=int, default=-1, metavar="N", help="only what came after event N of this game")
    parser.add_argument("--once", action="store_true", help="tell what there is, and end")
    parser.add_argument("--schema", action="store_true", help="print the schema of the events as JSON Schema, and end")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Tell until it is interrupted. No lock is taken, nothing is written: who plays notices nothing."""
    if args.schema:
        sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")
        return 0
    for events in watched(_follower(args), _once if args.once else _pause):
        for event in _after(events, args.since):
            _tell(event, as_json=args.json)
        sys.stdout.flush()
    return 0


def watched(follower: TableFollower, waiting: Waiting) -> Iterator[tuple[Event, ...]]:
    """What is new, again and again, in the one language of the follower."""
    while True:
        yield from follower.look().values()
        if not waiting():
            return


def _follower(args: argparse.Namespace) -> TableFollower:
    folder, path = data_folder(), args.game_file
    if path is None:
        which: Which = PlayedIn(folder)
        if args.once and which() is None:
            raise CommandError(Phrase.of("command.no_games", folder=str(folder)))
    else:
        if path.suffix != SUFFIX or not path.exists():
            raise CommandError(Phrase.of("store.missing", path=str(path)))
        which = lambda: path  # noqa: E731 - as short as it is clear
    return TableFollower(which, (args.language,), folder)


def _pause() -> bool:
    time.sleep(POLL_EVERY_S)
    return True


def _once() -> bool:
    return False


def _after(events: Iterable[Event], known: int) -> Iterator[Event]:
    return (event for event in events if event.n > known or isinstance(event, Health))


def _tell(event: Event, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(event_json(event).decode() + "\n")
        return
    for sentence in sentences(event):
        sys.stdout.write(sentence + "\n")


def sentences(event: Event) -> Iterator[str]:
    """An event for people, a line a thing."""
    match event:
        case Begun():
            seats = ", ".join(seat.called for seat in event.seats)
            yield say(Phrase.of("broadcast.begun", game=event.title_words, names=seats), event.language)
        case Health():
            yield from (trouble.words for trouble in event.troubles)
        case _:
            yield event.words
            yield from (f"  {line.words}" for move in event.moves for line in move.lines)
