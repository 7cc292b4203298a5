"""What every part of a scene is drawn with: windows of the canvas, filled outlines, two pictures mixed."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.imaging.values import Colour

_SHIFT = 4  # sub-pixel bits of OpenCV's polygon drawing


def fill(image: Picture, points: Float64Array, colour: Colour | int) -> None:
    """Fill a convex polygon given in canvas px, smooth at its border."""
    fixed = np.round(np.clip(points, -30000, 30000) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(image, fixed, colour, cv2.LINE_AA, _SHIFT)


def window_of(points: Float64Array, canvas: Picture, margin: int = 2) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the part of the canvas that the points cover, or None."""
    low = np.floor(points.min(axis=0)).astype(int) - margin
    high = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(canvas.shape[1], int(high[0])), min(canvas.shape[0], int(high[1]))
    return (left, top, right, bottom) if right > left and bottom > top else None


def mixed(below: Picture, above: Picture, mask: Picture) -> Picture:
    """``above`` over ``below`` where the mask is 255, blended in between."""
    weight = cv2.merge([mask, mask, mask])
    over = cv2.multiply(above, weight, scale=1 / 255)
    under = cv2.multiply(below, cv2.bitwise_not(weight), scale=1 / 255)
    return np.asarray(cv2.add(over, under), np.uint8)
