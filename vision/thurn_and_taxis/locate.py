"""Finds the board in a photograph, from any side, by its own picture.

Points of interest of the photograph are paired with those of the empty board (SIFT, Lowe 2004), a homography is fitted
to the pairs (MAGSAC++, Barath et al. 2020), and then a full view with its lens to pairs that are sought again where
they must be.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array, Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import View, fitted, view_from_homography
from vision.registration.interest_points import Points, matched, photograph_points
from vision.thurn_and_taxis.copy import PostalCopy


@dataclass(frozen=True, slots=True, kw_only=True)
class ThurnAndTaxisLocateParameters(Parameters):
    """What this stage decides by."""

    reference_px_per_mm: float = parameter(1.6, "px a mm", "at which the print is looked at", CHOSEN)
    soften_px: float = parameter(0.8, "px", "takes the grain off", CHOSEN)
    bent_px: float = parameter(14.0, "px", "how far a lens may bend the picture off a homography", CHOSEN)
    reaches_px: tuple[float, float, float] = parameter(
        (14.0, 7.0, 4.0), "px", "within which a point is sought of its place, look by look", CHOSEN
    )
    alike: float = parameter(
        0.78, "likeness", "least likeness (cosine) of a pair that is sought where it must be", CHOSEN
    )
    least: int = parameter(14, "pairs", "that must agree", CHOSEN)


PARAMETERS = ThurnAndTaxisLocateParameters()
_LOOKS = ((1200, 3500), (4000, 9000))  # strongest points of the board and of the photograph: quickly, then thoroughly
_CHUNK = 400


@dataclass(frozen=True, eq=False, slots=True)
class Found:
    """A board that was found: where the camera stands, how many pairs of points agree, their median distance (px)."""

    view: View
    agreeing: int
    error_px: float


class BoardFinder:
    """Finds one copy's board."""

    def __init__(self, copy: PostalCopy) -> None:
        soft = cv2.GaussianBlur(copy.board_at(PARAMETERS.reference_px_per_mm), (0, 0), 0.8)
        self._soft = _grey(np.asarray(soft, np.uint8))
        self._board_points: dict[int, Points] = {}

    def _points_of_board(self, most: int) -> Points:
        if most not in self._board_points:
            points = photograph_points(self._soft, 1.0, most)
            at = (points.at + 0.5) / PARAMETERS.reference_px_per_mm
            size = points.size / PARAMETERS.reference_px_per_mm
            self._board_points[most] = Points(at, size, points.angle, points.descriptors)
        return self._board_points[most]

    def find(self, image: Picture) -> Found | None:
        """The board in a BGR picture, or None."""
        grey = _grey(image)
        soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), PARAMETERS.soften_px), np.uint8)
        for of_board, of_picture in _LOOKS:
            found = self._found(self._points_of_board(of_board), photograph_points(soft, 1.0, of_picture), grey)
            if found is not None:
                return found
        return None

    def _found(self, board: Points, points: Points, grey: Picture) -> Found | None:
        pairs = matched(board, points)
        if len(pairs) < PARAMETERS.least:
            return None
        homography, agree = cv2.findHomography(
            board.at[pairs.reference], points.at[pairs.photograph], cv2.USAC_MAGSAC, PARAMETERS.bent_px, maxIters=20_000
        )
        if homography is None or int(agree.sum()) < PARAMETERS.least:
            return None
        inner = agree.ravel() > 0
        view = view_from_homography(np.asarray(homography, np.float64), grey.shape[1], grey.shape[0])
        where, pixels = board.at[pairs.reference[inner]], points.at[pairs.photograph[inner]]
        view = fitted(view, where, pixels, PARAMETERS.bent_px / 2, rounds=25)
        return _refined(view, board, points)


def _refined(view: View, board: Points, points: Points) -> Found | None:
    """Pairs sought again, each near where the view puts it, and the view fitted to them."""
    agreeing, error = 0, float("inf")
    for reach in PARAMETERS.reaches_px:
        where, pixels = _guided(view, board, points, reach)
        if len(where) < PARAMETERS.least:
            return None
        view = fitted(view, where, pixels, reach / 2)
        off = np.linalg.norm(view.project(where) - pixels, axis=1)
        agreeing, error = int((off < 2.5).sum()), float(np.median(off))
    return Found(view, agreeing, error) if agreeing >= PARAMETERS.least else None


def _guided(view: View, board: Points, points: Points, reach_px: float) -> tuple[Float64Array, Float64Array]:
    """Board points, and for each the picture's point that looks most like it within reach of where it must be."""
    expected = view.project(board.at).astype(np.float32)
    there = points.at.astype(np.float32)
    where: list[Float64Array] = []
    pixels: list[Float64Array] = []
    for first in range(0, len(expected), _CHUNK):
        some = slice(first, first + _CHUNK)
        apart = np.abs(expected[some, 0, None] - there[None, :, 0])
        apart = np.maximum(apart, np.abs(expected[some, 1, None] - there[None, :, 1]))
        alike = board.descriptors[some] @ points.descriptors.T
        alike[apart > reach_px] = -1
        best = alike.argmax(axis=1)
        good = alike[np.arange(len(best)), best] > PARAMETERS.alike
        where.append(board.at[some][good])
        pixels.append(points.at[best[good]])
    return np.concatenate(where), np.concatenate(pixels)


def _grey(image: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
