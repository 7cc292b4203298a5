"""The editions that the people here own: kept in the user's data folder, one folder a game, with the one in use."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from calibration.file_names import is_file_name
from calibration.kept_editions import KeptEditions
from calibration.kept_file import DamagedFile
from calibration.references import Edition, Reference, ReferencesError, edition_of, logged
from calibration.user_folders import data_folder
from companion.typed_file import read_or_set_aside, told_aside, write_typed
from games.game import Phrase
from vision.artwork.carcassonne.edition import own_edition

FOLDER_NAME = "editions"
CHOICE_NAME = "in-use.json"
OURS = ""  # the drawn set


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is played with.

    Attributes:
        edition: name of an edition, of which there may be no picture yet; :data:`OURS` for the drawn set.
        learns: tiles that people confirm are learned while they play.
    """

    edition: str = OURS
    learns: bool = True


def kept_editions(game: str = "carcassonne", folder: Path | None = None) -> KeptEditions:
    """The editions of a game; ``folder`` is the data folder by default."""
    return KeptEditions((folder or data_folder()) / FOLDER_NAME / game)


def choice(*, folder: Path | None = None) -> Choice:
    """What is played with. Where nobody chose, or the choice can't be read, the drawn set."""
    return choice_and_trouble(folder=folder)[0]


def choice_and_trouble(*, folder: Path | None = None) -> tuple[Choice, Phrase | None]:
    """What is played with, and what people should be told of a damaged file, which is set aside."""
    path = kept_editions(folder=folder).folder / CHOICE_NAME
    found, trouble = read_or_set_aside(path, Choice)
    if found is not None and found.edition != OURS and not is_file_name(found.edition):
        return Choice(OURS, found.learns), told_aside(DamagedFile("file.odd_values", path, found.edition))
    return found or Choice(), trouble


def choose(what: Choice, *, folder: Path | None = None) -> None:
    """Play with this from now on. Raises ``OSError`` where the folder can't be written."""
    write_typed(kept_editions(folder=folder).folder / CHOICE_NAME, what)


def known_of(name: str, *, folder: Path | None = None) -> Edition | None:
    """What is known of an edition by now; None where there is no picture of it yet, or none that can be opened."""
    kept = kept_editions(folder=folder)
    try:
        return kept.load(name, logged) if name in kept.names() else None
    except ReferencesError:
        return None


def learn(name: str, view: Reference, *, folder: Path | None = None) -> None:
    """Keep one more view of an edition's tiles. Raises :class:`~calibration.references.ReferencesError`,
    ``OSError``."""
    kept = kept_editions(folder=folder)
    if name in kept.names():
        kept.add(name, (view,))
    else:
        kept.create(name, (view,))


def edition_in_use(name: str, kinds: Iterable[str], *, folder: Path | None = None) -> Edition:
    """The edition that is played with; kinds that it has no view of, or none that can be opened, are taken from the
    drawn set.

    Args:
        name: of a kept edition, or :data:`OURS`.
        kinds: tiles by key that the game is played with.

    Raises :class:`calibration.references.ReferencesError` where there is no edition of that name, or nothing of it can
    be used.
    """
    drawn = own_edition(kinds)
    if name == OURS:
        return drawn
    kept = kept_editions(folder=folder).load(name, logged)
    lacking = set(drawn.kinds) - set(kept.kinds)
    return edition_of(name, (*kept.references, *(view for view in drawn.references if view.kind in lacking)))
