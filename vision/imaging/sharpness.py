"""How sharp a picture is.

What looks for lines and corners looks a pixel or two around: out of focus, a large picture shows it slopes only, while
the same picture made smaller is sharp.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SharpnessParameters(Parameters):
    """Which gradients tell of sharpness, and how many of them are needed."""

    softened: tuple[float, float] = parameter(
        (1.0, 2.0), "px", "by which edges are blurred for comparison: the first takes the grain away", CHOSEN
    )
    steepest: float = parameter(0.01, "share", "of the pixels: those that lie on edges", CHOSEN)
    much: float = parameter(
        2.0, "px", "of blur from which a smaller picture is measured", "vision/imaging/sharpness.py"
    )
    smallest: int = parameter(
        100, "px", "of a picture's shorter side under which none is made smaller", "vision/imaging/sharpness.py"
    )


PARAMETERS = SharpnessParameters()


def blur_px(gray: NDArray[np.uint8]) -> float:
    """Blur of a picture's (h, w) steepest edges: sigma of a Gaussian, px; 0 where nothing is blurred.

    An edge that is blurred already loses little of its slope when it is blurred again (Zhuo and Sim, "Defocus map
    estimation from a single image", Pattern Recognition 2011). What is blurred by much is measured on a smaller
    picture: here its grain would pass for sharpness.
    """
    blur = _blur_at_this_size(gray)
    if blur < PARAMETERS.much or min(gray.shape) < PARAMETERS.smallest:
        return blur
    return max(blur, 2 * blur_px(np.asarray(cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))))


def _blur_at_this_size(gray: NDArray[np.uint8]) -> float:
    once, twice = (_slopes(gray, sigma) for sigma in PARAMETERS.softened)
    steep = once >= np.quantile(once[::4, ::4], 1 - PARAMETERS.steepest)
    ratio = float(np.median(once[steep] / np.maximum(twice[steep], 1e-3))) ** 2
    low, high = (sigma**2 for sigma in PARAMETERS.softened)
    return float(np.sqrt(max(0.0, high - ratio * low) / max(ratio - 1.0, 1e-3)))


def _slopes(gray: NDArray[np.uint8], sigma: float) -> NDArray[np.float32]:
    """(h, w) how steeply the blurred picture's levels change."""
    soft = cv2.GaussianBlur(gray.astype(np.float32), (0, 0), sigma)
    return np.asarray(cv2.magnitude(cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)), np.float32)
