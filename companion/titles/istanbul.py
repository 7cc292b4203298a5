"""Istanbul, with Letters & Seals, and the Great Bazaar. All three are played with the same places."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.titles.title import Box, Calling, Imported, Printing, Title
from games.istanbul.state import Setup

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.references import Reference
    from calibration.sheets import Page
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from games.istanbul.state import State
    from vision.carcassonne.learning.remembered_followers import FollowerMemory
    from vision.eyes import Eyes

DICE_SEEN = 5  # in every so many rehearsals a camera reads the dice; else they tell by wire


def _varied(setup: Setup, rng: random.Random) -> Setup:
    from games.istanbul.box.drawn_box import varied
    from games.istanbul.rules import playing

    return varied(playing(setup), setup, rng)


def _eyes(state: State) -> Eyes[State]:
    from games.istanbul.rules import playing
    from vision.artwork.istanbul.edition import own_places
    from vision.istanbul.eyes import IstanbulEyes

    return IstanbulEyes(own_places(), playing(state.setup), state)


def _owners_eyes(state: State, profile: Profile | None) -> Eyes[State]:
    """The places that were enrolled, and the pieces that were shown."""
    from companion.editions.piece_sets import pieces_in_use
    from companion.editions.place_sets import places_in_use
    from games.istanbul.rules import playing
    from vision.istanbul.eyes import IstanbulEyes

    del profile  # the eyes find the camera by themselves
    return IstanbulEyes(places_in_use(), playing(state.setup), state, pieces_in_use(ISTANBUL.key))


def _enrolled_eyes(
    references: Path | None, keep: Callable[[Reference], None], followers: FollowerMemory | None
) -> Callable[[State], Eyes[State]] | None:
    del keep, followers  # nothing is learned
    if references is None:
        return None
    from games.istanbul.rules import playing
    from vision.istanbul.eyes import IstanbulEyes
    from vision.istanbul.layout.edition import load_edition

    known = load_edition(references)
    return lambda state: IstanbulEyes(known, playing(state.setup), state)


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from companion.rehearsal.games import RehearsedGame, check_players, shuffled
    from companion.rehearsal.seats import seats_for
    from companion.titles.registry import game_named
    from games.game import SEAT_COLOURS
    from games.istanbul.rules import Istanbul
    from games.record import Record
    from vision.simulator.dice.tray import SimulatedDiceTray
    from vision.simulator.istanbul.live import BRISK, PlayedIstanbul, laid_out
    from vision.simulator.played import sampled_turns

    check_players(plan, 5, "istanbul.refused_seats")
    game = game_named(plan.game_key)
    assert isinstance(game, Istanbul)
    colours = shuffled(random.Random(plan.seed), SEAT_COLOURS)
    setup = laid_out(game, game.setup(seats_for(plan.players, colours)), plan.seed)
    actions = sampled_turns(game, setup, plan.seed, plan.turns, curious=plan.curious)
    table = PlayedIstanbul(game, setup, actions, plan.scenario(BRISK))
    if plan.brisk and plan.seed % DICE_SEEN == 0:
        table.tray = SimulatedDiceTray(plan.level, plan.seed)
    return RehearsedGame(Record.start(game, setup), table)


def _pages(how: Printing) -> tuple[Page, ...]:
    from companion.exports.print_and_play import istanbul_pages

    return istanbul_pages(how.paper, backs=how.backs, language=how.language, progress=how.done)


ISTANBUL = Title(
    key="istanbul",
    rules=Imported("games.istanbul.rules", "ISTANBUL"),
    laws=Calling("games.istanbul.conservation", "broken_laws_of"),
    varied=_varied,
    face=Calling("companion.ui.istanbul.face", "IstanbulFace"),
    screens={
        "istanbul_layout": Calling("companion.ui.istanbul.layout", "IstanbulLayoutScreen"),
        "place_sets": Calling("companion.ui.istanbul.place_sets", "PlaceSetsScreen"),
    },
    picture=Calling("companion.ui.istanbul.home_picture", "paint"),
    drawing=Calling("companion.onlookers.board.istanbul", "draw"),
    eyes=_eyes,
    owners_eyes=_owners_eyes,
    enrolled_eyes=_enrolled_eyes,
    reader=Imported("companion.readings.istanbul_reading", "READER"),
    finished=Imported("companion.readings.finished.istanbul", "READER"),
    box=Box(  # of all its boxes: whoever plays with more of them has entered the base game once
        places=("boxes/istanbul.json", "editions/istanbul/", "pieces/istanbul/"),
        values=Calling("games.istanbul.box.printed_values", "printed_values"),
        sets=Calling("companion.editions.place_sets", "place_sets"),
    ),
    edition_in_use=Calling("companion.editions.in_use", "places_in_use"),
    pieces=Calling("vision.istanbul.pieces.own_forms", "pieces"),
    enrolment=Imported("companion.commands.enrolling.places", "ENROLMENT"),
    pages=_pages,
    rehearsal=_rehearsal,
)
# A game of its own, but the same box: its places are entered and printed with Istanbul's.
_EXPANSION = replace(ISTANBUL, expands=ISTANBUL.key, screens={}, picture=None, box=None, pages=None)

TITLES = (
    ISTANBUL,
    replace(
        _EXPANSION,
        key="istanbul-letters-and-seals",
        rules=Imported("games.istanbul.rules", "LETTERS_AND_SEALS"),
        face=Calling("companion.ui.istanbul.face", "LettersFace"),
    ),
    replace(
        _EXPANSION,
        key="great-bazaar",
        rules=Imported("games.istanbul.rules", "GREAT_BAZAAR"),
        face=Calling("companion.ui.istanbul.face", "BazaarFace"),
    ),
)
