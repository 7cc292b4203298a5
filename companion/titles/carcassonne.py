"""Carcassonne."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.titles.title import Box, Calling, FileFormat, Imported, Printing, Title

if TYPE_CHECKING:
    from calibration.colours import Lab
    from calibration.profile import Profile
    from calibration.references import Reference
    from calibration.sheets import Page
    from companion.rehearsal.games import RehearsalPlan, RehearsedGame
    from companion.rehearsal.live_table import LiveTable
    from games.any_game import AnyRecord
    from games.carcassonne.state import State
    from games.game import Phrase
    from vision.carcassonne.learning.remembered_followers import FollowerMemory
    from vision.carcassonne.learning.whose_tiles import MapEyes, WhoseTiles
    from vision.eyes import Eyes

KEY = "carcassonne"
MOST_TRIES = 40  # deals until a map fits on the table


def _eyes(state: State, profile: Profile | None = None, teach: Callable[[str, Lab], None] | None = None) -> MapEyes:
    from games.carcassonne.rules import CARCASSONNE
    from vision.artwork.carcassonne.edition import own_edition
    from vision.carcassonne.live.eyes import CarcassonneEyes
    from vision.carcassonne.terrain_teller import TerrainTeller

    box = CARCASSONNE.box(state.setup)
    return CarcassonneEyes(own_edition(box), state, profile=profile, teach=teach, teller=TerrainTeller(box))


def _owners_eyes(state: State, profile: Profile | None) -> Eyes[State]:
    """Those for the edition that was chosen, learned while people play if they like; where nobody chose, for the one
    that lies on the table."""
    from companion.editions.kept_tiles import choice, editions_known
    from games.carcassonne.rules import CARCASSONNE
    from vision.carcassonne.learning.whose_tiles import WhoseTilesEyes

    chosen = choice()
    if chosen.edition is not None:
        return _eyes_for(chosen.edition, chosen.learns, state, profile)
    known = partial(editions_known, CARCASSONNE.box(state.setup))
    return WhoseTilesEyes(known, state, partial(found_out, profile))


def found_out(profile: Profile | None, whose: WhoseTiles, state: State) -> tuple[MapEyes, Phrase]:
    """The eyes for the tiles that lie there, of a known edition or of one that nobody has seen, and what people are
    told of that. Where nobody can tell yet they are learned as unseen ones are."""
    from companion.editions.kept_tiles import OURS, UNNAMED, SetInPlay, choice, found_by_looking
    from companion.editions.piece_sets import teacher
    from games.game import Phrase
    from vision.carcassonne.learning.eyes import LearningEyes

    name = whose.name
    try:
        chosen = found_by_looking(name, perhaps=whose.perhaps)
    except OSError as error:  # the game goes on; it is found out again next time
        logging.getLogger(__name__).warning("whose tiles these are could not be kept: %s", error)
        chosen = SetInPlay(None, choice().learns, UNNAMED if name is None else name, whose.perhaps)
    if name is None and not chosen.learns:
        return LearningEyes(None, state, profile=profile, teach=teacher(KEY)), _said_of(whose, "edition.seen_unlearned")
    eyes = _eyes_for(chosen.name, chosen.learns, state, profile)
    if name == OURS:
        return eyes, Phrase.of("edition.seen_ours")
    return eyes, _said_of(whose, "edition.seen_first" if name is None else "edition.seen", name=chosen.name)


def _said_of(whose: WhoseTiles, key: str, **values: str) -> Phrase:
    """What people are told, unless nobody can tell yet."""
    from companion.editions.kept_tiles import named
    from games.game import Phrase

    if whose.perhaps is not None:
        return Phrase.of("edition.seen_unsure", name=named(whose.perhaps))
    return Phrase.of(key, **values)


def _eyes_for(name: str, learns: bool, state: State, profile: Profile | None) -> MapEyes:
    """The eyes for an edition of which there may be no picture yet."""
    from calibration.references import ReferencesError
    from companion.editions.edition_followers import EditionFollowers
    from companion.editions.kept_tiles import OURS, edition_in_use, kept_editions, known_of, learn
    from companion.editions.piece_sets import teacher
    from games.carcassonne.rules import CARCASSONNE
    from vision.carcassonne.learning.eyes import LearningEyes
    from vision.carcassonne.live.eyes import CarcassonneEyes
    from vision.carcassonne.terrain_teller import TerrainTeller

    known = None if name == OURS else known_of(name, partly=learns)
    if name == OURS or (known is None and not learns):
        return _eyes(state, profile, teacher(KEY))
    if not learns:
        box = CARCASSONNE.box(state.setup)
        edition, teller = edition_in_use(name, box), TerrainTeller(box)
        return CarcassonneEyes(edition, state, profile=profile, teach=teacher(KEY), teller=teller)

    def keep(view: Reference) -> None:
        try:
            learn(name, view)
        except (OSError, ReferencesError) as error:  # the game goes on; the tile is learned again next time
            logging.getLogger(__name__).warning("a tile of %s could not be kept: %s", name, error)

    followers = EditionFollowers(kept_editions().folder / name)
    return LearningEyes(known, state, keep=keep, followers=followers, profile=profile, teach=teacher(KEY))


def _enrolled_eyes(
    references: Path | None, keep: Callable[[Reference], None], followers: FollowerMemory | None
) -> Callable[[State], Eyes[State]]:
    """As the app opens them: what is not known yet is learned while people play."""
    from calibration.references import load_edition
    from vision.carcassonne.learning.eyes import LearningEyes

    known = None if references is None else load_edition(references, partly=True)
    return lambda state: LearningEyes(known, state, keep=keep, followers=followers)


def dealt_until_it_fits(
    plan: RehearsalPlan,
    sampled: Callable[..., Sequence[Any]],
    table_of: Callable[..., LiveTable],
) -> RehearsedGame:
    """A rehearsal whose map fits on the table. Casual players sometimes build one too long for any table; they would
    have moved it, we deal again. Raises ``games.game.Refusal`` where that does not help either.

    Args:
        plan: what is rehearsed.
        sampled: a game from its set-up, a seed and the most turns; of ``curious`` people, where that is wanted.
        table_of: the simulated table that plays them.
    """
    from companion.rehearsal.games import RehearsedGame, players_record
    from games.game import Phrase, Refusal, RefusalKind
    from vision.simulator.carcassonne.live import BRISK
    from vision.simulator.carcassonne.view import DoesNotFit

    record, scenario = players_record(plan), plan.scenario(BRISK)
    for attempt in range(MOST_TRIES):
        actions = sampled(record.setup, plan.seed + 1_000_003 * attempt, plan.turns, curious=plan.curious)
        try:
            return RehearsedGame(record, table_of(record.setup, actions, scenario))
        except DoesNotFit:
            continue
    raise Refusal(RefusalKind.INVALID, Phrase.of("command.map_too_large", seed=plan.seed), value=str(plan.seed))


def _rehearsal(plan: RehearsalPlan) -> RehearsedGame:
    from vision.simulator.carcassonne.live import PlayedCarcassonne as PlayedTable
    from vision.simulator.carcassonne.live import sampled_game

    return dealt_until_it_fits(plan, sampled_game, PlayedTable)


def _pages(how: Printing) -> tuple[Page, ...]:
    from companion.exports.print_and_play import carcassonne_pages

    sets = ("basic", "inns-and-cathedrals") if how.expansion else ("basic",)
    return carcassonne_pages(how.paper, sets=sets, backs=how.backs, language=how.language, progress=how.done)


def _write_jcz(record: AnyRecord, now_ms: int) -> str:
    from games.any_game import known_record
    from games.carcassonne.jcz import write_jcz
    from games.carcassonne.rules import CARCASSONNE

    return write_jcz(known_record(record, CARCASSONNE), game_id=f"tableside-{now_ms}", created_ms=now_ms)


TITLES = (
    Title(
        key=KEY,
        rules=Imported("games.carcassonne.rules", "CARCASSONNE"),
        laws=Calling("games.carcassonne.conservation", "broken_laws"),
        varied=Calling("games.carcassonne.varied_setups", "varied"),
        face=Calling("companion.ui.carcassonne.face", "CarcassonneFace"),
        screens={
            "editions": Calling("companion.ui.carcassonne.editions", "EditionsScreen"),
            "enrol_tiles": Calling("companion.ui.carcassonne.enrol_tiles", "EnrolTilesScreen"),
            "photo_score": Calling("companion.ui.carcassonne.photo_score", "PhotoScoreScreen"),
        },
        picture=Calling("companion.ui.carcassonne.home_picture", "paint"),
        drawing=Calling("companion.onlookers.board.carcassonne", "draw"),
        eyes=_eyes,
        owners_eyes=_owners_eyes,
        enrolled_eyes=_enrolled_eyes,
        reader=Imported("companion.readings.carcassonne_reading", "READER"),
        reader_knows_camera=True,
        box=Box(
            places=("editions/carcassonne/", "pieces/carcassonne/"),
            sets=partial(Calling("companion.editions.kept_tiles", "kept_editions"), KEY),
        ),
        edition_in_use=Calling("companion.editions.in_use", "tiles_in_use"),
        pieces=Calling("vision.carcassonne.figures.own_forms", "pieces"),
        enrolment=Imported("companion.commands.enrolling.tiles", "ENROLMENT"),
        pages=_pages,
        rehearsal=_rehearsal,
        formats={
            "jcz": FileFormat(
                write=_write_jcz,
                read=Calling("games.carcassonne.jcz_reading", "read_jcz"),
                no_other="command.jcz_only_carcassonne",
            )
        },
    ),
)
