"""One copy's cards and tiles as pictures, whoever drew them: Riga's buildings, goods and Grand Masters, postal cities.

A folder of references holds a ``references.csv`` (columns ``file, key``) and the pictures, each cut to its edges and
upright. Keys: ``card:Visby-mint``, ``tile:max-Visby``, ``tile:Money``, ``good:wine``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import TABLE_NAME, ReferencesError, picture_named, table_rows
from vision.cards.card_key import CardKey, CardKind, card_key
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEditionParameters(Parameters):
    """What the cards of a set measure, and how large their pictures are kept."""

    tile_mm: tuple[float, float] = parameter((52.0, 52.0), "mm", "width and height of a tile of that set", CHOSEN)
    card_mm: tuple[float, float] = parameter(
        (59.0, 91.0),
        "mm",
        "width and height of a card of the set that `print` makes; an owner's may differ a little",
        CHOSEN,
    )
    wide_px: int = parameter(96, "px", "that a picture is wide: more than a camera over a table sees of a card", CHOSEN)


PARAMETERS = CardEditionParameters()

KINDS = tuple(CardKind)


@dataclass(frozen=True, slots=True)
class CardView:
    """One known picture: its key, and its size on the table in mm."""

    key: CardKey
    size_mm: tuple[float, float]
    image: Picture


@dataclass(frozen=True, eq=False)
class CardEdition:
    """Every known picture of one copy of the game, by its name."""

    name: str
    views: tuple[CardView, ...]

    @cached_property
    def kinds(self) -> tuple[CardKind, ...]:
        """The kind of each view."""
        return tuple(view.key.kind for view in self.views)

    @cached_property
    def squares(self) -> NDArray[np.uint8]:
        """(views, wide_px, wide_px, 3) BGR: every picture drawn onto a square."""
        small = [cv2.resize(view.image, (PARAMETERS.wide_px,) * 2, interpolation=cv2.INTER_AREA) for view in self.views]
        return np.asarray(np.stack(small), np.uint8)


def card_edition(name: str, pictures: Iterable[tuple[CardKey, Picture]]) -> CardEdition:
    """An edition from (key, BGR picture). Raises :class:`ReferencesError` where there is none."""
    views = tuple(
        CardView(key, PARAMETERS.tile_mm if key.kind is CardKind.TILE else PARAMETERS.card_mm, image)
        for key, image in pictures
    )
    if not views:
        raise ReferencesError("references.none", name)
    return CardEdition(name, views)


def load_card_edition(folder: Path) -> CardEdition:
    """Read a folder of references. Raises :class:`ReferencesError` with the file or line that is wrong."""
    return card_edition(folder.resolve().name, _rows(folder))


def _rows(folder: Path) -> Iterator[tuple[CardKey, Picture]]:
    table = folder / TABLE_NAME
    for number, row in enumerate(table_rows(table, ("file", "key")), start=2):
        written = row["key"].strip()
        try:
            key = card_key(written)
        except ValueError as error:
            raise ReferencesError("riga.unknown_key", f"{table}:{number}", written) from error
        yield key, picture_named(row["file"].strip(), (folder,), f"{table}:{number}")
