"""Straightened patches of a picture: every tile cut out as a small square, whatever its perspective."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Points, project

Patches = NDArray[np.float32]  # (b, n, n, 3)
LAB_SCALE = np.array([0.5, 1.0, 1.0], dtype=np.float32)  # light varies more than colour does, and says less

ROWS = 64  # of a picture that are worked through at once


def lab_of(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """BGR uint8 to CIE L*a*b* float32, with L halved (0 to 50) so that a unit of each says about as much."""
    lab = np.empty(image.shape, np.float32)
    for top in range(0, len(image), ROWS):  # a whole picture of floats on the way to another one is memory and time
        part = np.multiply(image[top : top + ROWS], np.float32(1 / 255), dtype=np.float32)
        cv2.cvtColor(part, cv2.COLOR_BGR2LAB, dst=part)
        part[..., 0] *= LAB_SCALE[0]
        lab[top : top + ROWS] = part
    return lab


def grid(n: int, margin: int = 0) -> Points:
    """Centres of the pixels of an n by n tile patch in tile units, with ``margin`` more on each side: (m * m, 2)."""
    line = (np.arange(-margin, n + margin) + 0.5) / n
    u, v = np.meshgrid(line, line)
    return np.stack([u.ravel(), v.ravel()], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """A picture in Lab at halving scales, to cut patches from without aliasing.

    Attributes:
        levels: (h, w, 3) float32 each, the first at full working size.
        scale: px of the working size for one px of the original picture.
        size: (height, width) of the original picture.
    """

    levels: tuple[NDArray[np.float32], ...]
    scale: float
    size: tuple[int, int]

    def cut(self, poses: NDArray[np.float64], n: int, margin: int = 0) -> tuple[Patches, NDArray[np.bool_]]:
        """Patches (b, m, m, 3) with m = n + 2 margin, and which pixels lie in the picture (b, m, m).

        Args:
            poses: (b, 3, 3), unit square to px of the original picture.
        """
        m = n + 2 * margin
        found = np.zeros((len(poses), m, m, 3), dtype=np.float32)
        inside = np.zeros((len(poses), m, m), dtype=bool)
        if not len(poses):
            return found, inside
        pixels = project(poses, np.broadcast_to(grid(n, margin), (len(poses), m * m, 2)))
        corners = project(
            poses, np.broadcast_to(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), (len(poses), 4, 2))
        )
        d1, d2 = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
        sides = np.sqrt(np.abs(d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]) / 2) * self.scale
        wanted = np.clip(np.floor(np.log2(np.maximum(sides / n, 1e-6)) + 0.3), 0, len(self.levels) - 1).astype(int)
        height, width = self.size
        inside = (
            (pixels[..., 0] >= -0.5)
            & (pixels[..., 1] >= -0.5)
            & (pixels[..., 0] <= width - 0.5)
            & (pixels[..., 1] <= height - 0.5)
        ).reshape(-1, m, m)
        for level in np.unique(wanted):
            chosen = np.flatnonzero(wanted == level)
            picture = self.levels[level]
            factor = np.array([picture.shape[1] / width, picture.shape[0] / height])
            where = ((pixels[chosen] + 0.5) * factor - 0.5).astype(np.float32).reshape(-1, m, 2)
            for start in range(0, len(where), 32000):  # remap takes at most 32767 rows
                part = where[start : start + 32000]
                cut = cv2.remap(picture, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                found.reshape(-1, m, 3)[(chosen[:, None] * m + np.arange(m)).ravel()[start : start + 32000]] = cut
        return found, inside


def layers_of(image: NDArray[np.uint8], tile_px: float, wanted_px: float = 72.0) -> Layers:
    """A picture ready for cutting: shrunk so that a tile of ``tile_px`` becomes about ``wanted_px``, never enlarged."""
    scale = min(1.0, wanted_px / tile_px)
    height, width = image.shape[:2]
    small: NDArray[np.uint8] = image
    if scale < 0.95:
        shrunk = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
        small = np.asarray(shrunk, dtype=np.uint8)
    else:
        scale = 1.0
    levels = [lab_of(small)]
    for _ in range(2):
        last = levels[-1]
        half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
        levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), dtype=np.float32))
    return Layers(tuple(levels), scale, (height, width))
