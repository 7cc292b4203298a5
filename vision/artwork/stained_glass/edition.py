"""Tableside's own Stained Glass as an edition that the eyes know: drawn once, then kept in the user's cache."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from games.carcassonne.stained_glass.windows import glass_kinds
from vision.artwork.checksum import drawing_checksum
from vision.artwork.drawing_cache import ENDING, drawings_folder, drawn_once
from vision.artwork.stained_glass.glass import glass_picture
from vision.stained_glass import edition
from vision.stained_glass.edition import GlassEdition, glass_edition

_NAME = "tableside"


def own_glass() -> GlassEdition:
    """The drawn set; always the same one, so that what is worked out of it is worked out once."""
    return _drawn(drawings_folder())


@lru_cache(maxsize=1)
def _drawn(folder: Path) -> GlassEdition:
    path = folder / f"own-glass-{drawing_checksum('stained_glass'):08x}{ENDING}"
    pictures = drawn_once(
        path, glass_kinds(), lambda: {kind: glass_picture(kind, edition.PARAMETERS.size) for kind in glass_kinds()}
    )
    return glass_edition(_NAME, pictures.items())
