"""Smooth noise, for whatever is not to look drawn with a ruler."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]


def clouds(size: tuple[int, int], rng: np.random.Generator, cell: tuple[float, float], octaves: int = 3) -> Field:
    """Smooth noise (rows, columns), mean 0 and deviation 1; ``cell``: size of its largest blobs (rows, columns)."""
    total = np.zeros(size, np.float32)
    for octave in range(octaves):
        rows = max(2, int(size[0] / cell[0] * 2**octave) + 2)
        columns = max(2, int(size[1] / cell[1] * 2**octave) + 2)
        grid = rng.standard_normal((rows, columns), dtype=np.float32)
        total += cv2.resize(grid, size[::-1], interpolation=cv2.INTER_CUBIC) / 2**octave
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), np.float32)
