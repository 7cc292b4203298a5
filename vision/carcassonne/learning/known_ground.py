"""Which terrain shows where on the tiles of a table, read once of each as it lies.

Who stands on a new tile is told by what colours the whole map shares, and which of them are print the terrain tells. It
does not change on a tile that lies as it lay, and reading all of them anew at each look took longer the larger the map
was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix, quad_of, side_px
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import terrain_reader


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownGroundParameters(Parameters):
    """When a tile's terrain is read again."""

    moved: float = parameter(
        0.04, "tile sides", "that a corner of a tile has moved: half of what one square of the answer is wide", CHOSEN
    )


PARAMETERS = KnownGroundParameters()


class KnownGround:
    """Of one table."""

    def __init__(self) -> None:
        self._read: dict[Cell, tuple[Matrix, Float32Array]] = {}

    def of(self, layers: Layers, poses: Mapping[Cell, Matrix], anew: Cell | None = None) -> dict[Cell, Float32Array]:
        """(6, 32, 32) how likely each spot of each of the tiles at ``poses`` shows which terrain: see
        :meth:`vision.tile_map.terrain.reader.TerrainReader.look`.

        Args:
            layers: the picture.
            poses: where the tiles lie on it, unit square to px.
            anew: a tile that is read again in any case, as somebody may have come or gone, or another lies there now;
                None if there is none.
        """
        wanted = [cell for cell, pose in poses.items() if cell == anew or not self._lies_as_it_lay(cell, pose)]
        if wanted:
            crops = crops_of(layers, np.stack([poses[cell] for cell in wanted]))
            ground = terrain_reader().look(crops)[1]
            self._read.update({cell: (poses[cell], one) for cell, one in zip(wanted, ground, strict=True)})
        return {cell: self._read[cell][1] for cell in poses}

    def _lies_as_it_lay(self, cell: Cell, pose: Matrix) -> bool:
        if cell not in self._read:
            return False
        away = np.linalg.norm(quad_of(pose) - quad_of(self._read[cell][0]), axis=1).max()
        return bool(away < PARAMETERS.moved * side_px(pose))
