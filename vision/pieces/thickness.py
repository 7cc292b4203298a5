"""How thick something is for its size: pieces are compact, and ground of one colour winds between what is printed."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Float32Array


def thickness(outline: Float32Array, root_px: float) -> float:
    """Across the widest circle within an outline (k, 2), for the root of its area: 1 of a square, 0.58 of three in a
    row. It is measured where that root is so many px."""
    scale = root_px / max(float(cv2.contourArea(outline)), 1e-6) ** 0.5
    drawn = np.rint((outline - outline.min(axis=0)).astype(np.float64) * scale).astype(np.int32) + 1
    wide, high = drawn.max(axis=0) + 2
    mask = cv2.fillPoly(np.zeros((high, wide), np.uint8), [drawn], 1)
    across = 2 * float(cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_PRECISE).max())
    return float(across / np.sqrt(np.count_nonzero(mask)))
