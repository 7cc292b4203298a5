"""Whether roads cross the sides of a photographed map's tiles, by how those of its other tiles look that are known.

As at the table (:mod:`vision.carcassonne.learning.sides.edition_sides`), where the record tells which sides those are;
here the surest ones do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.carcassonne.learning.sides.side_profiles import SideProfiles, side_profiles
from vision.carcassonne.learning.sides.terrain_at_sides import FIELD, ROAD, KnownSides, roads_of
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
    known = _known_sides(posterior, orientations)
    said = np.zeros(posterior.shape)
    for tile, own in enumerate(profiles):
        others = [(of, known[which]) for which, of in enumerate(profiles) if which != tile]
        sides = KnownSides(roads_of(others)).weighed(own)
        said[tile] = [sides.says_of(orientation.sides) for orientation in orientations]
    return said


def _known_sides(posterior: Float64Array, orientations: Sequence[Orientation]) -> list[tuple[str, ...]]:
    """The terrain of each tile's sides, as far as it is known."""
    printed = np.array([orientation.sides for orientation in orientations])
    sure = {terrain: posterior @ (printed == terrain) >= PARAMETERS.known for terrain in (ROAD, FIELD)}
    return [
        tuple(next((terrain for terrain, where in sure.items() if where[tile, side]), OPEN) for side in range(4))
        for tile in range(len(posterior))
    ]
