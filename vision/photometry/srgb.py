"""Values of a picture as light, and back (IEC 61966-2-1): light of two sources adds up, values don't."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def srgb_to_light(values: NDArray[np.uint8] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Values 0 to 255 of any shape as shares 0 to 1 of the brightest light."""
    share = np.asarray(values, np.float64) / 255.0
    return np.asarray(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4), np.float64)


def light_to_srgb(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares 0 to 1 of the brightest light, of any shape, as values 0 to 255, not rounded."""
    share = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 0.0031308) ** (1 / 2.4) - 0.055)
    return np.asarray(255.0 * share, np.float64)
