"""The eyes that a recorded evening is played before: of a game and of whose pieces lie on the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from calibration.references import Reference, ReferencesError
from companion.replay.evening import OURS, UNKNOWN, Evening, EveningError
from companion.session.looking.watching import eyes_for
from companion.titles.registry import title_named
from games.any_game import AnyState
from games.game import Phrase
from vision.eyes import AnyEyes


def evening_eyes(evening: Evening, folder: Path, keep: Callable[[Reference], None]) -> Callable[[AnyState], AnyEyes]:
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
    references = None if evening.edition == UNKNOWN else folder / evening.edition
    try:
        enrolled = title_named(evening.game).enrolled_eyes
        make = None if enrolled is None else enrolled(references, keep)
    except ReferencesError as error:
        why = Phrase.of(error.key, name=error.place, place=error.place, value=error.value)
        raise EveningError(Phrase.of("replay.bad_references", folder=evening.edition, why=why)) from error
    if make is None:
        raise EveningError(Phrase.of("replay.no_such_eyes", game=evening.game, edition=evening.edition))
    return make
