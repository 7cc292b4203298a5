"""``tableside bench``: speed and memory here; ``bench devices``: the serial line; ``bench vision``: reading boards."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import Any

from companion.commands import Progress, print_json
from companion.rehearsal.camera_kinds import CameraKind
from companion.titles.registry import game_keys
from tools.benchmarks.printed import print_result
from tools.benchmarks.reading.topics import Topics, add_reading_topics
from tools.benchmarks.tablet_topics import add_tablet_topics
from tools.benchmarks.wires.topics import add_wire_topics


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("bench", help="measure speed and memory, and how the serial line holds")
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument("--budget", action="store_true", help="only whether a small processor is enough")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="that --budget watches an idle table")
    parser.add_argument("--seed", type=int, help="of its table; drawn at random and told where it is not given")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="STAGE.NAME=VALUE",
        help="measure with another parameter, as `bench parameters` lists them; may be given several times",
    )
    parser.set_defaults(run=run)
    topics = parser.add_subparsers(metavar="TOPIC")
    _add_parameters(topics)
    _add_live(topics)
    _add_demos(topics)
    _add_evening(topics)
    _add_rules(topics)
    add_reading_topics(topics)
    add_wire_topics(topics)
    add_tablet_topics(topics)
    _add_accuracy(topics)
    _add_answers(topics)
    for topic in topics.choices.values():
        topic.set_defaults(run=with_settings(topic.get_default("run")))


def _add_parameters(topics: Topics) -> None:
    parser = topics.add_parser("parameters", help="the numbers that decide what the camera believes")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run_parameters)


def _add_live(topics: Topics) -> None:
    parser = topics.add_parser("live", help="follow live games of Carcassonne, also of people who forget to press")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=10, metavar="N")
    parser.add_argument("--turns", type=int, default=20, metavar="N", help="tiles laid in each")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), default="ordinary")
    parser.add_argument("--forgets", type=float, default=0.0, metavar="P", help="chance that nobody presses")
    parser.add_argument("--leaves", type=int, default=0, metavar="N", help="most turns that a question stands open")
    parser.add_argument("--seed", type=int, help="of the first game; drawn at random and told where it is not given")
    parser.set_defaults(run=run_live)


def _add_demos(topics: Topics) -> None:
    parser = topics.add_parser("demos", help="play demos of every game and compare their records with the truth")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="of each kind")
    parser.add_argument("--turns", type=int, metavar="N", help="of each; to its end where it is not given")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), default="ordinary")
    parser.add_argument("--only", nargs="+", default=[], choices=game_keys(), metavar="GAME", help="these games")
    parser.add_argument("--forgets", type=float, default=0.0, metavar="P", help="chance that nobody presses")
    parser.add_argument("--leaves", type=int, default=0, metavar="N", help="most turns that a question stands open")
    parser.add_argument(
        "--curious", action="store_true", help="by players who try what casual ones hardly ever come to"
    )
    parser.add_argument("--camera", choices=tuple(CameraKind), help="before another one than the simulated")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="keeps each game there, and goes on with them")
    parser.add_argument("--seed", type=int, help="of the first game; drawn at random and told where it is not given")
    parser.set_defaults(run=run_demos)


def _add_evening(topics: Topics) -> None:
    parser = topics.add_parser("evening", help="kills, full disks, odd pictures: what an evening must survive")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--share", type=float, default=1.0, metavar="X", help="of the full number of faults")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these measures")
    parser.add_argument("--seed", type=int, help="of the first fault; drawn at random and told where it is not given")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="hostile pictures line by line, to go on with later")
    parser.set_defaults(run=run_evening)


def _add_rules(topics: Topics) -> None:
    parser = topics.add_parser("rules", help="walk at random over everything that is legal, in every game, and count")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="walks in each game")
    parser.add_argument("--only", nargs="+", default=[], choices=game_keys(), metavar="GAME", help="these games")
    parser.add_argument("--seed", type=int, help="of the first walk; drawn at random and told where it is not given")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="walks line by line, to go on with later")
    parser.set_defaults(run=run_rules)


def _add_accuracy(topics: Topics) -> None:
    parser = topics.add_parser("accuracy", help="the measures of reading in small, against their marks")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", nargs="+", default=[], metavar="MEASURE", help="these measures, such as riga")
    parser.add_argument(
        "--rows", type=Path, metavar="FILE", help="pictures line by line, to go on with later while no source changes"
    )
    parser.set_defaults(run=run_accuracy)


def _add_answers(topics: Topics) -> None:
    parser = topics.add_parser("answers", help="keep what the eyes answer, and compare it after a change")
    parser.add_argument("--json", action="store_true")
    kept = parser.add_mutually_exclusive_group(required=True)
    kept.add_argument("--keep", type=Path, metavar="FILE", help="where today's answers are written")
    kept.add_argument("--against", type=Path, metavar="FILE", help="answers that were kept, to compare today's with")
    parser.add_argument("--only", nargs="+", default=[], choices=game_keys(), metavar="GAME", help="of these games")
    parser.add_argument("--demos", type=int, default=2, metavar="N", help="of each game")
    parser.add_argument("--turns", type=int, default=6, metavar="N", help="of each demo")
    parser.add_argument("--boards", type=int, default=4, metavar="N", help="of each game, read as a photograph")
    parser.add_argument("--board-turns", type=int, default=12, metavar="N", help="that were played there")
    parser.add_argument("--pictures", type=int, default=100, metavar="N", help="at most, of those in the checkout")
    parser.add_argument("--photographs", type=Path, metavar="DIR", help="others of Carcassonne's tiles, *.jpg")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), default="ordinary")
    parser.add_argument("--seed", type=int, default=1, help="of the first demo and board of each game")
    parser.set_defaults(run=run_answers)


def run(args: argparse.Namespace) -> int:
    """Speed and memory; with ``--budget`` exit code 1 where a small processor would not be enough."""
    if args.budget:
        return _run_budget(args)
    from tools.benchmarks.budget import speed
    from tools.benchmarks.budget.peak_memory import peak_memory_mb
    from tools.benchmarks.first_evening.measure import measure as first_evening

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    progress = Progress("measuring", 7)
    result: dict[str, Any] = {}
    for name, measure in (
        ("baseline", speed.baselines),
        ("rules", speed.rules),
        ("carcassonne", speed.carcassonne_enumerated),
        ("cronberg", speed.cronberg_enumerated),
        ("eyes", speed.eyes),
        ("app", speed.app),
        ("first_evening", partial(first_evening, seed)),
    ):
        progress.step(name)
        result[name] = measure()
    progress.close()
    result["peak_memory_mb"] = result["app"]["peak_memory_mb"]  # the tablet and its eyes, in a process of their own
    result["peak_memory_with_simulated_table_mb"] = peak_memory_mb()
    result["ratios"] = _ratios(result)
    print_result(result, args.json)
    return 0


def _run_budget(args: argparse.Namespace) -> int:
    from tools.benchmarks.budget.small_processor import measure

    found = measure(args.seed if args.seed is not None else secrets.randbelow(2**30), args.seconds)
    print_result(found, args.json)
    return 0 if all(found["holds"].values()) and not found["not_measured"] else 1


def run_evening(args: argparse.Namespace) -> int:
    """What is lost when everything goes wrong; exit code 1 where anything is."""
    from tools.benchmarks.evening.measures import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    rows = measure(seed, args.share, tuple(args.only), args.rows)
    print_result({"seed": seed, **{name: row.to_json() for name, row in rows.items()}}, args.json)
    return 1 if any(row.lost for row in rows.values()) else 0


def run_live(args: argparse.Namespace) -> int:
    """How well live games are followed; exit code 1 where anything wrong went in unasked."""
    from tools.benchmarks.live import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**30)
    progress = Progress("playing", args.games)
    result = measure(args, seed, progress.step)
    progress.close()
    print_result(result, args.json)
    return 1 if result["silent_errors"]["count"] else 0


def run_demos(args: argparse.Namespace) -> int:
    """Whether demos of every game end as they were played; exit code 1 where one does not."""
    from companion.rehearsal.games import rehearsed_keys
    from tools.benchmarks.demos import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**30)
    progress = Progress("playing", args.games * len(args.only or rehearsed_keys()))
    result = measure(args, seed, progress.step)
    progress.close()
    print_result(result, args.json)
    return 1 if any(row.get("failures") for row in result.values() if isinstance(row, dict)) else 0


def run_answers(args: argparse.Namespace) -> int:
    """What the eyes answer, kept, or compared with what was kept; exit code 1 where it differs."""
    from tools.benchmarks.frozen_answers import Questions, answers, differences, keep, kept

    before = kept(args.against) if args.against else {}
    progress = Progress("asking")
    typed = {one.name: getattr(args, one.name) for one in fields(Questions) if one.name != "games"}
    now = dict(answers(Questions(tuple(args.only), **typed), progress.step))
    progress.close()
    if args.keep:
        keep(args.keep, now)
    found = list(differences(before, now)) if args.against else []
    asked = {name: len(lines) for name, lines in now.items()}
    print_result({"asked": asked, "answers": sum(asked.values()), "differ": found}, args.json)
    return 1 if found else 0


def run_rules(args: argparse.Namespace) -> int:
    """Whether the rules of every game hold where nobody plays with a plan; exit code 1 where they do not."""
    from tools.benchmarks.rules import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    progress = Progress("walking", len(args.only) or len(game_keys()))
    rows = measure(args.games, seed, args.only, rows=args.rows, step=progress.step)
    progress.close()
    print_result({"seed": seed, **rows}, args.json)
    return 1 if any(isinstance(row, dict) and row["games_with_faults"] for row in rows.values()) else 0


def run_parameters(args: argparse.Namespace) -> int:
    """Every stage's parameters: value, unit, meaning, and what set them."""
    from tools.benchmarks.parameters import describe_stage, stages

    listed = {stage: tuple(describe_stage(stage)) for stage in stages()}
    if args.json:
        print_json({stage: [asdict(one) for one in each] for stage, each in listed.items()})
        return 0
    for stage, each in listed.items():
        sys.stdout.write(f"{stage}\n")
        for one in each:
            sys.stdout.write(f"  {one.name:<20} {one.value!s:<8} {one.unit}: {one.means} [{one.set_by}]\n")
    return 0


def with_settings(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """A measure that is taken with the parameters that were asked for."""

    def measured(args: argparse.Namespace) -> int:
        if not args.settings:
            return run(args)
        from tools.benchmarks.parameters import replaced, setting

        with replaced([setting(text) for text in args.settings]):
            return run(args)

    return measured


def run_accuracy(args: argparse.Namespace) -> int:
    """Whether every figure holds its mark; exit code 1 where one has sunk."""
    from tools.benchmarks.accuracy import hold

    return 0 if hold(args) else 1


def _ratios(result: Mapping[str, Any]) -> dict[str, float]:
    """Medians as multiples of the fixed work of the same kind in this run."""
    python = result["baseline"]["python_sum_of_200000_squares_ms_median"]
    opencv = result["baseline"]["opencv_blur_of_1080p_ms_median"]
    computing = result["baseline"]["opencv_blur_of_1080p_cpu_ms_median"]
    return {
        "random_game_to_python": round(result["carcassonne"]["random_game_all_legal_listed_ms_median"] / python, 3),
        "random_game_of_cronberg_to_python": round(
            result["cronberg"]["random_game_all_legal_listed_ms_median"] / python, 3
        ),
        "frame_unchanged_to_opencv": round(result["eyes"]["frame_unchanged_ms_median"] / opencv, 3),
        "frame_unchanged_cpu_to_opencv_cpu": round(result["eyes"]["frame_unchanged_cpu_ms_median"] / computing, 3),
        "proposal_to_opencv": round(result["eyes"]["still_table_to_proposal_ms_median"] / opencv, 3),
        "proposal_cpu_to_opencv_cpu": round(result["eyes"]["still_table_to_proposal_cpu_ms_median"] / computing, 3),
    }
