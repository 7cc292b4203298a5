"""Another set of glass while its owner enrols it: what was seen on photographs, and what people have put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from games.carcassonne.stained_glass.windows import glass_kinds
from vision.frames import Picture
from vision.stained_glass.laid_out import NotLaidOut, PaleGlass, read_laid_out_glass


@dataclass
class GlassDraft:
    """What is known of a set so far.

    Attributes:
        name: as its owner calls it.
        views: for each photograph the picture (SIZE, SIZE, 3) BGR of every kind; the first is shown.
        found: how many squares the last photograph showed that could not be used.
        pale: those of the last photograph hardly show a pattern on what they lie on.
    """

    name: str = ""
    views: list[dict[str, Picture]] = field(default_factory=list)
    found: int = 0
    pale: bool = False

    @property
    def begun(self) -> bool:
        """A photograph could be used already."""
        return bool(self.views)

    @property
    def shown(self) -> dict[str, Picture]:
        """Every kind as the first photograph shows it; empty before there is one."""
        return self.views[0] if self.views else {}

    def see(self, photograph: Picture) -> bool:
        """Learn from a photograph of the twelve tiles as they stand in the whole window; False where it shows others.

        A further photograph is a further view of the same tiles, laid the same way.
        """
        try:
            tiles = read_laid_out_glass(photograph)
        except NotLaidOut as error:
            self.found, self.pale = error.found, isinstance(error, PaleGlass)
            return False
        self.views.append({tile.kind: tile.picture for tile in tiles})
        return True

    def exchange(self, one: str, other: str) -> None:
        """Two tiles lay in each other's place."""
        for view in self.views:
            view[one], view[other] = view[other], view[one]

    def turn(self, kind: str) -> None:
        """A tile lay a quarter turn off: turn it clockwise."""
        for view in self.views:
            view[kind] = np.ascontiguousarray(cv2.rotate(view[kind], cv2.ROTATE_90_CLOCKWISE), np.uint8)

    def turn_round(self) -> None:
        """The photographs were taken from the other side: everything is half a turn off."""
        kinds = glass_kinds()
        across = {kind: f"{5 - int(kind[0])}{'cba'['abc'.index(kind[1])]}" for kind in kinds}
        for place, view in enumerate(self.views):
            self.views[place] = {
                kind: np.asarray(cv2.rotate(view[across[kind]], cv2.ROTATE_180), np.uint8) for kind in kinds
            }

    def pictures(self) -> Iterator[tuple[str, Picture]]:
        """Every view of every kind, to be kept."""
        for view in self.views:
            yield from view.items()
