"""Finds a few square tiles that lie edge to edge and show as one patch on the table: a domino, a corner, a bar.

Its own outline tells how such a patch is divided, when it is known how many squares it is made of and how they lie to
each other: two directions are those of its long edges, and its extent along them is a whole number of sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import quads
from vision.registration.lattice import Cell, Matrix, quad_of, side_px
from vision.registration.quads import parted_from_table, softened_lab


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedSquaresParameters(Parameters):
    """Which outline is straight and even enough to be several squares edge to edge."""

    specks_px: tuple[int, int] = parameter((5, 11), "px", "of what is closed in outlines, one after the other", CHOSEN)
    straight: float = parameter(0.02, "share", "of an outline's length by which a straight edge may bend", CHOSEN)
    across: float = parameter(0.6, "sine", "of the angle between the two directions of a patch, at the least", CHOSEN)
    covered: float = parameter(0.8, "share", "of a square that the patch covers", CHOSEN)
    bare: float = parameter(0.25, "share", "of one beside it that it covers, at the most", CHOSEN)
    same: float = parameter(
        0.04, "share of a side", "by which corners may differ where two ways find the same patch", CHOSEN
    )
    cell_px: int = parameter(12, "px", "a square at which that is looked at", CHOSEN)


PARAMETERS = JoinedSquaresParameters()

Points = NDArray[np.float64]


def joined_squares(image: Picture, shape: Collection[Cell]) -> Iterator[dict[Cell, Matrix]]:
    """Patches of squares that lie to each other as the cells (row, column) of a shape do, turned any way.

    Each as the poses of its squares, unit square (x right, y down) to px, by cells of its own. What is no tile shows
    by its print only: the caller must tell.
    """
    scale = min(1.0, quads.PARAMETERS.long_side / max(image.shape[:2]))
    lab = softened_lab(image, scale)
    wanted = {_at_origin(turned) for turned in _turned(shape)}
    back = np.diag([1 / scale, 1 / scale, 1.0])
    lattices: list[dict[Cell, Matrix]] = []
    for mask in parted_from_table(lab):
        for speck in PARAMETERS.specks_px:
            clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((speck, speck), np.uint8))
            outlines, _ = cv2.findContours(clean, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for outline in outlines:
                for poses in _divided(outline[:, 0].astype(np.float64), clean.shape, wanted):
                    found = {cell: back @ pose for cell, pose in poses.items()}
                    if not any(_same(found, other) for other in lattices):
                        lattices.append(found)
                        yield found


def _same(one: dict[Cell, Matrix], other: dict[Cell, Matrix]) -> bool:
    """Whether two patches lie on the same spot, however they are divided."""
    if one.keys() != other.keys():
        return False
    return all(
        np.abs(quad_of(pose) - quad_of(other[cell])).max() < PARAMETERS.same * side_px(pose)
        for cell, pose in one.items()
    )


def _divided(
    outline: Points, size: tuple[int, ...], wanted: Collection[frozenset[Cell]]
) -> Iterator[dict[Cell, Matrix]]:
    """The ways in which a patch with this outline (n, 2) px is made of squares."""
    frame = _directions(outline)
    if frame is None:
        return
    along = np.linalg.solve(frame, outline.T).T
    low, extent = along.min(axis=0), np.ptp(along, axis=0)
    filled = np.zeros(size, np.uint8)
    cv2.fillPoly(filled, [outline.astype(np.int32)], 255)
    for rows, columns in {(max(r for r, _ in one) + 1, max(c for _, c in one) + 1) for one in wanted}:
        side = extent / [columns, rows]
        longest = max(size)
        if (
            not (side > quads.PARAMETERS.least_share * longest).all()
            or not (side < quads.PARAMETERS.most_share * longest).all()
        ):
            continue
        if max(side) > quads.PARAMETERS.unlike_size * min(side):
            continue
        pose = np.eye(3)
        pose[:2, :2], pose[:2, 2] = frame * side, frame @ low
        if _covered(filled, pose, rows, columns) in wanted:
            yield {
                cell: pose @ np.array([[1.0, 0, cell[1]], [0, 1.0, cell[0]], [0, 0, 1.0]])
                for cell in _covered(filled, pose, rows, columns)
            }


def _directions(outline: Points) -> NDArray[np.float64] | None:
    """(2, 2) columns: the unit vectors of a patch's two directions, the second clockwise of the first."""
    corners = cv2.approxPolyDP(
        outline.astype(np.int32), PARAMETERS.straight * cv2.arcLength(outline.astype(np.int32), True), True
    )
    edges = np.diff(corners[:, 0], axis=0, append=corners[:1, 0]).astype(np.float64)
    lengths = np.linalg.norm(edges, axis=1)
    if len(edges) < 4 or not lengths.all():
        return None
    units = edges / lengths[:, None]
    first = units[int(lengths.argmax())]
    across = first[0] * units[:, 1] - first[1] * units[:, 0]
    others = np.where(np.abs(across) > PARAMETERS.across, lengths, 0.0)
    if not others.any():
        return None
    second = units[int(others.argmax())] * np.sign(across[int(others.argmax())])
    return np.column_stack([first, second])


def _covered(filled: ByteMask, pose: Matrix, rows: int, columns: int) -> frozenset[Cell]:
    """The squares of a frame that a patch covers; none where one is neither covered nor bare."""
    to_px = pose @ np.diag([1 / PARAMETERS.cell_px, 1 / PARAMETERS.cell_px, 1.0])
    seen = cv2.warpPerspective(
        filled,
        to_px,
        (columns * PARAMETERS.cell_px, rows * PARAMETERS.cell_px),
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
    )
    shares = (seen > 0).reshape(rows, PARAMETERS.cell_px, columns, PARAMETERS.cell_px).mean(axis=(1, 3))
    if ((shares > PARAMETERS.bare) & (shares < PARAMETERS.covered)).any():
        return frozenset()
    return frozenset((int(row), int(column)) for row, column in np.argwhere(shares >= PARAMETERS.covered))


def _turned(shape: Collection[Cell]) -> Iterator[frozenset[Cell]]:
    cells = frozenset(shape)
    for _ in range(4):
        yield cells
        cells = frozenset((column, -row) for row, column in cells)


def _at_origin(cells: frozenset[Cell]) -> frozenset[Cell]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)
