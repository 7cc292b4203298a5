"""How sharply something stands out: pieces end where they end, glares and shadows fade away."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array


def step_across(picture: Float32Array, shape: NDArray[np.bool_], corner: tuple[int, int], aside: float) -> float:
    """By how much a picture changes from just inside a shape to just outside, in the median along its outline.

    Args:
        picture: (h, w, 3); the distance of its colours is what is told.
        shape: (n, m) a part of it, one piece.
        corner: (x, y) px of the shape's first pixel on the picture.
        aside: px from the outline to where it is looked at, each way.
    """
    rim = 4 + round(aside)
    wide = cv2.copyMakeBorder(shape.astype(np.uint8), rim, rim, rim, rim, cv2.BORDER_CONSTANT)
    inwards = cv2.distanceTransform(wide, cv2.DIST_L2, 5) - cv2.distanceTransform(1 - wide, cv2.DIST_L2, 5)
    slope = np.stack([cv2.Sobel(inwards, cv2.CV_32F, 1, 0), cv2.Sobel(inwards, cv2.CV_32F, 0, 1)], axis=-1)
    contours, _ = cv2.findContours(wide, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(contours, key=len)[:, 0]
    across = slope[outline[:, 1], outline[:, 0]]
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-6
    there = outline + np.array(corner) - rim

    def seen(away: float) -> Float32Array:
        x, y = np.ascontiguousarray((there + away * across).T, dtype=np.float32)[:, None]
        border = cv2.BORDER_REPLICATE
        return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border)[0], np.float32)

    return float(np.median(np.linalg.norm(seen(aside) - seen(-aside), axis=1)))
