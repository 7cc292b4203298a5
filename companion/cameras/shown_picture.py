"""What a screen shows of a camera's picture: small enough, with outlines that hold at any size."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

SHOWN_WIDE = 960  # px of the picture that is shown


def shown_picture(picture: Picture) -> Picture:
    """The picture, at most :data:`SHOWN_WIDE` px wide."""
    height, width = picture.shape[:2]
    if width <= SHOWN_WIDE:
        return picture
    size = SHOWN_WIDE, round(height * SHOWN_WIDE / width)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def shares_of(points: NDArray[np.number[Any]], picture: Picture) -> NDArray[np.float32]:
    """Points (n, 2) px as shares of the picture's width and height."""
    height, width = picture.shape[:2]
    return np.asarray(np.asarray(points) / (width, height), np.float32)
