"""Thurn and Taxis, and Power & Glory."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.titles.title import Box, Calling, Imported, Printing, Title

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.sheets import Page
    from companion.editions.box_faults import BoxFault
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from games.thurn_and_taxis.state import State
    from vision.eyes import Eyes


def _eyes(state: State) -> Eyes[State]:
    from companion.editions.postal_set import cards_in_use, set_in_use
    from vision.thurn_and_taxis.eyes import PostalEyes

    atlas = state.setup.atlas
    return PostalEyes(set_in_use(atlas), state, cards_in_use(atlas))


def _owners_eyes(state: State, profile: Profile | None) -> Eyes[State]:
    """With the houses that were shown."""
    from companion.editions.piece_sets import pieces_in_use
    from companion.editions.postal_set import cards_in_use, set_in_use
    from vision.thurn_and_taxis.eyes import PostalEyes
    from vision.thurn_and_taxis.own_forms import with_houses

    del profile  # the eyes find the camera by themselves
    atlas = state.setup.atlas
    houses = pieces_in_use(THURN_AND_TAXIS.key)
    return PostalEyes(with_houses(set_in_use(atlas), houses), state, cards_in_use(atlas))


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from companion.editions.postal_map import own_map
    from companion.rehearsal.games import RehearsedGame, check_players, shuffled
    from companion.rehearsal.seats import seats_for
    from companion.titles.registry import game_named
    from games.record import Record
    from games.thurn_and_taxis.rules import ThurnAndTaxis
    from vision.simulator.played import sampled_turns
    from vision.simulator.thurn_and_taxis.live import BRISK, UNHURRIED, PlayedThurn
    from vision.thurn_and_taxis.postal_set import BOX_COLOURS

    check_players(plan, 4, "thurn.refused_seats")
    game = game_named(plan.game_key)
    assert isinstance(game, ThurnAndTaxis)
    setup = game.setup(seats_for(plan.players, shuffled(random.Random(plan.seed), BOX_COLOURS)))
    setup = replace(setup, atlas=own_map(setup.atlas.key))
    actions = sampled_turns(game, setup, plan.seed, plan.turns, curious=plan.curious)
    table = PlayedThurn(game, setup, actions, plan.scenario(BRISK, UNHURRIED))
    return RehearsedGame(Record.start(game, setup), table)


def _pages(map_key: str, how: Printing) -> tuple[Page, ...]:
    from companion.editions.postal_map import own_map
    from companion.exports.thurn_print import thurn_pages

    return thurn_pages(how.paper, own_map(map_key), backs=how.backs, language=how.language, progress=how.done)


def _map_faults(map_key: str, folder: Path) -> Iterator[BoxFault]:
    from companion.editions.postal_map import map_faults

    yield from map_faults(map_key, folder)


def _box(key: str, map_key: str) -> Box:
    houses = () if map_key != "base" else (f"pieces/{key}/",)  # one box's
    board = (f"maps/{map_key}.json", f"boards/{map_key}.png", f"boards/{map_key}-cards/")
    places = (f"boxes/{key}.json", *board, *houses)
    values = partial(Calling("games.thurn_and_taxis.printed_values", "printed_values"), map_key)
    return Box(places=places, values=values, faults=partial(_map_faults, map_key))


THURN_AND_TAXIS = Title(
    key="thurn-and-taxis",
    rules=Imported("games.thurn_and_taxis.rules", "THURN_AND_TAXIS"),
    laws=Calling("games.thurn_and_taxis.conservation", "broken_laws"),
    varied=Calling("games.thurn_and_taxis.varied_setups", "varied"),
    face=Calling("companion.ui.thurn_and_taxis.face", "PostalFace"),
    screens={"map_editor": Calling("companion.ui.thurn_and_taxis.map_editor", "MapEditorScreen")},
    picture=Calling("companion.ui.thurn_and_taxis.home_picture", "paint"),
    drawing=Calling("companion.onlookers.board.thurn_and_taxis", "draw"),
    eyes=_eyes,
    owners_eyes=_owners_eyes,
    reader=Imported("companion.readings.thurn_reading", "READER"),
    finished=Imported("companion.readings.finished.thurn_and_taxis", "THURN_AND_TAXIS"),
    box=_box("thurn-and-taxis", "base"),
    pieces=Imported("vision.thurn_and_taxis.own_forms", "PIECES"),
    enrolment=Imported("companion.commands.enrolling.postal", "ENROLMENT"),
    pages=partial(_pages, "base"),
    rehearsal=_rehearsal,
)

TITLES = (
    THURN_AND_TAXIS,
    replace(
        THURN_AND_TAXIS,
        key="power-and-glory",
        expands=THURN_AND_TAXIS.key,
        rules=Imported("games.thurn_and_taxis.rules", "POWER_AND_GLORY"),
        finished=Imported("companion.readings.finished.thurn_and_taxis", "POWER_AND_GLORY"),
        face=Calling("companion.ui.thurn_and_taxis.face", "NorthernFace"),
        screens={},
        picture=None,
        box=_box("power-and-glory", "power-and-glory"),
        pages=partial(_pages, "power-and-glory"),
    ),
)
