"""Places of the map in the game's notation: ``2,-1``, or ``2,-1 City N.E`` for a part of the tile there; written and
read here alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.carcassonne.tiles import FeatureKind

_WRITTEN = re.compile(r"(-?\d+),(-?\d+)(?: (\w+)(?: (\S+))?)?")


@dataclass(frozen=True, slots=True)
class PlaceOnMap:
    """A tile's place, and perhaps a part of that tile.

    Attributes:
        x, y: in tiles from the start tile, east and south.
        feature: kind of the part; None for the tile as a whole.
        location: of the part on the tile as it lies, such as ``N.E``; empty where it is not told.
    """

    x: int
    y: int
    feature: FeatureKind | None = None
    location: str = ""

    @property
    def cell(self) -> tuple[int, int]:
        """(x, y)."""
        return self.x, self.y

    @property
    def notation(self) -> str:
        """As events, score lines and explanations name it."""
        part = "" if self.feature is None else f" {self.feature.value} {self.location}"
        return f"{self.x},{self.y}{part}".rstrip()

    @classmethod
    def read(cls, notation: str) -> PlaceOnMap | None:
        """The place that is meant; None for something beside the map, such as a player's stock."""
        found = _WRITTEN.fullmatch(notation)
        if found is None:
            return None
        kinds = {kind.value: kind for kind in FeatureKind}
        x, y, feature, location = found.groups()
        return cls(int(x), int(y), kinds.get(feature), location or "")
