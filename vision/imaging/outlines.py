"""Outlines as masks of a picture that was made smaller."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask


def filled_outlines(
    outlines: Iterable[NDArray[np.floating]], size: tuple[int, ...], smaller: int, grown: float = 1.0
) -> ByteMask:
    """(height / smaller, width / smaller): 255 inside of any of some convex outlines, 0 elsewhere.

    Args:
        outlines: (n, 2) each, px of the picture.
        size: of the picture: height, width.
        smaller: how many times smaller the mask is, each way.
        grown: how many times larger each is taken about its middle.
    """
    mask = np.zeros((size[0] // smaller, size[1] // smaller), np.uint8)
    for outline in outlines:
        corners = outline / smaller
        if grown != 1.0:
            middle = corners.mean(axis=0)
            corners = middle + (corners - middle) * grown
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 255)
    return mask
