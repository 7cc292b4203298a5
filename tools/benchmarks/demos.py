"""Do demos end with a record that equals the truth? Every game that can be rehearsed, at seeds drawn at random:
``bench demos``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from companion.rehearsal.whole_game import Rehearsal
from games.game import Refusal
from tools.benchmarks.witnessed_eyes import share

MOST_PLAYERS, LEAST_PLAYERS = 5, 2


def measure(args: argparse.Namespace, seed: int, step: Callable[[str], None]) -> dict[str, Any]:
    """Play the demos and count, game by game; how often each kind of action was played is counted, too.

    Args:
        args: ``games`` of each kind, ``turns`` a game (None: to the end), ``level``, ``only`` these kinds.
        seed: of the first of each kind.
        step: is told of each game.
    """
    rows: dict[str, Any] = {"seeds": [seed, seed + args.games - 1]}
    for key in args.only or rehearsed_keys():
        whole = asked = turns = silent = played = 0
        failures: list[dict[str, Any]] = []
        kinds: dict[str, int] = {}
        for number in range(args.games):
            plan = RehearsalPlan(key, seed + number, _players(key, number), args.turns, args.level)
            step(f"{key}, seed {plan.seed}")
            try:
                rehearsed = set_up(plan)
            except Refusal as refusal:
                failures.append({"seed": plan.seed, "players": plan.players, "refused": str(refusal.phrase)})
                continue
            rehearsal = Rehearsal(rehearsed.table, rehearsed.record, lambda: time.time_ns() // 1_000_000)
            outcome = rehearsal.run()
            played += 1
            whole, asked = whole + outcome.agrees, asked + outcome.turns_asked
            turns, silent = turns + rehearsal.turns, silent + outcome.silent_errors
            for action in rehearsed.table.actions:
                kinds[type(action).__name__] = kinds.get(type(action).__name__, 0) + 1
            if not outcome.agrees:
                told = {"seed": plan.seed, "players": plan.players, "difference": outcome.first_difference}
                failures.append(told)
        rows[key] = {
            "records_equal_truth": share(whole, played),
            "turns_asked": share(asked, turns),
            "silent_errors": share(silent, turns),
            "actions": dict(sorted(kinds.items())),
            "failures": failures,
        }
    return rows


def _players(key: str, number: int) -> int:
    """In turn from two on, as many as the game seats."""
    most = MOST_PLAYERS if key.startswith(("carcassonne", "istanbul", "great-bazaar")) else 4
    return LEAST_PLAYERS + number % (most - LEAST_PLAYERS + 1)
