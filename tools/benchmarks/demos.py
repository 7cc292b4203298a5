"""Do demos end with a record that equals the truth? Every game that can be rehearsed, at seeds drawn at random, with
people who press after every turn or with people who forget to: ``bench demos``.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from companion.rehearsal.camera_kinds import CameraKind
from companion.rehearsal.games import RehearsalPlan, rehearsed_keys, set_up
from companion.rehearsal.habits import Habits
from companion.rehearsal.other_cameras import OtherCamera
from companion.rehearsal.whole_game import Rehearsal
from companion.session.table import TableSession
from companion.session.views import News, NewsKind
from games.any_game import AnyAction, AnyRecord
from games.game import Refusal
from tools.benchmarks.kept_rows import add_row, rows_in
from tools.benchmarks.witnessed_eyes import share

MOST_PLAYERS, LEAST_PLAYERS = 5, 2
NOTICED = (NewsKind.QUESTION, NewsKind.OUT_OF_STEP)


class PlayedDemo(msgspec.Struct, frozen=True):
    """A demo as it was played.

    Attributes:
        game, seed, players, limit, level, forgets, leaves, camera, curious: which one (``limit``: at most so many
            turns).
        turns: that it had.
        agrees: whether its record equals the truth.
        asked, silent, in_vain: turns that people were asked about, wrong records that nobody was asked about, presses
            that did nothing.
        nothing_shown: times that somebody looked up to tell what was done, and nothing was shown to press for. Rows
            that were kept before these were counted have them among ``in_vain``.
        difference: the first one from the truth.
        actions: how often each kind of action was played.
        legal: in how many states each kind of action was legal.
        told: what people were asked, and where table and record were said to differ: after how many actions, what,
            and what there was to choose from.
    """

    game: str
    seed: int
    players: int
    limit: int | None
    level: str
    forgets: float
    leaves: int
    camera: str | None = None
    curious: bool = False
    turns: int = 0
    agrees: bool = False
    asked: int = 0
    silent: int = 0
    in_vain: int = 0
    nothing_shown: int = 0
    difference: str | None = None
    actions: dict[str, int] = {}
    legal: dict[str, int] = {}
    questions: list[tuple[int, str, list[tuple[float, list[str]]]]] = msgspec.field(name="told", default_factory=list)

    @property
    def which(self) -> tuple[object, ...]:
        """What tells it from others."""
        return (
            self.game,
            self.seed,
            self.players,
            self.limit,
            self.level,
            self.forgets,
            self.leaves,
            self.camera,
            self.curious,
        )


def measure(args: argparse.Namespace, seed: int, step: Callable[[str], None]) -> dict[str, object]:
    """Play the demos and count, game by game; how often each kind of action was played is counted, too, and which were
    legal and never played.

    Args:
        args: ``games`` of each kind, ``turns`` a game (None: to the end), ``level``, ``only`` these kinds, ``forgets``
            and ``leaves`` (:class:`Habits`; where either is given people answer what they are asked), ``camera``: a
            :class:`CameraKind`, or None for the simulated one, ``curious`` (:class:`RehearsalPlan`), ``rows``: where
            each is kept, and taken from when it was played before.
        seed: of the first of each kind.
        step: is told of each game.
    """
    known = {one.which: one for one in rows_in(args.rows, PlayedDemo)}
    result: dict[str, object] = {"seeds": [seed, seed + args.games - 1]}
    if args.forgets or args.leaves:
        result["habits"] = {"forgets": args.forgets, "leaves": args.leaves}
    for key in args.only or rehearsed_keys():
        played: list[PlayedDemo] = []
        for number in range(args.games):
            step(f"{key}, seed {seed + number}")
            due = PlayedDemo(
                key,
                seed + number,
                _players(key, number),
                args.turns,
                args.level,
                args.forgets,
                args.leaves,
                args.camera,
                args.curious,
            )
            if due.which not in known:
                known[due.which] = _played(due)
                add_row(args.rows, known[due.which])
            played.append(known[due.which])
        result[key] = row_of(played)
    return result


def row_of(demos: Sequence[PlayedDemo]) -> dict[str, object]:
    """What came of the demos of one game. One that could not be set up is a failure, and counts for no share."""
    played = [one for one in demos if one.turns]
    turns = sum(one.turns for one in played)
    actions, legal = Counter[str](), Counter[str]()
    for one in played:
        actions.update(one.actions)
        legal.update(one.legal)
    return {
        "records_equal_truth": share(sum(one.agrees for one in played), len(played)),
        "turns_asked": share(sum(one.asked for one in played), turns),
        "silent_errors": share(sum(one.silent for one in played), turns),
        "presses_in_vain": sum(one.in_vain for one in played),
        "nothing_shown_to_press_for": sum(one.nothing_shown for one in played),
        "actions": dict(sorted(actions.items())),
        "never_played": {kind: states for kind, states in sorted(legal.items()) if kind not in actions},
        "failures": [
            {"seed": one.seed, "players": one.players, "difference": one.difference, "told": one.questions}
            for one in demos
            if not one.agrees or one.silent
        ],
    }


def _played(due: PlayedDemo) -> PlayedDemo:
    """Play it."""
    asked: list[tuple[int, str, list[tuple[float, list[str]]]]] = []

    def listen(session: TableSession, news: tuple[News, ...]) -> None:
        write = session.record.game.write
        for one in news:
            if one.kind in NOTICED:
                choice = session.view.choice
                options = choice.options if choice is not None else ()
                chances = [(round(each.probability, 3), [*map(write, each.actions)]) for each in options]
                asked.append((len(session.record.line), one.kind.name.lower(), chances))

    plan = RehearsalPlan(due.game, due.seed, due.players, due.limit, due.level, curious=due.curious)
    try:
        rehearsed = set_up(plan)
    except Refusal as refusal:
        return msgspec.structs.replace(due, difference=str(refusal.phrase))
    table = rehearsed.table if due.camera is None else OtherCamera(rehearsed.table, CameraKind(due.camera))
    rehearsal = Rehearsal(
        table,
        rehearsed.record,
        lambda: time.time_ns() // 1_000_000,
        listen=listen,
        answers=bool(due.forgets or due.leaves),
        habits=Habits(due.forgets, due.leaves, due.seed),
    )
    outcome = rehearsal.run()
    return msgspec.structs.replace(
        due,
        turns=rehearsal.turns,
        agrees=outcome.agrees,
        asked=outcome.turns_asked,
        silent=outcome.silent_errors,
        in_vain=outcome.refused,
        nothing_shown=outcome.nothing_shown,
        difference=outcome.first_difference,
        actions=dict(Counter(type(action).__name__ for action in rehearsed.table.actions)),
        legal=dict(legal_kinds(rehearsed.record, rehearsed.table.actions)),
        questions=asked,
    )


def legal_kinds(record: AnyRecord, actions: Sequence[AnyAction]) -> Counter[str]:
    """In how many states each kind of action was legal, while these were played from a record on."""
    kinds, game, state = Counter[str](), record.game, record.state
    for action in actions:
        kinds.update({type(one).__name__ for one in game.legal(state)})
        state, _ = game.apply(state, action)
    return kinds


def _players(key: str, number: int) -> int:
    """In turn from two on, as many as the game seats."""
    most = MOST_PLAYERS if key.startswith(("carcassonne", "istanbul", "great-bazaar")) else 4
    return LEAST_PLAYERS + number % (most - LEAST_PLAYERS + 1)
