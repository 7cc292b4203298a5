"""What each rhomb looks like at reading size, and the spots of a rhomb that are compared."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array, Picture
from vision.cronberg.cronberg_set import CronbergSet

_TIP = np.sqrt(3) / 2


@dataclass(frozen=True, eq=False, slots=True)
class RhombTemplates:
    """The rhombi of a copy as vectors.

    Attributes:
        spots_mm: (s, 2) places on a rhomb, about its middle, head up.
        values: (kinds, s, 3) float32 BGR there.
        px_per_mm: how fine the spots lie.
    """

    spots_mm: Float64Array
    values: Float32Array
    px_per_mm: float

    @property
    def both_ways(self) -> Float32Array:
        """(2 · kinds, s, 3): every kind head up, then every kind head down."""
        order = _opposite(self.spots_mm)
        return np.concatenate([self.values, self.values[:, order]])


def templates(prints: CronbergSet, px_per_mm: float, rim_mm: float = 1.5, soften_px: float = 0.5) -> RhombTemplates:
    """The rhombi of a copy, sampled so finely; a rim is left out, where neighbours overlap and card is cut askew."""
    edge = prints.edge_mm
    half = np.array([edge / 2 - rim_mm, _TIP * edge - rim_mm * 1.7])
    # A grid that is symmetrical about the middle, so that the other way round is the same spots in another order.
    xs = _symmetric(half[0], 1 / px_per_mm)
    ys = _symmetric(half[1], 1 / px_per_mm)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    inside = np.abs(grid[:, 0]) / half[0] + np.abs(grid[:, 1]) / half[1] <= 1
    spots = grid[inside]
    values = np.stack([_sampled(picture, spots, edge, px_per_mm, soften_px) for picture in prints.rhombi])
    return RhombTemplates(spots, values, px_per_mm)


def _symmetric(half: float, step: float) -> Float64Array:
    count = int(half / step)
    return np.arange(-count, count + 1, dtype=np.float64) * step


def _sampled(picture: Picture, spots: Float64Array, edge: float, px_per_mm: float, soften_px: float) -> Float32Array:
    scale = picture.shape[1] / edge
    soft = cv2.GaussianBlur(picture, (0, 0), max(0.3, soften_px * scale / px_per_mm))
    at = (spots * scale + [picture.shape[1] / 2, picture.shape[0] / 2] - np.array([0.5, 0.5])).astype(np.float32)
    found = cv2.remap(soft, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found[0], np.float32)


def _opposite(spots: Float64Array) -> NDArray[np.intp]:
    """For each spot the one that lies opposite, through the middle."""
    keys = {tuple(key): number for number, key in enumerate(np.round(spots * 1000).astype(int).tolist())}
    return np.array([keys[-x, -y] for x, y in np.round(spots * 1000).astype(int).tolist()], np.intp)


def symbol_templates(prints: CronbergSet, px_per_mm: float, rim_mm: float = 2.0) -> tuple[Float64Array, Float32Array]:
    """Spots (s, 2) of an upward triangle about its centre, mm, and (triangles, s, 3) what the empty board shows there.

    A triangle that points down is turned half round, so that the spots are the same for all.
    """
    edge = prints.edge_mm
    height = _TIP * edge
    step = 1 / px_per_mm
    xs = _symmetric(edge / 2, step)
    ys = np.arange(-2 / 3 * height, height / 3 + step, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    low = height / 3 - grid[:, 1]
    side = (grid[:, 1] + 2 / 3 * height) / 2 - np.abs(grid[:, 0]) * _TIP
    spots = grid[(low > rim_mm) & (side > rim_mm)]
    scale = prints.board_px_per_mm
    soft = cv2.GaussianBlur(prints.board, (0, 0), max(0.3, 0.5 * scale / px_per_mm))
    values = []
    for triangle in range(len(prints.lattice.corners_of)):
        at = triangle_spots(prints, triangle, spots) * scale + prints.board_middle_px
        found = cv2.remap(soft, at[None, :, 0].astype(np.float32), at[None, :, 1].astype(np.float32), cv2.INTER_LINEAR)
        values.append(found[0].astype(np.float32))
    return spots, np.stack(values)


def triangle_spots(prints: CronbergSet, triangle: int, spots: Float64Array) -> Float64Array:
    """Spots (n, 2) of an upward triangle, mm about its middle, carried to a triangle of the board: mm, board frame."""
    lattice = prints.lattice
    x, y = lattice.centre(triangle)
    points_up = sum(lattice.positions[corner][1] < y for corner in lattice.corners_of[triangle]) == 1
    return spots * (1 if points_up else -1) + np.array([x, y]) * prints.edge_mm
