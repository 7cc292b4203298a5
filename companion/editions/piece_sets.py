"""Which wooden pieces a game is played with: usual ones, or those that their owner has shown.

Sets that were shown lie in the player's data folder, ``pieces/GAME/NAME``, one folder each: what was told of every
piece, and a picture of it. A file beside them names the set that is used. Games of one box share them.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from calibration.arrays import Picture
from calibration.colours import Lab
from calibration.files.kept_file import DamagedFile, read_json
from calibration.files.kept_folders import OWN, ChosenFolders
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole, write_whole_text
from calibration.files.whole_folder import png, replaced_folder
from calibration.piece_set import BadPieces, PieceSet
from calibration.profile import Profile
from calibration.references import ReferencesError
from games.game import Phrase

_LOG = logging.getLogger(__name__)


class PieceSets(ChosenFolders):
    """The sets of one game in one folder."""

    table = "pieces.json"

    def unknown(self, name: str, known: str | Phrase) -> ReferencesError:
        """There is no set of that name."""
        return ReferencesError("edition.unknown", name, known)

    def bad_name(self, name: str) -> ReferencesError:
        """No set can be called that."""
        return ReferencesError("edition.bad_name", name)

    def keep(self, pieces: PieceSet, pictures: Sequence[Picture]) -> Path:
        """Keep a set with a picture of each piece, in place of one of the same name; returns its folder.

        Raises :class:`ReferencesError` where there is nothing in it or the name can't be a folder's, and OSError.
        """
        if not pieces.pieces:
            raise ReferencesError("pieces.enrol.none_named", pieces.name)
        place = self.make_way(pieces.name)
        with replaced_folder(place) as fresh:
            for number, picture in enumerate(pictures, start=1):
                write_whole(fresh / f"{number:02d}.png", png(picture))
            write_whole_text(fresh / self.table, _text(pieces))
        return place

    def is_damaged(self, folder: Path) -> bool:
        """Whether what was told of its pieces can't be read."""
        try:
            _read(folder)
        except ReferencesError:
            return True
        return False

    def load(self, name: str) -> PieceSet:
        """A kept set. Raises :class:`ReferencesError`."""
        self.check(name)
        return _read(self.folder / name)

    def in_use(self) -> PieceSet | None:
        """The set that is played with; None for usual pieces. Raises :class:`ReferencesError` where it is damaged."""
        name = self.chosen()
        return None if name == OWN else self.load(name)

    def teach(self, name: str, colour: str, lab: Lab) -> None:
        """One more look at a piece of a colour, CIE Lab in white light, as confirmed in play. Raises
        :class:`ReferencesError` and OSError."""
        known = self.load(name)
        more = known.taught(colour, lab)
        if more != known:
            write_whole_text(self.folder / name / self.table, _text(more))


def _text(pieces: PieceSet) -> str:
    return json.dumps(pieces.to_json(), indent=1) + "\n"


def _read(folder: Path) -> PieceSet:
    path = folder / PieceSets.table
    try:
        return PieceSet.from_json(folder.name, read_json(path))
    except FileNotFoundError as error:
        raise ReferencesError("file.passed_over", str(folder), PieceSets.table) from error
    except DamagedFile as error:
        raise ReferencesError(error.key, str(path), error.value) from error
    except BadPieces as error:
        raise ReferencesError("file.odd_values", str(path), str(error)) from error


def piece_sets(game: str, folder: Path | None = None) -> PieceSets:
    """The sets of a game's box; ``folder`` is the player's data folder by default."""
    return PieceSets((folder or data_folder()) / "pieces" / game)


def pieces_in_use(game: str, folder: Path | None = None) -> PieceSet | None:
    """The set that a game's box is played with; None for usual ones, also where a set is damaged (home tells that)."""
    try:
        return piece_sets(game, folder).in_use()
    except ReferencesError as error:
        _LOG.warning("these pieces are not used: %s", error)
        return None


def with_own_colours(profile: Profile | None, pieces: PieceSet | None) -> Profile | None:
    """What is known of a camera, with the colours of the pieces that were shown."""
    if pieces is None:
        return profile
    known = profile or Profile("")
    return replace(known, colours={**known.colours, **pieces.colours()})


def teacher(game: str) -> PieceSetLessons | None:
    """What takes in a look at a piece that was confirmed in play; None where usual pieces are played with."""
    sets = piece_sets(game)
    name = sets.chosen()
    return None if name == OWN else PieceSetLessons(sets, name)


class PieceSetLessons:
    """Keeps what play teaches of a set."""

    def __init__(self, sets: PieceSets, name: str) -> None:
        self._sets, self._name = sets, name

    def __call__(self, colour: str, lab: Lab) -> None:
        """A look at a piece of a colour, CIE Lab in white light. What can't be kept is logged; the game goes on."""
        try:
            self._sets.teach(self._name, colour, lab)
        except (OSError, ReferencesError) as error:
            _LOG.warning("what was seen of a %s piece could not be kept: %s", colour, error)
