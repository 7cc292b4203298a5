"""How well live games of Carcassonne are followed on the simulated table, by people with habits: ``bench live``.

Seeds are drawn at random unless one is given. Counted: turns that people were asked about, what was recorded wrongly
and unasked, records that equal the truth at the end, claims by the probability that they called themselves, and the
time that reading took. Each failure is listed with what was told, what was true, and its cause.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from companion.rehearsal.games import RehearsalPlan, set_up
from companion.rehearsal.habits import Habits
from companion.rehearsal.whole_game import Rehearsal
from companion.session.looking.watching import eyes_for
from companion.session.table import TableSession
from companion.session.views import News, NewsKind
from games.any_game import AnyState
from games.carcassonne.actions import Action, Deploy, Lay, indistinguishable
from tools.benchmarks.witnessed_eyes import WitnessedClaim, WitnessedEyes, reliability, share
from vision.explanation import Explanation

MOST_PLAYERS, LEAST_PLAYERS = 5, 2
MOST_LISTED = 4  # candidates listed of a failure


def measure(args: argparse.Namespace, seed: int, step: Callable[[str], None]) -> dict[str, Any]:
    """Play the games and count.

    Args:
        args: ``games``, ``turns`` a game, ``level``, ``forgets`` and ``leaves`` (:class:`Habits`).
        seed: of the first game.
        step: is told of each game.
    """
    started = time.monotonic()
    claims: list[WitnessedClaim] = []
    reading: list[float] = []
    failures: list[dict[str, Any]] = []
    turns = asked = silent = vain = unshown = whole = 0
    for number in range(args.games):
        players = LEAST_PLAYERS + number % (MOST_PLAYERS - LEAST_PLAYERS + 1)
        plan = RehearsalPlan("carcassonne", seed + number, players, args.turns, args.level)
        step(f"seed {plan.seed}")
        game = _Game(plan, Habits(args.forgets, args.leaves, plan.seed))
        outcome = game.rehearsal.run()
        claims += game.eyes.claims
        reading += game.eyes.reading_ms
        failures += game.failures
        if not outcome.agrees:
            row = {"seed": plan.seed, "players": players, "cause": "record", "difference": outcome.first_difference}
            failures.append(row)
        turns += game.rehearsal.turns
        asked, silent = asked + outcome.turns_asked, silent + outcome.silent_errors
        vain, whole = vain + outcome.refused, whole + outcome.agrees
        unshown += outcome.nothing_shown
    return {
        "seeds": [seed, seed + args.games - 1],
        "level": args.level,
        "habits": {"forgets": args.forgets, "leaves": args.leaves},
        "records_equal_truth": share(whole, args.games),
        "turns_asked": share(asked, turns),
        "silent_errors": share(silent, turns),
        "presses_in_vain": vain,
        "nothing_shown_to_press_for": unshown,
        "ghosts_of_nothing": share(sum(one.of_nothing for one in claims), len(claims)),
        "reliability": reliability(claims),
        "reading_ms": {f"p{part}": round(float(np.percentile(reading, part)), 1) for part in (50, 95) if reading},
        "failures": failures,
        "seconds": round(time.monotonic() - started, 1),
    }


class _Game:
    """One game with a witness."""

    def __init__(self, plan: RehearsalPlan, habits: Habits) -> None:
        rehearsed = set_up(plan)
        self.plan, self.table = plan, rehearsed.table
        self.failures: list[dict[str, Any]] = []
        made: list[WitnessedEyes] = []

        def opened(state: AnyState) -> WitnessedEyes:
            made.append(WitnessedEyes(eyes_for(plan.game_key, state), self._beyond, indistinguishable))
            return made[-1]

        self.rehearsal = Rehearsal(
            self.table,
            rehearsed.record,
            lambda: time.time_ns() // 1_000_000,
            listen=self._listen,
            answers=True,
            eyes=opened,
            alike=indistinguishable,
            habits=habits,
        )
        (self.eyes,) = made

    def _beyond(self) -> Sequence[Any]:
        """What the table shows and the record does not hold."""
        truth = self.table.truth
        shown = truth.actions if truth is not None else 0
        return self.table.actions[len(self.rehearsal.session.record.line) : shown]

    def _listen(self, session: TableSession, news: tuple[News, ...]) -> None:
        for one in news:
            if one.kind is NewsKind.QUESTION and self.eyes.last is not None:
                self.failures.append(self._failure(self.eyes.last))

    def _failure(self, explanation: Explanation) -> dict[str, Any]:
        true = tuple(self._beyond())
        return {
            "seed": self.plan.seed,
            "players": self.plan.players,
            "cause": cause_of(explanation, true),
            "truth": [action.notation for action in true],
            "unexplained": round(explanation.unexplained, 3),
            "candidates": [
                [round(one.probability, 3), *(action.notation for action in one.actions if isinstance(action, Action))]
                for one in explanation.candidates[:MOST_LISTED]
            ],
        }


def cause_of(explanation: Explanation, true: Sequence[Any]) -> str:
    """What a question was about: ``nothing`` told, a wrong ``tile``, the ``order`` of turns, ``who stands there``, or
    ``doubt`` alone, where what was told first was right."""
    best = explanation.best
    if best is None or not best.actions:
        return "nothing"
    lays = [[action for action in actions if isinstance(action, Lay)] for actions in (best.actions, true)]
    if tuple(best.actions) == tuple(true):
        return "doubt"
    if lays[0] != lays[1]:
        return "order" if sorted(map(str, lays[0])) == sorted(map(str, lays[1])) else "tile"
    return "who stands there" if any(isinstance(one, Deploy) for one in (*best.actions, *true)) else "doubt"
