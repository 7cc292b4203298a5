"""Which places of a picture lie on which true tile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float64Array
from vision.registration.lattice import UNIT_CORNERS, project, sides_px

ON_IT = 0.2  # sides that a tile's corners are off on the average, up to which a place lies on it
BESIDE_IT = 0.4  # from which it does not; places between are neither, and teach nothing


@dataclass(frozen=True, eq=False, slots=True)
class TrueTiles:
    """Tiles of a picture: corners (n, 4, 2) px clockwise, and which of them count (n,): the others are hardly in view,
    so that nobody is asked for them."""

    corners: Float64Array
    counts: BoolMask

    def lie_at(self, poses: Float64Array) -> tuple[BoolMask, BoolMask]:
        """(b,) which places (b, 3, 3) lie on a tile, and which are plainly the one or the other."""
        if not len(self.corners):
            return np.zeros(len(poses), bool), np.ones(len(poses), bool)
        away = np.min([_corners_off(poses, np.roll(self.corners, turn, axis=1)) for turn in range(4)], axis=0)
        nearest = away.argmin(axis=1)
        off = away[np.arange(len(poses)), nearest]
        able = sides_px(poses) > 0
        plain = able & ((off < ON_IT) | (off > BESIDE_IT)) & (self.counts[nearest] | (off > 1.0))
        return off < ON_IT, plain


def _corners_off(poses: Float64Array, corners: Float64Array) -> Float64Array:
    """(b, n) how far the corners of places are off those of tiles, sides of the tiles."""
    seen = project(poses, np.broadcast_to(UNIT_CORNERS, (len(poses), 4, 2)))
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    return np.asarray(np.linalg.norm(seen[:, None] - corners[None], axis=3).mean(axis=2) / sides, np.float64)
