"""Where something reaches over the table that hangs together with the picture's edge: arms, sleeves, heads.

A sleeve may have nearly the colour of the table, a hand seldom has: what has clearly changed is an arm where what has
changed a little leads from it to the edge (hysteresis as in Canny, "A computational approach to edge detection", PAMI
1986). How the table looks without arms is remembered pixel by pixel: what lies still for long enough is a part of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask, Float32Array
from vision.frames import Frame, Picture
from vision.imaging.change import PictureStatistics, level_change, small_of, structural_change
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix, quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachingParameters(Parameters):
    """How far a picture must differ, where and for how long, before something is taken to reach over the table."""

    clearly: float = parameter(
        10.0, "grey levels", "root of the unexplained variance in a window: it has clearly changed", CHOSEN
    )
    a_little: float = parameter(
        5.0, "grey levels", "root of the unexplained variance in a window: it has changed a little", CHOSEN
    )
    above_grain: float = parameter(3.0, "times", "the median of the whole picture, which is grain alone", CHOSEN)
    level_clearly: float = parameter(
        0.35, "log of brightness", "a clear change: a sleeve on a bare table has another brightness alone", CHOSEN
    )
    level_a_little: float = parameter(0.12, "log of brightness", "the same of a little change", CHOSEN)
    same_light: float = parameter(0.01, "share", "of the brightness that does not count", CHOSEN)
    least_pixels: int = parameter(
        150, "count", "of the small picture that have clearly changed where an arm is", CHOSEN
    )
    touches: float = parameter(0.04, "share of a tile", "that an arm must cover for it to be hidden", CHOSEN)
    rests_ms: float = parameter(2500.0, "ms", "what has not moved for so long is a part of the table", CHOSEN)


PARAMETERS = ReachingParameters()


def reaching(before: PictureStatistics, now: PictureStatistics) -> ByteMask:
    """(h, w) of the small picture: 255 where something new reaches in from the edge."""
    change, level = structural_change(before, now), level_change(before, now)
    clearly = _changed(change, level, PARAMETERS.clearly, PARAMETERS.level_clearly)
    a_little = _changed(change, level, PARAMETERS.a_little, PARAMETERS.level_a_little).astype(np.uint8)
    closed = np.asarray(cv2.morphologyEx(a_little, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
    count, labels = cv2.connectedComponents(closed, connectivity=8)
    rim = np.concatenate([labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(), labels[:, -2:].ravel()])
    arms = (np.bincount(rim, minlength=count) > 0) & (
        np.bincount(labels[clearly], minlength=count) >= PARAMETERS.least_pixels
    )
    arms[0] = False
    mask = arms[labels].astype(np.uint8) * 255
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8)


def _changed(change: Float32Array, level: Float32Array, levels: float, ratio: float) -> NDArray[np.bool_]:
    least = max(levels, PARAMETERS.above_grain * float(np.median(change)))
    return np.asarray((change > least) | (level > ratio))


def _in_the_light_of(now: Picture, before: Picture) -> Picture:
    """An earlier picture as bright as one of now, in each channel by the median of all places."""
    gain = np.median((now[::4, ::4] + 8.0) / (before[::4, ::4] + 8.0), axis=(0, 1))
    if np.all(np.abs(gain - 1) < PARAMETERS.same_light):
        return before
    return np.asarray(np.clip((before + 8.0) * gain - 7.5, 0, 255), np.uint8)


def hidden_by(arms: ByteMask, poses: Mapping[Cell, Matrix], scale: float) -> frozenset[Cell]:
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
        if (part[place > 0] > 0).mean() > PARAMETERS.touches:
            found.add(cell)
    return frozenset(found)


class Arms:
    """Keeps in mind how the table looks without arms over it."""

    def __init__(self) -> None:
        self._clear: Picture | None = None  # each pixel as it was last without arms
        self._lying: Picture | None = None  # each pixel as it came to be, and when
        self._since = np.zeros((0, 0))

    def over(self, frame: Frame) -> tuple[ByteMask, float]:
        """Where arms reach over the table (mask of the small picture), and how many px one of its pixels is."""
        small = small_of(frame.image)
        scale = frame.image.shape[1] / small.shape[1]
        if self._clear is None or self._lying is None or self._clear.shape != small.shape:
            self._clear, self._lying = small.copy(), small.copy()
            self._since = np.full(small.shape[:2], frame.time_ms)
            return np.zeros(small.shape[:2], np.uint8), scale
        # What was seen at different times is compared as a whole: it is brought to one light.
        self._clear, self._lying = _in_the_light_of(small, self._clear), _in_the_light_of(small, self._lying)
        now, lay = PictureStatistics.of(small), PictureStatistics.of(self._lying)
        moved = _changed(
            structural_change(lay, now), level_change(lay, now), PARAMETERS.a_little, PARAMETERS.level_a_little
        )
        self._lying[moved], self._since[moved] = small[moved], frame.time_ms
        arms = reaching(PictureStatistics.of(self._clear), now)
        rests = (arms == 0) | (frame.time_ms - self._since >= PARAMETERS.rests_ms)
        self._clear[rests] = small[rests]
        return arms, scale

    def forget(self) -> None:
        """Table or camera have moved: nobody knows how it looks without arms."""
        self._clear = None
