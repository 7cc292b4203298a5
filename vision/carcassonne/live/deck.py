"""The edition as the live eyes use it: which template shows which tile in which turn, and views learned on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from games.carcassonne.tiles import tile_type
from vision.alignment import Ground
from vision.lattice_patches import Patches
from vision.recognise import Templates, templates_of, turned

COARSE, FINE = 16, 32
MOST_VIEWS = 4  # of a kind: beyond that another copy teaches nothing


@dataclass(frozen=True, eq=False)
class Deck:
    """Templates of every kind in every turn.

    Attributes:
        coarse, fine: entry ``4 view + turn`` shows the view turned clockwise.
        views: for each view the tile's key and the turns with which it lies on the view's picture.
    """

    coarse: Templates
    fine: Templates
    views: tuple[tuple[str, int], ...]
    _entries: dict[tuple[str, int], NDArray[np.intp]] = field(default_factory=dict, repr=False)

    @cached_property
    def coarse_ground(self) -> Ground:
        """The coarse templates made ready for laying tiles onto them."""
        return Ground.of(self.coarse.patches)

    @cached_property
    def fine_ground(self) -> Ground:
        """The same of the fine ones."""
        return Ground.of(self.fine.patches)

    @classmethod
    def of(cls, edition: Edition) -> Deck:
        """The deck of an edition."""
        views = tuple(_lies(reference.kind, reference.sides) for reference in edition.references)
        return cls(templates_of(edition, COARSE), templates_of(edition, FINE), views)

    def entries(self, key: str, turns: int) -> NDArray[np.intp]:
        """Indices of the templates that show this tile lying with these turns; empty for a kind without a view."""
        found = self._entries.get((key, turns))
        if found is None:
            shown = [4 * view + (turns - lies) % 4 for view, (kind, lies) in enumerate(self.views) if kind == key]
            found = self._entries[key, turns] = np.array(shown, np.intp)
        return found

    def tile_of(self, entry: int) -> tuple[str, int]:
        """Key and turns of what a template shows."""
        key, lies = self.views[entry // 4]
        return key, (lies + entry) % 4

    def knows(self, key: str) -> int:
        """How many views there are of a kind."""
        return sum(kind == key for kind, _ in self.views)

    def learned(self, key: str, turns: int, patch: Patches) -> Deck:
        """The deck with one more view: ``patch`` (n, n, 3) Lab in the edition's colours, of a tile lying so."""
        if self.knows(key) >= MOST_VIEWS:
            return self
        return replace(
            self,
            coarse=_with(self.coarse, patch),
            fine=_with(self.fine, patch),
            views=(*self.views, (key, turns)),
            _entries={},
        )


def _with(templates: Templates, patch: Patches) -> Templates:
    n = templates.n
    sized = patch if patch.shape[0] == n else cv2.resize(patch, (n, n), interpolation=cv2.INTER_AREA)
    return Templates(np.concatenate([templates.patches, np.stack([turned(sized, t) for t in range(4)])]))


def _lies(kind: str, sides: Iterable[str]) -> tuple[str, int]:
    """The tile's key and with how many turns it lies where its sides are these (the fewest, where several would do)."""
    tile = tile_type(kind)
    wanted = tuple(sides)
    for turns in range(4):
        if tile.turned[turns].sides == wanted:
            return tile.key, turns
    raise ValueError(f"no turn of {kind} has the sides {wanted}")
