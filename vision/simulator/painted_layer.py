"""A canvas with pieces painted on it, of which only what has changed is painted again.

Everything that a piece does to a canvas, it does pixel by pixel within its reach. So where pieces or the canvas below
them have changed, the reaches of what changed are painted anew with every piece that touches them, and all the rest
is as it was: the picture is the same as if everything had been painted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.frames import Picture
from vision.simulator.scene import Piece

Box = tuple[int, int, int, int]  # left, top, right, bottom; canvas px

MOST_ANEW = 0.35  # of the canvas: beyond that it is quicker to paint everything


@dataclass(frozen=True, eq=False, slots=True)
class Painted:
    """A canvas, and the boxes in which it differs from the one before; None where nobody knows."""

    canvas: Picture
    changed: tuple[Box, ...] | None = None


class PaintedLayer:
    """Pieces on the canvas of the layer below.

    Args:
        paint: paints a piece onto a canvas.
        reach: what part of the canvas a piece may change; None for a piece of which that is not known.
    """

    def __init__(self, paint: Callable[[Picture, Piece], None], reach: Callable[[Piece], Box | None]) -> None:
        self._paint, self._reach = paint, reach
        self._below: Picture | None = None
        self._last: Picture | None = None
        self._pieces: tuple[Piece, ...] = ()
        self._boxes: dict[int, Box | None] = {}  # by the identity of the pieces that are kept above
        self._scratch: Picture | None = None

    def painted(self, below: Painted, pieces: tuple[Piece, ...]) -> Painted:
        """The canvas with these pieces on it. A new array wherever anything has changed."""
        boxes = {id(piece): self._boxes[id(piece)] for piece in pieces if id(piece) in self._boxes}
        boxes |= {id(piece): self._reach(piece) for piece in pieces if id(piece) not in boxes}
        last, changed = self._last, self._changed(below, pieces, boxes)
        known = len(self._pieces)
        grown = self._below is below.canvas and all(map(operator.is_, self._pieces, pieces)) and known < len(pieces)
        self._below, self._pieces, self._boxes = below.canvas, pieces, boxes
        if last is not None and changed == ():
            return Painted(last, ())
        if not pieces:
            self._last = below.canvas
        elif grown and last is not None and known:
            self._last = last.copy()
            for piece in pieces[known:]:
                self._paint(self._last, piece)
        elif last is None or changed is None:
            self._last = below.canvas.copy()
            for piece in pieces:
                self._paint(self._last, piece)
        else:
            self._last = self._mended(last, below.canvas, changed)
        return Painted(self._last, changed)

    def _changed(self, below: Painted, pieces: Sequence[Piece], boxes: dict[int, Box | None]) -> tuple[Box, ...] | None:
        """What has to be painted anew, or None for everything."""
        changed = () if self._below is below.canvas else below.changed
        old, new = set(self._boxes), set(boxes)
        kept = [id(piece) for piece in self._pieces if id(piece) in new]
        if self._last is None or changed is None or kept != [id(piece) for piece in pieces if id(piece) in old]:
            return None
        if not changed and old == new:
            return ()
        parts = [*(self._boxes[one] for one in old - new), *(boxes[one] for one in new - old)]
        if any(box is None for box in (*parts, *boxes.values())):
            return None
        every = (*changed, *(box for box in parts if box is not None))
        most = MOST_ANEW * below.canvas.shape[0] * below.canvas.shape[1]
        return every if sum(_area(box) for box in every) < most else None

    def _mended(self, last: Picture, below: Picture, changed: Sequence[Box]) -> Picture:
        canvas = last.copy()
        if self._scratch is None or self._scratch.shape != below.shape:
            self._scratch = np.zeros_like(below)
        for box in changed:
            left, top, right, bottom = box
            # Pieces reach beyond the box: what they do there has been done already, and is left behind.
            self._scratch[top:bottom, left:right] = below[top:bottom, left:right]
            for piece in self._pieces:
                reach = self._boxes[id(piece)]
                if reach is not None and _meet(reach, box):
                    self._paint(self._scratch, piece)
            canvas[top:bottom, left:right] = self._scratch[top:bottom, left:right]
        return canvas


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
