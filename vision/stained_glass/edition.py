"""The owner's glass: pictures of the twelve kinds of tiles, whoever drew them.

A folder of references holds a ``references.csv`` (columns ``file, kind``, kinds ``1a`` to ``4c``) and the pictures,
each cut to the tile's edges and upright as it stands in its window. Several pictures of one kind are views of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.references import TABLE_NAME, PassedOver, ReferencesError, picture_named, square, table_rows, usable
from games.carcassonne.stained_glass.windows import glass_kinds
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionStainedGlassEditionParameters(Parameters):
    """At which size the pictures of glass are kept."""

    size: int = parameter(96, "px a side", "more than a camera over a table sees of a tile", CHOSEN)


PARAMETERS = VisionStainedGlassEditionParameters()


@dataclass(frozen=True, eq=False)
class GlassEdition:
    """Every known view of the glass tiles of one set.

    Attributes:
        name: what it is called.
        kinds: of each view.
        images: (views, size, size, 3) BGR.
        grounds: of each view, the number of what it lies on; all 0 as it was shown.
        black: the number of the ground on which film hardly shows; 0 if there is none.
    """

    name: str
    kinds: tuple[str, ...]
    images: NDArray[np.uint8]
    grounds: tuple[int, ...] = ()
    black: int = 0

    def __post_init__(self) -> None:
        if not self.grounds:
            object.__setattr__(self, "grounds", (0,) * len(self.kinds))

    @cached_property
    def rivals(self) -> NDArray[np.bool_]:
        """(views, views) which are of another kind and lie on the same: each place has one ground."""
        kinds, grounds = np.array(self.kinds), np.array(self.grounds)
        return np.asarray((kinds[:, None] != kinds) & (grounds[:, None] == grounds))

    @cached_property
    def off_black(self) -> GlassEdition:
        """The views, numbered the same, of which a part alone tells anything: not those on black, the last ones."""
        if not self.black:
            return self
        count = self.grounds.index(self.black)
        return GlassEdition(self.name, self.kinds[:count], self.images[:count], self.grounds[:count])

    @property
    def pictures(self) -> dict[str, Picture]:
        """The first view of each kind."""
        return dict(zip(reversed(self.kinds), reversed(self.images), strict=True))

    @property
    def missing(self) -> tuple[str, ...]:
        """Kinds without a view: they cannot be read."""
        return tuple(kind for kind in glass_kinds() if kind not in self.kinds)


def glass_edition(name: str, views: Iterable[tuple[str, Picture]]) -> GlassEdition:
    """An edition from (kind, BGR picture of any size). Raises :class:`ReferencesError` where there is none."""
    known = list(views)
    if not known:
        raise ReferencesError("references.none", name)
    return GlassEdition(
        name, tuple(kind for kind, _ in known), np.stack([square(image, PARAMETERS.size) for _, image in known])
    )


def load_glass_edition(folder: Path, passed_over: PassedOver | None = None) -> GlassEdition:
    """Read a folder of references. Raises :class:`ReferencesError` with the file or line that is wrong; with
    ``passed_over`` that is told there instead, and the others are read."""
    return glass_edition(folder.resolve().name, _views(folder, passed_over))


def _views(folder: Path, passed_over: PassedOver | None) -> Iterator[tuple[str, Picture]]:
    table = next((place / TABLE_NAME for place in (folder, folder.parent) if (place / TABLE_NAME).is_file()), None)
    if table is None:
        raise ReferencesError("references.no_table", str(folder / TABLE_NAME))
    folders = (table.parent, table.parent / "references")
    rows = table_rows(table, ("file", "kind"))
    yield from usable(table, rows, lambda row, place: _view(row, folders, place), passed_over)


def _view(row: dict[str, str], folders: tuple[Path, ...], place: str) -> tuple[str, Picture]:
    kind = row["kind"].strip()
    if kind not in glass_kinds():
        raise ReferencesError("glass.unknown_kind", place, kind)
    return kind, picture_named(row["file"].strip(), folders, place)
