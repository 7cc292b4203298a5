"""Learns another set of glass from a photograph of its twelve tiles, laid out as they stand in the whole window.

The tiles lie a finger's width apart: windows 1 to 4 from left to right, the upper tile of each at the top. Which tile
is which is told by its place alone, so that any drawing can be learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from games.carcassonne.stained_glass.windows import cell_of, glass_kinds
from vision.frames import Picture
from vision.imaging.patches import lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import project
from vision.registration.quads import loose_squares
from vision.stained_glass import edition

COLUMNS, ROWS = (1 + max(axis) for axis in zip(*map(cell_of, glass_kinds()), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StainedGlassLaidOutParameters(Parameters):
    """From which gap between tiles a new row begins."""

    row_gap: float = parameter(
        0.3, "share of a tile's side", "what lies closer in height than this cannot be told to be two rows", CHOSEN
    )

    coarse_px: int = parameter(16, "px", "side at which a tile's pattern is asked for: noise is gone there", CHOSEN)
    plainest: float = parameter(
        2.5,
        "Lab units",
        "root mean square of a tile's pattern, below which it shows none: film on dark wood has 0.8, on white 7",
        "docs/findings/stained-glass.md",
    )


PARAMETERS = StainedGlassLaidOutParameters()
_UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


class NotLaidOut(ValueError):
    """The photograph does not show twelve tiles in three rows of four.

    Attributes:
        found: how many squares were found.
    """

    def __init__(self, found: int) -> None:
        super().__init__(f"{found} squares, not in {ROWS} rows of {COLUMNS}")
        self.found = found


class PaleGlass(NotLaidOut):
    """Twelve tiles lie there that hardly show a pattern: film lets what it lies on through, and dark wood is dark
    everywhere. On white paper it shows its own colours."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidGlass:
    """A tile of the photograph: its kind, its picture (SIZE, SIZE, 3) upright, its outline (4, 2) px."""

    kind: str
    picture: Picture
    outline: NDArray[np.float64]


def read_laid_out_glass(photograph: Picture) -> tuple[LaidGlass, ...]:
    """The twelve tiles in the order of :func:`glass_kinds`.

    Raises :class:`NotLaidOut`: as :class:`PaleGlass` where most show no pattern.

    Args:
        photograph: BGR (h, w, 3) from above, the long side of the window within 40 degrees of level.
    """
    poses = loose_squares(photograph)
    if len(poses) != COLUMNS * ROWS:
        raise NotLaidOut(len(poses))
    outlines = np.stack([project(pose[None], _UNIT[None])[0] for pose in poses])
    level = _levelled(outlines)
    found = {}
    for row, those in enumerate(_rows(level)):
        for column, number in enumerate(those):
            kind = f"{column + 1}{'abc'[row]}"
            found[kind] = _cut(photograph, kind, outlines[number], level[number])
    if float(np.median([_pattern(tile.picture) for tile in found.values()])) < PARAMETERS.plainest:
        raise PaleGlass(len(found))
    return tuple(found[kind] for kind in glass_kinds())


def _pattern(tile: Picture) -> float:
    """How much a tile's inner part changes beyond an even slope of light, root mean square, Lab units."""
    side = PARAMETERS.coarse_px
    small = cv2.resize(lab_of(tile), (side, side), interpolation=cv2.INTER_AREA)[2:-2, 2:-2]
    y, x = np.mgrid[: side - 4, : side - 4]
    slope = np.column_stack([np.ones(x.size), x.ravel(), y.ravel()])
    values = small.reshape(-1, 3).astype(np.float64)
    rest = values - slope @ np.linalg.lstsq(slope, values, rcond=None)[0]
    return float(np.sqrt((rest**2).sum(axis=1).mean()))


def _levelled(outlines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Outlines (n, 4, 2) turned so that the tiles' edges are level, by their mean direction."""
    edges = np.roll(outlines, -1, axis=1) - outlines
    angles = np.arctan2(edges[..., 1], edges[..., 0]).ravel()
    turn = float(np.angle(np.exp(4j * angles).mean())) / 4  # edges point four ways
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(outlines @ spin.T, np.float64)


def _rows(level: NDArray[np.float64]) -> list[list[int]]:
    """Numbers of the tiles, row by row from the top, each from the left."""
    middles = level.mean(axis=1)
    side = float(np.median(np.linalg.norm(np.roll(level, -1, axis=1) - level, axis=2)))
    order = np.argsort(middles[:, 1])
    rows = [order[COLUMNS * row : COLUMNS * (row + 1)] for row in range(ROWS)]
    for above, below in pairwise(rows):
        if middles[below, 1].min() - middles[above, 1].max() < PARAMETERS.row_gap * side:
            raise NotLaidOut(len(level))
    return [sorted(map(int, row), key=lambda number: float(middles[number, 0])) for row in rows]


def _cut(photograph: Picture, kind: str, outline: NDArray[np.float64], level: NDArray[np.float64]) -> LaidGlass:
    """A tile cut out upright: its upper left corner is the one that is so in the levelled picture."""
    first = int(np.argmin(level.sum(axis=1)))
    quad = np.roll(outline, -first, axis=0)
    pose = cv2.getPerspectiveTransform((_UNIT * edition.PARAMETERS.size).astype(np.float32), quad.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpPerspective(
        photograph, np.asarray(pose, np.float64), (edition.PARAMETERS.size, edition.PARAMETERS.size), flags=flags
    )
    return LaidGlass(kind, np.asarray(picture, np.uint8), quad)
