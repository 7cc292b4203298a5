"""Enrolling a board once from one photograph of it while it is empty: found by its outline or by corners that people
tap, and straightened with the lens, so that every city comes out where the board prints it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.arrays import Float64Array, Picture
from games.thurn_and_taxis.atlas import Atlas
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard, fitted, view_from_homography
from vision.registration.quads import four_corners
from vision.thurn_and_taxis import postal_set
from vision.thurn_and_taxis.postal_set import PostalSet


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrollingParameters(Parameters):
    """Which outline is clear and straight enough to be the board that is enrolled."""

    small_px: int = parameter(480, "px", "the outline is sought on a picture this wide", CHOSEN)
    rounds: int = parameter(6, "rounds", "of grab cut", CHOSEN)
    least_contrast: float = parameter(4.0, "grey levels", "a bare table has no outline to be sought", CHOSEN)
    quadrilateral: float = parameter(
        0.955,
        "share",
        "of the hull's area that four corners have to hold, and of the four corners that is board",
        CHOSEN,
    )
    least_share: float = parameter(0.12, "share of the picture", "that a board fills at the least", CHOSEN)
    edge_steps: int = parameter(90, "points", "along a side that the edge is looked for at", CHOSEN)
    nearly: float = parameter(0.5, "share", "of the clearest step along a line across the edge", CHOSEN)
    found_inside_px: tuple[float, ...] = parameter(
        (14.0, 12.0, 6.0, 4.0), "px", "inside a found outline that the edge is looked for, round after round", CHOSEN
    )
    found_outside_px: tuple[float, ...] = parameter(
        (40.0, 14.0, 6.0, 4.0), "px", "outside it: an outline that was found misses a dark rim", CHOSEN
    )
    tapped_px: tuple[float, ...] = parameter(
        (14.0, 6.0, 4.0), "px", "either way of a tapped one that the edge is looked for: a tap is near", CHOSEN
    )
    clear_edge: float = parameter(4.0, "grey levels", "that the two sides of an edge differ by", CHOSEN)
    straight_px: float = parameter(2.0, "px", "how near an edge is where it must be, and how much of it", CHOSEN)
    agreeing: float = parameter(0.75, "share", "of an edge that must lie where it must be", CHOSEN)


PARAMETERS = EnrollingParameters()


def board_corners(image: Picture) -> Float64Array | None:
    """The corners (4, 2) px of a board that lies on a table, from its upper left one clockwise as the picture shows
    it, or None where no outline with four corners is found. The board must be in the middle of the picture."""
    scale = image.shape[1] / PARAMETERS.small_px
    small = cv2.resize(image, (PARAMETERS.small_px, round(image.shape[0] / scale)), interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    if float(small.std()) < PARAMETERS.least_contrast:
        return None
    labels = np.full((high, wide), cv2.GC_PR_BGD, np.uint8)
    labels[round(high * 0.12) : round(high * 0.88), round(wide * 0.12) : round(wide * 0.88)] = cv2.GC_PR_FGD
    rim = max(3, round(wide * 0.015))
    labels[:rim], labels[-rim:], labels[:, :rim], labels[:, -rim:] = (cv2.GC_BGD,) * 4
    middle = (slice(round(high * 0.4), round(high * 0.6)), slice(round(wide * 0.4), round(wide * 0.6)))
    labels[middle] = cv2.GC_FGD
    cv2.setRNGSeed(1)  # grab cut begins with k-means
    models = np.zeros((1, 65)), np.zeros((1, 65))
    soft = cv2.GaussianBlur(small, (0, 0), 1.2)
    cv2.grabCut(soft, labels, (0, 0, wide, high), *models, PARAMETERS.rounds, cv2.GC_INIT_WITH_MASK)
    board = np.isin(labels, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    board = np.asarray(cv2.morphologyEx(board, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8)
    corners = _four_corners(board)
    return None if corners is None else np.asarray((corners + 0.5) * scale - 0.5, np.float64)


def _four_corners(board: NDArray[np.uint8]) -> Float64Array | None:
    contours, _ = cv2.findContours(board, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < PARAMETERS.least_share * board.size:
        return None
    hull = cv2.convexHull(largest)
    shape = four_corners(np.asarray(hull, np.int32), np.linspace(0.01, 0.08, 15).tolist())
    if shape is None:
        return None
    inside = cv2.contourArea(shape.astype(np.float32))
    if (
        inside < PARAMETERS.quadrilateral * cv2.contourArea(hull)
        or cv2.contourArea(largest) < PARAMETERS.quadrilateral * inside
    ):
        return None
    return _clockwise(shape)


def _clockwise(corners: Float64Array) -> Float64Array:
    """From the upper left corner on, clockwise as one looks at the picture; the long side first."""
    middle = corners.mean(axis=0)
    around = corners[np.argsort(np.arctan2(*(corners - middle).T[::-1]))]
    first = int(np.argmin(around.sum(axis=1)))
    return np.asarray(np.roll(around, -first, axis=0), np.float64)


def enrolled(image: Picture, corners_px: ArrayLike, atlas: Atlas, *, tapped: bool = True) -> PostalSet:
    """A copy from one photograph of its empty board.

    Args:
        image: BGR photograph.
        corners_px: (4, 2) the board's corners on it: upper left, upper right, lower right, lower left as one reads it.
        atlas: the map; its cities must lie where the board prints them.
        tapped: people told the corners; else :func:`board_corners` found them, and they may be too far inside.
    """
    view = board_view(image, np.asarray(corners_px, np.float64), atlas, tapped=tapped)
    fine = postal_set.PARAMETERS.enrolled_px_per_mm
    wide, high = (round(side * fine) for side in atlas.board_mm)
    to_px = np.array([[fine, 0, -0.5], [0, fine, -0.5], [0, 0, 1.0]])
    return PostalSet(atlas, view.rectified(image, to_px, (wide, high)))


def board_view(image: Picture, corners_px: Float64Array, atlas: Atlas, *, tapped: bool = True) -> CameraAboveBoard:
    """Where the camera stands, lens and all: the board's edges are straight, so what bends them is the lens.

    Args: as for :func:`enrolled`.
    """
    rim = np.array(atlas.corners_mm)
    grey = _softened(image)
    homography, _ = cv2.findHomography(rim, corners_px)
    view = view_from_homography(np.asarray(homography, np.float64), image.shape[1], image.shape[0])
    view = fitted(view, rim, corners_px, 6.0)
    inside = PARAMETERS.tapped_px if tapped else PARAMETERS.found_inside_px
    outside = PARAMETERS.tapped_px if tapped else PARAMETERS.found_outside_px
    for reach in zip(inside, outside, strict=True):
        points, pixels = _edges(grey, view, rim, reach)
        if len(points) < PARAMETERS.edge_steps:  # of four times as many
            return view
        view = fitted(view, points, pixels, max(2.0, max(reach) / 2))
    return view


def found_corners(image: Picture, atlas: Atlas) -> Float64Array | None:
    """The corners of a board whose outline is plain to see, its edges straight but for the lens; None where people have
    to tell them. See :func:`board_corners` for their order."""
    corners = board_corners(image)
    if corners is None:
        return None
    rim = np.array(atlas.corners_mm)
    view = board_view(image, corners, atlas, tapped=False)
    points, pixels = _edges(_softened(image), view, rim, (8.0, 8.0))
    off = np.linalg.norm(view.project(points) - pixels, axis=1)
    agreeing = int((off < PARAMETERS.straight_px).sum())
    return view.project(rim) if agreeing >= PARAMETERS.agreeing * 4 * PARAMETERS.edge_steps else None


def _softened(image: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.5), np.uint8)


def _edges(
    grey: NDArray[np.uint8], view: CameraAboveBoard, rim: Float64Array, reach_px: tuple[float, float]
) -> tuple[Float64Array, Float64Array]:
    """Points of the board's edge, and where on the picture the outermost clear step in brightness is near each."""
    high, wide = grey.shape
    middle = view.project(rim.mean(axis=0)[None])[0]
    points, pixels = [], []
    for number in range(4):
        one, other = rim[number], rim[(number + 1) % 4]
        shares = np.linspace(0.02, 0.98, PARAMETERS.edge_steps)[:, None]
        side = one + (other - one) * shares
        seen = view.project(side)
        along = np.gradient(seen, axis=0)
        out = np.column_stack([along[:, 1], -along[:, 0]])
        out /= np.maximum(1e-6, np.linalg.norm(out, axis=1, keepdims=True))
        out *= np.sign(((seen - middle) * out).sum(axis=1, keepdims=True))
        offsets = np.arange(-reach_px[0], reach_px[1] + 0.5, 0.5)
        xs = (seen[:, None, 0] + out[:, None, 0] * offsets).astype(np.float32)
        ys = (seen[:, None, 1] + out[:, None, 1] * offsets).astype(np.float32)
        profile = cv2.remap(grey, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        step = np.abs(profile[:, 4:] - profile[:, :-4])
        # From outside in: the table ends where the first step comes that is nearly as clear as any.
        enough = step >= np.maximum(PARAMETERS.nearly * step.max(axis=1, keepdims=True), PARAMETERS.clear_edge)
        best = step.shape[1] - 1 - enough[:, ::-1].argmax(axis=1)
        shift = offsets[2:-2][best]
        spot = seen + out * shift[:, None]
        clear = (step.max(axis=1) > PARAMETERS.clear_edge) & (spot >= 0).all(axis=1)
        clear &= (spot[:, 0] < wide) & (spot[:, 1] < high)
        points.append(side[clear])
        pixels.append(spot[clear])
    return np.concatenate(points), np.concatenate(pixels)
