"""Where the tiles of a hand-laid map lie on a picture.

Every cell of the map has its own homography from the unit square (column to the right, row downwards, both 0 to 1
within the tile) to picture px. Tiles lie in one plane, but people lay them: along a row they drift off any common
homography by a tenth to a quarter of a tile. So a cell that was not looked at yet is predicted from the tiles around
it with weights that fall with distance: the moving direct linear transform of Zaragoza et al., "As-Projective-As-
Possible Image Stitching with Moving DLT" (PAMI 2014), with its perspective part held back while few tiles are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Cell: TypeAlias = "tuple[int, int]"  # (row, column)
Matrix: TypeAlias = "NDArray[np.float64]"  # (3, 3) unless said otherwise
Points: TypeAlias = "NDArray[np.float64]"  # (n, 2)

UNIT_CORNERS: Points = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
NEIGHBOURS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west


def facing(side: int) -> int:
    """The side of the neighbour (0 to 3: north, east, south, west) that touches this one."""
    return (side + 2) % 4


def seams(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Cell, int]]:
    """Each pair of cells that touch, once: a cell, its neighbour to the east or south, and on which side that lies."""
    ordered = tuple(cells)
    among = set(ordered)
    for row, column in ordered:
        for side in (1, 2):
            other = row + NEIGHBOURS[side][0], column + NEIGHBOURS[side][1]
            if other in among:
                yield (row, column), other, side


def largest_part(cells: Iterable[Cell]) -> set[Cell]:
    """The largest set of cells that hang together by their sides."""
    left, largest = set(cells), set[Cell]()
    while left:
        part, edge = set[Cell](), {min(left)}
        while edge:
            part |= edge
            edge = {(row + down, column + right) for row, column in edge for down, right in NEIGHBOURS} & left - part
        left -= part
        largest = max(largest, part, key=len)
    return largest


def project(homography: ArrayLike, points: ArrayLike) -> Points:
    """Points (n, 2) through one homography, or through a stack of them: (b, 3, 3) gives (b, n, 2)."""
    flat = np.asarray(points, dtype=np.float64)
    rich = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1)
    moved = rich @ np.swapaxes(np.asarray(homography, dtype=np.float64), -1, -2)
    result: Points = moved[..., :2] / moved[..., 2:]
    return result


def shifted(homography: Matrix, column: float, row: float) -> Matrix:
    """The homography of the unit square whose corner lies at (column, row) of the frame that is given."""
    return np.asarray(homography @ np.array([[1.0, 0.0, column], [0.0, 1.0, row], [0.0, 0.0, 1.0]]))


def moved_about_middle(motion: NDArray[np.floating]) -> NDArray[np.float64]:
    """(b, 3, 3) affine maps of the unit square that move it, and stretch, turn and shear it about its middle.

    Args:
        motion: (b, 6) p of du = p0 + p2 u + p3 v, dv = p1 + p4 u + p5 v with u, v from the middle, in its sides.
    """
    moves = np.zeros((len(motion), 3, 3))
    moves[:, 0, 0], moves[:, 0, 1], moves[:, 0, 2] = 1 + motion[:, 2], motion[:, 3], motion[:, 0]
    moves[:, 1, 0], moves[:, 1, 1], moves[:, 1, 2] = motion[:, 4], 1 + motion[:, 5], motion[:, 1]
    moves[:, 2, 2] = 1.0
    to_middle = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    back = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
    return np.asarray(back @ moves @ to_middle)


def quad_of(homography: Matrix) -> Points:
    """The tile's outline on the picture: (4, 2) px, clockwise from its north-west corner."""
    return project(homography, UNIT_CORNERS)


def side_px(homography: Matrix) -> float:
    """Square root of the tile's area on the picture: its size in px. Zero or less where it is turned inside out."""
    x, y = quad_of(homography).T
    area = 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return float(np.sqrt(area)) if area > 0 else 0.0


def fit_homography(lattice: Points, pixels: Points, weights: NDArray[np.float64], hold: float) -> Matrix:
    """Weighted least squares homography from lattice units to px.

    Args:
        lattice, pixels: (n, 2), n at least 3; ``weights`` (n,).
        hold: how firmly the two perspective terms are held at zero (per tile); 0 leaves them free.
    """
    centre = np.average(lattice, axis=0, weights=weights)
    origin = np.average(pixels, axis=0, weights=weights)
    spread = np.sqrt(np.average(((pixels - origin) ** 2).sum(1), weights=weights)) + 1e-9
    reach = np.sqrt(np.average(((lattice - centre) ** 2).sum(1), weights=weights)) + 1e-9
    px = (pixels - origin) / spread * reach  # same unit as the lattice, so that ``hold`` means the same everywhere
    uv = lattice - centre
    root = np.sqrt(weights / weights.mean())[:, None]
    zero, one = np.zeros(len(uv)), np.ones(len(uv))
    rows_x = np.stack([uv[:, 0], uv[:, 1], one, zero, zero, zero, -px[:, 0] * uv[:, 0], -px[:, 0] * uv[:, 1]], 1)
    rows_y = np.stack([zero, zero, zero, uv[:, 0], uv[:, 1], one, -px[:, 1] * uv[:, 0], -px[:, 1] * uv[:, 1]], 1)
    normal = (rows_x * root).T @ (rows_x * root) + (rows_y * root).T @ (rows_y * root)
    right = (rows_x * root).T @ (px[:, :1] * root) + (rows_y * root).T @ (px[:, 1:] * root)
    normal[6, 6] += hold
    normal[7, 7] += hold
    normal[np.diag_indices(8)] += 1e-9
    solution = np.append(np.linalg.solve(normal, right)[:, 0], 1.0).reshape(3, 3)
    scale = spread / reach
    after = np.array([[scale, 0.0, origin[0]], [0.0, scale, origin[1]], [0.0, 0.0, 1.0]])
    before = np.array([[1.0, 0.0, -centre[0]], [0.0, 1.0, -centre[1]], [0.0, 0.0, 1.0]])
    return np.asarray(after @ solution @ before)


def share_in_view(homography: Matrix, size: tuple[int, int]) -> float:
    """Share of the tile's area that lies on a picture of ``size`` (height, width) px; 0 for one turned inside out."""
    side = side_px(homography)
    if side <= 0:
        return 0.0
    frame = np.array([[0, 0], [size[1], 0], [size[1], size[0]], [0, size[0]]], np.float32)
    inside = cv2.intersectConvexConvex(quad_of(homography).astype(np.float32), frame)[0]
    return float(inside / side**2)


@dataclass(frozen=True, eq=False)
class Lattice:
    """The cells that are known, each with the homography of its unit square to picture px."""

    cells: Mapping[Cell, Matrix] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.cells)

    def corners(self, without: Cell | None = None) -> tuple[Points, Points]:
        """All known tile corners: (4n, 2) in (column, row) units and (4n, 2) in px."""
        lattice, pixels = self._corners
        if without in self.cells:
            others = np.array([cell != without for cell in self.cells])
            lattice, pixels = lattice[others], pixels[others]
        return lattice.reshape(-1, 2), pixels.reshape(-1, 2)

    @cached_property
    def _corners(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Each cell's corners, (n, 4, 2) in (column, row) units and in px."""
        places = np.array([(column, row) for row, column in self.cells], np.float64)
        return UNIT_CORNERS + places[:, None], project(np.stack(list(self.cells.values())), UNIT_CORNERS)

    def common(self) -> Matrix:
        """One homography for the whole map, (column, row) to px: good to a part of a tile, not for reading."""
        lattice, pixels = self.corners()
        return fit_homography(lattice, pixels, np.ones(len(lattice)), hold=1.0)

    def predict(self, cell: Cell, *, reach: float = 1.6, without: Cell | None = None) -> Matrix:
        """Where the cell's tile should lie: unit square to px, from the tiles around it.

        Args:
            reach: distance in tiles over which a tile's say falls to 1/e.
            without: a cell that is left out, for asking how well the others foretell it.
        """
        lattice, pixels = self.corners(without)
        middle = np.array([cell[1] + 0.5, cell[0] + 0.5])
        away = ((lattice - middle) ** 2).sum(1)
        weights = np.exp(-away / (2 * reach**2)) + 1e-3
        local = fit_homography(lattice, pixels, weights / weights.max(), hold=3.0)
        return shifted(local, cell[1], cell[0])

    def with_cells(self, more: Mapping[Cell, Matrix]) -> Lattice:
        """This lattice with further cells, or with better poses of known ones."""
        return Lattice({**self.cells, **more})

    def frontier(self, ring: int = 1) -> tuple[Cell, ...]:
        """Cells that are not known and touch a known one by a side (``ring`` steps away at most), sorted."""
        found: set[Cell] = set()
        edge = set(self.cells)
        for _ in range(ring):
            edge = {(row + down, column + right) for row, column in edge for down, right in NEIGHBOURS}
            edge -= set(self.cells)
            found |= edge
        return tuple(sorted(found))
