"""An owner's own pictures of Riga's cards and tiles, by the names that the game has."""

from __future__ import annotations

from pathlib import Path

from calibration.references import ReferencesError
from games.riga.box.components import MONEY, Master
from vision.cards.card_key import CardKind
from vision.cards.edition import CardEdition, load_card_edition


def master_named(view_name: str) -> Master:
    """The Grand Master of a view: Money has one view for each number of players. Raises ``ValueError`` where there is
    none of this name."""
    return Master.named(MONEY if view_name.startswith(MONEY) else view_name)


def load_riga_edition(folder: Path) -> CardEdition:
    """Read a folder of references. Raises :class:`ReferencesError` with the file or line that is wrong, or with the
    tile that the game does not have."""
    edition = load_card_edition(folder)
    for key in (view.key for view in edition.views):
        if key.kind is CardKind.TILE:
            try:
                master_named(key.name)
            except ValueError as error:
                raise ReferencesError("riga.unknown_tile", str(folder), key.notation) from error
    return edition
