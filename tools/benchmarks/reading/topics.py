"""Topics of ``tableside bench`` about reading: how well tables, boards and dice on pictures are read, game by game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tools.benchmarks.printed import print_result


def add_reading_topics(topics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe them."""
    vision = topics.add_parser("vision", help="read photographs with their truth, or simulated boards, and count")
    vision.add_argument("--json", action="store_true")
    _photograph_options(vision)
    vision.set_defaults(run=run_reading, measure=read_vision)
    follow = topics.add_parser("follow", help="follow simulated games of Carcassonne, a picture a second, and count")
    follow.add_argument("--json", action="store_true")
    follow.add_argument("--games", type=int, default=5, metavar="N", help="of each level")
    follow.add_argument("--turns", type=int, default=16, metavar="N", help="tiles laid in each")
    follow.add_argument("--seed", type=int, default=80_000, help="of the first game")
    follow.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    follow.set_defaults(run=run_reading, measure=read_follow)
    glass = topics.add_parser("stained-glass", help="read simulated pictures of Stained Glass and count")
    glass.add_argument("--json", action="store_true")
    glass.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    glass.add_argument("--seed", type=int, default=50_000, help="of the first picture")
    glass.add_argument("--levels", default="ordinary,hard")
    glass.set_defaults(run=run_reading, measure=read_stained_glass)
    finished = topics.add_parser("finished", help="count photographed finished tables, every game's")
    finished.add_argument("--json", action="store_true")
    finished.add_argument("--games", default="", metavar="KEY,KEY", help="default: all but Carcassonne")
    finished.add_argument("--pictures", type=int, default=5, metavar="N", help="of each game and level")
    finished.add_argument("--seed", type=int, default=61_000, help="of the first picture")
    finished.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    finished.set_defaults(run=run_reading, measure=read_finished)
    cronberg = topics.add_parser("cronberg", help="read simulated boards of Cronberg and count")
    cronberg.add_argument("--json", action="store_true")
    cronberg.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    cronberg.add_argument("--seed", type=int, default=20_000, help="of the first picture")
    cronberg.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    cronberg.add_argument("--copies", type=int, default=0, metavar="N", help="enrol so many foreign copies instead")
    cronberg.add_argument("--boards", type=int, default=4, metavar="N", help="read with each of them")
    cronberg.set_defaults(run=run_reading, measure=read_cronberg)
    thurn = topics.add_parser("thurn", help="read simulated boards of Thurn and Taxis, play games, and count")
    thurn.add_argument("--json", action="store_true")
    thurn.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    thurn.add_argument("--seed", type=int, default=30_000, help="of the first picture")
    thurn.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    thurn.add_argument("--enrolled", action="store_true", help="boards of another printing, enrolled from a photograph")
    thurn.add_argument("--games", type=int, default=0, metavar="N", help="random games of each of the two")
    thurn.add_argument("--only", choices=("boards", "rows"), help="of the pictures: houses on boards, or rows of cards")
    thurn.set_defaults(run=run_reading, measure=read_thurn)
    riga = topics.add_parser("riga", help="read simulated tables of Riga, play random games, and count")
    riga.add_argument("--json", action="store_true")
    riga.add_argument("--pictures", type=int, default=20, metavar="N", help="of each level")
    riga.add_argument("--seed", type=int, default=60_000, help="of the first picture")
    riga.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    riga.add_argument("--games", type=int, default=0, metavar="N", help="random games")
    riga.set_defaults(run=run_reading, measure=read_riga)
    istanbul = topics.add_parser("istanbul", help="read simulated layouts of Istanbul with their people, and count")
    istanbul.add_argument("--json", action="store_true")
    istanbul.add_argument("--pictures", type=int, default=20, metavar="N", help="of each level")
    istanbul.add_argument("--seed", type=int, default=70_000, help="of the first picture")
    istanbul.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    istanbul.set_defaults(run=run_reading, measure=read_istanbul)
    pieces = topics.add_parser("pieces", help="read and enrol wooden pieces, our own and others' pictures, and count")
    pieces.add_argument("--json", action="store_true")
    pieces.add_argument("--pictures", type=int, default=20, metavar="N", help="own tables of each level; 0: none")
    pieces.add_argument("--levels", default="ordinary,hard", help="of own tables")
    pieces.add_argument("--seed", type=int, help="of the first; drawn at random and told where it is not given")
    pieces.add_argument("--photos", type=Path, nargs="+", default=[], metavar="DIR", help="pictures with their truth")
    pieces.add_argument("--references", type=Path, metavar="DIR", help="the edition that lies on them")
    pieces.add_argument("--shown", type=Path, nargs="+", default=[], metavar="PHOTO", help="of pieces beside paper")
    pieces.add_argument("--game", default="istanbul", metavar="GAME", help="whose pieces --shown are")
    pieces.add_argument("--rows", type=Path, metavar="FILE", help="pictures line by line, to go on with later")
    pieces.set_defaults(run=run_reading, measure=read_pieces)
    dice = topics.add_parser("dice", help="read simulated dice, and photographs with their truth, and count")
    dice.add_argument("--json", action="store_true")
    dice.add_argument("--pictures", type=int, default=1000, metavar="N", help="pairs of dice, of each level")
    dice.add_argument("--levels", nargs="+", default=["ordinary"])
    dice.add_argument("--seed", type=int, default=50_000, help="of the first picture")
    dice.add_argument("--photos", type=Path, metavar="DIR", help="photographs with a truth.json")
    dice.add_argument("--only", choices=("pairs", "doubtful", "empty"), help="of the pictures")
    dice.set_defaults(run=run_reading, measure=read_dice)


def measured(bench: Sequence[str]) -> dict[str, Any]:
    """What a measure of reading says, told as ``tableside bench`` is: its name and options. Exits like a command where
    there is no such measure or option."""
    parser = argparse.ArgumentParser(prog="tableside bench")
    add_reading_topics(parser.add_subparsers())
    return _measure(parser.parse_args(bench))


def run_reading(args: argparse.Namespace) -> int:
    """Measure and print."""
    print_result(_measure(args), args.json)
    return 0


def _measure(args: argparse.Namespace) -> dict[str, Any]:
    measure: Callable[[argparse.Namespace], dict[str, Any]] = args.measure
    return measure(args)


def _photograph_options(parser: argparse.ArgumentParser) -> None:
    """What ``bench vision`` can be told; kept here so that other commands start without the simulated table."""
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with their truth (or simulated boards)")
    parser.add_argument("--references", type=Path, metavar="DIR", help="pictures of the edition, or of each by folder")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="simulated boards of each level")
    parser.add_argument("--levels", default="easy,ordinary,hard", help="of the simulated boards")
    parser.add_argument("--seed", type=int, default=0, help="of the first simulated board")
    parser.add_argument("--without-baseline", action="store_true", help="leave out the plain chain")


def read_vision(args: argparse.Namespace) -> dict[str, Any]:
    """How well pictures of Carcassonne tables are read."""
    from tools.benchmarks.reading.photographs import measure

    return measure(args)


def read_follow(args: argparse.Namespace) -> dict[str, Any]:
    """How well growing maps are followed."""
    from tools.benchmarks.follow import measure

    return measure(args)


def read_stained_glass(args: argparse.Namespace) -> dict[str, Any]:
    """How well pictures of Stained Glass are read."""
    from tools.benchmarks.reading.stained_glass import measure

    return measure(args)


def read_finished(args: argparse.Namespace) -> dict[str, Any]:
    """How often a photographed finished table comes to its game's scores."""
    from tools.benchmarks.reading.finished import measure

    return measure(args)


def read_cronberg(args: argparse.Namespace) -> dict[str, Any]:
    """How well boards of Cronberg are read, or copies that nobody has seen are enrolled."""
    if args.copies:
        from tools.benchmarks.reading.cronberg_sets import measure_sets

        return measure_sets(args)
    from tools.benchmarks.reading.cronberg import measure

    return measure(args)


def read_thurn(args: argparse.Namespace) -> dict[str, Any]:
    """How well houses are read, and whether games end."""
    from tools.benchmarks.reading.thurn import measure

    return measure(args)


def read_riga(args: argparse.Namespace) -> dict[str, Any]:
    """How well simulated tables of Riga are read, and that random games lose nothing."""
    from tools.benchmarks.reading.riga import measure

    return measure(args)


def read_istanbul(args: argparse.Namespace) -> dict[str, Any]:
    """How well simulated layouts of Istanbul are read."""
    from tools.benchmarks.reading.istanbul import measure

    return measure(args)


def read_pieces(args: argparse.Namespace) -> dict[str, Any]:
    """How well wooden pieces are read and enrolled."""
    from tools.benchmarks.reading.pieces import measure

    return measure(args)


def read_dice(args: argparse.Namespace) -> dict[str, Any]:
    """How well dice are read."""
    from tools.benchmarks.reading.dice import measure

    return measure(args)
