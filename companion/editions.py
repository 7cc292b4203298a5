"""The editions that the people here own: kept in the user's data folder, one folder a game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from calibration.kept_editions import KeptEditions
from calibration.references import Edition, edition_of
from companion.own_edition import own_edition
from companion.store import data_folder

FOLDER_NAME = "editions"
OURS = ""  # the drawn set, by the name under which preferences keep it


def kept_editions(game: str = "carcassonne", folder: Path | None = None) -> KeptEditions:
    """The editions of a game; ``folder`` is the data folder by default."""
    return KeptEditions((folder or data_folder()) / FOLDER_NAME / game)


def edition_in_use(name: str, kinds: Iterable[str], *, folder: Path | None = None) -> Edition:
    """The edition that is played with; kinds that it has no view of are taken from the drawn set.

    Args:
        name: of a kept edition, or :data:`OURS`.
        kinds: tiles by key that the game is played with.

    Raises :class:`calibration.references.ReferencesError` where there is no edition of that name.
    """
    drawn = own_edition(kinds)
    if name == OURS:
        return drawn
    kept = kept_editions(folder=folder).load(name)
    lacking = set(drawn.kinds) - set(kept.kinds)
    return edition_of(name, (*kept.references, *(view for view in drawn.references if view.kind in lacking)))
