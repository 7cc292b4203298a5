"""How the camera stands to a layout: places are flat, and from afar a flat thing looks almost alike from two sides."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float64Array
from vision.istanbul.pieces import shapes
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.board_camera import CameraAboveBoard, fitted, view_from_homography
from vision.registration.lattice import UNIT_CORNERS, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewpointParameters(Parameters):
    """How far corners scatter, and when both sides that a flat thing may be seen from stay open."""

    spread_px: float = parameter(3.0, "px", "by which corners lie off, hands having laid the places", CHOSEN)
    hardly: float = parameter(
        6.0,
        "squared spreads",
        "summed over all corners, by which the wrong side may seem to fit better than the right",
        CHOSEN,
    )
    cut: tuple[float, int] = parameter(
        (0.28, 15),
        "logarithm, count",
        "how much higher or lower places may be than references are cut, and how many heights are tried",
        CHOSEN,
    )
    closely: tuple[float, int] = parameter((0.03, 7), "logarithm, count", "the same about the best of these", CHOSEN)


PARAMETERS = ViewpointParameters()


def viewpoints_of(
    cells: Float64Array, poses: Float64Array, aspect: float, size: tuple[int, int]
) -> tuple[CameraAboveBoard, ...]:
    """How the camera stands to the layout, in mm from the middle of its upper left place; the likelier first of two
    where the corners hardly tell them apart.

    Args:
        cells: (b, 2) column and row of each place. poses: (b, 3, 3) unit square to px.
        aspect: a place's height over its width. size: width, height of the picture, px.
    """
    points, pixels, homography = _corners(cells, poses, aspect)
    first = fitted(view_from_homography(homography, *size), points, pixels, PARAMETERS.spread_px)
    other = fitted(first.mirrored(points.mean(axis=0)), points, pixels, PARAMETERS.spread_px)
    off, other_off = (_off(view, points, pixels) for view in (first, other))
    if other_off > off + PARAMETERS.hardly:
        return (first,)
    return (first, other) if off <= other_off else (other, first)


def aspect_of(cells: Float64Array, poses: Float64Array, aspect: float, size: tuple[int, int]) -> float:
    """Height of a place over its width as this picture shows them: references may be cut or stretched otherwise. What
    they tell is kept unless another aspect lets the corners fit clearly better, for a wrong one has to be explained by
    a tilt, and that by perspective which is not there.

    Args: as for :func:`viewpoints_of`.
    """

    def off(tried: float) -> float:
        points, pixels, _ = _corners(cells, poses, tried)
        return _off(viewpoints_of(cells, poses, tried, size)[0], points, pixels)

    best = aspect
    for reach, count in (PARAMETERS.cut, PARAMETERS.closely):
        shares = np.exp(np.linspace(-reach, reach, count))
        best = min((best * float(share) for share in shares), key=off)
    return best if off(best) + PARAMETERS.hardly < off(aspect) else aspect


def _corners(
    cells: Float64Array, poses: Float64Array, aspect: float
) -> tuple[Float64Array, Float64Array, Float64Array]:
    """The places' corners (4 b, 2) in mm and in px, and the homography (3, 3) between them."""
    place = np.array([shapes.PARAMETERS.place_wide_mm, shapes.PARAMETERS.place_wide_mm * aspect])
    pixels = np.stack([quad_of(pose) for pose in poses])
    pitch = place
    for _ in range(2):  # how far apart places lie is seen once it is known how large one is
        points = cells[:, None] * pitch + (UNIT_CORNERS - 0.5) * place
        homography, _ = cv2.findHomography(points.reshape(-1, 2), pixels.reshape(-1, 2), cv2.RANSAC, 8.0)
        back = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), np.linalg.inv(homography)).reshape(-1, 4, 2)
        across = np.median(np.linalg.norm(back[:, [1, 2]] - back[:, [0, 3]], axis=2))
        down = np.median(np.linalg.norm(back[:, [3, 2]] - back[:, [0, 1]], axis=2))
        pitch = pitch * place / np.array([across, down])
    return points.reshape(-1, 2), pixels.reshape(-1, 2), np.asarray(homography, np.float64)


def _off(view: CameraAboveBoard, points: Float64Array, pixels: Float64Array) -> float:
    """By how many squared spreads corners (n, 2) mm are off (n, 2) px; no corner counts for more than one."""
    squares = ((view.project(points) - pixels) ** 2).sum(axis=1) / PARAMETERS.spread_px**2
    return float((squares / (1 + squares)).sum())
