"""Whether what a place shows is found again on the table around a map: stripes, checks and flowers are, print is not.

A white cloth has the colours of snow, and a road across it is a small part of a tile. But no window of the table shows
that road, while whatever a patterned cloth shows at one place it shows at many. So the place is looked for on the table
around the map: the least squared difference from any window of it, means apart, as a share of its own variance.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry import bare_table
from vision.registration.lattice import Cell, Lattice, shifted

FINDING = "docs/findings/where-tiles-lie.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextureAroundParameters(Parameters):
    """How finely a place is compared with the table, and how little of it must be new to be found again."""

    px: int = parameter(16, "px", "a tile's side at which its middle and the table around it are compared", CHOSEN)
    middle_px: int = parameter(11, "of these px", "a side of what is looked for, as much as the table explains", CHOSEN)
    # Of 52 places without a tile on 20 tables those that show anything have 0.01 to 0.32 of it nowhere around, the
    # others 0 to 0.37 in all; 16 tiles that the table's colours explain have 0.77 and more, and 0.8 to 6.6 in all.
    again: float = parameter(
        0.5, "share", "of a place's variance that shows nowhere around, below which it goes on there", FINDING
    )
    plain: float = parameter(
        0.4, "squared standard deviations a pixel", "of variance, below which a place shows nothing at all", FINDING
    )


PARAMETERS = TextureAroundParameters()


@dataclass(frozen=True, eq=False, slots=True)
class TextureAround:
    """The table around a map.

    Attributes:
        picture: (h, w, 3) half-L Lab in standard deviations, all of the table that is in view.
        variance: (h', w') of each window, as large as what is looked for, channels summed.
        free: (h', w') windows on which no tile lies.
    """

    picture: Float32Array
    variance: Float32Array
    free: BoolMask

    @classmethod
    def of(cls, lattice: Lattice, layers: Layers, places: Collection[Cell], taken: Collection[Cell]) -> TextureAround:
        """Of the ``places`` (row, column) around a lattice and in it, but for those that are ``taken``: tiles may lie
        there."""
        rows, columns = (np.array(axis) for axis in zip(*places, strict=True))
        top, left, px, common = int(rows.min()), int(columns.min()), PARAMETERS.px, lattice.common()
        size = (int(rows.max()) - top + 1) * px, (int(columns.max()) - left + 1) * px
        patches, inside = layers.cut(np.stack([shifted(common, column, row) for row, column in places]), px)
        picture, bare = np.zeros((*size, 3), np.float32), np.zeros(size, np.float32)
        for (row, column), patch, seen in zip(places, patches, inside, strict=True):
            spot = np.s_[(row - top) * px : (row - top + 1) * px, (column - left) * px : (column - left + 1) * px]
            picture[spot] = patch / np.array(bare_table.PARAMETERS.sigma, np.float32)
            bare[spot] = seen if (row, column) not in taken else 0.0
        means = np.stack([_windows(picture[..., channel]) for channel in range(3)], axis=-1)
        variance = sum(_windows(picture[..., channel] ** 2) for channel in range(3)) - (means**2).sum(axis=-1)
        return cls(picture, np.asarray(variance, np.float32), _windows(bare) > 1 - 0.5 / PARAMETERS.middle_px**2)

    def goes_on(self, middles: Float32Array) -> BoolMask:
        """(n,) whether what the middles of places (n, middle_px, middle_px, 3) show is found again around the map, or
        they show nothing; False where nothing of the table is in view."""
        if not self.free.any():
            return np.zeros(len(middles), np.bool_)
        shown = middles / np.array(bare_table.PARAMETERS.sigma, np.float32)
        return np.array([self._found_again(np.asarray(one - one.mean(axis=(0, 1)), np.float32)) for one in shown])

    def _found_again(self, shown: Float32Array) -> bool:
        own = float((shown**2).sum(axis=2).mean())
        if own < PARAMETERS.plain:
            return True
        together = cv2.matchTemplate(self.picture, shown, cv2.TM_CCORR) / shown.shape[0] ** 2
        least = float((self.variance + own - 2 * together)[self.free].min())
        return least < PARAMETERS.again * own


def _windows(values: Float32Array) -> Float32Array:
    """The mean of each window as large as what is looked for."""
    side = PARAMETERS.middle_px
    return np.asarray(cv2.matchTemplate(values, np.full((side, side), 1 / side**2, np.float32), cv2.TM_CCORR))
