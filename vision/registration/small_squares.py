"""Outlines of small squares that lie on a table, such as tiles too small and too blurred for features.

Lighter or darker than what is around them, or of another hue, each in its own neighbourhood, or within edges: every
region that is about a square in perspective is told, false ones too. Whoever asks tells what lies there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.quads import Quad, four_corners, size_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallSquaresParameters(Parameters):
    """Which outline is about a square."""

    least_px: float = parameter(17.0, "px", "of the shorter side of a square", CHOSEN)
    most_px: float = parameter(110.0, "px", "of its longer side: larger ones have features", CHOSEN)
    oblong: float = parameter(1.7, "times", "that one side may be longer than another", CHOSEN)
    fills: float = parameter(0.8, "share", "of its four-sided outline that a region fills", CHOSEN)
    soft_px: float = parameter(1.2, "px", "of blur: grain has outlines of its own", CHOSEN)
    lighter: float = parameter(6.0, "levels", "of lightness that parts a square from its neighbourhood", CHOSEN)
    hue: float = parameter(2.5, "levels", "of hue that part it", CHOSEN)
    around_px: tuple[int, ...] = parameter(
        (31, 61, 101), "px", "of the neighbourhoods that a region is told from", CHOSEN
    )
    edges: tuple[float, ...] = parameter((10.0, 20.0, 40.0), "levels", "across an edge: all are tried", CHOSEN)
    straight: tuple[float, ...] = parameter(
        (0.04, 0.06, 0.08, 0.1, 0.12), "share", "of the way round by which corners are cut off: all are tried", CHOSEN
    )
    same: float = parameter(0.12, "share of a side", "within which two outlines are one", CHOSEN)


PARAMETERS = SmallSquaresParameters()


def small_squares(image: Picture) -> list[Quad]:
    """Everything on a picture (h, w, 3) BGR that has about the outline of a small square, each once."""
    kept: list[Quad] = []
    for mask in (*_unlike_what_is_around(image), *_within_edges(image)):
        for quad in _squares(mask):
            if not any(_same(quad, other) for other in kept):
                kept.append(quad)
    return kept


def _unlike_what_is_around(image: Picture) -> Iterator[ByteMask]:
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), PARAMETERS.soft_px), cv2.COLOR_BGR2LAB)
    for channel in range(3):
        plane = lab[..., channel].astype(np.float32)
        apart = PARAMETERS.lighter if channel == 0 else PARAMETERS.hue
        for around in PARAMETERS.around_px:
            usual = cv2.boxFilter(plane, -1, (around, around))
            for mask in (plane > usual + apart, plane < usual - apart):
                yield np.asarray(
                    cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8
                )


def _within_edges(image: Picture) -> Iterator[ByteMask]:
    planes = [cv2.GaussianBlur(image[..., channel], (0, 0), PARAMETERS.soft_px) for channel in range(3)]
    for level in PARAMETERS.edges:
        edges = np.max([cv2.Canny(plane, level, 2.5 * level) for plane in planes], axis=0)
        lines = (cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0).astype(np.uint8)
        yield lines
        yield 1 - lines


def _squares(mask: ByteMask) -> Iterator[Quad]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if not 3 * PARAMETERS.least_px < len(outline) < 6 * PARAMETERS.most_px:
            continue
        area = cv2.contourArea(outline)
        sides = cv2.minAreaRect(outline)[1]
        if min(sides) < PARAMETERS.least_px or max(sides) > PARAMETERS.most_px:
            continue
        quad = _square(np.asarray(cv2.convexHull(outline), np.int32))
        if quad is not None and area > PARAMETERS.fills * cv2.contourArea(quad.astype(np.float32)):
            yield quad


def _square(hull: NDArray[np.int32]) -> Quad | None:
    """The hull as four corners, clockwise; None where that is no square in perspective."""
    quad = four_corners(hull, PARAMETERS.straight)
    if quad is None:
        return None
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    whole = cv2.contourArea(quad.astype(np.float32), oriented=True)
    if sides.max() > PARAMETERS.oblong * sides.min() or abs(whole) < PARAMETERS.fills * cv2.contourArea(hull):
        return None
    return quad if whole > 0 else quad[::-1].copy()


def _same(one: Quad, other: Quad) -> bool:
    """Whether two outlines lie in one place and are of one size."""
    side, other_side = size_of(one), size_of(other)
    apart = float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))
    return apart < PARAMETERS.same * side and abs(side - other_side) < PARAMETERS.same * side
