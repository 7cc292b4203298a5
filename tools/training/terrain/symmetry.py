"""What a column of the answer becomes when the picture is turned or seen in a mirror."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tile_map.terrain.kinds import Placement, column_of, placements

_MIRRORED = {"BA/CRr": "BA/RrC", "BA/RrC": "BA/CRr"}


def turned_columns(quarters: int) -> NDArray[np.int64]:
    """Column -> column after ``quarters`` more turns clockwise; the last column, "not a tile", stays."""
    turned = [column_of(place.kind.key, place.turns + quarters) for place in placements()]
    return np.array([*turned, len(turned)])


def mirrored_columns() -> NDArray[np.int64]:
    """Column -> column when left and right change sides; -1 where no kind looks like the mirrored one."""
    mirrored = [_mirrored(place) for place in placements()]
    return np.array([*mirrored, len(mirrored)])


def _mirrored(place: Placement) -> int:
    if not place.kind.in_base_game:
        return -1
    cities, roads, split = place.kind.look(place.turns)

    def flipped(parts: frozenset[frozenset[int]]) -> frozenset[frozenset[int]]:
        return frozenset(frozenset(-side % 4 for side in part) for part in parts)

    wanted = (flipped(cities), flipped(roads), split)
    key = _MIRRORED.get(place.kind.key, place.kind.key)
    for column, other in enumerate(placements()):
        if other.kind.key == key and other.kind.look(other.turns) == wanted:
            return column
    raise AssertionError(f"{place.name} has no mirror image")
