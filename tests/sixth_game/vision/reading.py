"""Where the board lies in a picture, and which counter lies on each cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.registration.lattice import project
from vision.registration.quads import squares_anywhere

from ..games.rules import CELLS
from .board import BOARD_MM, COUNTER_MM, MARK_MM, MIDDLES_MM, PAINTS

PX_PER_MM = 2.0  # of the straightened board
SPREAD = 0.12  # default: of a paint's share of white
MARKED = 0.5  # of white: the mark is darker, what lies in the other corners is not
EMPTY = ""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenCounter:
    """A counter on a cell, with the probability that it is this one."""

    cell: str
    colour: str
    confidence: float


def find_board(image: Picture) -> Matrix | None:
    """From mm of the board to px (3, 3), or None where no board is in view."""
    squares = sorted(squares_anywhere(image), key=lambda pose: -abs(float(np.linalg.det(pose))))
    return next((turned for pose in squares for turned in _right_way_up(image, pose)), None)


def _right_way_up(image: Picture, pose: Matrix) -> Iterator[Matrix]:
    """The way round in which only the corner of ``a1`` is dark."""
    corners = np.array([[0, 0], [BOARD_MM, 0], [BOARD_MM, BOARD_MM], [0, BOARD_MM]], np.float32)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    for turn in range(4):
        to_px = pose @ cv2.getPerspectiveTransform(np.roll(corners, turn, axis=0), unit)
        flat = straightened(image, to_px)
        x, y = MARK_MM
        spots = [(x, y), (BOARD_MM - x, y), (BOARD_MM - x, BOARD_MM - y), (x, BOARD_MM - y)]
        dark = [float(_patch(flat, spot, 2.0).mean()) / _white(flat).mean() < MARKED for spot in spots]
        if dark == [True, False, False, False]:
            yield to_px


def straightened(image: Picture, to_px: Matrix) -> Picture:
    """The board seen from above, BGR."""
    side = round(BOARD_MM * PX_PER_MM)
    to_flat = np.diag([PX_PER_MM, PX_PER_MM, 1.0]) @ np.linalg.inv(to_px)
    return np.asarray(cv2.warpPerspective(image, to_flat, (side, side), flags=cv2.INTER_AREA), np.uint8)


def likelihoods(image: Picture, to_px: Matrix) -> Mapping[str, Mapping[str, float]]:
    """Of each cell, how well it fits that it is empty or holds a counter: logarithms, by colour; ``""`` for empty."""
    flat = straightened(image, to_px)
    white = _white(flat)
    by_name = {EMPTY: np.ones(3), **{colour: np.array(paint) / 244 for colour, paint in PAINTS.items()}}
    found = {}
    for cell in CELLS:
        shown = np.median(_patch(flat, MIDDLES_MM[cell], COUNTER_MM / 4).reshape(-1, 3), axis=0) / white
        found[cell] = {name: -0.5 * float((((shown - paint) / SPREAD) ** 2).sum()) for name, paint in by_name.items()}
    return found


def read_counters(image: Picture) -> tuple[SeenCounter, ...] | None:
    """Every counter on the board; None where no board is in view."""
    to_px = find_board(image)
    if to_px is None:
        return None
    found = []
    for cell, scores in likelihoods(image, to_px).items():
        best = max(scores, key=lambda name: scores[name])
        if best != EMPTY:
            weights = np.exp([score - scores[best] for score in scores.values()])
            found.append(SeenCounter(cell, best, float(1 / weights.sum())))
    return tuple(found)


def outline_px(cell: str, to_px: Matrix) -> Float64Array:
    """(4, 2) px of a counter's place."""
    x, y = MIDDLES_MM[cell]
    half = COUNTER_MM / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    return project(to_px, np.array(corners, np.float32))


def _patch(flat: Picture, middle_mm: tuple[float, float], reach_mm: float) -> Picture:
    x, y = (round(v * PX_PER_MM) for v in middle_mm)
    reach = max(1, round(reach_mm * PX_PER_MM))
    return flat[y - reach : y + reach + 1, x - reach : x + reach + 1]


def _white(flat: Picture) -> NDArray[np.float64]:
    """BGR of the paper: the usual one of the lighter half of the margin."""
    rim = round(6 * PX_PER_MM)
    margin = np.concatenate([flat[2:rim].reshape(-1, 3), flat[-rim:-2].reshape(-1, 3)])
    return np.asarray(np.maximum(np.percentile(margin, 60, axis=0), 1.0), np.float64)
