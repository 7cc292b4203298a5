"""The eyes that a recorded evening is played before: of a game and of whose pieces lie on the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.references import Reference, ReferencesError, load_edition
from companion.replay.evening import OURS, UNKNOWN, Evening, EveningError
from companion.session.watching import eyes_for
from games.game import Phrase
from vision.eyes import Eyes

ISTANBUL = ("istanbul", "istanbul-letters-and-seals", "great-bazaar")


def evening_eyes(evening: Evening, folder: Path, keep: Callable[[Reference], None]) -> Callable[[Any], Eyes]:
    """What makes the eyes of an evening, from the state where they are opened.

    Args:
        evening: what was recorded; a folder of references is sought from ``folder``.
        folder: where ``evening.json`` lies.
        keep: takes each view of a tile that is learned.

    Raises:
        EveningError: the references can't be used, or nobody's eyes for this game know other pieces than ours.
        games.game.Refusal: the game has no eyes yet.
    """
    if evening.edition == OURS:
        return lambda state: eyes_for(evening.game, state)
    try:
        if evening.game == "carcassonne":
            return _carcassonne(evening, folder, keep)
        if evening.edition != UNKNOWN and evening.game == "carcassonne-stained-glass":
            return _stained_glass(folder / evening.edition)
        if evening.edition != UNKNOWN and evening.game in ISTANBUL:
            return _istanbul(folder / evening.edition)
    except ReferencesError as error:
        why = Phrase.of(error.key, name=error.place, place=error.place, value=error.value)
        raise EveningError(Phrase.of("replay.bad_references", folder=evening.edition, why=why)) from error
    raise EveningError(Phrase.of("replay.no_such_eyes", game=evening.game, edition=evening.edition))


def _carcassonne(evening: Evening, folder: Path, keep: Callable[[Reference], None]) -> Callable[[Any], Eyes]:
    """As the app opens them: what is not known yet is learned while people play."""
    from vision.carcassonne.learning.eyes import LearningEyes

    known = None if evening.edition == UNKNOWN else load_edition(folder / evening.edition)
    return lambda state: LearningEyes(known, state, keep=keep)


def _stained_glass(references: Path) -> Callable[[Any], Eyes]:
    from vision.artwork.stained_glass.edition import own_glass
    from vision.stained_glass.eyes import StainedGlassEyes

    known = load_edition(references)
    return lambda state: StainedGlassEyes(known, own_glass(), state)


def _istanbul(references: Path) -> Callable[[Any], Eyes]:
    from games.istanbul.rules import playing
    from vision.istanbul.eyes import IstanbulEyes
    from vision.istanbul.layout.edition import load_edition as load_places

    known = load_places(references)
    return lambda state: IstanbulEyes(known, playing(state.setup), state)
