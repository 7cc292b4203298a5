"""The eyes that a recorded evening is played before: of a game and of whose pieces lie on the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from calibration.kept_editions import KeptEditions
from calibration.references import Reference, ReferencesError
from companion.editions.edition_followers import EditionFollowers
from companion.replay.evening import OURS, UNKNOWN, EveningError, RecordedEvening
from companion.session.looking.watching import eyes_for
from companion.titles.registry import title_named
from games.any_game import AnyState
from games.game import Phrase
from vision.eyes import AnyEyes


class EveningLessons:
    """What was learned of an edition on earlier evenings, in a folder of references that grows.

    Args:
        folder: where it is kept; it need not be there yet.

    Raises:
        EveningError: something else lies there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept, self._name = KeptEditions(folder.absolute().parent), folder.absolute().name
        self.followers = EditionFollowers(folder.absolute())
        if folder.exists() and not self.any:
            raise EveningError(Phrase.of("replay.bad_learned", folder=str(folder)))

    @property
    def any(self) -> bool:
        """Whether there is something yet."""
        return self._name in self._kept.names()

    def keep(self, view: Reference) -> None:
        """One more view. Raises :class:`~calibration.references.ReferencesError`, ``OSError``."""
        if self.any:
            self._kept.add(self._name, (view,))
        else:
            self._kept.create(self._name, (view,))


def evening_eyes(
    evening: RecordedEvening, folder: Path, keep: Callable[[Reference], None], learned: EveningLessons | None = None
) -> Callable[[AnyState], AnyEyes]:
    """What makes the eyes of an evening, from the state where they are opened.

    Args:
        evening: what was recorded; a folder of references is sought from ``folder``.
        folder: where ``evening.json`` lies.
        keep: takes each view of a tile that is learned.
        learned: on earlier evenings with an edition that was not known then; what is learned now comes to it.

    Raises:
        EveningError: the references can't be used, or nobody's eyes for this game know other pieces than ours.
        games.game.Refusal: the game has no eyes yet.
    """
    if evening.edition == OURS:
        return lambda state: eyes_for(evening.game, state)
    references = None if evening.edition == UNKNOWN else folder / evening.edition
    taught = learned if evening.edition == UNKNOWN else None
    if taught is not None and taught.any:
        references = taught.folder

    def kept(view: Reference) -> None:
        keep(view)
        if taught is not None:
            taught.keep(view)

    try:
        enrolled = title_named(evening.game).enrolled_eyes
        make = (
            None if enrolled is None else enrolled(references, kept, taught.followers if taught is not None else None)
        )
    except ReferencesError as error:
        why = Phrase.of(error.key, name=error.place, place=error.place, value=error.value)
        raise EveningError(Phrase.of("replay.bad_references", folder=evening.edition, why=why)) from error
    if make is None:
        raise EveningError(Phrase.of("replay.no_such_eyes", game=evening.game, edition=evening.edition))
    return make
