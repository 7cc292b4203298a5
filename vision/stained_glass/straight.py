"""The table as seen straight from above, and back to the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS
from vision.registration.pattern_fitting import Poses
from vision.stained_glass import plane as glass_plane
from vision.stained_glass.bank import Hits, Lab


@dataclass(frozen=True, slots=True, kw_only=True)
class StraightParameters(Parameters):
    """How finely a picture that is shrunk for the straightened table is sampled."""

    sharper: float = parameter(1.3, "px", "of a shrunk picture for each px that is sampled from it", CHOSEN)
    coarser: float = parameter(0.65, "share", "how much smaller each copy of a picture is than the one before", CHOSEN)
    smallest_px: float = parameter(
        12.0,
        "px",
        "of a tile on the picture, below which nobody searches a table for it: half of what can be read",
        CHOSEN,
    )
    farthest_mm: float = parameter(1e6, "mm", "beyond which no table reaches, however it is seen", CHOSEN)


PARAMETERS = StraightParameters()


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
    scale = glass_plane.PARAMETERS.glass_mm / tile_px
    low, high = _reach_mm(plane, width, height)
    columns, rows = (int(n) for n in np.ceil(np.minimum((high - low) / scale, 1400)))
    coarse = 8
    x, y = np.meshgrid(np.arange(0, columns + coarse, coarse), np.arange(0, rows + coarse, coarse))
    seen = plane.to_picture(np.column_stack([x.ravel(), y.ravel()]) * scale + low).astype(np.float32)
    at_x, at_y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    at = cv2.remap(seen.reshape(*x.shape, 2), at_x / coarse, at_y / coarse, cv2.INTER_LINEAR)
    return _sampled(lab, np.asarray(at, np.float32), size), low, scale


def worth_searching(
    shape: tuple[int, int], plane: TablePlane, low: NDArray[np.float64], scale: float, size: tuple[int, int]
) -> NDArray[np.uint8]:
    """``shape`` of a straightened table: not 0 where a tile would lie in the picture, and large enough to be made out.
    Most of a table that is told wrongly lies beyond the picture or towards a horizon.

    Args:
        low, scale: as :func:`straightened` tells them. size: (height, width) px that the plane speaks of.
    """
    coarse = 8
    rows, columns = (-(-length // coarse) for length in shape)
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    middles = np.column_stack([x.ravel(), y.ravel()]) * coarse * scale + low
    right_and_down = glass_plane.PARAMETERS.glass_mm * np.eye(2)
    spots = plane.to_picture(np.concatenate([middles, *(middles + step for step in right_and_down)]))
    middle, right, down = spots.reshape(3, -1, 2)
    across, along = right - middle, down - middle
    area = across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]
    inside = ((middle > -0.5) & (middle < np.array(size[::-1]))).all(axis=1)
    good = inside & (area > PARAMETERS.smallest_px**2)
    some = cv2.dilate(good.reshape(rows, columns).astype(np.uint8), np.ones((3, 3)))
    return np.asarray(np.repeat(np.repeat(some, coarse, 0), coarse, 1)[: shape[0], : shape[1]], np.uint8)


def _reach_mm(plane: TablePlane, width: int, height: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the most (2,) mm of the table that a picture shows. Where a lens that is told wrongly bends the rim
    away, what is further in tells it."""
    along = np.linspace(0, 1, 17)
    rim = np.concatenate([np.column_stack([along, along * 0 + end]) for end in (0, 1)])
    rim = np.concatenate([rim, rim[:, ::-1]])
    for inward in np.linspace(0.0, 1.0, 9):
        reached = plane.to_table((rim + inward * (0.5 - rim)) * [width - 1, height - 1])
        reached = reached[(np.abs(reached) < PARAMETERS.farthest_mm).all(axis=1)]
        if len(reached):
            break
    return reached.min(axis=0), reached.max(axis=0)


def _sampled(lab: Lab, at: NDArray[np.float32], size: tuple[int, int]) -> Lab:
    """The picture at places (h, w, 2) px of ``size``, each from a copy that is shrunk about as much as it is there: far
    tiles keep what little they show, near ones do not flicker."""
    # Of what lies towards a horizon no px is left; a copy has one at the least.
    shrink = np.clip(PARAMETERS.sharper / _px_for_each(at, lab.shape[1] / size[1]), 1.0 / min(lab.shape[:2]), 1.0)
    levels = np.rint(np.log(shrink) / np.log(PARAMETERS.coarser)).astype(np.intp)
    straight = np.zeros((*at.shape[:2], 3), np.float32)
    for level in np.unique(levels):
        factor = PARAMETERS.coarser**level
        shape = max(1, round(lab.shape[1] * factor)), max(1, round(lab.shape[0] * factor))
        small = lab if level == 0 else cv2.resize(lab, shape, interpolation=cv2.INTER_AREA)
        fit = np.array([small.shape[1] / size[1], small.shape[0] / size[0]], np.float32)
        there = np.asarray((at + 0.5) * fit - 0.5, np.float32)
        cut = cv2.remap(small, there[..., 0], there[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        straight[levels == level] = cut[levels == level]
    return straight


def _px_for_each(at: NDArray[np.float32], factor: float) -> NDArray[np.float64]:
    """(h, w) how many px of the picture, a side, come to lie on each px that is sampled at places (h, w, 2)."""
    down, right = (np.asarray(np.gradient(at.astype(np.float64), axis=axis)) for axis in (0, 1))
    area = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
    return np.asarray(np.sqrt(np.maximum(np.abs(area), 1e-6)) * factor)


def table_poses(hits: Hits, plane: TablePlane, low: NDArray[np.float64], scale: float) -> Poses:
    """(n, 3, 3) poses on the picture of hits on the straightened table; ``low`` (2,) and ``scale`` as
    :func:`straightened` tells them."""
    if not len(hits):
        return np.empty((0, 3, 3))
    middle = np.column_stack([hits.x, hits.y]) * scale + low
    corners = (UNIT_CORNERS - 0.5) @ np.swapaxes(hits.maps * scale, 1, 2) + middle[:, None]
    return poses_from(plane.to_picture(corners.reshape(-1, 2)).reshape(-1, 4, 2))


def poses_from(quads: NDArray[np.float64]) -> Poses:
    """(n, 3, 3) from outlines (n, 4, 2) px."""
    unit = UNIT_CORNERS.astype(np.float32)
    return np.stack([cv2.getPerspectiveTransform(unit, quad.astype(np.float32)) for quad in quads]).astype(np.float64)
