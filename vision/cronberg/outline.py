"""Six-sided things on a table: where the board may lie, told by its outline alone.

Where light is poor and the board small, points of interest are mostly grain, but a board on a plain table stands out as
a whole: it differs from the table's colour, which is what a wide median of the picture shows.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.cronberg.cronberg_set import CronbergSet
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineParameters(Parameters):
    """Which six-sided outline is large, full and even enough to be a board."""

    coarse: int = parameter(4, "px of the picture", "for one of the median's", CHOSEN)
    soften_px: float = parameter(2.0, "px", "by which the picture is softened", CHOSEN)
    dark: float = parameter(8.0, "grey levels", "below which a pixel says little about colour", CHOSEN)
    differs: tuple[float, float, float] = parameter((0.15, 0.25, 0.4), "share", "of the table's colour", CHOSEN)
    least_area: float = parameter(0.006, "share of the picture", "that a board covers at the least", CHOSEN)
    most: int = parameter(3, "outlines", "that are told at most", CHOSEN)
    same_px: float = parameter(20.0, "px", "between middles within which two are the same thing", CHOSEN)
    filled: float = parameter(0.93, "share", "of the six-sided outline that is filled at the least", CHOSEN)
    off: float = parameter(0.06, "share", "of the outline's size that a corner is off its place at most", CHOSEN)
    median_px: int = parameter(
        101,
        "px of the coarse picture",
        "across that the table's colour is the median of: about twice a small board",
        CHOSEN,
    )
    band: int = parameter(256, "rows", "that are worked through at once", CHOSEN)


PARAMETERS = OutlineParameters()


def hexagons(image: NDArray[np.uint8]) -> list[Float64Array]:
    """Corners (6, 2) px, clockwise, of things that may be a regular hexagon seen by a camera: a few, largest first."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // PARAMETERS.coarse, height // PARAMETERS.coarse), interpolation=cv2.INTER_AREA)
    table = np.asarray(cv2.resize(cv2.medianBlur(small, PARAMETERS.median_px), (width, height)), np.uint8)
    differs = _differing(np.asarray(cv2.GaussianBlur(image, (0, 0), PARAMETERS.soften_px), np.uint8), table)
    found: list[tuple[float, Float64Array]] = []
    for level in PARAMETERS.differs:
        contours, _ = cv2.findContours((differs > level).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            area = float(cv2.contourArea(contour))
            corners = (
                six_corners(np.asarray(contour, np.int32)) if area > PARAMETERS.least_area * height * width else None
            )
            if corners is not None and _may_be_regular(corners, area):
                found.append((area, corners))
    kept: list[Float64Array] = []
    for _, corners in sorted(found, key=lambda one: -one[0]):
        if all(np.abs(corners.mean(axis=0) - other.mean(axis=0)).max() > PARAMETERS.same_px for other in kept):
            kept.append(corners)
    return kept[: PARAMETERS.most]


def _differing(soft: NDArray[np.uint8], table: NDArray[np.uint8]) -> NDArray[np.float32]:
    """By what share a picture's colours are off the table's, (h, w); in bands: whole in floats it may be a gigabyte."""
    differs = np.empty(soft.shape[:2], np.float32)
    for top in range(0, len(soft), PARAMETERS.band):
        rows = slice(top, top + PARAMETERS.band)
        ratio = soft[rows].astype(np.float32) / np.maximum(table[rows].astype(np.float32), PARAMETERS.dark)
        differs[rows] = np.abs(ratio - 1).max(axis=2)
    return differs


def board_corners(prints: CronbergSet) -> Float64Array:
    """Corners (6, 2) of a copy's board, clockwise, board frame."""
    contours, _ = cv2.findContours(prints.board_mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    corners = six_corners(max((np.asarray(contour, np.int32) for contour in contours), key=cv2.contourArea))
    if corners is None:
        raise ValueError("a board has six sides")
    return (corners - prints.board_middle_px) / prints.board_px_per_mm


def six_corners(contour: NDArray[np.int32]) -> Float64Array | None:
    """(6, 2) corners of the six-sided shape closest around a contour (n, 1, 2), clockwise as seen; None without one."""
    hull = cv2.convexHull(contour)
    if len(hull) < 6:  # a rectangle as large as the picture has four
        return None
    corners = np.asarray(cv2.approxPolyN(hull, 6, ensure_convex=True), np.float64).reshape(-1, 2)
    if len(corners) != 6:
        return None
    return corners if cv2.contourArea(corners.astype(np.float32), oriented=True) > 0 else corners[::-1].copy()


def _may_be_regular(corners: Float64Array, area: float) -> bool:
    if area < PARAMETERS.filled * cv2.contourArea(corners.astype(np.float32)):
        return False
    angles = np.radians(np.arange(0, 360, 60))
    regular = np.column_stack([np.cos(angles), np.sin(angles)])
    seen_from, _ = cv2.findHomography(regular, corners)
    if seen_from is None:
        return False
    off = cv2.perspectiveTransform(regular[None], seen_from)[0] - corners
    return bool(np.linalg.norm(off, axis=1).max() < PARAMETERS.off * np.sqrt(area))
