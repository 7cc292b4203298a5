"""Colours gathered into a few shades (k-means++, Arthur and Vassilvitskii, 2007), the same ones for the same pixels."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array


def shades_of(
    pixels: Float32Array, count: int, *, rounds: int = 12, attempts: int = 1
) -> tuple[NDArray[np.intp], Float32Array]:
    """Which shade each pixel has, and the shades.

    Args:
        pixels: (n, c) colours, 0 to 255 or Lab; at least as many as shades.
        count: how many shades.
        rounds: at most, of an attempt.
        attempts: from other shades each time; the closest counts.

    Returns:
        (n,) number of each pixel's shade, (count, c) the shades.
    """
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, rounds, 0.5)  # shades that move less have come to rest
    cv2.setRNGSeed(1)
    _, labels, shades = cv2.kmeans(
        np.ascontiguousarray(pixels), count, np.empty(0), stop, attempts, cv2.KMEANS_PP_CENTERS
    )
    return np.asarray(labels, np.intp).ravel(), np.asarray(shades, np.float32)
