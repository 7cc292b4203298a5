"""The editions that the people here own: kept in the user's data folder, one folder a game, with the one in use."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from calibration.files.file_names import is_file_name
from calibration.files.kept_file import DamagedFile
from calibration.files.user_folders import data_folder
from calibration.kept_editions import KeptEditions
from calibration.references import Edition, Reference, ReferencesError, edition_of, logged
from companion.typed_file import read_or_set_aside, set_aside_in_words, write_typed
from games.game import Phrase
from vision.artwork.carcassonne.edition import own_edition

FOLDER_NAME = "editions"
CHOICE_NAME = "in-use.json"
OURS = ""  # the drawn set
UNNAMED = "Edition"  # in either language: what an edition is called that nobody has named yet


class SetInPlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is played with.

    Attributes:
        edition: name of an edition, of which there may be no picture yet; :data:`OURS` for the drawn set; None where
            nobody chose: whose tiles lie there is found out by looking.
        learns: tiles that people confirm are learned while they play.
        found: what was found out so when a table was looked at last.
        perhaps: a known edition that these may be all the same: nobody could tell in that light.
    """

    edition: str | None = None
    learns: bool = True
    found: str | None = None
    perhaps: str | None = None

    @property
    def name(self) -> str:
        """What people chose, or what was found last; :data:`OURS` before anything was."""
        return self.edition if self.edition is not None else self.found or OURS


def kept_editions(game: str = "carcassonne", folder: Path | None = None) -> KeptEditions:
    """The editions of a game; ``folder`` is the data folder by default."""
    return KeptEditions((folder or data_folder()) / FOLDER_NAME / game)


def choice(*, folder: Path | None = None) -> SetInPlay:
    """What is played with. Where nobody chose, or the choice can't be read, that is found out by looking."""
    return choice_and_trouble(folder=folder)[0]


def choice_and_trouble(*, folder: Path | None = None) -> tuple[SetInPlay, Phrase | None]:
    """What is played with, and what people should be told of a damaged file, which is set aside."""
    path = kept_editions(folder=folder).folder / CHOICE_NAME
    found, trouble = read_or_set_aside(path, SetInPlay)
    for name in (found.edition, found.found, found.perhaps) if found is not None else ():
        if name and not is_file_name(name):
            return SetInPlay(), set_aside_in_words(DamagedFile("file.odd_values", path, name))
    return found or SetInPlay(), trouble


def editions_known(kinds: Iterable[str], *, folder: Path | None = None) -> dict[str, Edition]:
    """Every edition of which there are pictures, by name: the drawn set with these kinds, and what people own."""
    kept = {name: known_of(name, folder=folder) for name in kept_editions(folder=folder).names()}
    return {OURS: own_edition(kinds), **{name: edition for name, edition in kept.items() if edition is not None}}


def found_by_looking(name: str | None, *, perhaps: str | None = None, folder: Path | None = None) -> SetInPlay:
    """Keep whose tiles were found on the table: those of a known edition, or (None) of one that nobody has seen, which
    has a name then, and is ``perhaps`` a known one. Returns what is played with. Raises ``OSError`` where the folder
    can't be written."""
    before, kept = choice(folder=folder), kept_editions(folder=folder)
    if name is None:
        begun = before.found and before.found not in kept.names()  # nothing was learned of it yet
        name = before.found if begun else kept.free_name(UNNAMED)
    chosen = SetInPlay(None, before.learns, name, perhaps)
    if chosen != before:
        choose(chosen, folder=folder)
    return chosen


def named(name: str) -> Phrase | str:
    """What an edition is called where people read it."""
    return Phrase.of("edition.ours") if name == OURS else name


def choose(what: SetInPlay, *, folder: Path | None = None) -> None:
    """Play with this from now on. Raises ``OSError`` where the folder can't be written."""
    write_typed(kept_editions(folder=folder).folder / CHOICE_NAME, what)


def known_of(name: str, *, partly: bool = False, folder: Path | None = None) -> Edition | None:
    """What is known of an edition by now (``partly``: with views of which somebody hid a part); None where there is no
    picture of it yet, or none that can be opened."""
    kept = kept_editions(folder=folder)
    try:
        return kept.load(name, logged, partly=partly) if name in kept.names() else None
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
