"""Which dice lie level: all that do look up the same way, and a cocked one does not.

A single picture of a tilted die may as well be a level die seen from the side. What tells them apart is the table:
level dice have one up between them, and the camera that people put above a table looks down on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FOCALS = (0.7, 0.85, 1.0, 1.25, 1.6)  # of the picture's longer side: webcams, telephones, pictures cut to a part
LIKELY_TILT_DEG = 45.0  # cameras that look more aslant than this are not above a table
APART_DEG = 20.0  # how far two ups may be apart and still be one, measuring as it is done here


@dataclass(frozen=True, slots=True)
class Lean:
    """How a die leans as it is seen.

    Attributes:
        right, down: where the die's middle lies below its upper face's, over that face's mean edge as it is seen.
        x, y: middle of the face, px.
    """

    right: float
    down: float
    x: float
    y: float


def up_of(lean: Lean, size: tuple[int, int], focal_px: float) -> Floats:
    """(3,) the unit vector out of a die's upper face: right, down and forward of a camera.

    Args:
        lean: as it is seen. size: width and height of the picture, px.
        focal_px: of the camera; its axis goes through the middle of the picture.
    """
    ray = np.array([lean.x - (size[0] - 1) / 2, lean.y - (size[1] - 1) / 2, focal_px])
    ray /= np.linalg.norm(ray)
    # A face tipped by t shows a mean edge of (1 + cos t) / 2, and the middle lies sin t / 2 beside it: the ratio is
    # tan(t / 2).
    length = float(np.hypot(lean.right, lean.down))
    tip = 2 * np.arctan(length)
    slant = -np.array([lean.right, lean.down]) / max(length, 1e-9) * np.sin(tip)
    right = np.cross([0.0, 1.0, 0.0], ray)
    right /= np.linalg.norm(right)
    down = np.cross(ray, right)
    return np.asarray(slant[0] * right + slant[1] * down - np.cos(tip) * ray, np.float64)


def odd_ones(
    leans: Sequence[Lean],
    size: tuple[int, int],
    *,
    voting: Sequence[bool] | None = None,
    table_up: Floats | None = None,
    focal_px: float | None = None,
) -> list[bool]:
    """Which dice don't look up as the table does.

    Args:
        leans: one a die. size: width and height of the picture, px.
        voting: which of them are sure enough to tell where up is (all, if not told).
        table_up: (3,) the table's own up in the camera's frame, where a calibration tells it; else the dice tell it:
            the direction that most of them share, and between equals the one nearer to the camera's own axis.
        focal_px: of the camera, where it is known; else whichever usual one the dice agree with best.
    """
    asked = [True] * len(leans) if voting is None else list(voting)
    focals = [focal_px] if focal_px is not None else [share * max(size) for share in FOCALS]
    best: tuple[float, list[float]] | None = None
    for focal in focals:
        ups = [up_of(lean, size, focal) for lean in leans]
        table = (
            table_up if table_up is not None else _shared([up for up, votes in zip(ups, asked, strict=True) if votes])
        )
        apart = [_apart(up, table) for up in ups]
        cost = sum(min(one / APART_DEG, 2.0) for one in apart)
        if best is None or cost < best[0]:
            best = (cost, apart)
    return [] if best is None else [one > APART_DEG for one in best[1]]


def _shared(ups: Sequence[Floats]) -> Floats:
    axis = np.array([0.0, 0.0, -1.0])
    best, most = axis, -np.inf
    for up in ups:
        friends = [other for other in ups if _apart(up, other) <= APART_DEG]
        # One that stands alone far aslant is rather a cocked die than a table.
        score = len(friends) - 0.9 * _apart(up, axis) / LIKELY_TILT_DEG
        if score > most:
            total = np.sum(friends, axis=0)
            best, most = total / np.linalg.norm(total), score
    return axis if _apart(best, axis) > LIKELY_TILT_DEG else np.asarray(best, np.float64)


def _apart(one: Floats, other: Floats) -> float:
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))
