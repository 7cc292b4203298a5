"""The part of the camera's picture in which the game lies, shown large: a map of six tiles on a whole dining table is
nothing that people can check at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture

SIZE = (640, 360)  # width, height in px, within which it is as large as it goes
AROUND = 0.35  # of the map's extent, left free on each side: for the next tile, and to see where it lies
CLOSE = 0.1  # once so little is left on a side, the part is chosen anew
LEAST = 0.25  # of the picture's width: nearer would show nothing but grain
LOOSE = 1.7  # a part so many times wider than would be chosen is chosen anew

Outlines = tuple[NDArray[np.float32], ...]


@dataclass(frozen=True)
class NearView:
    """A part of a frame.

    Attributes:
        picture: BGR (360, 640, 3), or narrower where the camera's pictures are.
        left, top, width, height: where it was cut out, as shares of the frame.
    """

    picture: Picture
    left: float
    top: float
    width: float
    height: float

    def shows(self, outlines: Outlines) -> bool:
        """Whether all of these, in shares of the frame, lie in this part, but for a margin's width."""
        inside = self.within(outlines)
        return all(bool((line > -CLOSE).all() and (line < 1 + CLOSE).all()) for line in inside)

    def within(self, outlines: Outlines) -> Outlines:
        """Outlines (n, 2) in shares of the frame as shares of this part; what lies beyond it is below 0 or above 1."""
        corner, size = (self.left, self.top), (self.width, self.height)
        return tuple(np.divide(np.subtract(line, corner), size, dtype=np.float32) for line in outlines)


def within(picture: Picture, size: tuple[int, int]) -> Picture:
    """A BGR picture as large as it goes into ``size`` (width, height, px), in its own shape: a phone may be held
    upright."""
    height, width = picture.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    own = (max(1, round(width * scale)), max(1, round(height * scale)))
    fitting = size if max(abs(own[0] - size[0]), abs(own[1] - size[1])) <= 3 else own  # a part is cut out by whole px
    if fitting == (width, height):
        return picture
    times = int(1 / scale)  # by a whole number areas are taken together quickly, by any other slowly
    if times > 1:
        picture = np.asarray(cv2.resize(picture, (width // times, height // times), interpolation=cv2.INTER_AREA))
    return np.asarray(cv2.resize(picture, fitting, interpolation=cv2.INTER_LINEAR), np.uint8)


class NearViewer:
    """Cuts the part out of frame after frame. It stays where it is as long as the map has room in it."""

    def __init__(self) -> None:
        self._box: tuple[float, float, float] | None = None  # left, top, and width, which is also the share of height

    def of(self, image: Picture, outlines: Sequence[NDArray[np.float32]]) -> NearView | None:
        """The part of a frame, BGR (h, w, 3), in which these outlines (n, 2; shares of it) lie; None without any."""
        if not outlines:
            self._box = None
            return None
        points = np.concatenate(outlines)
        low, high = points.min(axis=0), points.max(axis=0)
        if not np.isfinite((*low, *high)).all():
            return None
        fitting = _box_around(low, high, AROUND)
        if self._box is None or not _holds(self._box, low, high) or self._box[2] > LOOSE * fitting[2]:
            self._box = fitting
        left, top, side = self._box
        height, width = image.shape[:2]
        x, y = round(left * width), round(top * height)
        part = image[y : max(y + 1, round((top + side) * height)), x : max(x + 1, round((left + side) * width))]
        shown = within(part, SIZE)
        return NearView(shown, x / width, y / height, part.shape[1] / width, part.shape[0] / height)


def _box_around(low: NDArray[np.float32], high: NDArray[np.float32], around: float) -> tuple[float, float, float]:
    """Left, top and side, shares of the frame, of a part of the frame's own shape."""
    extent = float((high - low).max())
    side = min(1.0, max(LEAST, extent * (1 + 2 * around)))
    left, top = (float(min(1 - side, max(0.0, middle - side / 2))) for middle in (low + high) / 2)
    return left, top, side


def _holds(box: tuple[float, float, float], low: NDArray[np.float32], high: NDArray[np.float32]) -> bool:
    """Whether the map lies in the part with some room around it, or as far as the frame itself goes."""
    left, top, side = box
    room = CLOSE * float((high - low).max())
    corner = np.array((left, top))
    return bool(
        ((low >= corner + room) | (corner <= 0)).all() and ((high <= corner + side - room) | (corner + side >= 1)).all()
    )
