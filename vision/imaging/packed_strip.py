"""Patches of a packed picture: what lies about each of them becomes floats once, window below window, and all are cut
out of that at once. What a patch takes is mostly the asking.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.made_in_parts import MadeInParts
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedStripParameters(Parameters):
    """How many windows of a packed picture are made ready at once, and how far beyond the patches."""

    windows: int = parameter(128, "windows", "at most, that stay in a processor's own memory", CHOSEN)
    rows: int = parameter(32000, "rows", "of a picture or of a map that OpenCV's remap takes at once", CHOSEN)
    beyond: float = parameter(0.1, "of a patch", "on each side that a square may be moved while it is laid on", CHOSEN)


PARAMETERS = PackedStripParameters()
PACKED_UNITS = (
    256  # of a packed picture for one of Lab's: its half is a hundredth of what 8 bits of a colour tell apart
)
_Ends = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class PackedStrip:
    """Windows of one level of a packed picture in Lab, one below the other.

    Attributes:
        picture: (h, w, 3) Lab.
        first, size: (b, 2) px of the level, right and down: where each window begins, and how large it is.
        rows: (b,) at which each begins in the strip.
    """

    picture: Float32Array
    first: _Ends
    size: _Ends
    rows: _Ends

    @classmethod
    def of(cls, parts: MadeInParts, level: int, first: _Ends, end: _Ends) -> PackedStrip:
        """The windows (b, 2) from these px to before those."""
        size = end - first
        rows = np.cumsum(size[:, 1]) - size[:, 1]
        picture = np.zeros((int(size[:, 1].sum()), int(size[:, 0].max()), 3), np.float32)
        for (left, top), (right, bottom), row in zip(first.tolist(), end.tolist(), rows.tolist(), strict=True):
            part = parts.part(level, slice(top, bottom), slice(left, right))
            there = picture[row : row + bottom - top, : right - left]
            np.multiply(part, np.float32(1 / PACKED_UNITS), out=there)
        return cls(picture, first, size, rows)

    def covers(self, first: _Ends, end: _Ends) -> bool:
        """Whether windows (b, 2) lie in these."""
        return bool((first >= self.first).all() and (end <= self.first + self.size).all())

    def cut(self, x: Float32Array, y: Float32Array) -> Float32Array:
        """(b m, m, 3) what is seen at the points (b m, m) of patches of m px a side; beyond a window as at its rim."""
        count, m = len(self.rows), x.shape[1]
        at = np.stack([x.reshape(count, -1), y.reshape(count, -1)], axis=-1) - self.first[:, None]
        at = np.clip(at, 0, self.size[:, None] - 1)
        at[..., 1] += self.rows[:, None]
        across, down = (at[..., axis].reshape(-1, m).astype(np.float32) for axis in (0, 1))
        cut = cv2.remap(self.picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, np.float32)


@dataclass(slots=True, eq=False)
class HeldStrips:
    """What lies about squares that are looked at again and again while they are laid on: it is made ready once."""

    _held: dict[tuple[int, bytes], PackedStrip] = field(default_factory=dict)

    def of(self, squares: NDArray[np.intp], parts: MadeInParts, level: int, first: _Ends, end: _Ends) -> PackedStrip:
        """A strip in which the windows (b, 2) of these squares (b,), by number, lie."""
        key = level, squares.tobytes()
        strip = self._held.get(key)
        if strip is None or not strip.covers(first, end):
            spare = np.ceil((end - first) * PARAMETERS.beyond).astype(np.intp)
            high, wide = parts.size(level)
            further = np.maximum(first - spare, 0), np.minimum(end + spare, (wide, high))
            strip = self._held[key] = PackedStrip.of(parts, level, *further)
        return strip


def sampled(
    parts: MadeInParts,
    level: int,
    x: Float32Array,
    y: Float32Array,
    held: tuple[HeldStrips, NDArray[np.intp]] | None = None,
) -> Float32Array:
    """(b m, m, 3) what a level shows at the points (b m, m) of patches of m px a side, the picture's rim beyond it.
    ``held`` where the same squares, by number (b,), are cut again and again."""
    m = x.shape[1]
    first, end = _reached(x, y, parts.size(level))
    found = np.empty((*x.shape, 3), np.float32)
    for some in _together(end - first):
        windows = parts, level, first[some], end[some]
        strip = PackedStrip.of(*windows) if held is None else held[0].of(held[1][some], *windows)
        lines = slice(some.start * m, some.stop * m)
        found[lines] = strip.cut(x[lines], y[lines])
    return found


def _reached(x: Float32Array, y: Float32Array, size: tuple[int, int]) -> tuple[_Ends, _Ends]:
    """Of each patch of points (b m, m) the first px (b, 2), right and down, that is needed for what lies between
    pixels, and the one after the last."""
    sides = [along.reshape(-1, along.shape[1] ** 2) for along in (x, y)]
    most = np.array(size[::-1])
    low = np.stack([side.min(axis=1) for side in sides], axis=1)
    high = np.stack([side.max(axis=1) for side in sides], axis=1)
    first = np.clip(low, 0, most - 1).astype(np.intp)
    return first, np.minimum(np.clip(high, 0, most - 1).astype(np.intp) + 2, most)


def _together(size: _Ends) -> Iterator[slice]:
    """Windows of these sizes (b, 2) that make a strip together."""
    tallest = max(1, int(np.ceil(size[:, 1].max() * (1 + 3 * PARAMETERS.beyond))))
    most = max(1, min(PARAMETERS.windows, PARAMETERS.rows // tallest))
    for start in range(0, len(size), most):
        yield slice(start, min(start + most, len(size)))
