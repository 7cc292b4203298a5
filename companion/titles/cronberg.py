"""Cronberg."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from companion.titles.title import Box, Calling, Imported, Printing, Title

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.sheets import Page
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from games.cronberg.state import State
    from vision.eyes import Eyes


def _eyes(state: State) -> Eyes[State]:
    from companion.editions.cronberg_sets import set_of
    from vision.cronberg.live.eyes import CronbergEyes

    return CronbergEyes(set_of(state.setup.edition), state)


def _owners_eyes(state: State, profile: Profile | None) -> Eyes[State]:
    """With the tokens that were shown."""
    from companion.editions.cronberg_sets import set_of
    from companion.editions.piece_sets import pieces_in_use
    from vision.cronberg.live.eyes import CronbergEyes
    from vision.cronberg.own_forms import with_tokens

    del profile  # the eyes find the camera by themselves
    return CronbergEyes(with_tokens(set_of(state.setup.edition), pieces_in_use("cronberg")), state)


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from companion.rehearsal.games import RehearsedGame, shuffled
    from companion.rehearsal.seats import seats_for
    from games.any_game import any_record
    from games.cronberg.rules import CRONBERG
    from games.record import Record
    from vision.simulator.cronberg.live import BRISK, PlayedCronberg, sampled_game
    from vision.simulator.cronberg.table import COLOURS

    colours = shuffled(random.Random(plan.seed), COLOURS)
    record = Record.start(CRONBERG, CRONBERG.setup(seats_for(plan.players, colours)))
    actions = sampled_game(record.setup, plan.seed, plan.turns)
    table = PlayedCronberg(record.setup, actions, plan.scenario(BRISK))
    return RehearsedGame(any_record(record), table)


def _pages(how: Printing) -> tuple[Page, ...]:
    from companion.exports.print_cronberg import cronberg_pages

    return cronberg_pages(how.paper, backs=how.backs, language=how.language, progress=how.done)


TITLES = (
    Title(
        key="cronberg",
        rules=Imported("games.cronberg.rules", "CRONBERG"),
        laws=Calling("games.cronberg.conservation", "broken_laws"),
        varied=Calling("games.cronberg.varied_setups", "varied"),
        face=Calling("companion.ui.cronberg.face", "CronbergFace"),
        screens={"enrol_copy": Calling("companion.ui.cronberg.enrol_set", "EnrolCronbergScreen")},
        picture=Calling("companion.ui.cronberg.home_picture", "paint"),
        drawing=Calling("companion.onlookers.board.cronberg", "draw"),
        eyes=_eyes,
        owners_eyes=_owners_eyes,
        reader=Imported("companion.readings.cronberg_reading", "READER"),
        finished=Imported("companion.readings.finished.cronberg", "READER"),
        box=Box(
            places=("editions/cronberg/", "pieces/cronberg/"),
            sets=Calling("companion.editions.cronberg_sets", "kept_cronberg_sets"),
        ),
        edition_in_use=Calling("companion.editions.in_use", "cronberg_in_use"),
        pieces=Imported("vision.cronberg.own_forms", "PIECES"),
        enrolment=Imported("companion.commands.enrolling.cronberg", "ENROLMENT"),
        pages=_pages,
        rehearsal=_rehearsal,
    ),
)
