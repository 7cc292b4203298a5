"""Points of interest of a print and of a photograph of it, and which of them show the same.

SIFT (Lowe 2004) with the Hellinger kernel ("RootSIFT", Arandjelović and Zisserman 2012). The references are blurred
somewhat, since a photograph of a whole table never shows the print as sharp as the print is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.giving_up import checkpoint
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class InterestPointsParameters(Parameters):
    """At which size and contrast points of interest are taken."""

    blur_px: float = parameter(1.6, "px", "of sigma that the picture is taken to have", CHOSEN)
    most_px: int = parameter(4_200_000, "px", "that are looked at: SIFT's scale space takes 230 bytes for each", CHOSEN)
    contrast: float = parameter(
        0.02,
        "share of white",
        "SIFT's contrast threshold; lower than usual, since light on a table is often poor",
        CHOSEN,
    )


PARAMETERS = InterestPointsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Points:
    """Points of interest.

    Attributes:
        at: (n, 2) in the frame of what they lie on (board frame mm, or picture px).
        size: (n,) diameter in the same unit.
        angle: (n,) degrees clockwise.
        descriptors: (n, 128) float32, length 1.
    """

    at: Float64Array
    size: Float64Array
    angle: Float64Array
    descriptors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.at)

    def chosen(self, which: NDArray[np.bool_]) -> Points:
        """Those that are marked in (n,)."""
        return Points(self.at[which], self.size[which], self.angle[which], self.descriptors[which])


@dataclass(frozen=True, eq=False, slots=True)
class Matches:
    """Pairs of points: indices into the reference and into the photograph."""

    reference: NDArray[np.intp]
    photograph: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.reference)


def print_points(grey: Picture, mask: Picture) -> Points:
    """Points of interest of a picture (h, w) uint8 of something printed, px of it, within ``mask`` alone."""
    return _detected(np.asarray(cv2.GaussianBlur(grey, (0, 0), PARAMETERS.blur_px), np.uint8), mask, 0)


def photograph_points(grey: Picture, enlarge: float, most: int = 0) -> Points:
    """Points of interest of a photograph (h, w) uint8, px of it; ``most`` keeps the strongest only.

    A photograph of more than most_px (enlarged) is looked at in fewer: they still show twice what prints are known by.
    """
    even = cv2.createCLAHE(3.0, (max(2, grey.shape[1] // 120), max(2, grey.shape[0] // 120))).apply(grey)
    enlarge = min(enlarge, (PARAMETERS.most_px / grey.size) ** 0.5)
    if enlarge != 1:
        how = cv2.INTER_CUBIC if enlarge > 1 else cv2.INTER_AREA
        even = cv2.resize(even, None, fx=enlarge, fy=enlarge, interpolation=how)
    found = _detected(np.asarray(even, np.uint8), None, most)
    return Points((found.at + 0.5) / enlarge - 0.5, found.size / enlarge, found.angle, found.descriptors)


def _detected(grey: Picture, mask: Picture | None, most: int) -> Points:
    checkpoint()
    points, descriptors = cv2.SIFT.create(nfeatures=most, contrastThreshold=PARAMETERS.contrast).detectAndCompute(
        grey, mask
    )
    if not points:
        return Points(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32))
    rooted = np.sqrt(descriptors / (descriptors.sum(axis=1, keepdims=True) + 1e-6))
    return Points(
        np.array([point.pt for point in points]),
        np.array([point.size for point in points]),
        np.array([point.angle for point in points]),
        rooted.astype(np.float32),
    )


def matched(reference: Points, photograph: Points) -> Matches:
    """Pairs that are each other's best."""
    if not len(reference) or not len(photograph):
        return Matches(np.zeros(0, np.intp), np.zeros(0, np.intp))
    alike = photograph.descriptors @ reference.descriptors.T
    best = alike.argmax(axis=1)
    # Not argmax over the first axis, which takes numpy ten times as long as the greatest values themselves.
    mutual = alike[np.arange(len(photograph)), best] >= alike.max(axis=0)[best]
    return Matches(best[mutual], np.flatnonzero(mutual))
