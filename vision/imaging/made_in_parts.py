"""A picture that is made ready where it is looked at: of a table that is mostly the map, and that is a small part of it
as long as few tiles lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class _MadeParts:
    """What was made: the levels, and which blocks (level, rows, columns) of them.

    A level stands in strips (strip, row, column, 3) a block wide, one below the other, so that a block is one piece of
    memory: in rows as wide as the picture it would touch a page of the system's for each of its own.
    """

    levels: tuple[Whole, ...]
    blocks: NDArray[np.bool_]


class MadeInParts:
    """A picture, half of it and a quarter, in whole numbers.

    Args:
        picture: (h, w, 3) BGR, not to be written to afterwards.
        ready: makes ready (h, w, 3) of a picture that stand beside each other.

    Attributes:
        picture: what it is made of, its last row and column repeated where that is halved to whole px; once the rest
            was let go, a part of it.
        halvings: how often a picture is halved.
        block: px a side, of the whole picture, that are made at once.
    """

    halvings: ClassVar[int] = 2
    block: ClassVar[int] = 64

    def __init__(self, picture: NDArray[np.uint8], ready: Callable[[NDArray[np.uint8]], Whole]) -> None:
        height, width = picture.shape[:2]
        down, right = -height % 2**self.halvings, -width % 2**self.halvings
        if down or right:  # what lies beside a part must have no share in its half
            padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
            picture = np.asarray(padded, np.uint8)
        self.picture = picture
        self._size, self._ready = (height, width), ready
        self._corner = 0, 0  # of the part that is kept
        self._rest: NDArray[np.uint8] | None = None  # all of it at a quarter, where only a part is kept
        self._made = self._nothing_made()

    def _nothing_made(self) -> _MadeParts:
        # Memory that nobody writes to is none: the system gives it when it is touched.
        down, across = (-(-side // self.block) for side in self._size)
        sides = [self.block >> level for level in range(self.halvings + 1)]
        levels = tuple(np.empty((across, down * side, side, 3), np.int16) for side in sides)
        return _MadeParts(levels, np.zeros((len(levels), down, across), bool))

    def let_go(self) -> None:
        """Give back what was made, to the memory of one more picture and a half. Who looks again finds the very same,
        made anew where it is looked at."""
        self._made = self._nothing_made()

    def let_go_beyond(self, rows: slice, columns: slice) -> None:
        """Give back what was made and, once and for all, the picture beyond these rows and columns: of that a quarter
        of its size is kept, and who looks there all the same sees it softer."""
        self.let_go()
        if self._rest is not None:
            return
        high, wide = self.picture.shape[:2]
        (top, bottom, _), (left, right, _) = rows.indices(high), columns.indices(wide)
        small = cv2.resize(self.picture, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
        self._rest = np.asarray(small, np.uint8)
        self.picture, self._corner = self.picture[top:bottom, left:right].copy(), (top, left)

    def size(self, level: int) -> tuple[int, int]:
        """(height, width) px of one of the levels, 0 for the whole picture; each px shows as much as 2 by 2 of the
        level before, the last ones perhaps in part."""
        height, width = (-(-side >> level) for side in self._size)
        return height, width

    def share_made(self, level: int) -> float:
        """The share of a level that was made."""
        return float(self._made.blocks[level].mean())

    def part(self, level: int, rows: slice, columns: slice) -> Whole:
        """(h, w, 3) so many rows and columns of a level."""
        height, width = self.size(level)
        (top, bottom, _), (left, right, _) = rows.indices(height), columns.indices(width)
        made, side = self._made, self.block >> level
        first, last = left // side, -(-right // side)
        if not made.blocks[level, top // side : -(-bottom // side), first:last].all():
            for row in range(top // side, -(-bottom // side)):
                missing = np.flatnonzero(~made.blocks[level, row, first:last]) + first
                if len(missing):
                    self._make(made, level, row, int(missing[0]), int(missing[-1]) + 1)
        strips = made.levels[level][first:last, top:bottom].swapaxes(0, 1)
        return strips.reshape(bottom - top, -1, 3)[:, left - first * side : right - first * side]

    def _make(self, made: _MadeParts, finest: int, row: int, first: int, last: int) -> None:
        """Blocks of one row, from one to before another, of this level and the coarser ones: tiles are mostly compared
        at half their size, and the whole picture is four fifths of the memory."""
        top, left = row * self.block, first * self.block
        part = self._ready(self._pixels(top, top + self.block, left, last * self.block))
        for level, whole in enumerate(made.levels):
            if level:
                half = part.shape[1] // 2, part.shape[0] // 2
                part = cast(Whole, cv2.resize(part, half, interpolation=cv2.INTER_AREA))
            if level < finest:
                continue
            side, down = self.block >> level, top >> level
            for strip in range(first, last):
                across = (strip - first) * side
                kept = part[:, across : across + side]
                whole[strip, down : down + len(kept), : kept.shape[1]] = kept
        made.blocks[finest:, row, first:last] = True  # last: others may look at the same time

    def _pixels(self, top: int, bottom: int, left: int, right: int) -> NDArray[np.uint8]:
        """(h, w, 3) BGR of the picture from whole blocks, softer where only a quarter of its size was kept."""
        if self._rest is None:
            return self.picture[top:bottom, left:right]
        rest = self._rest[top // 4 : bottom // 4, left // 4 : right // 4]
        seen = np.asarray(cv2.resize(rest, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR), np.uint8)
        down, across = (corner - first for corner, first in zip(self._corner, (top, left), strict=True))
        high, wide = self.picture.shape[:2]
        rows, columns = (
            slice(max(0, at), max(0, min(side, at + kept)))
            for at, side, kept in zip((down, across), seen.shape[:2], (high, wide), strict=True)
        )
        if rows.start < rows.stop and columns.start < columns.stop:
            into = slice(rows.start - down, rows.stop - down), slice(columns.start - across, columns.stop - across)
            seen[rows, columns] = self.picture[into]
        return seen
