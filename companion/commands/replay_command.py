"""``tableside replay DIR``: a recorded evening before the real eyes, without a person and without a camera."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.commands import CommandError, Progress, bounded, print_json
from companion.locale import say
from companion.rehearsal.habits import Habits
from companion.replay.evening import EveningError
from companion.replay.replaying import Replayed, replay
from companion.session.table import TableSession
from companion.session.views import News, NewsKind
from games.game import Phrase

MOST_TURNS_LEFT = 1000


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("replay", help="play a recorded evening before the eyes, and compare with its truth")
    parser.add_argument("folder", type=Path, metavar="DIR", help="with evening.json and its pictures")
    parser.add_argument("--forgets", type=float, default=0.0, metavar="P", help="chance that nobody presses")
    parser.add_argument("--leaves", type=int, default=0, metavar="N", help="most turns that a question stands open")
    parser.add_argument("--habits-seed", type=int, default=0, metavar="SEED", help="of both")
    parser.add_argument(
        "--learned", type=Path, metavar="FOLDER", help="of an unknown edition on earlier evenings; grows"
    )
    parser.add_argument("--json", action="store_true", help="one object on the last line, no commentary")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the evening; exit code 1 where the record does not equal what was done."""
    progress = Progress("turn")

    def listen(session: TableSession, news: tuple[News, ...]) -> None:
        for one in news:
            if one.kind is NewsKind.COMMITTED:
                progress.step()
            if not args.json:
                _tell(session, one, args.language)

    bounded("--forgets", args.forgets, 0, 1)
    bounded("--leaves", args.leaves, 0, MOST_TURNS_LEFT)
    try:
        habits = Habits(args.forgets, args.leaves, args.habits_seed)
        played = replay(args.folder, lambda: time.time_ns() // 1_000_000, listen, habits, args.learned)
    except EveningError as error:
        raise CommandError(error.phrase) from error
    finally:
        progress.close()
    result = as_plain(played)
    if args.json:
        print_json(result)
    else:
        key = "command.demo_agrees" if result["agrees"] else "command.demo_differs"
        difference, seconds = result["first_difference"] or "", round(played.seconds)
        sentence = Phrase.of(key, actions=result["recorded"], seconds=seconds, difference=difference)
        counted = Phrase.of(
            "replay.counted",
            turns=played.turns,
            asked=result["turns_asked"],
            in_vain=result["in_vain"],
            silent=result["silent_errors"],
            learned=played.learned,
        )
        arms = Phrase.of("replay.arms", later=result["asked_later"], open=result["left_open"])
        for phrase in (sentence, counted, arms):
            sys.stdout.write(say(phrase, args.language) + "\n")
    return 0 if result["agrees"] else 1


def as_plain(played: Replayed) -> dict[str, Any]:
    """What came of it as ``--json`` prints it."""
    outcome, lock = played.outcome, played.first_lock_s
    return {
        "actions": len(outcome.truth),
        "recorded": len(outcome.record.line),
        "agrees": outcome.agrees,
        "first_difference": outcome.first_difference,
        "turns": played.turns,
        "turns_asked": outcome.turns_asked,
        "in_vain": outcome.refused,
        "nothing_shown": outcome.nothing_shown,
        "silent_errors": outcome.silent_errors,
        "asked_later": outcome.asked_later,
        "left_open": outcome.left_open,
        "learned": played.learned,
        "seconds": round(played.seconds, 2),
        "first_lock_s": None if lock is None else round(lock, 2),
        "still_to_proposal_ms": _spread(played.still_to_proposal_ms),
        "reading_ms": _spread(played.reading_ms),
    }


def _spread(taken: Sequence[float]) -> dict[str, float | None]:
    """Median and 95th percentile of milliseconds; None where there are none."""
    return {f"p{share}": round(float(np.percentile(taken, share)), 1) if taken else None for share in (50, 95)}


def _tell(session: TableSession, news: News, language: str) -> None:
    record = session.record
    if news.kind is NewsKind.COMMITTED:
        last = record.line[-1].entry.time_ms
        actions = "; ".join(step.entry.notation for step in record.line if step.entry.time_ms == last)
        sys.stdout.write(f"{len(record.line):>4}  {actions}\n")
    else:
        sys.stdout.write(f"    {say(news.phrase, language)}\n")
    sys.stdout.flush()
