"""Where the tiles of a hand-laid map lie on a picture.

Every cell of the map has its own homography from the unit square (column to the right, row downwards, both 0 to 1
within the tile) to picture px. Tiles lie in one plane, but people lay them: along a row they drift off any common
homography by a tenth to a quarter of a tile. So a cell that was not looked at yet is predicted from the tiles around
it with weights that fall with distance: the moving direct linear transform of Zaragoza et al., "As-Projective-As-
Possible Image Stitching with Moving DLT" (PAMI 2014), with its perspective part held back while few tiles are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
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
_RICH_CORNERS = np.vstack([UNIT_CORNERS.T, np.ones(4)])
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


def part_around(cell: Cell, cells: Set[Cell]) -> set[Cell]:
    """The cells that hang together with one of them by their sides, and that one."""
    part, edge = set[Cell](), {cell}
    while edge:
        part |= edge
        edge = {(row + down, column + right) for row, column in edge for down, right in NEIGHBOURS} & cells - part
    return part


def largest_part(cells: Iterable[Cell]) -> set[Cell]:
    """The largest set of cells that hang together by their sides."""
    left, largest = set(cells), set[Cell]()
    while left:
        part = part_around(min(left), left)
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
    moved = homography @ _RICH_CORNERS
    return np.asarray((moved[:2] / moved[2]).T)


def side_px(homography: Matrix) -> float:
    """Square root of the tile's area on the picture: its size in px. Zero or less where it is turned inside out."""
    return float(sides_px(homography[None])[0])


def sides_px(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) the same of many (b, 3, 3)."""
    moved = poses @ _RICH_CORNERS
    corners = moved[:, :2] / moved[:, 2:]
    (x1, y1), (x2, y2) = (corners[:, :, 2] - corners[:, :, 0]).T, (corners[:, :, 3] - corners[:, :, 1]).T
    return np.asarray(np.sqrt(np.maximum(0.5 * (x1 * y2 - x2 * y1), 0.0)))


def fit_homography(lattice: Points, pixels: Points, weights: NDArray[np.float64], hold: float) -> Matrix:
    """Weighted least squares homography from lattice units to px.

    Args:
        lattice, pixels: (n, 2), n at least 3; ``weights`` (n,).
        hold: how firmly the two perspective terms are held at zero (per tile); 0 leaves them free.
    """
    return np.asarray(fit_homographies(lattice, pixels, weights[None], hold)[0])


def fit_homographies(lattice: Points, pixels: Points, weights: NDArray[np.float64], hold: float) -> NDArray[np.float64]:
    """(b, 3, 3) the same for several weightings (b, n) of the points; a weight of 0 leaves a point out."""
    share = weights / weights.sum(axis=1, keepdims=True)
    counted = (weights > 0).sum(axis=1)
    centre, origin = share @ lattice, share @ pixels
    uv, px = lattice - centre[:, None], pixels - origin[:, None]
    reach = np.sqrt((share * (uv**2).sum(axis=2)).sum(axis=1)) + 1e-9
    spread = np.sqrt((share * (px**2).sum(axis=2)).sum(axis=1)) + 1e-9
    px *= (reach / spread)[:, None, None]  # same unit as the lattice, so that ``hold`` means the same everywhere
    rows = np.zeros((len(weights), 2, len(lattice), 8))  # of each point's x, then of its y
    for axis in (0, 1):
        rows[:, axis, :, 3 * axis : 3 * axis + 2] = uv
        rows[:, axis, :, 3 * axis + 2] = 1.0
        rows[:, axis, :, 6:] = -px[:, :, axis, None] * uv
    weighted = (rows * (share * counted[:, None])[:, None, :, None]).reshape(len(weights), -1, 8).swapaxes(1, 2)
    normal = weighted @ rows.reshape(len(weights), -1, 8)
    right = weighted @ px.swapaxes(1, 2).reshape(len(weights), -1, 1)
    normal += np.diag([1e-9] * 6 + [hold + 1e-9] * 2)
    solution = np.ones((len(weights), 9))
    solution[:, :8] = np.linalg.solve(normal, right)[..., 0]
    after, before = np.zeros((2, len(weights), 3, 3))
    after[:, 0, 0] = after[:, 1, 1] = spread / reach
    before[:, 0, 0] = before[:, 1, 1] = 1.0
    after[:, :2, 2], before[:, :2, 2] = origin, -centre
    after[:, 2, 2] = before[:, 2, 2] = 1.0
    return np.asarray(after @ solution.reshape(-1, 3, 3) @ before)


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

    def corners(self) -> tuple[Points, Points]:
        """All known tile corners: (4n, 2) in (column, row) units and (4n, 2) in px."""
        lattice, pixels = self._corners
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

    def predict(self, cell: Cell, *, without_itself: bool = False) -> Matrix:
        """Where the cell's tile should lie: unit square to px, from the tiles around it.

        Args:
            without_itself: whether it is left out where it is known, for asking how well the others foretell it.
        """
        return self.predict_all([cell], without_itself=without_itself)[cell]

    def predict_all(
        self, cells: Iterable[Cell], *, reach: float = 1.6, without_itself: bool = False
    ) -> dict[Cell, Matrix]:
        """The same for many cells at once, each for itself; over ``reach`` tiles a tile's say falls to 1/e."""
        asked = list(cells)
        if not asked:
            return {}
        lattice, pixels = self.corners()
        middles = np.array(asked, np.float64)[:, ::-1] + 0.5
        away = ((lattice - middles[:, None]) ** 2).sum(axis=2)
        weights = np.exp(-away / (2 * reach**2)) + 1e-3
        if without_itself:
            place = {cell: index for index, cell in enumerate(self.cells)}
            own = np.array([place.get(cell, -1) for cell in asked])
            weights[np.repeat(np.arange(len(self)), 4) == own[:, None]] = 0.0
        found = fit_homographies(lattice, pixels, weights, hold=3.0)
        return {cell: shifted(local, cell[1], cell[0]) for cell, local in zip(asked, found, strict=True)}

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
