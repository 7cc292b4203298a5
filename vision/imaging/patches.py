"""Straightened patches of a picture: every tile cut out as a small square, whatever its perspective."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.giving_up import checkpoint
from vision.imaging import packed_strip
from vision.imaging.made_in_parts import MadeInParts
from vision.imaging.packed_strip import PACKED_UNITS, HeldStrips, sampled
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, Points, project


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchesParameters(Parameters):
    """How much of a picture is worked through at once."""

    rows: int = parameter(64, "rows", "of a picture that are worked through at once", CHOSEN)


PARAMETERS = PatchesParameters()

Patches = NDArray[np.float32]  # (b, n, n, 3)
LAB_SCALE = np.array([0.5, 1.0, 1.0], dtype=np.float32)  # light varies more than colour does, and says less


def lab_of(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """(h, w, 3) BGR uint8 to CIE L*a*b* float32, with L halved (0 to 50) so that a unit of each says about as much."""
    lab = np.empty(image.shape, np.float32)
    # A whole picture of floats on the way to another one is memory and time.
    for top in range(0, len(image), PARAMETERS.rows):
        part = np.multiply(image[top : top + PARAMETERS.rows], np.float32(1 / 255), dtype=np.float32)
        cv2.cvtColor(part, cv2.COLOR_BGR2LAB, dst=part)
        part[..., 0] *= LAB_SCALE[0]
        lab[top : top + PARAMETERS.rows] = part
    return lab


def packed_lab_of(image: NDArray[np.uint8]) -> NDArray[np.int16]:
    """(h, w, 3) the same in whole PACKED_UNITS, which is half the memory and takes no longer to make."""
    lab = np.empty(image.shape, np.int16)
    factors = np.array([*(LAB_SCALE * PACKED_UNITS), 0.0])  # four of them are a scalar to OpenCV
    for top in range(0, len(image), PARAMETERS.rows):
        part = np.multiply(image[top : top + PARAMETERS.rows], np.float32(1 / 255), dtype=np.float32)
        cv2.cvtColor(part, cv2.COLOR_BGR2LAB, dst=part)
        cv2.multiply(part, factors, dst=lab[top : top + PARAMETERS.rows], dtype=cv2.CV_16S)
    return lab


def bgr_of(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) BGR 0 to 255 of Lab as :func:`lab_of` has it."""
    whole = np.asarray(lab / LAB_SCALE, np.float32)
    whole[..., 0] = np.clip(whole[..., 0], 0, 100)
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_LAB2BGR) * np.float32(255), np.float32)


def levels_of(patches: Patches) -> Patches:
    """(..., m, 3) BGR levels, 0 to 255, of patches in Lab as pictures are cut."""
    if not patches.size:
        return np.zeros(patches.shape, np.float32)
    lab = np.ascontiguousarray(patches / LAB_SCALE, np.float32).reshape(-1, patches.shape[-2], 3)
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR) * np.float32(255), np.float32).reshape(patches.shape)


def pictures_of(patches: Patches) -> NDArray[np.uint8]:
    """(..., m, 3) the same as pictures, in whole levels."""
    return np.asarray(np.clip(np.rint(levels_of(patches)), 0, 255), np.uint8)


def grid(n: int, margin: int = 0) -> Points:
    """Centres of the pixels of an n by n tile patch in tile units, with ``margin`` more on each side: (m * m, 2)."""
    line = (np.arange(-margin, n + margin) + 0.5) / n
    u, v = np.meshgrid(line, line)
    return np.stack([u.ravel(), v.ravel()], axis=1)


@cache
def _rich_grid(n: int, margin: int) -> NDArray[np.float64]:
    """(3, m m) homogeneous centres of the pixels of a patch."""
    points = grid(n, margin)
    return np.ascontiguousarray(np.vstack([points.T, np.ones(len(points))]))


@cache
def _rim(n: int, margin: int) -> Points:
    """(4, 2) the centres of a patch's corner pixels: what lies between them is in the picture where they are."""
    return grid(n, margin)[[0, n + 2 * margin - 1, -(n + 2 * margin), -1]]


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """A picture in Lab at halving scales, to cut patches from without aliasing.

    Attributes:
        levels: (h, w, 3) each, the first at full working size; or a packed picture, of which each part is made when it
            is looked at first.
        scale: px of the working size for one px of the original picture.
        size: (height, width) of the original picture.
    """

    levels: tuple[NDArray[np.float32], ...] | MadeInParts
    scale: float
    size: tuple[int, int]

    @property
    def finest_size(self) -> tuple[int, int]:
        """(height, width) px of the picture at full working size."""
        return self._size_of(0)

    @property
    def finest(self) -> NDArray[np.float32]:
        """(h, w, 3) the whole picture at full working size."""
        return self.finest_part(slice(None), slice(None))

    def finest_part(self, rows: slice, columns: slice) -> NDArray[np.float32]:
        """(h, w, 3) so many rows and columns of the picture at full working size."""
        if isinstance(self.levels, MadeInParts):
            return _in_lab(self.levels.part(0, rows, columns))
        return self.levels[0][rows, columns]

    def let_go(self) -> None:
        """Give back what was made of a packed picture; it can be looked at as before, and is made anew there."""
        if isinstance(self.levels, MadeInParts):
            self.levels.let_go()

    def let_go_beyond(self, low: Points, high: Points) -> None:
        """The same, and of a packed picture hold only what lies between two corners (2,), px of the original picture,
        from now on; who looks beyond them sees it softer."""
        if isinstance(self.levels, MadeInParts):
            left, top = (max(0, int(end)) for end in np.floor(low * self.scale))
            right, bottom = (max(0, int(end)) for end in np.ceil(high * self.scale))
            self.levels.let_go_beyond(slice(top, bottom), slice(left, right))

    def cut(
        self, poses: NDArray[np.float64], n: int, margin: int = 0, *, held: HeldStrips | None = None
    ) -> tuple[Patches, NDArray[np.bool_]]:
        """Patches (b, m, m, 3) with m = n + 2 margin, and which pixels lie in the picture (b, m, m).

        Args:
            poses: (b, 3, 3), unit square to px of the original picture.
            held: where the same squares are cut again and again on their way to where they lie.
        """
        m = n + 2 * margin
        found = np.zeros((len(poses), m, m, 3), dtype=np.float32)
        inside = self.in_view(poses, n, margin)
        if not len(poses):
            return found, inside
        wanted = self._levels_for(poses, n)
        for level in np.unique(wanted):
            checkpoint()
            chosen = np.flatnonzero(wanted == level)
            right, down = self._scales_of(int(level))
            into = np.array([[right, 0.0, (right - 1) / 2], [0.0, down, (down - 1) / 2], [0.0, 0.0, 1.0]])
            most = packed_strip.PARAMETERS.rows // m
            for start in range(0, len(chosen), most):
                some = chosen[start : start + most]
                x, y, depth = (into @ poses[some] @ _rich_grid(n, margin)).swapaxes(0, 1)
                x, y = (np.divide(axis, depth, dtype=np.float32, casting="same_kind") for axis in (x, y))
                again = None if held is None else (held, some)
                seen = self._sampled(int(level), x.reshape(-1, m), y.reshape(-1, m), again)
                found[some] = seen.reshape(-1, m, m, 3)
        return found, inside

    def in_view(self, poses: NDArray[np.float64], n: int, margin: int = 0) -> NDArray[np.bool_]:
        """Which pixels of patches lie in the picture (b, m, m), see :meth:`cut`."""
        m = n + 2 * margin
        inside = np.zeros((len(poses), m, m), dtype=bool)
        if not len(poses):
            return inside
        height, width = self.size
        corners = project(poses, _rim(n, margin))
        cropped = ~((corners >= -0.5) & (corners <= (width - 0.5, height - 0.5))).all(axis=(1, 2))
        inside[~cropped] = True
        if cropped.any():
            x, y = np.swapaxes(project(poses[cropped], grid(n, margin)), 0, 2).swapaxes(1, 2)
            within = (x >= -0.5) & (y >= -0.5) & (x <= width - 0.5) & (y <= height - 0.5)
            inside[cropped] = within.reshape(-1, m, m)
        return inside

    def _scales_of(self, level: int) -> tuple[float, float]:
        """How many px of a level are one px of the original picture, across and down."""
        (rows, columns), finer = self._size_of(level), 1
        if isinstance(self.levels, MadeInParts):
            (rows, columns), finer = self._size_of(0), 2**level
        return columns / finer / self.size[1], rows / finer / self.size[0]

    def _size_of(self, level: int) -> tuple[int, int]:
        if isinstance(self.levels, MadeInParts):
            return self.levels.size(level)
        rows, columns = self.levels[level].shape[:2]
        return rows, columns

    def _sampled(
        self,
        level: int,
        x: NDArray[np.float32],
        y: NDArray[np.float32],
        again: tuple[HeldStrips, NDArray[np.intp]] | None,
    ) -> NDArray[np.float32]:
        """(b m, m, 3) what a level shows at the points (b m, m) of patches of m px a side.

        OpenCV rounds points to a thirty-second of a pixel where the values are whole numbers, so what is packed becomes
        floats first.
        """
        if isinstance(self.levels, MadeInParts):
            return sampled(self.levels, level, x, y, again)
        cut = cv2.remap(self.levels[level], x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, np.float32)

    def _levels_for(self, poses: NDArray[np.float64], n: int) -> NDArray[np.intp]:
        """(b,) the level from which to cut n px of each pose: about as fine as the patch."""
        corners = project(poses, np.broadcast_to(UNIT_CORNERS, (len(poses), 4, 2)))
        d1, d2 = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
        sides = np.sqrt(np.abs(d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]) / 2) * self.scale
        level = np.floor(np.log2(np.maximum(sides / n, 1e-6)) + 0.3)
        return np.asarray(np.clip(level, 0, MadeInParts.halvings), np.intp)


def _in_lab(packed: NDArray[np.int16]) -> NDArray[np.float32]:
    return np.multiply(packed, np.float32(1 / PACKED_UNITS), dtype=np.float32)


def over_pixels(values: Patches, weight: NDArray[np.float32] | None = None) -> Patches:
    """(b, 1, 1, c) weighted sum over the pixels of (b, n, n, c); ``weight`` (b, n, n) or (b, n, n, 1), 1 where None.

    A matrix product: NumPy's own sum over the middle axes takes fifty times as long where the last one is short.
    """
    count, high, wide, channels = values.shape
    flat = values.reshape(count, high * wide, channels)
    each = np.ones((1, 1, high * wide), np.float32) if weight is None else weight.reshape(count, 1, high * wide)
    return np.asarray((each @ flat).reshape(count, 1, 1, channels), np.float32)


def over_channels(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """(...) sum over the three channels of (..., 3), for the same reason not NumPy's own."""
    return np.asarray(values[..., 0] + values[..., 1] + values[..., 2])


def layers_of(image: NDArray[np.uint8], tile_px: float, wanted_px: float = 72.0, *, packed: bool = False) -> Layers:
    """A picture ready for cutting: shrunk so that a tile of ``tile_px`` becomes about ``wanted_px``, never enlarged.
    ``packed`` is for pictures that are kept, and of which not all is looked at: half the memory, and more time for each
    patch that is cut. Such a one holds ``image`` itself where that can't be written to, as those of every source.
    """
    scale = min(1.0, wanted_px / tile_px)
    height, width = image.shape[:2]
    small: NDArray[np.uint8] = image
    if scale < 0.95:
        shrunk = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
        small = np.asarray(shrunk, dtype=np.uint8)
    else:
        scale = 1.0
    if packed:  # what can be written to may be: a camera's next picture where this one was
        kept = small.copy() if small is image and image.flags.writeable else small
        return Layers(MadeInParts(kept, packed_lab_of), scale, (height, width))
    return Layers(_halved(lab_of(small)), scale, (height, width))


def _halved(picture: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """A picture, half of it and a quarter."""
    levels = [picture]
    for _ in range(MadeInParts.halvings):
        last = levels[-1]
        half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
        levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.float32))
    return tuple(levels)
