"""The triangular lattice of a hexagonal board, and its notation.

A board of side ``n`` is a hexagon whose six edges are ``n`` triangle edges long: ``6 n²`` triangles and
``3 n (n + 1) + 1`` crossings. It lies with one edge at the top.

*Crossings* stand in rows, lettered from the top and numbered from the left: ``A1`` is the upper left corner, and on a
board of side 3 ``D4`` is the middle. *Triangles* stand in strips between two rows, numbered from the top, and within a
strip from the left: ``1.1`` touches ``A1`` and ``B1``. Letters always mean crossings, a point always means a triangle.

A rhomb covers two triangles that share an edge. The ends of that edge are its two wide corners (120 degrees); the other
two corners are its *tips* (60 degrees). One tip is the *head*, the side to which the building's roof points, so naming
the head says which of the two ways round the rhomb lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

LARGEST_SIDE = 12  # 25 rows: as many as there are letters
_ROW_HEIGHT = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Site:
    """Two triangles that share an edge, lying one way round: where a rhomb can lie.

    Attributes:
        triangles: the two triangle indices, smaller first.
        corners: crossing indices clockwise from the head: head, right, tail, left.
    """

    triangles: tuple[int, int]
    corners: tuple[int, int, int, int]

    @property
    def head(self) -> int:
        """The crossing under the tip that the roof points to."""
        return self.corners[0]


@dataclass(frozen=True)
class TriangleLattice:
    """Crossings, triangles and rhomb sites of a hexagonal board. Get one from :func:`lattice_of_side`.

    Attributes:
        side: triangle edges along one edge of the hexagon.
        crossing_names, triangle_names: notation by index; indices run row by row from the upper left.
        positions: crossing centres in triangle edges, x right and y down, the middle of the board at (0, 0).
        corners_of: triangle -> its three crossings.
        neighbours_of: triangle -> the triangles that share an edge with it.
        triangles_at: crossing -> the triangles that touch it, clockwise, each sharing an edge with the next.
        sites: every place and way round for a rhomb; the two ways round of one place stand side by side.
    """

    side: int
    crossing_names: tuple[str, ...]
    triangle_names: tuple[str, ...]
    positions: tuple[tuple[float, float], ...]
    corners_of: tuple[tuple[int, int, int], ...]
    neighbours_of: tuple[tuple[int, ...], ...]
    triangles_at: tuple[tuple[int, ...], ...]
    sites: tuple[Site, ...]
    crossing_named: dict[str, int]
    triangle_named: dict[str, int]
    site_of: dict[tuple[int, int, int], Site]  # (smaller triangle, larger triangle, head) -> site

    def centre(self, triangle: int) -> tuple[float, float]:
        """Middle of a triangle, in triangle edges, in the frame of ``positions``."""
        points = [self.positions[corner] for corner in self.corners_of[triangle]]
        return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


def _rows(side: int) -> list[list[tuple[int, int]]]:
    """Axial coordinates (q, r) of the crossings, row by row from the top, each row from the left."""
    return [[(q, r) for q in range(max(-side, -side - r), min(side, side - r) + 1)] for r in range(-side, side + 1)]


def _strip(upper: list[tuple[int, int]], lower: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """The triangles between two rows, from the left."""
    points = set(upper) | set(lower)
    down = [((q, r), (q + 1, r), (q, r + 1)) for q, r in upper if (q + 1, r) in points and (q, r + 1) in points]
    up = [((q, r), (q + 1, r), (q + 1, r - 1)) for q, r in lower if (q + 1, r) in points and (q + 1, r - 1) in points]
    return sorted(down + up, key=lambda triangle: sum(q + r / 2 for q, r in triangle))


def _clockwise(centre: tuple[float, float], point: tuple[float, float]) -> float:
    """Angle of ``point`` as seen from ``centre``, growing clockwise (y down), from 0 at the left."""
    return (math.atan2(point[1] - centre[1], point[0] - centre[0]) + math.pi) % (2 * math.pi)


@cache
def lattice_of_side(side: int) -> TriangleLattice:
    """The lattice of a hexagonal board. Raises ValueError unless 1 <= side <= 12."""
    if not 1 <= side <= LARGEST_SIDE:
        raise ValueError(f"a board's side is 1 to {LARGEST_SIDE}, not {side}")
    rows = _rows(side)
    crossings = [point for row in rows for point in row]
    index = {point: number for number, point in enumerate(crossings)}
    positions = tuple((q + r / 2, r * _ROW_HEIGHT) for q, r in crossings)
    crossing_names = tuple(
        f"{chr(65 + row)}{column + 1}" for row in range(len(rows)) for column in range(len(rows[row]))
    )
    corners, names = [], []
    for number in range(2 * side):
        for place, points in enumerate(_strip(rows[number], rows[number + 1])):
            a, b, c = (index[point] for point in points)
            corners.append((a, b, c))
            names.append(f"{number + 1}.{place + 1}")
    neighbours = tuple(
        tuple(other for other, theirs in enumerate(corners) if len(set(theirs) & set(mine)) == 2) for mine in corners
    )
    sites = _sites(corners, neighbours, positions)
    return TriangleLattice(
        side=side,
        crossing_names=crossing_names,
        triangle_names=tuple(names),
        positions=positions,
        corners_of=tuple(corners),
        neighbours_of=neighbours,
        triangles_at=_fans(corners, positions),
        sites=sites,
        crossing_named={name: number for number, name in enumerate(crossing_names)},
        triangle_named={name: number for number, name in enumerate(names)},
        site_of={(*site.triangles, site.head): site for site in sites},
    )


def _fans(
    corners: list[tuple[int, int, int]], positions: tuple[tuple[float, float], ...]
) -> tuple[tuple[int, ...], ...]:
    fans = []
    for crossing, here in enumerate(positions):
        around = [triangle for triangle, theirs in enumerate(corners) if crossing in theirs]
        turns = sorted((_clockwise(here, _middle(corners[triangle], positions)), triangle) for triangle in around)
        fan = [triangle for _, triangle in turns]
        # At the board's edge the fan begins after the gap, so that triangles side by side follow each other.
        gaps = [(turn - turns[place - 1][0]) % (2 * math.pi) for place, (turn, _) in enumerate(turns)]
        start = gaps.index(max(gaps)) if len(fan) < 6 else 0
        fans.append(tuple(fan[start:] + fan[:start]))
    return tuple(fans)


def _middle(points: tuple[int, int, int], positions: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(positions[p][0] for p in points) / 3, sum(positions[p][1] for p in points) / 3


def _sites(
    corners: list[tuple[int, int, int]],
    neighbours: tuple[tuple[int, ...], ...],
    positions: tuple[tuple[float, float], ...],
) -> tuple[Site, ...]:
    sites = []
    for one, others in enumerate(neighbours):
        for other in (triangle for triangle in others if triangle > one):
            wide = sorted(set(corners[one]) & set(corners[other]))
            tips = sorted(set(corners[one]) ^ set(corners[other]))
            for head, tail in (tips, reversed(tips)):
                right, left = sorted(wide, key=lambda crossing: _side_of(head, tail, crossing, positions))
                sites.append(Site((one, other), (head, right, tail, left)))
    return tuple(sites)


def _side_of(head: int, tail: int, crossing: int, positions: tuple[tuple[float, float], ...]) -> float:
    """Negative where the crossing lies right of the line from tail to head, as seen from above."""
    (hx, hy), (tx, ty), (x, y) = positions[head], positions[tail], positions[crossing]
    return (hy - ty) * (x - tx) - (hx - tx) * (y - ty)
