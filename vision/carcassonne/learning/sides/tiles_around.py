"""How the sides of the tiles look that lie about a new one on the same picture, in the same light."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np

from vision.carcassonne.learning.sides.side_profiles import SideProfiles, side_profiles
from vision.imaging.patches import Layers
from vision.parameters import Parameters, parameter
from vision.registration.lattice import Cell, Matrix
from vision.tile_map.presence_gate import crops_of

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesAroundParameters(Parameters):
    """How many tiles are looked at."""

    # Thirty tell no more.
    nearest: int = parameter(8, "tiles", "about a new one of which the sides are looked at again", FINDING)


PARAMETERS = TilesAroundParameters()


@dataclass(frozen=True, eq=False, slots=True)
class TilesAround:
    """Tiles that lie on one picture.

    Attributes:
        layers: the picture.
        poses: where they lie on it, unit square to px.
        stood_on: those of which somebody hides something.
    """

    layers: Layers
    poses: Mapping[Cell, Matrix]
    stood_on: Set[Cell]

    def about(self, cell: Cell, earlier: Mapping[Cell, SideProfiles]) -> dict[Cell, SideProfiles]:
        """The sides of those next to a cell; where somebody stands on one, as they were seen ``earlier``."""
        near = sorted(self.poses.keys() - {cell}, key=lambda one: (abs(one[0] - cell[0]) + abs(one[1] - cell[1]), one))
        near = near[: PARAMETERS.nearest]
        found = {one: earlier[one] for one in near if one in self.stood_on and one in earlier}
        bare = [one for one in near if one not in self.stood_on]
        if bare:
            crops = crops_of(self.layers, np.stack([self.poses[one] for one in bare]))
            nobody = np.zeros(crops.shape[1:3], bool)
            found |= {one: side_profiles(crop, nobody) for one, crop in zip(bare, crops, strict=True)}
        return found
