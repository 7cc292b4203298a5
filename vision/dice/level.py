"""Which dice lie level: all that do look up the same way, and a cocked one does not.

A single picture of a tilted die may as well be a level die seen from the side. What tells them apart is the table:
level dice have one up between them, and the camera that people put above a table looks down on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FOCAL = 0.85  # of the picture's longer side: between a telephone's and a webcam's
LIKELY_TILT_DEG = 45.0  # cameras that look more aslant than this are not above a table
APART_DEG = 20.0  # how far two ups may be apart and still be one, measuring as it is done here


def up_of(
    lean: tuple[float, float], x: float, y: float, size: tuple[int, int], focal_px: float | None = None
) -> Floats:
    """(3,) the unit vector out of a die's upper face: right, down and forward of the camera.

    Args:
        lean: where the die's middle lies below that face's: right and down, over the face's mean edge as it is seen.
        x, y: middle of the face, px. size: width and height of the picture.
        focal_px: of the camera, where it is known.
    """
    focal = focal_px or FOCAL * max(size)
    ray = np.array([x - (size[0] - 1) / 2, y - (size[1] - 1) / 2, focal])
    ray /= np.linalg.norm(ray)
    # A face tipped by t shows a mean edge of (1 + cos t) / 2, and the middle lies sin t / 2 beside it: the ratio is
    # tan(t / 2).
    length = float(np.hypot(*lean))
    tip = 2 * np.arctan(length)
    slant = -np.array(lean, np.float64) / max(length, 1e-9) * np.sin(tip)
    right = np.cross([0.0, 1.0, 0.0], ray)
    right /= np.linalg.norm(right)
    down = np.cross(ray, right)
    return np.asarray(slant[0] * right + slant[1] * down - np.cos(tip) * ray, np.float64)


def odd_ones(ups: Sequence[Floats], known: Floats | None = None) -> list[bool]:
    """Which dice don't look up as the table does.

    Args:
        ups: from :func:`up_of`, one a die.
        known: the table's own up in the camera's frame, where a calibration tells it; else the dice tell it: the
            direction that most of them share, and between equals the one nearer to the camera's own axis.
    """
    if not ups:
        return []
    table = known if known is not None else _shared(ups)
    return [_apart(up, table) > APART_DEG for up in ups]


def _shared(ups: Sequence[Floats]) -> Floats:
    axis = np.array([0.0, 0.0, -1.0])
    best, most = axis, -np.inf
    for up in ups:
        friends = [other for other in ups if _apart(up, other) <= APART_DEG]
        tilt = _apart(up, axis)
        # One that stands alone far aslant is rather a cocked die than a table.
        score = len(friends) - 0.9 * tilt / LIKELY_TILT_DEG
        if score > most:
            total = np.sum(friends, axis=0)
            best, most = total / np.linalg.norm(total), score
    if _apart(best, axis) > LIKELY_TILT_DEG:
        return axis
    return np.asarray(best, np.float64)


def _apart(one: Floats, other: Floats) -> float:
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))
