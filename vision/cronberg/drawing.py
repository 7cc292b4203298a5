"""The board as it should look from above with rhombi on it."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cronberg.copy import Copy, Floats
from vision.cronberg.evidence import site_pose
from vision.cronberg.tone import Float32


def drawn(
    copy: Copy,
    board: NDArray[np.uint8],
    to_px: Floats,
    rhombi: Iterable[tuple[int, int, NDArray[np.float32]]],
) -> Float32:
    """(h, w, 3) the board with rhombi.

    Args:
        board: the empty board at some resolution. to_px: (3, 3) from the board frame to its px.
        rhombi: index of site, index of kind, and how they lie off it: mm, mm, degrees.
    """
    picture = board.copy()
    for site, kind, (x, y, degrees) in rhombi:
        print_ = copy.rhombi[kind]
        middle, turn = site_pose(copy, copy.lattice.sites[site])
        angle = turn + math.radians(float(degrees))
        c, s = math.cos(angle), math.sin(angle)
        scale = copy.edge_mm / print_.shape[1]
        spin = np.array([[c, -s], [s, c]]) * scale
        centre = np.array([(print_.shape[1] - 1) / 2, (print_.shape[0] - 1) / 2])
        shift = middle + np.array([x, y]) - spin @ centre
        onto = to_px[:2, :2] @ np.column_stack([spin, shift]) + np.column_stack([np.zeros((2, 2)), to_px[:2, 2]])
        size = (picture.shape[1], picture.shape[0])
        warped = cv2.warpAffine(print_, onto, size, flags=cv2.INTER_AREA)
        corners = (copy.rhomb_outline_mm @ (spin.T / scale) + middle + np.array([x, y])) * to_px[0, 0] + to_px[:2, 2]
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
        picture[mask > 0] = warped[mask > 0]
    return picture.astype(np.float32)
