"""Where something reaches over the table that hangs together with the picture's edge: arms, sleeves, heads."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Scene, level_change, small_of, structural_change
from vision.frames import Frame
from vision.lattice import Cell, Matrix, quad_of

CHANGED_LEVELS = 10.0  # root of the unexplained variance in a window
ABOVE_GRAIN = 3.0  # times the median of the whole picture, which is grain alone
LEVEL_RATIO = 0.35  # logarithm: a sleeve on a bare table has no structure but another brightness
LEAST_PIXELS = 150  # of the small picture that an arm covers at the least
TOUCHES = 0.04  # of a tile that an arm must cover for it to be hidden
RESTS_MS = 2500.0  # an arm that has not moved for so long is taken for a part of the table

Mask = NDArray[np.uint8]


def reaching(before: Scene, now: Scene) -> Mask:
    """(h, w) of the small picture: 255 where something new reaches in from the edge."""
    change = structural_change(before, now)
    least = max(CHANGED_LEVELS, ABOVE_GRAIN * float(np.median(change)))
    new = ((change > least) | (level_change(before, now) > LEVEL_RATIO)).astype(np.uint8)
    closed = np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    height, width = closed.shape
    arms = [
        one
        for one in range(1, count)
        if stats[one][4] >= LEAST_PIXELS
        and (
            stats[one][0] <= 1
            or stats[one][1] <= 1
            or stats[one][0] + stats[one][2] >= width - 1
            or stats[one][1] + stats[one][3] >= height - 1
        )
    ]
    mask = np.isin(labels, arms).astype(np.uint8) * 255 if arms else np.zeros_like(closed)
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8)


def hidden_by(arms: Mask, poses: Mapping[Cell, Matrix], scale: float) -> frozenset[Cell]:
    """The places that arms reach over; ``scale`` is how many px of the picture one of the mask is."""
    if not arms.any():
        return frozenset()
    found = set()
    for cell, pose in poses.items():
        quad = np.rint(quad_of(pose) / scale).astype(np.int32)
        left, top = np.maximum(quad.min(axis=0), 0)
        right, bottom = quad.max(axis=0) + 1
        part = arms[top:bottom, left:right]
        if not part.size:
            continue
        place = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(place, quad - [left, top], 1)
        if (part[place > 0] > 0).mean() > TOUCHES:
            found.add(cell)
    return frozenset(found)


class Arms:
    """Keeps in mind how the table looks without arms over it."""

    def __init__(self) -> None:
        self._clear: Scene | None = None  # the last picture without arms
        self._since: tuple[float, Scene] | None = None  # when arms came to lie as they do

    def over(self, frame: Frame) -> tuple[Mask, float]:
        """Where arms reach over the table (mask of the small picture), and how many px one of its pixels is."""
        small = small_of(frame.image)
        scale = frame.image.shape[1] / small.shape[1]
        now = Scene.of(small)
        if self._clear is None or self._clear.small.shape != small.shape:
            self._clear = now
        arms = reaching(self._clear, now)
        if not arms.any():
            self._clear, self._since = now, None
        elif self._since is None or reaching(self._since[1], now).any():
            self._since = frame.time_ms, now
        elif frame.time_ms - self._since[0] >= RESTS_MS:
            self._clear, self._since = now, None
        return arms, scale

    def forget(self) -> None:
        """Table or camera have moved: nobody knows how it looks without arms."""
        self._clear, self._since = None, None

    def none_over(self, frame: Frame) -> None:
        """No arm is over the table, as far as is known."""
        self._clear = self._clear or Scene.of(small_of(frame.image))
