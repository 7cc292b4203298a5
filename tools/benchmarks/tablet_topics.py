"""Topics of ``tableside bench`` about the tablet: evenings by touches, the guide, frames, rules of all screens."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from msgspec import to_builtins

from companion.commands import CommandError, print_json
from companion.commands.machine.screenshots_command import add_dresses, wished_dresses, wished_parts
from companion.titles.registry import game_keys
from tools.benchmarks.printed import print_result


def add_tablet_topics(topics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe them."""
    touch = topics.add_parser("touch", help="whole evenings by touches of somebody who knows only what is on the glass")
    touch.add_argument("--json", action="store_true")
    touch.add_argument("--games", type=int, default=2, metavar="N", help="evenings of each game")
    touch.add_argument("--only", nargs="+", default=[], choices=game_keys(), metavar="GAME", help="these games")
    touch.add_argument("--seed", type=int, help="of the first evening; drawn at random and told where it is not given")
    touch.add_argument(
        "--between", type=int, default=0, metavar="N", help="after six moves by touch, so many by chance, and again"
    )
    touch.set_defaults(run=run_touch)
    first = topics.add_parser(
        "first-evening",
        help="seconds and taps from the start to the first turn, with a box that nobody has a picture of",
    )
    first.add_argument("--json", action="store_true")
    first.add_argument("--seed", type=int, help="of the table; drawn at random and told where it is not given")
    first.set_defaults(run=run_first_evening)
    ghosts = topics.add_parser(
        "ghosts", help="from a still table to its ghost on the glass: a recorded evening before the real app"
    )
    ghosts.add_argument("evening", type=Path, metavar="DIR", help="as `demo --save` writes it")
    ghosts.add_argument("--json", action="store_true")
    ghosts.add_argument("--turns", type=int, default=20, metavar="N", help="of it at the most")
    ghosts.add_argument("--learned", type=Path, metavar="DIR", help="what was learned of its tiles before")
    ghosts.set_defaults(run=run_ghosts)
    guide = topics.add_parser("guide", help="the players' guide followed word for word on the real app")
    guide.add_argument("--json", action="store_true")
    guide.add_argument("--size", default="1280x800", metavar="WxH", help="of the screen")
    guide.add_argument("--pictures", type=Path, metavar="DIR", help="where a picture of each step goes")
    guide.set_defaults(run=run_guide)
    frames = topics.add_parser("frames", help="frames of the real app on a screen of its own (Xvfb) beside the eyes")
    frames.add_argument("--json", action="store_true")
    frames.add_argument("--only", default="carcassonne", choices=game_keys(), metavar="GAME", help="this game's eyes")
    frames.add_argument("--turns", type=int, default=6, metavar="N", help="that the table plays")
    frames.add_argument("--seconds", type=float, default=15.0, metavar="S", help="that are measured")
    frames.add_argument("--seed", type=int, help="of the table; drawn at random and told where it is not given")
    frames.set_defaults(run=run_frames)
    screens = topics.add_parser("screens", help="every screen of every game in every dress, and what breaks a rule")
    screens.add_argument("--json", action="store_true")
    add_dresses(screens)
    screens.add_argument("--seed", type=int, help="of the games; drawn at random and told where it is not given")
    screens.add_argument("--rows", type=Path, metavar="FILE", help="walks line by line, to go on with later")
    screens.set_defaults(run=run_screens)


def run_touch(args: argparse.Namespace) -> int:
    """How many evenings by touches come to a result; exit code 1 where one does not."""
    from tools.benchmarks.touch import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    found = measure(
        args.games, args.only, seed, between=args.between, say=lambda line: print(line, file=sys.stderr, flush=True)
    )
    if args.json:
        print_json(found)
    else:
        low, high = found["interval"]
        print(f"evenings {found['reached']} of {found['evenings']} ({low:.0%} to {high:.0%}), seed {seed},")
        print(f"taps {found['taps']}, of which nothing answered {found['silent']}")
    return 0 if found["reached"] == found["evenings"] else 1


def run_first_evening(args: argparse.Namespace) -> int:
    """How long it takes until the first turn is on record or asked about; exit code 1 where it comes to neither."""
    from tools.benchmarks.first_evening.measure import measure
    from tools.benchmarks.first_evening.tablet_process import ASKED, RIGHT

    found = measure(args.seed if args.seed is not None else secrets.randbelow(2**31))
    print_result(found, args.json)
    return 0 if found["first_turn_was"] in (RIGHT, ASKED) else 1


def run_ghosts(args: argparse.Namespace) -> int:
    """How long after the last picture in which something moved a ghost is on the glass."""
    from companion.replay.evening import EveningError
    from tools.benchmarks.ghost.measure import measure

    try:
        found = measure(args.evening, args.turns, args.learned)
    except EveningError as error:
        raise CommandError(error.phrase) from error
    print_result(found, args.json)
    return 0


def run_guide(args: argparse.Namespace) -> int:
    """What the guide names otherwise than the glass; exit code 1 where it does."""
    from tools.benchmarks.guide.measure import measure

    walked = measure(args.size, args.pictures)
    if args.json:
        print_json({one.language: to_builtins(one) for one in walked})
    else:
        for one in walked:
            print(*one.faults, sep="\n", end="\n" if one.faults else "")
            print(f"{one.language}: {one.pages} walks, {one.steps} steps, {len(one.faults)} faults")
    return 1 if any(one.faults for one in walked) else 0


def run_frames(args: argparse.Namespace) -> int:
    """How many frames come, and how far apart, with the eyes beside them and without."""
    from tools.benchmarks.budget.frames import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    found = measure(args.only, seed, args.turns, args.seconds)
    if args.json:
        print_json(found)
        return 0
    print(f"{found['game']}, seed {seed}, {found['cores']} cores")
    for name in ("with_eyes", "without_eyes"):
        one = found[name]
        print(f"{name.replace('_', ' ')}: {one['frames_per_second']} frames a second, load {one['load']}")
        print(f"  gap {one['gap_ms_median']} ms, p95 {one['gap_ms_p95']}, longest {one['gap_ms_worst']}")
        print(f"  touch to mark {one['touch_to_mark_ms_p95']} ms, to change {one['touch_to_change_ms_p95']} (p95)")
        for where, count in one["late_while"].items():
            print(f"  {count} late at {where}")
    return 0


def run_screens(args: argparse.Namespace) -> int:
    """How many screens were seen, and what breaks a rule there; exit code 1 where something does."""
    from tools.benchmarks.screens import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    found = measure(
        wished_parts(args), wished_dresses(args), seed, rows=args.rows,
        say=lambda line: print(line, file=sys.stderr, flush=True),
    )  # fmt: skip
    if args.json:
        print_json(found)
    else:
        for fault in found["rows"]:
            print(fault)
        print(f"screens {found['screens']} in {found['walks']} walks, seed {seed}: {found['faults']} break a rule")
    return 1 if found["faults"] else 0
