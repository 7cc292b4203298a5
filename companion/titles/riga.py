"""Riga, and the Grand Masters' scorer for tables that play Riga without a record of every card."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from companion.titles.title import Box, Calling, Imported, Printing, Title

if TYPE_CHECKING:
    from calibration.sheets import Page
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from games.riga.scorer.rules import State as ScorerState
    from games.riga.state import State
    from vision.eyes import Eyes


def _eyes(state: State) -> Eyes[State]:
    from companion.editions.riga_cards import riga_in_use
    from vision.riga.eyes import RigaEyes

    return RigaEyes(riga_in_use(state.setup.cards), state)


def _scorer_eyes(state: ScorerState) -> Eyes[ScorerState]:
    from companion.editions.riga_cards import own_cards, riga_in_use
    from vision.riga.scorer_eyes import ScorerEyes

    return ScorerEyes(riga_in_use(), own_cards(), state)


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from companion.rehearsal.games import RehearsedGame, check_players, shuffled
    from companion.rehearsal.seats import seats_for
    from games.any_game import any_record
    from games.game import SEAT_COLOURS
    from games.record import Record
    from games.riga.rules import RIGA
    from games.riga.scorer.rules import GRAND_MASTERS
    from vision.simulator.riga.live import BRISK, PlayedRiga, sampled_game, scored_game, scorer_setup

    check_players(plan, 4, "riga.refused_seats")
    colours = shuffled(random.Random(plan.seed), SEAT_COLOURS[:6])
    setup = RIGA.setup(seats_for(plan.players, colours))  # its cards are the ones that are drawn, not the owner's
    steps = sampled_game(setup, plan.seed, plan.turns, curious=plan.curious)
    alone = plan.game_key == GRAND_MASTERS.key
    shown = scored_game(steps) if alone else steps
    table = PlayedRiga(RIGA.new(setup), shown, plan.scenario(BRISK))
    laid = any_record(Record.start(GRAND_MASTERS, scorer_setup(setup)) if alone else Record.start(RIGA, setup))
    return RehearsedGame(laid, table)


def _pages(how: Printing) -> tuple[Page, ...]:
    from companion.editions.riga_cards import own_cards, own_market
    from companion.exports.riga_print import riga_pages

    return riga_pages(
        how.paper,
        backs=how.backs,
        language=how.language,
        cards=own_cards(),
        numbers=own_market(),
        progress=how.done,
    )


def _grand_master_pages(how: Printing) -> tuple[Page, ...]:
    from companion.exports.riga_print import grand_master_pages

    return grand_master_pages(how.paper, language=how.language)


TITLES = (
    Title(
        key="riga",
        rules=Imported("games.riga.rules", "RIGA"),
        laws=Calling("games.riga.conservation", "broken_laws"),
        varied=Calling("games.riga.varied_setups", "varied"),
        face=Calling("companion.ui.riga.face", "RigaFace"),
        screens={
            "card_editor": Calling("companion.ui.riga.card_editor", "CardEditorScreen"),
            "rulebooks": Calling("companion.ui.riga.rulebooks", "RulebooksScreen"),
        },
        picture=Calling("companion.ui.riga.home_picture", "paint"),
        drawing=Calling("companion.onlookers.board.riga", "draw"),
        eyes=_eyes,
        reader=Imported("companion.readings.riga_reading", "READER"),
        finished=Imported("companion.readings.finished.riga", "RIGA"),
        box=Box(
            places=("boxes/riga.json", "riga/"),
            values=Calling("games.riga.box.printed_values", "printed_values"),
            faults=Calling("companion.editions.riga_cards", "card_faults"),
        ),
        pages=_pages,
        rehearsal=_rehearsal,
    ),
    Title(
        key="grand-masters",
        expands="riga",
        rules=Imported("games.riga.scorer.rules", "GRAND_MASTERS"),
        laws=Calling("games.riga.scorer.conservation", "broken_laws"),
        varied=Calling("games.riga.varied_setups", "varied_scorer"),
        face=Calling("companion.ui.riga.face", "GrandMastersFace"),
        drawing=Calling("companion.onlookers.board.riga", "draw"),
        eyes=_scorer_eyes,
        reader=Imported("companion.readings.riga_reading", "READER"),  # the same cards and tiles
        finished=Imported("companion.readings.finished.riga", "GRAND_MASTERS"),
        pages=_grand_master_pages,
        rehearsal=_rehearsal,
    ),
)
