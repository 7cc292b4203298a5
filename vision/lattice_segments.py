"""The straight edges of a picture, and the two directions in which the tiles of a map lie.

Seams between tiles and the rim of a map are straight and run in two directions that meet at right angles on the table;
on the picture each bundle runs towards a vanishing point (Hartley and Zisserman, "Multiple View Geometry", chapter 8).
Roads, walls and the grain of wood are straight too, but no other two directions share so many places.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Matrix, project
from vision.lattice_patches import LAB_SCALE
from vision.sharpness import blur_px

LONG_SIDE = 1600  # px at which edges are looked for
SHARP = 2.3  # px of blur beyond which they are not found: a picture out of focus is looked at smaller
SHORTEST = 0.007  # of the longer side: shorter edges are drawing, grain and grass
COUNTS_UP_TO = 0.06  # of the longer side: a table's edge does not outvote a map
AIM = np.deg2rad(2.0)  # how far an edge may point beside its vanishing point
NEAREST = 0.75  # of the longer side: vanishing points nearer to the middle need a steeper look than 45 degrees
TRIES, KEPT, FACINGS = 400, 12, 4
MOST_EDGES = 1200  # the longest vote
CELLS = 14  # across the longer side: where both directions are seen
USUAL_FOCAL, FOCALS = 1.05, (0.65, 2.2)  # of the longer side

TABLE_PX, TABLE_SHADES, TABLE_SHARE = 320, 7, 0.5  # width and shades in which the table is told apart, its least share

Edges = NDArray[np.float64]  # (n, 2, 2) px: both ends


@dataclass(frozen=True, eq=False)
class Facing:
    """A table plane on which the tiles lie upright.

    Attributes:
        plane: homography from the plane to px: a unit is about a px at the middle of what lies there, x to the right.
        score: how much of the picture's edges runs both ways.
    """

    plane: Matrix
    score: float


def edges_of(image: NDArray[np.uint8]) -> Edges:
    """Straight edges in px of the picture (von Gioi et al., "LSD: A Fast Line Segment Detector", PAMI 2010)."""
    gray = np.asarray(image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    scale = min(1.0, LONG_SIDE / max(gray.shape))
    small = _shrunk(gray, scale)
    blur = blur_px(small)
    if blur > SHARP:
        scale *= SHARP / blur
        small = _shrunk(gray, scale)
    return line_segments(small, SHORTEST * max(small.shape), scale)


def _shrunk(gray: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1.0:
        return gray
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def line_segments(gray: NDArray[np.uint8], shortest: float, scale: float) -> Edges:
    """Straight edges longer than ``shortest`` px of a picture that shows another at ``scale``, in px of that one."""
    found = cv2.createLineSegmentDetector(0).detect(gray)[0]
    if found is None:
        return np.zeros((0, 2, 2))
    ends = found.reshape(-1, 2, 2).astype(np.float64)
    long_enough = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) > shortest
    return np.asarray((ends[long_enough] + 0.5) / scale - 0.5)


def off_the_table(edges: Edges, image: NDArray[np.uint8]) -> Edges:
    """The edges that do not lie in the colours that most of the picture has: a table's grain has more edges than a map.

    Where tiles fill the picture this may drop the map itself, so it is a second try.
    """
    height, width = image.shape[:2]
    small = cv2.resize(image, (TABLE_PX, max(1, round(TABLE_PX * height / width))), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    lab = np.asarray(cv2.medianBlur(np.asarray(lab, np.float32), 5), np.float32) * LAB_SCALE
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, 15, 0.3)
    flat = np.ascontiguousarray(lab.reshape(-1, 3))
    _, member, _ = cv2.kmeans(flat, TABLE_SHADES, None, stop, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    share = np.bincount(member.ravel(), minlength=TABLE_SHADES) / len(flat)
    common = np.argsort(-share)[: 1 + int(np.searchsorted(np.sort(share)[::-1].cumsum(), TABLE_SHARE))]
    table = np.isin(member.reshape(small.shape[:2]), common).astype(np.float32)
    mostly = cv2.blur(table, (7, 7))
    place = np.clip((edges.mean(axis=1) * TABLE_PX / width).astype(int), 0, [TABLE_PX - 1, small.shape[0] - 1])
    return np.asarray(edges[mostly[place[:, 1], place[:, 0]] < 0.7])


def facings(edges: Edges, size: tuple[int, int], rng: np.random.Generator) -> list[Facing]:
    """The likeliest planes on which tiles lie; ``size`` is (height, width) px. Best first, empty without edges."""
    if len(edges) < 8:
        return []
    unit = max(size)
    middle = (np.array([size[1], size[0]]) - 1) / 2
    ends = (edges - middle) / unit
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    ends, lengths = (part[np.argsort(-lengths, kind="stable")[:MOST_EDGES]] for part in (ends, lengths))
    votes = np.minimum(lengths, COUNTS_UP_TO)
    points = _vanishing_points(ends, votes, rng)
    found = []
    for index, one in enumerate(points):
        for other in points[index + 1 :]:
            facing = _facing(one, other, ends, votes)
            if facing is not None:
                found.append(facing)
    found.sort(key=lambda facing: -facing.score)
    back = np.array([[unit, 0.0, middle[0]], [0.0, unit, middle[1]], [0.0, 0.0, 1.0]])
    return [
        Facing(back @ facing.plane @ np.diag([1 / unit, 1 / unit, 1.0]), facing.score) for facing in found[:FACINGS]
    ]


def aims(ends: Edges, point: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) angle, radians, between each edge and the way from its middle to a point (3,) at infinity or not."""
    middles, along = ends.mean(axis=1), ends[:, 1] - ends[:, 0]
    way = point[:2] - point[2] * middles
    cross = along[:, 0] * way[:, 1] - along[:, 1] * way[:, 0]
    return np.asarray(np.abs(np.arctan2(cross, np.abs((along * way).sum(axis=1)))))


def _vanishing_points(ends: Edges, votes: NDArray[np.float64], rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """Points (3,) at which most edges aim, best first: random pairs of edges vote, the winners are fitted."""
    rich = np.concatenate([ends, np.ones((*ends.shape[:2], 1))], axis=2)
    lines = np.cross(rich[:, 0], rich[:, 1])
    lines /= np.linalg.norm(lines[:, :2], axis=1, keepdims=True)
    pairs = rng.choice(len(ends), (TRIES, 2), p=votes / votes.sum())
    candidates = np.cross(lines[pairs[:, 0]], lines[pairs[:, 1]])
    candidates /= np.linalg.norm(candidates, axis=1, keepdims=True) + 1e-12
    far = np.linalg.norm(candidates[:, :2], axis=1) > NEAREST * np.abs(candidates[:, 2])
    candidates = candidates[far & (np.linalg.norm(candidates, axis=1) > 0.5)]
    support = np.array([votes[aims(ends, point) < AIM].sum() for point in candidates])
    points: list[NDArray[np.float64]] = []
    free = np.ones(len(ends), bool)
    for _ in range(KEPT):
        if not len(candidates) or support.max() <= 0:
            break
        point = candidates[int(support.argmax())]
        for _ in range(3):
            near = aims(ends, point) < AIM
            pulled = lines[near] * np.sqrt(votes[near])[:, None]
            point = np.linalg.svd(pulled, full_matrices=False)[2][-1] if near.sum() >= 3 else point
        points.append(point)
        # What aims there is settled: the next point lives on other edges.
        free &= aims(ends, point) > 1.5 * AIM
        support = np.array([(votes * free)[aims(ends, candidate) < AIM].sum() for candidate in candidates])
    return points


def _facing(
    one: NDArray[np.float64], other: NDArray[np.float64], ends: Edges, votes: NDArray[np.float64]
) -> Facing | None:
    """The plane whose axes run to the two points, in units of the longer side; None where no camera sees it so."""
    near = [np.flatnonzero(aims(ends, point) < AIM) for point in (one, other)]
    cells = [_by_cell(ends[index], votes[index]) for index in near]
    both = np.maximum(np.minimum(*cells), 0.0)
    if both.sum() <= 0:
        return None
    middles = np.concatenate([ends[index].mean(axis=1) for index in near])
    counts = np.concatenate([votes[index] for index in near])
    weight = counts * _at_cells(both, middles)
    if weight.sum() <= 0:
        return None
    middle = np.average(middles, axis=0, weights=weight)
    ways = [point[:2] - point[2] * middle for point in (one, other)]
    angles = [np.arctan2(way[1], way[0]) for way in ways]
    apart = abs((angles[0] - angles[1] + np.pi / 2) % np.pi - np.pi / 2)
    if apart < np.deg2rad(50):
        return None
    first, second = (one, other) if abs(np.cos(angles[0])) > abs(np.cos(angles[1])) else (other, one)
    focal = _focal(first, second)
    rays = [np.array([point[0], point[1], point[2] * focal]) for point in (first, second)]
    rays = [ray / np.linalg.norm(ray) for ray in rays]
    camera = np.diag([focal, focal, 1.0])
    origin = np.array([middle[0], middle[1], 1.0])
    plane = np.column_stack([camera @ rays[0] / focal, camera @ rays[1] / focal, origin])
    for axis in (0, 1):
        step = project(plane, np.eye(2)[axis : axis + 1] * 1e-3)[0] - middle
        if step[axis] < 0:
            plane[:, axis] *= -1
    if np.linalg.det(plane) <= 0:
        return None
    return Facing(plane, float(np.sqrt(both).sum()))


def _focal(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Focal length in longer sides at which the two directions are square, where they tell it; else the usual one."""
    depth = one[2] * other[2]
    if abs(depth) < 0.02:  # one of them lies far away: any focal length would do
        return USUAL_FOCAL
    square = -(one[0] * other[0] + one[1] * other[1]) / depth
    return float(np.clip(np.sqrt(square), *FOCALS)) if square > 0 else USUAL_FOCAL


def _by_cell(ends: Edges, votes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Votes by place: (CELLS + 1, CELLS + 1), smeared over neighbouring cells."""
    found = np.zeros((CELLS + 2, CELLS + 2), np.float64)
    place = np.clip(((ends.mean(axis=1) + 0.5) * CELLS).astype(int), 0, CELLS + 1)
    np.add.at(found, (place[:, 1], place[:, 0]), votes)
    return np.asarray(cv2.blur(found, (3, 3)))


def _at_cells(cells: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    place = np.clip(((points + 0.5) * CELLS).astype(int), 0, CELLS + 1)
    return np.asarray(cells[place[:, 1], place[:, 0]])
