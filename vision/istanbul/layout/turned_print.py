"""Numbers on a picture that may be turned any way: pieces of print are found once, and turned one by one.

Which pixels hang together does not change with the turn, only which piece is as tall as a digit and what it reads. To
turn the whole picture and part its ink anew costs some thirty times as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.istanbul.layout.numerals import Box, could_be_a_digit, ink_mask, numbers_among
from vision.networks.digits.reader import patch_of


@dataclass(frozen=True, eq=False, slots=True)
class TurnedPrint:
    """Pieces of print that are as large as a digit, however they are turned.

    Attributes:
        pixels: (n, 2) px, x and y, of all pieces one after the other. starts: (k,) where each piece begins.
        inks: of each piece, its ink (h, w) 0 or 1. corners: (k, 2) px of the upper left of that.
        tall: least and greatest height of a digit, px.
    """

    pixels: Float64Array
    starts: NDArray[np.intp]
    inks: tuple[Float32Array, ...]
    corners: Float64Array
    tall: tuple[int, int]

    @classmethod
    def of(cls, grey: NDArray[np.uint8], tall: tuple[int, int], around: int) -> tuple[TurnedPrint, TurnedPrint]:
        """Of a picture (h, w), what is darker and what is lighter than what is around it within ``around`` px."""
        dark, light = (cls._of_mask(ink_mask(grey, ink, around), tall) for ink in (True, False))
        return dark, light

    @classmethod
    def _of_mask(cls, mask: NDArray[np.uint8], tall: tuple[int, int]) -> TurnedPrint:
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        longer, most = stats[:, 2:4].max(axis=1), np.hypot(tall[1], 1.1 * tall[1])
        # Turned by half a right angle, a digit reaches over 0.7 of its height at the least.
        fits = (longer >= 0.7 * tall[0]) & (longer <= most) & (stats[:, cv2.CC_STAT_AREA] <= 1.1 * tall[1] ** 2)
        pixels, starts, inks, corners, count = [], [], [], [], 0
        for label in np.flatnonzero(fits[1:]) + 1:
            left, top, wide, high = (int(value) for value in stats[label, :4])
            part = (slice(max(0, top - 2), top + high + 2), slice(max(0, left - 2), left + wide + 2))
            own = np.asarray(labels[part] == label, np.uint8)
            corner = np.array([part[1].start, part[0].start], np.float64)
            y, x = np.nonzero(own)
            pixels.append(np.column_stack([x, y]) + corner)
            starts.append(count)
            count += len(x)
            inks.append((mask[part] * cv2.dilate(own, np.ones((3, 3), np.uint8))).astype(np.float32))
            corners.append(corner)
        return cls(
            np.concatenate(pixels) if pixels else np.zeros((0, 2)),
            np.array(starts, np.intp),
            tuple(inks),
            np.array(corners, np.float64).reshape(-1, 2),
            tall,
        )

    def numbers(self, turn: Float64Array) -> Iterator[tuple[Box, int, float]]:
        """Numbers of one or two digits that stand upright once the picture is turned.

        Args:
            turn: (2, 2) from px to px of the turned picture.

        Yields a number's box in those px, as high as its first digit; the number; its digits' mean log-likelihood.
        """
        if not self.inks:
            return
        turned = self.pixels @ turn.T
        least, most = (of.reduceat(turned, self.starts, axis=0) for of in (np.minimum, np.maximum))
        areas = np.diff([*self.starts, len(turned)])
        sizes = most - least + 1
        upright = np.flatnonzero(could_be_a_digit(sizes[:, 0], sizes[:, 1], areas, self.tall))
        boxes = [(*least[piece].tolist(), *sizes[piece].tolist()) for piece in upright]
        patches = [
            patch_of(self.inks[piece], box, np.column_stack([turn, turn @ self.corners[piece]]))
            for piece, box in zip(upright, boxes, strict=True)
        ]
        for some, number, log_likelihood in numbers_among(boxes, patches):
            left, top, _, height = some[0]
            yield (left, top, some[-1][0] + some[-1][2] - left, height), number, log_likelihood
