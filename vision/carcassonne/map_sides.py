"""Whether roads cross the sides of a photographed map's tiles, by how those of its other tiles look that are known.

As at the table (:mod:`vision.carcassonne.learning.sides.edition_sides`), where the record tells which sides those are;
here the surest ones do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.learning.sides.roads_at_sides import FIELD, ROAD, KnownSides
from vision.carcassonne.learning.sides.side_profiles import SideProfiles, side_profiles
from vision.carcassonne.poses import Orientation
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter

OPEN = ""  # a side of which nobody knows yet what leaves by it


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSidesParameters(Parameters):
    """Which sides are known."""

    known: float = parameter(0.95, "probability", "of a road or of a field from which a side is known", CHOSEN)


PARAMETERS = MapSidesParameters()


def profiles_of(tiles: Picture, covers: Float32Array) -> tuple[SideProfiles, ...]:
    """How colour runs along the sides of tiles (b, h, w, 3), BGR, of which figures cover (b, n, n) some."""
    return tuple(side_profiles(tile, cover > 0) for tile, cover in zip(tiles, covers, strict=True))


def by_other_sides(
    profiles: Sequence[SideProfiles], posterior: Float64Array, orientations: Sequence[Orientation]
) -> Float64Array:
    """(b, orientations) log-likelihoods by how each tile's sides look beside the map's other sides; 0 where nothing is
    told.

    Args:
        profiles: of :func:`profiles_of`.
        posterior: (b, orientations) how likely each tile lies how, by all that is known otherwise.
        orientations: the ways in which tiles may lie.
    """
    printed = _printed(orientations)
    known = _known_sides(posterior, printed)
    said = np.zeros(posterior.shape)
    for tile, own in enumerate(profiles):
        others = [(of, known[which]) for which, of in enumerate(profiles) if which != tile]
        if (learned := KnownSides.of(others)) is not None:
            said[tile] = _says(learned.weighed(own).road, printed)
    return said


def _printed(orientations: Sequence[Orientation]) -> dict[str, Float64Array]:
    """(orientations, 4) where each prints a road, and where a field."""
    sides = np.array([orientation.sides for orientation in orientations])
    return {terrain: np.asarray(sides == terrain, np.float64) for terrain in (ROAD, FIELD)}


def _known_sides(posterior: Float64Array, printed: dict[str, Float64Array]) -> list[tuple[str, ...]]:
    """The terrain of each tile's sides, as far as it is known."""
    chances = {terrain: posterior @ where >= PARAMETERS.known for terrain, where in printed.items()}
    return [
        tuple(next((terrain for terrain, sure in chances.items() if sure[tile, side]), OPEN) for side in range(4))
        for tile in range(len(posterior))
    ]


def _says(road: Float64Array, printed: dict[str, Float64Array]) -> Float64Array:
    """(orientations,) what log-odds (4,) of roads against fields say of each, never above 0."""
    return np.asarray(printed[ROAD] @ np.minimum(road, 0.0) - printed[FIELD] @ np.maximum(road, 0.0))
