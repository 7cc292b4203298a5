"""Finds the net of triangles on an empty board of a copy that nobody has seen before.

1. Closed outlines with six corners (the card, the wall, the net itself) that are regular hexagons in perspective give
   candidate views of the board's plane.
2. In each view the net is sought as lines at even distances in the three directions: how many triangles along an edge,
   and how large, is told by how much steeper the print is on the lines than between them.
3. The lines of the best net are laid onto the print exactly.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from games.cronberg.lattice import lattice_of_side
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.quads import parted_from_table, softened_lab


@dataclass(frozen=True, slots=True, kw_only=True)
class MeshParameters(Parameters):
    """How regular corners have to lie to be the mesh of a board."""

    long_side: int = parameter(1400, "px", "at which outlines are sought", CHOSEN)
    least_area: float = parameter(0.03, "share of the picture", "that a board covers at the least", CHOSEN)
    regular: float = parameter(0.045, "radii", "that corners may be off a regular hexagon", CHOSEN)
    radius_px: int = parameter(330, "px", "of a candidate hexagon as it is looked at from above", CHOSEN)
    along: int = parameter(17, "places", "along an edge that are looked at", CHOSEN)
    least_score: float = parameter(0.25, "correlation", "of the mesh's edges below which none was found", CHOSEN)
    rounds: int = parameter(6, "rounds", "in which its corners are moved", CHOSEN)
    sides: tuple[int, ...] = parameter(
        (2, 3, 4, 5), "triangles", "along an edge of boards that are sought; others are told by people", CHOSEN
    )
    between: tuple[float, ...] = parameter(
        (-0.5, -0.34, 0.34, 0.5), "triangle heights", "off a line where nothing is ruled", CHOSEN
    )
    mesh_shares: tuple[float, float, int] = parameter(
        (0.6, 1.03, 46), "share: first, last, how many", "of an outline's radius that the net's may be", CHOSEN
    )


PARAMETERS = MeshParameters()


@dataclass(frozen=True, eq=False, slots=True)
class FoundMesh:
    """A net that was found.

    Attributes:
        to_px: (3, 3) from triangle edges about the middle crossing (x right, y down, an edge at the top) to px.
        side: triangles along an edge.
        outline_px: (n, 2) the outermost outline around the net that was seen: the card's, or the wall's.
        score: how much steeper the print is on its lines than between them, 0 to 1.
    """

    to_px: Float64Array
    side: int
    outline_px: Float64Array
    score: float

    @property
    def corners_px(self) -> Float64Array:
        """(6, 2) the net's own corners, clockwise from the upper left."""
        return placed(self.to_px, hexagon(self.side)[[4, 5, 0, 1, 2, 3]])


def hexagon(radius: float = 1.0) -> Float64Array:
    """(6, 2) corners of a regular hexagon with an edge at the top, clockwise from the right, y down."""
    turns = np.radians(np.arange(0, 360, 60))
    corners: Float64Array = radius * np.column_stack([np.cos(turns), np.sin(turns)])
    return corners


def placed(matrix: Float64Array, points: Float64Array) -> Float64Array:
    """Points (n, 2) carried by a homography."""
    moved: Float64Array = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0]
    return moved


def find_mesh(image: Picture, side: int | None = None) -> FoundMesh | None:
    """The net on a picture of an empty board, or None.

    Args:
        image: BGR, the board's whole net in view. side: triangles along an edge, where people have told it.
    """
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    outlines = list(_hexagons(np.asarray(small, np.uint8)))
    best: FoundMesh | None = None
    sides = PARAMETERS.sides if side is None else (side,)
    for outline in outlines:
        found = _mesh_in(np.asarray(small, np.uint8), outline, sides)
        if found is not None and (best is None or found.score > best.score):
            best = found
    if best is None or best.score < PARAMETERS.least_score:
        return None
    grow = np.diag([1 / scale, 1 / scale, 1.0])
    around = _outermost(best, outlines) / scale
    return _upright(_exact(image, FoundMesh(grow @ best.to_px, best.side, around, best.score)))


def mesh_from_corners(corners_px: Float64Array, side: int) -> FoundMesh:
    """The mesh whose six corners (6, 2) px people have shown, clockwise from the upper left, laid onto the print."""
    to_px, _ = cv2.findHomography(hexagon(side)[[4, 5, 0, 1, 2, 3]], np.asarray(corners_px, np.float64))
    rough = np.asarray(to_px, np.float64)
    return FoundMesh(rough, side, placed(rough, hexagon(side * 1.17)), 1.0)


def _hexagons(image: Picture) -> Iterator[Float64Array]:
    """(6, 2) corners clockwise of outlines that may be regular hexagons in perspective, each once."""
    seen: list[Float64Array] = []
    for mask in _masks(image):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            if cv2.contourArea(outline) < PARAMETERS.least_area * mask.size:
                continue
            hull = np.asarray(cv2.convexHull(outline), np.int32)
            corners = _six_corners(hull)
            if corners is None or _irregular(corners) > PARAMETERS.regular:
                continue
            reach = float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean())
            if any(np.abs(_like(corners, other) - other).max() < 0.02 * reach for other in seen):
                continue
            seen.append(corners)
            yield corners


def _masks(image: Picture) -> Iterator[NDArray[np.uint8]]:
    lab = softened_lab(image, 1.0)
    yield from parted_from_table(lab)
    for channel, (low, high) in itertools.product(range(3), ((20, 50), (40, 100), (80, 180))):
        edges = cv2.Canny(np.ascontiguousarray(lab[..., channel]), low, high)
        yield np.asarray(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    for channel in range(3):
        _, mask = cv2.threshold(np.ascontiguousarray(lab[..., channel]), 0, 255, cv2.THRESH_OTSU)
        yield np.asarray(mask, np.uint8)
        yield np.asarray(255 - mask, np.uint8)


def _six_corners(hull: NDArray[np.int32]) -> Float64Array | None:
    around = cv2.arcLength(hull, True)
    for coarse in (0.008, 0.012, 0.018, 0.026, 0.036):
        corners = cv2.approxPolyDP(hull, coarse * around, True)
        if len(corners) == 6:
            found: Float64Array = corners.reshape(6, 2).astype(np.float64)
            return found if cv2.contourArea(corners, oriented=True) > 0 else found[::-1].copy()
    return None


def _irregular(corners: Float64Array) -> float:
    """How far corners are from a regular hexagon seen in perspective, in its radius; in px on the picture."""
    matrix, _ = cv2.findHomography(hexagon(), corners)
    if matrix is None:
        return float("inf")
    off = np.linalg.norm(placed(np.asarray(matrix, np.float64), hexagon()) - corners, axis=1).max()
    return float(off / np.linalg.norm(corners - corners.mean(axis=0), axis=1).mean())


def _like(corners: Float64Array, other: Float64Array) -> Float64Array:
    """The same corners, counted from the one that is nearest to the other's first."""
    turns = [np.roll(corners, turn, axis=0) for turn in range(6)]
    return min(turns, key=lambda one: float(np.abs(one - other).sum()))


def _mesh_in(image: Picture, outline: Float64Array, sides: tuple[int, ...]) -> FoundMesh | None:
    """The best net about the middle of an outline."""
    to_px, _ = cv2.findHomography(hexagon(), outline)
    if to_px is None:
        return None
    size = round(2.2 * PARAMETERS.radius_px)
    onto = np.array([[PARAMETERS.radius_px, 0, size / 2], [0, PARAMETERS.radius_px, size / 2], [0, 0, 1.0]])
    above = cv2.warpPerspective(image, onto @ np.linalg.inv(to_px), (size, size), flags=cv2.INTER_LINEAR)
    steep = _steepness(np.asarray(above, np.uint8))
    best, score = None, 0.0
    for side, share in itertools.product(sides, np.geomspace(*PARAMETERS.mesh_shares)):
        contrast = _line_contrast(steep, side, PARAMETERS.radius_px * share / side, size / 2)
        if contrast > score:
            best, score = (side, share), contrast
    if best is None:
        return None
    side, share = best
    matrix = np.asarray(to_px, np.float64) @ np.diag([share / side, share / side, 1.0])
    return FoundMesh(matrix, side, outline, score)


def _steepness(above: Picture) -> Float32Array:
    """(h, w, 2) gradient of the print in the direction in which it is steepest among the colours, evened out."""
    soft = cv2.GaussianBlur(above, (0, 0), 1.6).astype(np.float32)
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    strong = (dx * dx + dy * dy).argmax(axis=2)[..., None]
    both = np.concatenate([np.take_along_axis(dx, strong, 2), np.take_along_axis(dy, strong, 2)], axis=2)
    size = np.linalg.norm(both, axis=2)
    usual = float(np.percentile(size, 80)) + 1e-3
    return np.asarray(both / np.maximum(size, usual)[..., None], np.float32)


def _edges_of(side: int) -> tuple[Float64Array, Float64Array]:
    """(n, 2) ends of every edge of the net, in edges."""
    lattice = lattice_of_side(side)
    pairs = sorted({tuple(sorted(pair)) for three in lattice.corners_of for pair in itertools.combinations(three, 2)})
    at = np.array(lattice.positions)
    return at[[one for one, _ in pairs]], at[[other for _, other in pairs]]


def _line_contrast(steep: Float32Array, side: int, edge_px: float, middle: float) -> float:
    """How much steeper the print is on the lines of such a net than between them, 0 to 1; larger nets count for more,
    since a part of a net looks like a net as well."""
    starts, ends = _edges_of(side)
    along = ends - starts
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    shares = np.linspace(0.15, 0.85, PARAMETERS.along)[None, :, None]
    points = (starts[:, None] + shares * along[:, None]) * edge_px + middle

    def response(offset: float) -> Float32Array:
        spots = (points + offset * normal[:, None] * edge_px).astype(np.float32)
        seen = cv2.remap(steep, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR)
        return np.asarray(np.abs((seen * normal[:, None]).sum(axis=2)).mean(axis=1), np.float32)

    near = max(1.5 / edge_px, 0.02)
    on = np.max([response(offset) for offset in (-0.06, -near, 0.0, near, 0.06)], axis=0)
    between = np.max([response(float(offset) * 0.866) for offset in np.array(PARAMETERS.between)], axis=0)
    contrast = on - np.maximum(between, 0.12)
    return float(np.clip(contrast, -0.3, 0.6).mean() * (1 - 0.25 / side))


def _exact(image: Picture, mesh: FoundMesh) -> FoundMesh:
    """The net laid onto the print: each edge is moved to the middle of what is steep beside it."""
    matrix = mesh.to_px
    grey = cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.float32)
    starts, ends = _edges_of(mesh.side)
    shares = np.linspace(0.12, 0.88, PARAMETERS.along)[None, :, None]
    for number in range(PARAMETERS.rounds):
        reach = 0.14 if number < 2 else 0.09
        points = (starts[:, None] + shares * (ends - starts)[:, None]).reshape(-1, 2)
        along = ends - starts
        normal = np.repeat(np.column_stack([-along[:, 1], along[:, 0]]), PARAMETERS.along, axis=0)
        offsets = np.linspace(-reach, reach, 25)
        spots = placed(matrix, (points[:, None] + offsets[None, :, None] * normal[:, None]).reshape(-1, 2))
        spots = spots.reshape(len(points), len(offsets), 2).astype(np.float32)
        values = cv2.remap(grey, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR)
        steep = np.abs(np.gradient(values, axis=1)).max(axis=2)
        steep = np.maximum(steep - np.percentile(steep, 40, axis=1, keepdims=True), 0) ** 2
        weight = steep.sum(axis=1)
        shift = (steep * offsets).sum(axis=1) / np.maximum(weight, 1e-6)
        # The sum along each edge says where the edge is; single places are too easily misled by symbols.
        shift = np.repeat(np.median(shift.reshape(-1, PARAMETERS.along), axis=1), PARAMETERS.along)
        moved = placed(matrix, points + shift[:, None] * normal)
        fresh, _ = cv2.findHomography(points, moved, cv2.RANSAC, 2.5)
        if fresh is None:
            break
        matrix = np.asarray(fresh, np.float64)
    return FoundMesh(matrix, mesh.side, mesh.outline_px, mesh.score)


def _outermost(mesh: FoundMesh, outlines: list[Float64Array]) -> Float64Array:
    """The largest outline about the same middle that holds the whole net."""
    middle = placed(mesh.to_px, np.zeros((1, 2)))[0]
    corners = placed(mesh.to_px, hexagon(mesh.side * 0.98))
    reach = float(np.linalg.norm(corners - middle, axis=1).mean())
    best, area = placed(mesh.to_px, hexagon(mesh.side * 1.17)), 0.0
    for outline in outlines:
        at = placed(np.asarray(cv2.findHomography(hexagon(), outline)[0], np.float64), np.zeros((1, 2)))[0]
        around = outline.astype(np.float32)
        holds = all(cv2.pointPolygonTest(around, tuple(map(float, p)), False) >= 0 for p in corners)
        size = cv2.contourArea(around)
        if np.linalg.norm(at - middle) < 0.08 * reach and holds and size > area:
            best, area = outline, size
    return best


def _upright(mesh: FoundMesh) -> FoundMesh:
    """Of the six ways to look at a net the one whose upper edge is uppermost on the picture."""

    def down(turn: int) -> float:
        axis = placed(_turned(mesh.to_px, turn), np.array([[0.0, 0.0], [0.0, -1.0]]))
        return float(axis[1, 1] - axis[0, 1]) / float(np.linalg.norm(axis[1] - axis[0]))

    best = min(range(6), key=down)
    return FoundMesh(_turned(mesh.to_px, best), mesh.side, mesh.outline_px, mesh.score)


def _turned(to_px: Float64Array, turn: int) -> Float64Array:
    angle = math.radians(60 * turn)
    c, s = math.cos(angle), math.sin(angle)
    turned: Float64Array = to_px @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return turned
