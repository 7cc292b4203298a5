"""Topics of ``tableside bench`` about reading: how well tables, boards and dice on pictures are read, game by game."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.benchmarks.printed import print_result


def add_reading_topics(topics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe them."""
    vision = topics.add_parser("vision", help="read photographs with their truth, or simulated boards, and count")
    vision.add_argument("--json", action="store_true")
    _photograph_options(vision)
    vision.set_defaults(run=run_vision)
    follow = topics.add_parser("follow", help="follow simulated games of Carcassonne, a picture a second, and count")
    follow.add_argument("--json", action="store_true")
    follow.add_argument("--games", type=int, default=5, metavar="N", help="of each level")
    follow.add_argument("--turns", type=int, default=16, metavar="N", help="tiles laid in each")
    follow.add_argument("--seed", type=int, default=80_000, help="of the first game")
    follow.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    follow.set_defaults(run=run_follow)
    glass = topics.add_parser("stained-glass", help="read simulated pictures of Stained Glass and count")
    glass.add_argument("--json", action="store_true")
    glass.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    glass.add_argument("--seed", type=int, default=50_000, help="of the first picture")
    glass.add_argument("--levels", default="ordinary,hard")
    glass.set_defaults(run=run_stained_glass)
    finished = topics.add_parser("finished", help="count photographed finished tables, every game's")
    finished.add_argument("--json", action="store_true")
    finished.add_argument("--games", default="", metavar="KEY,KEY", help="default: all but Carcassonne")
    finished.add_argument("--pictures", type=int, default=5, metavar="N", help="of each game and level")
    finished.add_argument("--seed", type=int, default=61_000, help="of the first picture")
    finished.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    finished.set_defaults(run=run_finished)
    cronberg = topics.add_parser("cronberg", help="read simulated boards of Cronberg and count")
    cronberg.add_argument("--json", action="store_true")
    cronberg.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    cronberg.add_argument("--seed", type=int, default=20_000, help="of the first picture")
    cronberg.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    cronberg.add_argument("--copies", type=int, default=0, metavar="N", help="enrol so many foreign copies instead")
    cronberg.add_argument("--boards", type=int, default=4, metavar="N", help="read with each of them")
    cronberg.set_defaults(run=run_cronberg)
    thurn = topics.add_parser("thurn", help="read simulated boards of Thurn and Taxis, play games, and count")
    thurn.add_argument("--json", action="store_true")
    thurn.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    thurn.add_argument("--seed", type=int, default=30_000, help="of the first picture")
    thurn.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    thurn.add_argument("--enrolled", action="store_true", help="boards of another printing, enrolled from a photograph")
    thurn.add_argument("--games", type=int, default=0, metavar="N", help="random games of each of the two")
    thurn.set_defaults(run=run_thurn)
    riga = topics.add_parser("riga", help="read simulated tables of Riga, play random games, and count")
    riga.add_argument("--json", action="store_true")
    riga.add_argument("--pictures", type=int, default=20, metavar="N", help="of each level")
    riga.add_argument("--seed", type=int, default=60_000, help="of the first picture")
    riga.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    riga.add_argument("--games", type=int, default=0, metavar="N", help="random games")
    riga.set_defaults(run=run_riga)
    istanbul = topics.add_parser("istanbul", help="read simulated layouts of Istanbul with their people, and count")
    istanbul.add_argument("--json", action="store_true")
    istanbul.add_argument("--pictures", type=int, default=20, metavar="N", help="of each level")
    istanbul.add_argument("--seed", type=int, default=70_000, help="of the first picture")
    istanbul.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    istanbul.set_defaults(run=run_istanbul)
    dice = topics.add_parser("dice", help="read simulated dice, and photographs with their truth, and count")
    dice.add_argument("--json", action="store_true")
    dice.add_argument("--pictures", type=int, default=1000, metavar="N", help="pairs of dice, of each level")
    dice.add_argument("--levels", nargs="+", default=["ordinary"])
    dice.add_argument("--seed", type=int, default=50_000, help="of the first picture")
    dice.add_argument("--photos", type=Path, metavar="DIR", help="photographs with a truth.json")
    dice.set_defaults(run=run_dice)


def _photograph_options(parser: argparse.ArgumentParser) -> None:
    """What ``bench vision`` can be told; kept here so that other commands start without the simulated table."""
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with their truth (or simulated boards)")
    parser.add_argument("--references", type=Path, metavar="DIR", help="pictures of the edition, or of each by folder")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="simulated boards of each level")
    parser.add_argument("--levels", default="easy,ordinary,hard", help="of the simulated boards")
    parser.add_argument("--seed", type=int, default=0, help="of the first simulated board")
    parser.add_argument("--without-baseline", action="store_true", help="leave out the plain chain")


def run_vision(args: argparse.Namespace) -> int:
    """How well pictures of Carcassonne tables are read."""
    from tools.benchmarks.reading.photographs import measure

    print_result(measure(args), args.json)
    return 0


def run_follow(args: argparse.Namespace) -> int:
    """How well growing maps are followed."""
    from tools.benchmarks.follow import measure

    print_result(measure(args), args.json)
    return 0


def run_stained_glass(args: argparse.Namespace) -> int:
    """How well pictures of Stained Glass are read."""
    from tools.benchmarks.reading.stained_glass import measure

    print_result(measure(args), args.json)
    return 0


def run_finished(args: argparse.Namespace) -> int:
    """How often a photographed finished table comes to its game's scores."""
    from tools.benchmarks.reading.finished import measure

    print_result(measure(args), args.json)
    return 0


def run_cronberg(args: argparse.Namespace) -> int:
    """How well boards of Cronberg are read, or copies that nobody has seen are enrolled."""
    if args.copies:
        from tools.benchmarks.reading.cronberg_copies import measure_copies

        print_result(measure_copies(args), args.json)
        return 0
    from tools.benchmarks.reading.cronberg import measure

    print_result(measure(args), args.json)
    return 0


def run_thurn(args: argparse.Namespace) -> int:
    """How well houses are read, and whether games end."""
    from tools.benchmarks.reading.thurn import measure

    print_result(measure(args), args.json)
    return 0


def run_riga(args: argparse.Namespace) -> int:
    """How well simulated tables of Riga are read, and that random games lose nothing."""
    from tools.benchmarks.reading.riga import measure

    print_result(measure(args), args.json)
    return 0


def run_istanbul(args: argparse.Namespace) -> int:
    """How well simulated layouts of Istanbul are read."""
    from tools.benchmarks.reading.istanbul import measure

    print_result(measure(args), args.json)
    return 0


def run_dice(args: argparse.Namespace) -> int:
    """How well dice are read."""
    from tools.benchmarks.reading.dice import measure

    print_result(measure(args), args.json)
    return 0
