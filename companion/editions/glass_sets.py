"""Which set of Stained Glass is played with: Tableside's own, or one that its owner enrolled from a photograph.

Enrolled sets lie in the player's data folder, one folder each, as :func:`load_glass_edition` reads them. A file beside
them names the set that is used where a real table is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from calibration.files.kept_folders import OWN, ChosenFolders
from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole, write_whole_text
from calibration.files.whole_folder import csv_text, png, replaced_folder
from calibration.references import TABLE_NAME, PassedOver, ReferencesError, logged
from games.game import Phrase
from vision.artwork.stained_glass.edition import own_glass
from vision.frames import Picture
from vision.stained_glass.edition import GlassEdition, glass_edition, load_glass_edition


class GlassSets(ChosenFolders):
    """The enrolled sets in one folder."""

    table = TABLE_NAME

    def unknown(self, name: str, known: str | Phrase) -> ReferencesError:
        """There is no set of that name."""
        return ReferencesError("edition.unknown", name, known)

    def bad_name(self, name: str) -> ReferencesError:
        """No set can be called that."""
        return ReferencesError("edition.bad_name", name)

    def keep(self, name: str, views: Iterable[tuple[str, Picture]]) -> Path:
        """Keep a set, in place of one of the same name; returns its folder.

        Raises :class:`ReferencesError` where the name can't be a folder's, and OSError.
        """
        place = self.make_way(name)
        table = [("file", "kind")]
        with replaced_folder(place) as fresh:
            for number, (kind, picture) in enumerate(views, start=1):
                table.append((f"{number:02d}-{kind}.png", kind))
                write_whole(fresh / table[-1][0], png(picture))
            write_whole_text(fresh / TABLE_NAME, csv_text(table))
        return place

    def is_damaged(self, folder: Path) -> bool:
        """Whether the table that names its pictures can't be read, or one of them."""
        try:
            load_glass_edition(folder)
        except ReferencesError:
            return True
        return False

    def load(self, name: str, passed_over: PassedOver | None = None) -> GlassEdition:
        """A kept set; what it has no picture of is taken from the drawn set. Raises :class:`ReferencesError`; with
        ``passed_over`` damaged pictures are told there instead, and ours stand in for them."""
        self.check(name)
        kept, drawn = load_glass_edition(self.folder / name, passed_over), own_glass()
        lacking = set(kept.missing)
        more = [view for view in zip(drawn.kinds, drawn.images, strict=True) if view[0] in lacking]
        return glass_edition(name, (*zip(kept.kinds, kept.images, strict=True), *more))

    def in_use(self) -> GlassEdition:
        """The set that is played with, ours in the place of what is damaged. Raises :class:`ReferencesError` where
        nothing of it can be used."""
        name = self.chosen()
        return own_glass() if name == OWN else self.load(name, logged)


def glass_sets(folder: Path | None = None) -> GlassSets:
    """The enrolled sets; ``folder`` is the player's data folder by default."""
    return GlassSets((folder or data_folder()) / "editions" / "carcassonne-stained-glass")


def glass_in_use(folder: Path | None = None) -> GlassEdition:
    """The set that is played with; a damaged one gives way to ours, which is always there."""
    try:
        return glass_sets(folder).in_use()
    except ReferencesError:
        return own_glass()
