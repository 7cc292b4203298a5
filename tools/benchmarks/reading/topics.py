"""Topics of ``tableside bench`` about reading: how well tables, boards and dice on pictures are read, game by game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from tools.benchmarks.printed import print_result

Topics: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Measure: TypeAlias = Callable[[argparse.Namespace], dict[str, object]]


def add_reading_topics(topics: Topics) -> None:
    """Describe them."""
    _add_vision(topics)
    _add_follow(topics)
    _add_glass(topics)
    _add_finished(topics)
    _add_cronberg(topics)
    _add_thurn(topics)
    _add_riga(topics)
    _add_istanbul(topics)
    _add_pieces(topics)
    _add_dice(topics)


def _topic(topics: Topics, name: str, measure: Measure, summary: str) -> argparse.ArgumentParser:
    """One of them, to which its options are added."""
    parser = topics.add_parser(name, help=summary)
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run_reading, measure=measure)
    return parser


def _add_vision(topics: Topics) -> None:
    parser = _topic(topics, "vision", read_vision, "read photographs with their truth, or simulated boards, and count")
    _photograph_options(parser)


def _add_follow(topics: Topics) -> None:
    parser = _topic(
        topics, "follow", read_follow, "follow simulated games of Carcassonne, a picture a second, and count"
    )
    parser.add_argument("--games", type=int, default=5, metavar="N", help="of each level")
    parser.add_argument("--turns", type=int, default=16, metavar="N", help="tiles laid in each")
    parser.add_argument("--seed", type=int, default=80_000, help="of the first game")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")


def _add_glass(topics: Topics) -> None:
    parser = _topic(topics, "stained-glass", read_stained_glass, "read simulated pictures of Stained Glass and count")
    parser.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    parser.add_argument("--seed", type=int, default=50_000, help="of the first picture")
    parser.add_argument("--levels", default="ordinary,hard")


def _add_finished(topics: Topics) -> None:
    parser = _topic(topics, "finished", read_finished, "count photographed finished tables, every game's")
    parser.add_argument("--games", default="", metavar="KEY,KEY", help="default: all but Carcassonne")
    parser.add_argument("--pictures", type=int, default=5, metavar="N", help="of each game and level")
    parser.add_argument("--seed", type=int, default=61_000, help="of the first picture")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")


def _add_cronberg(topics: Topics) -> None:
    parser = _topic(topics, "cronberg", read_cronberg, "read simulated boards of Cronberg and count")
    parser.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    parser.add_argument("--seed", type=int, default=20_000, help="of the first picture")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    parser.add_argument("--copies", type=int, default=0, metavar="N", help="enrol so many foreign copies instead")
    parser.add_argument("--boards", type=int, default=4, metavar="N", help="read with each of them")


def _add_thurn(topics: Topics) -> None:
    parser = _topic(topics, "thurn", read_thurn, "read simulated boards of Thurn and Taxis, play games, and count")
    parser.add_argument("--pictures", type=int, default=40, metavar="N", help="of each level")
    parser.add_argument("--seed", type=int, default=30_000, help="of the first picture")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    parser.add_argument(
        "--enrolled", action="store_true", help="boards of another printing, enrolled from a photograph"
    )
    parser.add_argument("--games", type=int, default=0, metavar="N", help="random games of each of the two")
    parser.add_argument(
        "--only", choices=("boards", "rows"), help="of the pictures: houses on boards, or rows of cards"
    )


def _add_riga(topics: Topics) -> None:
    parser = _topic(topics, "riga", read_riga, "read simulated tables of Riga, play random games, and count")
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="of each level")
    parser.add_argument("--seed", type=int, default=60_000, help="of the first picture")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="random games")


def _add_istanbul(topics: Topics) -> None:
    parser = _topic(
        topics, "istanbul", read_istanbul, "read simulated layouts of Istanbul with their people, and count"
    )
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="of each level")
    parser.add_argument("--seed", type=int, default=70_000, help="of the first picture")
    parser.add_argument("--level", choices=("easy", "ordinary", "hard"), help="default: ordinary, then hard")


def _add_pieces(topics: Topics) -> None:
    parser = _topic(
        topics, "pieces", read_pieces, "read and enrol wooden pieces, our own and others' pictures, and count"
    )
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="own tables of each level; 0: none")
    parser.add_argument("--levels", default="ordinary,hard", help="of own tables")
    parser.add_argument("--seed", type=int, help="of the first; drawn at random and told where it is not given")
    parser.add_argument("--photos", type=Path, nargs="+", default=[], metavar="DIR", help="pictures with their truth")
    parser.add_argument("--references", type=Path, metavar="DIR", help="the edition that lies on them")
    parser.add_argument("--shown", type=Path, nargs="+", default=[], metavar="PHOTO", help="of pieces beside paper")
    parser.add_argument("--game", default="istanbul", metavar="GAME", help="whose pieces --shown are")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="pictures line by line, to go on with later")


def _add_dice(topics: Topics) -> None:
    parser = _topic(topics, "dice", read_dice, "read simulated dice, and photographs with their truth, and count")
    parser.add_argument("--pictures", type=int, default=1000, metavar="N", help="pairs of dice, of each level")
    parser.add_argument("--levels", nargs="+", default=["ordinary"])
    parser.add_argument("--seed", type=int, default=50_000, help="of the first picture")
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with a truth.json")
    parser.add_argument("--only", choices=("pairs", "doubtful", "empty"), help="of the pictures")


def measured(bench: Sequence[str]) -> dict[str, object]:
    """What a measure of reading says, told as ``tableside bench`` is: its name and options. Exits like a command where
    there is no such measure or option."""
    parser = argparse.ArgumentParser(prog="tableside bench")
    add_reading_topics(parser.add_subparsers())
    return _measure(parser.parse_args(bench))


def run_reading(args: argparse.Namespace) -> int:
    """Measure and print."""
    print_result(_measure(args), args.json)
    return 0


def _measure(args: argparse.Namespace) -> dict[str, object]:
    measure: Measure = args.measure
    return measure(args)


def _photograph_options(parser: argparse.ArgumentParser) -> None:
    """What ``bench vision`` can be told; kept here so that other commands start without the simulated table."""
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with their truth (or simulated boards)")
    parser.add_argument("--references", type=Path, metavar="DIR", help="pictures of the edition, or of each by folder")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="simulated boards of each level")
    parser.add_argument("--levels", default="easy,ordinary,hard", help="of the simulated boards")
    parser.add_argument("--seed", type=int, default=0, help="of the first simulated board")
    parser.add_argument("--without-baseline", action="store_true", help="leave out the plain chain")


def read_vision(args: argparse.Namespace) -> dict[str, object]:
    """How well pictures of Carcassonne tables are read."""
    from tools.benchmarks.reading.photographs import measure

    return measure(args)


def read_follow(args: argparse.Namespace) -> dict[str, object]:
    """How well growing maps are followed."""
    from tools.benchmarks.follow import measure

    return measure(args)


def read_stained_glass(args: argparse.Namespace) -> dict[str, object]:
    """How well pictures of Stained Glass are read."""
    from tools.benchmarks.reading.stained_glass import measure

    return measure(args)


def read_finished(args: argparse.Namespace) -> dict[str, object]:
    """How often a photographed finished table comes to its game's scores."""
    from tools.benchmarks.reading.finished import measure

    return measure(args)


def read_cronberg(args: argparse.Namespace) -> dict[str, object]:
    """How well boards of Cronberg are read, or copies that nobody has seen are enrolled."""
    if args.copies:
        from tools.benchmarks.reading.cronberg_sets import measure_sets

        return measure_sets(args)
    from tools.benchmarks.reading.cronberg import measure

    return measure(args)


def read_thurn(args: argparse.Namespace) -> dict[str, object]:
    """How well houses are read, and whether games end."""
    from tools.benchmarks.reading.thurn import measure

    return measure(args)


def read_riga(args: argparse.Namespace) -> dict[str, object]:
    """How well simulated tables of Riga are read, and that random games lose nothing."""
    from tools.benchmarks.reading.riga import measure

    return measure(args)


def read_istanbul(args: argparse.Namespace) -> dict[str, object]:
    """How well simulated layouts of Istanbul are read."""
    from tools.benchmarks.reading.istanbul import measure

    return measure(args)


def read_pieces(args: argparse.Namespace) -> dict[str, object]:
    """How well wooden pieces are read and enrolled."""
    from tools.benchmarks.reading.pieces import measure

    return measure(args)


def read_dice(args: argparse.Namespace) -> dict[str, object]:
    """How well dice are read."""
    from tools.benchmarks.reading.dice import measure

    return measure(args)
