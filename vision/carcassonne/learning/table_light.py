"""The tiles of one table as they look in one light: that of the first picture on which each was seen on record.

What is known of an edition that is only being learned tells the colours of the light badly (a few views, each taken in
another one). How a table's own tiles looked before tells it well, whatever their print: people who come and go, and
prints that differ, don't matter to the middle of all that changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.imaging.patches import LAB_SCALE, Layers, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLightParameters(Parameters):
    """How coarsely the light on tiles of one table is compared."""

    coarse: int = parameter(8, "px a side", "at which the light on a tile is compared", CHOSEN)
    dim: float = parameter(0.003, "linear light", "added to both, so that what is black says little", CHOSEN)


PARAMETERS = TableLightParameters()


class TableLight:
    """Of one table."""

    def __init__(self) -> None:
        self._known: dict[Cell, Float32Array] = {}  # (coarse, coarse, 3) linear BGR in the table's light

    def patches(self, layers: Layers, poses: Mapping[Cell, Matrix], waiting: Cell | None) -> dict[Cell, Patches]:
        """(SPAN, SPAN, 3) half-L Lab of each tile at ``poses`` that lies wholly in the picture, in the table's light;
        the one that is ``waiting`` for a press is not on record yet."""
        cells = list(poses)
        raw, inside = layers.cut(np.stack([poses[cell] for cell in cells]), SPAN)
        linear = {cell: linear_light(patch) for cell, patch, seen in zip(cells, raw, inside, strict=True) if seen.all()}
        small = {
            cell: cv2.resize(one, (PARAMETERS.coarse, PARAMETERS.coarse), interpolation=cv2.INTER_AREA)
            for cell, one in linear.items()
        }
        ratios = [
            ((self._known[cell] + PARAMETERS.dim) / (one + PARAMETERS.dim)).reshape(-1, 3)
            for cell, one in small.items()
            if cell in self._known and cell != waiting
        ]
        gain = np.median(np.concatenate(ratios), axis=0) if ratios else np.ones(3, np.float32)
        for cell, one in small.items():
            if cell != waiting and cell not in self._known:
                self._known[cell] = np.asarray(one * gain, np.float32)
        return {cell: half_l_lab(one * gain) for cell, one in linear.items()}

    def recorded(self, cells: Mapping[Cell, object]) -> None:
        """Forget the tiles that are not on record any more."""
        self._known = {cell: one for cell, one in self._known.items() if cell in cells}


def linear_light(lab: Patches) -> Float32Array:
    """(..., 3) linear BGR of half-L Lab."""
    return np.asarray(np.maximum(cv2.cvtColor((lab / LAB_SCALE).astype(np.float32), cv2.COLOR_LAB2LBGR), 0), np.float32)


def half_l_lab(linear: Float32Array) -> Patches:
    """(..., 3) half-L Lab of linear BGR; what is brighter than white is white."""
    lab = cv2.cvtColor(np.minimum(linear, 1).astype(np.float32), cv2.COLOR_LBGR2LAB)
    return np.asarray(lab * LAB_SCALE, np.float32)
