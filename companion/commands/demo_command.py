"""``tableside demo``: a whole game on the simulated table, in its window or, without a display, with a commentary."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from calibration.files.whole_file import CannotWrite
from companion.commands import CommandError, Progress, bounded, cannot_write, print_json
from companion.exports.score_sheet import ScoredMove, sentence
from companion.locale import say
from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from companion.rehearsal.outcome import Outcome
from companion.rehearsal.whole_game import Rehearsal
from companion.replay.evening import FILE_NAME
from companion.session.table import TableSession
from companion.session.views import News, NewsKind
from companion.titles.registry import find_title, typed_key
from companion.window import has_screen
from games.any_game import AnyRecord
from games.game import Phrase

SCREENS_FOLDER = Path("tableside-demo")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("demo", help="watch a whole game on the simulated table")
    parser.add_argument("--game", default="carcassonne", type=typed_key, help="one of: " + ", ".join(rehearsed_keys()))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1, help="everything that chance decides")
    parser.add_argument("--turns", type=int, help="stop after so many turns")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), default="ordinary", help="of the pictures")
    parser.add_argument("--headless", action="store_true", help="no window, also where there is a display")
    parser.add_argument("--screens", type=Path, metavar="DIR", help="where pictures of the screens go")
    parser.add_argument(
        "--answers", action="store_true", help="the simulated people tap what they did where they are asked"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="DIR",
        help="only write what the camera sees, for `replay`",
    )
    parser.add_argument("--json", action="store_true", help="one object on the last line, no commentary")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the game; exit code 1 where the record does not equal what happened on the table."""
    plan = _plan(args)
    if args.save is not None:
        return _save(plan, args)
    title = find_title(plan.game_key)
    shown = title is not None and title.face is not None
    if has_screen() and shown and not args.headless and not args.json:
        from companion.rehearsal.demo_window import show

        return show(plan)
    folder = args.screens or (None if args.json else SCREENS_FOLDER)
    if not shown:
        folder = None  # the game has no screens of its own yet: the commentary tells it
    started = time.monotonic()
    commentary = _Commentary(args, folder)
    try:
        rehearsed = set_up(plan)
        rehearsal = Rehearsal(
            rehearsed.table, rehearsed.record, _now_ms, listen=commentary.listen, answers=args.answers
        )
        commentary.begin(rehearsal.session)
        outcome = rehearsal.run()
        commentary.end(rehearsal.session)
    except CannotWrite as error:
        raise cannot_write(error.path, error) from error
    finally:
        commentary.close()
    seconds = time.monotonic() - started
    if args.json:
        print_json(_result(plan, outcome, seconds))
    else:
        _tell(outcome, seconds, folder, args.language)
    return 0 if outcome.agrees else 1


def _save(plan: RehearsalPlan, args: argparse.Namespace) -> int:
    """Write the game as a recorded evening."""
    from companion.replay.saving_evening import save_evening

    if (args.save / FILE_NAME).exists():
        raise CommandError(Phrase.of("replay.evening_is_there", file=str(args.save / FILE_NAME)))
    try:
        saved = save_evening(set_up(plan), args.save, answers=args.answers)
    except CannotWrite as error:
        raise cannot_write(error.path, error) from error
    if args.json:
        print_json({"folder": str(args.save), "pictures": saved.pictures, "frames": saved.frames})
    else:
        phrase = Phrase.of("replay.saved", folder=str(args.save), pictures=saved.pictures, frames=saved.frames)
        sys.stdout.write(say(phrase, args.language) + "\n")
    return 0


def _plan(args: argparse.Namespace) -> RehearsalPlan:
    for name, value, least, most in (
        ("--players", args.players, 2, 6),
        ("--turns", args.turns if args.turns is not None else 1, 1, 10_000),
        ("--seed", args.seed, 0, 2**31 - 1),
    ):
        bounded(name, value, least, most)
    return RehearsalPlan(args.game, args.seed, args.players, args.turns, args.level)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def final_scores(record: AnyRecord) -> dict[str, int]:
    """Points by name as the record stands."""
    return {seat.name: points for seat, points in zip(record.setup.seats, record.scores, strict=True)}


def _result(plan: RehearsalPlan, outcome: Outcome, seconds: float) -> dict[str, object]:
    return {
        "game": plan.game_key,
        "seed": plan.seed,
        "players": plan.players,
        "level": plan.level,
        "actions": len(outcome.record.line),
        "agrees": outcome.agrees,
        "first_difference": outcome.first_difference,
        "final_scores": final_scores(outcome.record),
        "presses_that_asked": outcome.asked,
        "presses_that_committed_nothing": outcome.refused,
        "seconds": round(seconds, 2),
    }


def _tell(outcome: Outcome, seconds: float, folder: Path | None, language: str) -> None:
    scores = ", ".join(f"{name} {points}" for name, points in final_scores(outcome.record).items())
    sys.stdout.write(f"{scores}\n")
    key = "command.demo_agrees" if outcome.agrees else "command.demo_differs"
    phrase = Phrase.of(
        key, actions=len(outcome.record.line), seconds=round(seconds), difference=outcome.first_difference or ""
    )
    sys.stdout.write(say(phrase, language) + "\n")
    asked = Phrase.of("command.demo_asked", asked=outcome.asked, refused=outcome.refused)
    sys.stdout.write(say(asked, language) + "\n")
    if folder is not None:
        sys.stdout.write(say(Phrase.of("command.demo_screens", folder=str(folder.resolve())), language) + "\n")


class _Commentary:
    """What happens, a line at a time, and pictures of the real screens at moments worth seeing."""

    def __init__(self, args: argparse.Namespace, folder: Path | None) -> None:
        self._quiet, self._language = args.json, args.language
        self._progress = Progress("turn", args.turns)
        self._stage = None
        if folder is not None:
            from companion.ui.demo_screens import DemoScreens

            self._stage = DemoScreens(folder, args.language)

    def begin(self, session: TableSession) -> None:
        """The game is about to begin."""
        if self._stage is not None:
            self._stage.begin(session)

    def listen(self, session: TableSession, news: tuple[News, ...]) -> None:
        """Something happened."""
        for one in news:
            if one.kind is NewsKind.COMMITTED:
                self._progress.step()
                self._committed(session, one)
            elif not self._quiet:
                sys.stdout.write(f"    {say(one.phrase, self._language)}\n")
        if not self._quiet:
            sys.stdout.flush()
        if self._stage is not None:
            self._stage.hear(session, news)

    def end(self, session: TableSession) -> None:
        """The game is over."""
        if self._stage is not None:
            self._stage.end(session)

    def close(self) -> None:
        """Nothing more will be told."""
        self._progress.close()
        if self._stage is not None:
            self._stage.close()

    def _committed(self, session: TableSession, news: News) -> None:
        if self._quiet:
            return
        record = session.record
        last = record.line[-1].entry.time_ms
        actions = "; ".join(step.entry.notation for step in record.line if step.entry.time_ms == last)
        who = record.setup.seats[news.player].name if news.player is not None else ""
        sys.stdout.write(f"{len(record.line):>4}  {who}: {actions}\n")
        for event in news.events:
            if event.line is not None:
                sys.stdout.write(f"      {sentence(ScoredMove(0, event.line), record, self._language)}\n")
