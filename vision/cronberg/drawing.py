"""The board as it should look from above with rhombi on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.evidence import site_pose
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingParameters(Parameters):
    """How softly the foreseen board is drawn, and which pixels are too dark or too bright to compare."""

    soften_px: float = parameter(1.5, "px", "by which the picture is softened before brightness is compared", CHOSEN)
    dark: float = parameter(8.0, "grey levels", "below which a pixel says little about brightness", CHOSEN)
    low: float = parameter(25.0, "percentile", "of the ratio of seen to expected", CHOSEN)
    most: float = parameter(1.6, "times", "that the brightness may be another, at most", CHOSEN)


PARAMETERS = DrawingParameters()

LaidRhomb: TypeAlias = tuple[int, int, NDArray[np.float32]]  # site, kind, how it lies off it: mm, mm, degrees


def drawn(
    prints: CronbergSet,
    board: NDArray[np.uint8],
    to_px: Float64Array,
    rhombi: Iterable[LaidRhomb],
) -> Float32Array:
    """(h, w, 3) the board with rhombi.

    Args:
        board: the empty board at some resolution. to_px: (3, 3) from the board frame to its px.
        rhombi: index of site, index of kind, and how they lie off it: mm, mm, degrees.
    """
    picture = board.copy()
    for site, kind, (x, y, degrees) in rhombi:
        print_ = prints.rhombi[kind]
        middle, turn = site_pose(prints, prints.lattice.sites[site])
        angle = turn + math.radians(float(degrees))
        c, s = math.cos(angle), math.sin(angle)
        scale = prints.edge_mm / print_.shape[1]
        spin = np.array([[c, -s], [s, c]]) * scale
        centre = np.array([(print_.shape[1] - 1) / 2, (print_.shape[0] - 1) / 2])
        shift = middle + np.array([x, y]) - spin @ centre
        onto = to_px[:2, :2] @ np.column_stack([spin, shift]) + np.column_stack([np.zeros((2, 2)), to_px[:2, 2]])
        size = (picture.shape[1], picture.shape[0])
        warped = cv2.warpAffine(print_, onto, size, flags=cv2.INTER_AREA)
        mask = covered_px(prints, to_px, picture.shape[:2], site, (float(x), float(y), float(degrees)))
        picture[mask] = warped[mask]
    return picture.astype(np.float32)


def covered_px(
    prints: CronbergSet, to_px: Float64Array, shape: Sequence[int], site: int, pose: tuple[float, float, float]
) -> NDArray[np.bool_]:
    """(h, w) where a rhomb is that lies so far off a site (mm, mm, degrees)."""
    middle, turn = site_pose(prints, prints.lattice.sites[site])
    angle = turn + math.radians(pose[2])
    spin = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    corners = (prints.rhomb_outline_mm @ spin + middle + np.array(pose[:2])) * to_px[0, 0] + to_px[:2, 2]
    mask = np.zeros(tuple(shape), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    return np.asarray(mask > 0)


def matched_in_brightness(
    expected: Float32Array,
    raw: Float32Array,
    prints: CronbergSet,
    to_px: Float64Array,
    rhombi: Iterable[tuple[int, int, NDArray[np.float32]]],
) -> Float32Array:
    """``expected`` with each rhomb as bright as it is seen where it is darkest against what was expected.

    The rhombi of a copy that was photographed were pictured in a light of their own, so that each may be brighter or
    darker on the table than its picture says. A mirrored lamp seldom covers all of a rhomb.

    Args:
        expected, raw: (h, w, 3) the plane as it is foretold and as it is seen.
        to_px: (3, 3) from mm of the board's frame.
        rhombi: of each its site, its number, and how far off the site it lies (3,), mm, mm and degrees.
    """
    found = expected.copy()
    soft, wanted = (cv2.GaussianBlur(picture, (0, 0), PARAMETERS.soften_px) for picture in (raw, expected))
    for site, _, (x, y, degrees) in rhombi:
        mask = covered_px(prints, to_px, raw.shape[:2], site, (float(x), float(y), float(degrees)))
        if mask.any():
            ratio = np.percentile(soft[mask] / np.maximum(wanted[mask], PARAMETERS.dark), PARAMETERS.low, axis=0)
            found[mask] *= np.clip(ratio, 1 / PARAMETERS.most, PARAMETERS.most)
    return found
