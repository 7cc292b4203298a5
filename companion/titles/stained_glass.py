"""Carcassonne with Stained Glass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.titles.carcassonne import dealt_until_it_fits
from companion.titles.title import Box, Calling, Imported, Printing, Title

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.references import Reference
    from calibration.sheets import Page
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from games.carcassonne.state import State
    from vision.carcassonne.learning.remembered_followers import FollowerMemory
    from vision.eyes import Eyes


def _eyes(state: State) -> Eyes[State]:
    from games.carcassonne.rules import CARCASSONNE
    from vision.artwork.carcassonne.edition import own_edition
    from vision.artwork.stained_glass.edition import own_glass
    from vision.stained_glass.live.eyes import StainedGlassEyes

    return StainedGlassEyes(own_edition(CARCASSONNE.box(state.setup)), own_glass(), state)


def _owners_eyes(state: State, profile: Profile | None) -> Eyes[State]:
    """The tiles that were chosen, as far as they are known, and the glass that was enrolled."""
    from companion.editions.glass_sets import glass_in_use
    from companion.editions.kept_tiles import OURS, choice, edition_in_use, known_of
    from games.carcassonne.rules import CARCASSONNE
    from vision.stained_glass.live.eyes import StainedGlassEyes

    name = choice().name
    known = name if name != OURS and known_of(name) is not None else OURS
    edition = edition_in_use(known, CARCASSONNE.box(state.setup))
    return StainedGlassEyes(edition, glass_in_use(), state, profile=profile)


def _enrolled_eyes(
    references: Path | None, keep: Callable[[Reference], None], followers: FollowerMemory | None
) -> Callable[[State], Eyes[State]] | None:
    """Tiles of these references, under our own glass."""
    del keep, followers  # nothing is learned under the glass
    if references is None:
        return None
    from calibration.references import load_edition
    from vision.artwork.stained_glass.edition import own_glass
    from vision.stained_glass.live.eyes import StainedGlassEyes

    known = load_edition(references)
    return lambda state: StainedGlassEyes(known, own_glass(), state)


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from vision.simulator.stained_glass.live import GlassTable, sampled_glass_game

    return dealt_until_it_fits(plan, sampled_glass_game, GlassTable)


def _pages(how: Printing) -> tuple[Page, ...]:
    from companion.exports.glass_print import stained_glass_pages

    return stained_glass_pages(how.paper, backs=how.backs, language=how.language, progress=how.done)


TITLES = (
    Title(
        key="carcassonne-stained-glass",
        also_typed=("stained-glass",),
        expands="carcassonne",
        rules=Imported("games.carcassonne.stained_glass.game", "CARCASSONNE_STAINED_GLASS"),
        laws=Calling("games.carcassonne.stained_glass.conservation", "broken_laws"),
        varied=Calling("games.carcassonne.stained_glass.varied_setups", "varied"),
        face=Calling("companion.ui.stained_glass.face", "StainedGlassFace"),
        drawing=Calling("companion.onlookers.board.carcassonne", "draw"),
        screens={"glass_sets": Calling("companion.ui.stained_glass.glass_sets", "GlassSetsScreen")},
        eyes=_eyes,
        owners_eyes=_owners_eyes,
        enrolled_eyes=_enrolled_eyes,
        reader=Imported("companion.readings.stained_glass_reading", "READER"),
        finished=Imported("companion.readings.finished.stained_glass", "READER"),
        box=Box(
            places=("boxes/carcassonne-stained-glass.json", "editions/carcassonne-stained-glass/"),
            values=Calling("games.carcassonne.stained_glass.printed_values", "printed_values"),
            sets=Calling("companion.editions.glass_sets", "glass_sets"),
        ),
        edition_in_use=Calling("companion.editions.in_use", "tiles_in_use"),
        pieces=Calling("vision.carcassonne.figures.own_forms", "pieces"),
        enrolment=Imported("companion.commands.enrolling.glass", "ENROLMENT"),
        pages=_pages,
        rehearsal=_rehearsal,
    ),
)
