"""Noughts and crosses."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from companion.titles.title import Calling, Imported, Title

if TYPE_CHECKING:
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from vision.eyes import Eyes

    from ..games.rules import State

_FLOORS = (__package__ or "").removesuffix(".companion")  # here all floors lie in one folder
_GAMES, _COMPANION = f"{_FLOORS}.games", f"{_FLOORS}.companion"


def _eyes(state: State) -> Eyes[State]:
    from ..vision.eyes import NoughtsEyes

    return NoughtsEyes(state)


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from companion.rehearsal.games import RehearsedGame, check_players, shuffled
    from companion.rehearsal.seats import seats_for
    from games.any_game import any_record
    from games.record import Record
    from vision.simulator.played import sampled_turns

    from ..games.rules import NOUGHTS_AND_CROSSES
    from ..vision.board import PAINTS
    from ..vision.table import NoughtsTable

    check_players(plan, 2, "noughts.refused_seats")
    setup = NOUGHTS_AND_CROSSES.setup(seats_for(plan.players, shuffled(random.Random(plan.seed), tuple(PAINTS))))
    actions = sampled_turns(NOUGHTS_AND_CROSSES, setup, plan.seed, plan.turns)
    record = Record.start(NOUGHTS_AND_CROSSES, setup)
    return RehearsedGame(any_record(record), NoughtsTable(setup, actions, plan.level, plan.seed, plan.fps))


TITLES = (
    Title(
        key="noughts-and-crosses",
        also_typed=("tic-tac-toe",),
        rules=Imported(f"{_GAMES}.rules", "NOUGHTS_AND_CROSSES"),
        laws=Calling(f"{_GAMES}.rules", "broken_laws"),
        phrases=(_COMPANION, "phrases.json"),
        face=Calling(f"{_COMPANION}.face", "NoughtsFace"),
        picture=Calling(f"{_COMPANION}.home_picture", "paint"),
        eyes=_eyes,
        reader=Imported(f"{_COMPANION}.reading", "READER"),
        rehearsal=_rehearsal,
    ),
)
