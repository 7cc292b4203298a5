"""Whether two tiles of one map show the same print, whatever the edition is.

Copies of a tile are often one print, and tiles that a coat of arms alone tells apart never are: somewhere they differ
by much. Light, grain and a tile that lies a little aside make all of a tile differ by little. So the largest difference
of any spot is what tells. Measured in docs/findings/coats-of-arms.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np

from calibration.arrays import Float32Array, Float64Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SamePrintParameters(Parameters):
    """How tiles are compared with each other, and what their largest difference says."""

    side_px: int = parameter(24, "px", "a side at which tiles are compared", CHOSEN)
    aside_px: int = parameter(2, "px", "of that by which one may lie aside of where it was laid", CHOSEN)
    soft_px: float = parameter(3.0, "px", "of that over which light is evened out", CHOSEN)
    spot_px: int = parameter(5, "px", "of that a side of the spots that are compared", CHOSEN)
    differ: float = parameter(
        2.8, "times", "a tile's mean detail by which a spot of two prints differs", "docs/findings/coats-of-arms.md"
    )
    steepness: float = parameter(
        6.4, "nats", "for each factor of e that the largest difference is less", "docs/findings/coats-of-arms.md"
    )
    most_said: float = parameter(4.0, "nats", "that one pair of tiles may say", CHOSEN)


PARAMETERS = SamePrintParameters()


class PrintsInView:
    """The tiles of a map, to be compared with each other; each is cut and made even once.

    Args:
        layers: the picture.
        poses: (b, 3, 3) where tiles lie, unit square to px.
    """

    def __init__(self, layers: Layers, poses: Float64Array) -> None:
        side, aside = PARAMETERS.side_px, PARAMETERS.aside_px
        patches, _ = layers.cut(poses, side, aside)
        self._details = [patch - cv2.GaussianBlur(patch, (0, 0), PARAMETERS.soft_px) for patch in patches]
        self._aside = cache(self._laid_aside)

    def said_of(self, one: int, other: int, quarters: int) -> float:
        """Log-likelihood ratio that the ``other`` tile, turned to the left by quarters, shows the ``one``'s print."""
        here = self._aside(one)[len(self._aside(one)) // 2]
        there = np.rot90(self._aside(other), quarters, (1, 2))
        alike = there.reshape(len(there), -1) @ here.ravel()
        apart = np.asarray(((here - there[int(alike.argmax())]) ** 2).sum(axis=-1), np.float32)
        spot = (PARAMETERS.spot_px, PARAMETERS.spot_px)
        most = float(cv2.boxFilter(apart, -1, spot, borderType=cv2.BORDER_CONSTANT).max()) * PARAMETERS.side_px**2
        said = PARAMETERS.steepness * np.log(PARAMETERS.differ / max(most, 1e-6))
        return float(np.clip(said, -PARAMETERS.most_said, PARAMETERS.most_said))

    def _laid_aside(self, which: int) -> Float32Array:
        """(n, side, side, 3) detail of a tile laid aside by all that it may be, each of unit length; in the middle as
        it was laid."""
        detail, side = self._details[which], PARAMETERS.side_px
        steps = range(2 * PARAMETERS.aside_px + 1)
        laid = np.stack([detail[down : down + side, right : right + side] for down, right in product(steps, steps)])
        length = np.sqrt((laid.astype(np.float32) ** 2).sum(axis=(1, 2, 3), keepdims=True))
        return np.asarray(laid / np.maximum(length, 1e-6), np.float32)
