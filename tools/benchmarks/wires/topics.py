"""Topics of ``tableside bench`` about what travels: the serial line, a club, eyes elsewhere, onlookers."""

from __future__ import annotations

import argparse
import secrets

from tools.benchmarks.printed import print_result


def add_wire_topics(topics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe them."""
    devices = topics.add_parser("devices", help="fuzz, soak and replug the serial line")
    devices.add_argument("--json", action="store_true")
    devices.set_defaults(run=run_devices)
    club = topics.add_parser("club", help="many simulated tables around a real Mosquitto, which is killed in between")
    club.add_argument("--json", action="store_true")
    club.add_argument("--tables", default="1,10,100", metavar="N,N")
    club.add_argument("--seconds", type=float, default=40.0, metavar="S", help="of each number of tables")
    club.add_argument("--seed", type=int, help="of the games; drawn at random and told where it is not given")
    club.set_defaults(run=run_club)
    elsewhere = topics.add_parser("elsewhere", help="what eyes on another machine add, with a real Mosquitto between")
    elsewhere.add_argument("--json", action="store_true")
    elsewhere.add_argument("--moves", type=int, default=200, metavar="N")
    elsewhere.add_argument(
        "--away", type=int, default=10, metavar="N", help="times that eyes and broker are pulled out"
    )
    elsewhere.add_argument(
        "--lost", type=float, metavar="SHARE", help="over a line of 20 Mbit/s, 5 to 30 ms late, that loses so much"
    )
    elsewhere.add_argument("--ordinary", action="store_true", help="pictures of ordinary size, not the largest")
    elsewhere.add_argument(
        "--looking-on", type=float, default=0.0, metavar="S", help="seconds of which wrong alarms are counted"
    )
    elsewhere.add_argument("--seed", type=int, help="of the pictures; drawn at random and told where it is not given")
    elsewhere.set_defaults(run=run_elsewhere)
    onlookers = topics.add_parser("onlookers", help="two hundred onlookers at a played table, a thousand wrong codes")
    onlookers.add_argument("--json", action="store_true")
    onlookers.add_argument("--onlookers", type=int, default=200, metavar="N")
    onlookers.add_argument("--moves", type=int, default=40, metavar="N", help="played while they look on")
    onlookers.add_argument("--wrong", type=int, default=1000, metavar="N", help="codes that are guessed")
    onlookers.add_argument("--seed", type=int, help="of the game; drawn at random and told where it is not given")
    onlookers.set_defaults(run=run_onlookers)


def run_devices(args: argparse.Namespace) -> int:
    """How well the serial line holds."""
    from tools.benchmarks.wires.devices import measure

    print_result(measure(), args.json)
    return 0


def run_club(args: argparse.Namespace) -> int:
    """How fast a club hears of its tables; exit code 1 where anything was lost or counted twice."""
    from tools.benchmarks.wires.club import Size, measure

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    found = measure(Size(tuple(int(one) for one in args.tables.split(",")), args.seconds), seed)
    print_result(found, args.json)
    rounds = [row for row in found.values() if isinstance(row, dict)]
    return int(any(row["lost"] or row["doubled"] or row["wrong_scores"] for row in rounds))


def run_elsewhere(args: argparse.Namespace) -> int:
    """How much later a tablet knows what eyes on another machine see, and how soon it knows that they are gone."""
    from tools.benchmarks.wires.elsewhere import measure
    from tools.benchmarks.wires.slow_line import Line

    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    line = None if args.lost is None else Line(lost=args.lost)
    found = measure(args.moves, args.away, seed, line=line, soft=args.ordinary, looking_on_s=args.looking_on)
    print_result(found, args.json)
    return 0


def run_onlookers(args: argparse.Namespace) -> int:
    """What onlookers cost, and how late they see a move."""
    from tools.benchmarks.wires.onlookers import measure

    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    print_result(measure(onlookers=args.onlookers, moves=args.moves, wrong=args.wrong, seed=seed), args.json)
    return 0
