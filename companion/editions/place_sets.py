"""Which places of Istanbul are played with: Tableside's own, or those that their owner enrolled from photographs.

Enrolled places lie in the player's data folder, one folder a set, as
:func:`vision.istanbul.layout.edition.load_edition` reads them: a picture a place, named by its number. A file beside
them names the set that is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from calibration.files.kept_folders import OWN, ChosenFolders
from calibration.files.kept_picture import keep_picture
from calibration.files.user_folders import data_folder
from calibration.references import PassedOver, ReferencesError, logged
from games.game import Phrase
from vision.artwork.istanbul.edition import own_places
from vision.frames import Picture
from vision.istanbul.layout.edition import PlaceEdition, edition_of, load_edition


class PlaceSets(ChosenFolders):
    """The enrolled sets in one folder."""

    def holds(self, folder: Path) -> bool:
        """Whether this folder is a set: one with a picture that is named by a number."""
        return not folder.name.startswith(".") and any(path.stem.isdigit() for path in folder.glob("*.png"))

    def unknown(self, name: str, known: str | Phrase) -> ReferencesError:
        """There is no set of that name."""
        return ReferencesError("edition.unknown", name, known)

    def bad_name(self, name: str) -> ReferencesError:
        """No set can be called that."""
        return ReferencesError("edition.bad_name", name)

    def keep(self, name: str, places: Mapping[int, Picture]) -> Path:
        """Keep places by their numbers, beside those of the same set that were kept before; returns its folder. What is
        damaged there is set aside first.

        Raises :class:`ReferencesError` where there is none or the name can't be a folder's, and OSError.
        """
        if not places:
            raise ReferencesError("istanbul.enrol.none_named", name)
        folder = self.place_for(name)
        for number, picture in places.items():
            keep_picture(folder / f"{number}.png", picture)
        return folder

    def load(self, name: str, passed_over: PassedOver | None = None) -> PlaceEdition:
        """A kept set; what it has no picture of is taken from the drawn set. Raises :class:`ReferencesError`; with
        ``passed_over`` damaged pictures are told there instead, and ours stand in for them."""
        self.check(name)
        kept, drawn = load_edition(self.folder / name, passed_over), own_places()
        pictures = {
            number: picture
            for edition in (drawn, kept)
            for number, picture in zip(edition.numbers, edition.pictures, strict=True)
            if number not in edition.blank
        }
        return edition_of(pictures)

    def in_use(self) -> PlaceEdition:
        """The set that is played with, ours in the place of what is damaged. Raises :class:`ReferencesError` where
        nothing of it can be used."""
        name = self.chosen()
        return own_places() if name == OWN else self.load(name, logged)


def place_sets(folder: Path | None = None) -> PlaceSets:
    """The enrolled sets; ``folder`` is the player's data folder by default."""
    return PlaceSets((folder or data_folder()) / "editions" / "istanbul")


def places_in_use(folder: Path | None = None) -> PlaceEdition:
    """The set that is played with; a damaged one gives way to ours, which is always there."""
    try:
        return place_sets(folder).in_use()
    except ReferencesError:
        return own_places()
