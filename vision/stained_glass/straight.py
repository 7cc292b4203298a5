"""The table as seen straight from above, and back to the picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from vision.fitting import Poses
from vision.lattice import UNIT_CORNERS
from vision.stained_glass.bank import Hits, Lab
from vision.stained_glass.plane import GLASS_MM


def straightened(
    lab: Lab, size: tuple[int, int], plane: TablePlane, tile_px: float
) -> tuple[Lab, NDArray[np.float64], float]:
    """The table as seen straight from above; its upper left corner, mm, and mm for each px.

    Args:
        lab: the picture, perhaps at another scale. What lies outside of it becomes black.
        size: (height, width) px that the plane speaks of.
        tile_px: side of a tile in the result.
    """
    height, width = size
    scale = GLASS_MM / tile_px
    along = np.linspace(0, 1, 17)
    rim = np.concatenate([np.column_stack([along, along * 0 + end]) for end in (0, 1)])
    rim = np.concatenate([rim, rim[:, ::-1]]) * [width - 1, height - 1]
    reached = plane.to_table(rim)
    low, high = reached.min(axis=0), reached.max(axis=0)
    columns, rows = (int(n) for n in np.ceil(np.minimum((high - low) / scale, 1400)))
    coarse = 8
    x, y = np.meshgrid(np.arange(0, columns + coarse, coarse), np.arange(0, rows + coarse, coarse))
    seen = plane.to_picture(np.column_stack([x.ravel(), y.ravel()]) * scale + low).astype(np.float32)
    at_x, at_y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    at = cv2.remap(seen.reshape(*x.shape, 2), at_x / coarse, at_y / coarse, cv2.INTER_LINEAR)
    side = float(np.median(np.linalg.norm(np.diff(plane.to_picture([[0.0, 0.0], [GLASS_MM, 0.0]]), axis=0))))
    shrink = min(1.0, 1.3 * tile_px / (side * lab.shape[1] / width))
    small = cv2.resize(lab, (round(lab.shape[1] * shrink), round(lab.shape[0] * shrink)), interpolation=cv2.INTER_AREA)
    fit = np.array([small.shape[1] / width, small.shape[0] / height], np.float32)
    at = (at + 0.5) * fit - 0.5
    straight = cv2.remap(small, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(straight, np.float32), low, scale


def table_poses(hits: Hits, plane: TablePlane, low: NDArray[np.float64], scale: float) -> Poses:
    """Poses on the picture of hits on the straightened table."""
    if not len(hits):
        return np.empty((0, 3, 3))
    middle = np.column_stack([hits.x, hits.y]) * scale + low
    corners = (UNIT_CORNERS - 0.5) @ np.swapaxes(hits.maps * scale, 1, 2) + middle[:, None]
    return poses_from(plane.to_picture(corners.reshape(-1, 2)).reshape(-1, 4, 2))


def poses_from(quads: NDArray[np.float64]) -> Poses:
    """(n, 3, 3) from outlines (n, 4, 2) px."""
    unit = UNIT_CORNERS.astype(np.float32)
    return np.stack([cv2.getPerspectiveTransform(unit, quad.astype(np.float32)) for quad in quads]).astype(np.float64)
