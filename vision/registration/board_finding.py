"""A printed board in a photograph: by points of the print that look alike, or near where another view puts them.

What a game narrows its board down by (votes, an outline) is its own; this is how each goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.registration.board_camera import CameraAboveBoard, fitted, view_from_homography
from vision.registration.interest_points import Matches, Points


@dataclass(frozen=True, eq=False, slots=True)
class FoundBoard:
    """A board that was found: where the camera stands, how many pairs of points agree, their median distance (px)."""

    view: CameraAboveBoard
    agreeing: int
    error_px: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """When pairs of points agree with a view.

    Attributes:
        alike: least likeness (cosine) of a pair.
        least: pairs that must agree.
        within_px: from where the view puts it that a point agrees.
        square: points are sought within a square about their place, not a circle.
    """

    alike: float
    least: int
    within_px: float
    square: bool = False


def view_from_matches(
    board: Points,
    points: Points,
    pairs: Matches,
    size: Sequence[int],
    least: int,
    off_px: float,
    *,
    most_tries: int,
    fitted_px: float,
    rounds: int | None = None,
) -> CameraAboveBoard | None:
    """Where the camera stands, by points of the print that look like points of the photograph; None where too few of
    them agree on one homography (MAGSAC++: Barath et al., CVPR 2020).

    Args:
        board: points of the print, mm of the board's frame.
        points: of the photograph, px, whose ``size`` is height, width.
        pairs: which look alike.
        least: pairs that must agree.
        off_px: about how far from their place those that agree are seen.
        most_tries: of few pairs at random.
        fitted_px, rounds: spread and rounds of the view's fit; see :func:`vision.registration.board_camera.fitted`.
    """
    where, pixels = board.at[pairs.reference], points.at[pairs.photograph]
    homography, agree = cv2.findHomography(where, pixels, cv2.USAC_MAGSAC, off_px, maxIters=most_tries)
    if homography is None or int(agree.sum()) < least:
        return None
    inner = agree.ravel() > 0
    view = view_from_homography(np.asarray(homography, np.float64), size[1], size[0])
    return fitted(view, where[inner], pixels[inner], fitted_px, rounds=rounds)


def refined(
    view: CameraAboveBoard, board: Points, points: Points, reaches_px: Sequence[float], wanted: Agreement
) -> FoundBoard | None:
    """The view fitted to pairs that are sought near where it puts them, ever nearer; None where too few agree.

    Args:
        view: where the camera stands, nearly.
        board: points of the print, mm of the board's frame.
        points: of the photograph, px.
        reaches_px: within which a point is sought of its place, look by look.
        wanted: when pairs agree.
    """
    agreeing, error = 0, float("inf")
    for reach in reaches_px:
        where, pixels = guided(view, board, points, reach, wanted)
        if len(where) < wanted.least:
            return None
        view = fitted(view, where, pixels, reach / 2)
        off = np.linalg.norm(view.project(where) - pixels, axis=1)
        agreeing, error = int((off < wanted.within_px).sum()), float(np.median(off))
    # Chance pairs of another picture may fit a view that has part of the print behind the camera.
    return FoundBoard(view, agreeing, error) if agreeing >= wanted.least and view.shows(board.at) else None


def guided(
    view: CameraAboveBoard, board: Points, points: Points, reach_px: float, wanted: Agreement
) -> tuple[Float64Array, Float64Array]:
    """(n, 2) mm and px: board points and the picture's points that look most like them within reach of their place."""
    one, other = pairs_within(view.project(board.at), points.at, reach_px, square=wanted.square)
    alike = np.einsum("ij,ij->i", board.descriptors[one], points.descriptors[other])
    order = np.argsort(-alike)
    one, other, alike = one[order], other[order], alike[order]
    first = np.unique(one, return_index=True)[1]
    first = first[alike[first] > wanted.alike]
    return board.at[one[first]], points.at[other[first]]


def pairs_within(
    these: Float64Array, those: Float64Array, reach_px: float, *, square: bool = False
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which of these (n, 2) and of those (m, 2) are closer together than this, in a circle, or each way in a square;
    sorted, all n · m would take long."""
    order = np.argsort(those[:, 0])
    across = those[order, 0]
    first, end = (np.searchsorted(across, these[:, 0] + sign * reach_px) for sign in (-1, 1))
    count = end - first
    one = np.repeat(np.arange(len(these)), count)
    other = order[np.arange(len(one)) + np.repeat(first - np.cumsum(count) + count, count)]
    off = these[one] - those[other]
    near = np.abs(off).max(axis=1) < reach_px if square else (off**2).sum(axis=1) < reach_px * reach_px
    return one[near], other[near]
