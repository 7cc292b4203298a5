"""Rhombi that lie apart from each other on a table, found and straightened, whatever is printed on them.

What is not table is parted from it in several ways (:func:`vision.registration.quads.parted_from_table`), each with
specks and bridges of several sizes taken away. Every region gives a four-sided hull; each side is laid onto the edge
beside it. Of the hulls at one place that one is kept whose sides are edges all along and whose opposite sides match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.quads import crossing, parted_from_table, softened_lab

WIDE = 240  # px of a straightened rhomb, whose height is √3 times as much
HIGH = round(WIDE * np.sqrt(3))


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseRhombiParameters(Parameters):
    """Which outline on a table has the sides, angles and area of a rhomb."""

    long_side: int = parameter(2200, "px", "at which rhombi are sought", CHOSEN)
    slender: tuple[float, float] = parameter(
        (1.3, 2.4), "times", "long diagonal over short one, as a tilted camera sees √3: least and most", CHOSEN
    )
    askew: float = parameter(0.16, "share of their length", "by which opposite sides may differ", CHOSEN)
    unequal: float = parameter(1.4, "times", "longer side over shorter one, at most", CHOSEN)
    coarse: float = parameter(0.012, "share", "of a hull's length: smaller bends are no corners", CHOSEN)
    area: tuple[float, float] = parameter(
        (0.0006, 0.12), "share of the picture", "that a rhomb covers: least and most", CHOSEN
    )
    specks: tuple[int, ...] = parameter(
        (5, 11, 21, 35), "px", "of what is closed in outlines, one after the other", CHOSEN
    )
    least_edge: float = parameter(0.45, "share", "of a side that must lie on an edge", CHOSEN)
    usual: float = parameter(1.3, "times", "the usual side that one may be larger or smaller", CHOSEN)
    same: float = parameter(0.03, "share of a side", "corners nearer than this are the same", CHOSEN)
    samples: int = parameter(31, "points", "along each edge at which its contrast is measured", CHOSEN)


PARAMETERS = LooseRhombiParameters()


@dataclass(frozen=True, eq=False, slots=True)
class LooseRhomb:
    """A rhomb that was found.

    Attributes:
        picture: straightened, BGR (HIGH, WIDE, 3), a tip up; which of the two tips is chance.
        outline: (4, 2) px on the photograph: upper tip, right corner, lower tip, left corner.
    """

    picture: Picture
    outline: NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class _FoundRhomb:
    corners: Float64Array
    score: float

    @property
    def side(self) -> float:
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())

    @property
    def middle(self) -> Float64Array:
        middle: Float64Array = self.corners.mean(axis=0)
        return middle


def loose_rhombi(image: Picture) -> tuple[LooseRhomb, ...]:
    """The rhombi on a BGR picture, row by row as one reads."""
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    lab = softened_lab(image, scale)
    exact = lab.astype(np.float32)
    found = [one for corners in _once(_regions(lab)) if (one := _checked(corners, exact)) is not None]
    rhombi = []
    for one in _in_reading_order(_of_one_size(found)):
        outline = _from_tip((one.corners / scale).astype(np.float32))
        rhombi.append(LooseRhomb(straightened(image, outline), outline))
    return tuple(rhombi)


def straightened(image: Picture, outline: NDArray[np.float32]) -> Picture:
    """(HIGH, WIDE, 3) what lies within an outline (4, 2) px, a tip up."""
    onto = np.array([[WIDE / 2, 0], [WIDE, HIGH / 2], [WIDE / 2, HIGH], [0, HIGH / 2]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(outline.astype(np.float32), onto)
    shrink = float(np.linalg.norm(outline[0] - outline[2])) / HIGH
    soft = cv2.GaussianBlur(image, (0, 0), 0.4 * shrink) if shrink > 1.3 else image
    picture = cv2.warpPerspective(soft, matrix, (WIDE, HIGH), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)


def _regions(lab: Picture) -> Iterator[Float64Array]:
    """(4, 2) corners clockwise of whatever has about four sides."""
    whole = lab.shape[0] * lab.shape[1]
    for mask in parted_from_table(lab):
        for speck in PARAMETERS.specks:
            around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (speck, speck))
            closing = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (min(speck, 11), min(speck, 11)))
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, closing)
            shells, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            filled = cv2.drawContours(np.zeros_like(mask), shells, -1, 1, cv2.FILLED)
            outlines, _ = cv2.findContours(
                cv2.morphologyEx(filled, cv2.MORPH_OPEN, around), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
            )
            for outline in outlines:
                area = cv2.contourArea(outline)
                if not PARAMETERS.area[0] * whole < area < PARAMETERS.area[1] * whole:
                    continue
                hull = np.asarray(cv2.convexHull(outline), np.int32)
                corners = _four_sides(hull)
                if corners is not None and area > 0.72 * cv2.contourArea(corners.astype(np.float32)):
                    yield corners


def _once(quads: Iterable[Float64Array]) -> Iterator[Float64Array]:
    """Without those that are another one's within a few hundredths of its side."""
    seen: list[Float64Array] = []
    for quad in quads:
        near = PARAMETERS.same * float(np.linalg.norm(quad[0] - quad[1]))
        if not any(
            np.linalg.norm(quad - np.roll(other, turn, axis=0), axis=1).max() < near
            for other in seen
            if abs(other[:, 0].mean() - quad[:, 0].mean()) < near
            for turn in range(4)
        ):
            seen.append(quad)
            yield quad


def _four_sides(hull: NDArray[np.int32]) -> Float64Array | None:
    """A hull as four corners: the side whose loss adds least is given up until four are left, since tips are rounded
    off where specks were."""
    around = cv2.arcLength(hull, True)
    corners = cv2.approxPolyDP(hull, PARAMETERS.coarse * around, True).reshape(-1, 2).astype(np.float64)
    while len(corners) > 4:
        grown = [_without(corners, side) for side in range(len(corners))]
        real = [one for one in grown if one is not None]
        if not real:
            return None
        corners = min(real, key=lambda one: cv2.contourArea(one.astype(np.float32)))
    if len(corners) != 4:
        return None
    return corners if cv2.contourArea(corners.astype(np.float32), oriented=True) > 0 else corners[::-1].copy()


def _without(corners: Float64Array, side: int) -> Float64Array | None:
    """The corners without the side that begins at one of them: its neighbours go on until they meet, outside."""
    a, b, c, d = (corners[(side + step) % len(corners)] for step in (-1, 0, 1, 2))
    one, other = b - a, c - d
    turn = float(one[0] * other[1] - one[1] * other[0])
    if abs(turn) < 1e-6 * float(np.linalg.norm(one) * np.linalg.norm(other)):
        return None
    share = float((c - b)[0] * other[1] - (c - b)[1] * other[0]) / turn
    back = float((c - b)[0] * one[1] - (c - b)[1] * one[0]) / turn
    if share < 0 or back < 0:
        return None
    kept = corners.copy()
    kept[side] = b + share * one
    return np.delete(kept, (side + 1) % len(corners), axis=0)


def _checked(corners: Float64Array, lab: NDArray[np.float32]) -> _FoundRhomb | None:
    """Laid onto its edges twice; None where it is no rhombus in perspective or lies on no edges."""
    if not _is_rhombic(corners, 2.2):
        return None
    for reach in (0.1, 0.05):
        corners = _onto_edges(corners, lab, reach)
        if not _is_rhombic(corners, 1.6):
            return None
    if not _is_rhombic(corners, 1.0):
        return None
    shares = _edge_shares(corners, lab)
    if min(shares) < PARAMETERS.least_edge:
        return None
    return _FoundRhomb(corners, min(shares) + 0.5 * sum(shares) / 4 - 1.5 * _mismatch(corners))


def _is_rhombic(corners: Float64Array, lenient: float) -> bool:
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    diagonals = sorted((float(np.linalg.norm(corners[0] - corners[2])), float(np.linalg.norm(corners[1] - corners[3]))))
    slender = diagonals[1] / max(diagonals[0], 1e-6)
    return bool(
        sides.min() > 8
        and sides.max() < PARAMETERS.unequal**lenient * sides.min()
        and PARAMETERS.slender[0] / lenient**0.3 < slender < PARAMETERS.slender[1] * lenient**0.3
        and _mismatch(corners) < PARAMETERS.askew * lenient
    )


def _mismatch(corners: Float64Array) -> float:
    """How far opposite sides differ, in their length: nothing for a parallelogram."""
    off = corners[0] - corners[1] + corners[2] - corners[3]
    side = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean()
    return float(np.linalg.norm(off) / max(float(side), 1e-6))


def _profiles(
    corners: Float64Array, lab: NDArray[np.float32], reach: float
) -> tuple[Float64Array, Float64Array, Float64Array, Float64Array]:
    """Along each side: starts of the looks (4, s, 2), their direction outwards (4, 2), offsets (o,) px, and how much
    the print changes there (4, s, o)."""
    ends = np.roll(corners, -1, axis=0)
    along = ends - corners
    length = np.linalg.norm(along, axis=1, keepdims=True)
    out = np.column_stack([along[:, 1], -along[:, 0]]) / np.maximum(length, 1e-6)
    far = max(3.0, reach * float(length.mean()))
    offsets = np.arange(-far, far + 0.5, 0.5)
    steps = corners[:, None] + np.linspace(0.1, 0.9, PARAMETERS.samples)[None, :, None] * along[:, None]
    spots = (steps[:, :, None] + offsets[None, None, :, None] * out[:, None, None]).astype(np.float32)
    flat = spots.reshape(4 * PARAMETERS.samples, len(offsets), 2)
    values = cv2.remap(lab, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = np.linalg.norm(np.gradient(values * np.array([0.7, 1, 1], np.float32), axis=1), axis=2)
    return steps, out, offsets, change.reshape(4, PARAMETERS.samples, len(offsets)).astype(np.float64)


def _onto_edges(corners: Float64Array, lab: NDArray[np.float32], reach: float) -> Float64Array:
    """Each side laid onto the outermost strong edge near it."""
    steps, out, offsets, change = _profiles(corners, lab, reach)
    lines = []
    for side in range(4):
        weight = change[side] * np.linspace(0.65, 1.0, len(offsets)) * np.exp(-0.5 * np.square(offsets / offsets[-1]))
        best = offsets[weight.argmax(axis=1)]
        points = steps[side] + best[:, None] * out[side]
        fitted = _robust_line(points)
        lines.append(fitted)
    met = [crossing(lines[side - 1], lines[side]) for side in range(4)]
    moved = [corners[side] if one is None else one for side, one in enumerate(met)]
    return np.array(moved)


def _robust_line(points: Float64Array) -> Float64Array:
    """(dx, dy, x, y) through most of the points: the best of all pairs at some distance, then least squares."""
    far = len(points) // 3
    one, other = np.array([(a, b) for a in range(0, len(points) - far, 2) for b in range(a + far, len(points), 2)]).T
    along = points[other] - points[one]
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.maximum(
        np.linalg.norm(along, axis=1, keepdims=True), 1e-6
    )
    off = np.abs(points @ normal.T - (points[one] * normal).sum(axis=1))  # (points, pairs)
    best = points[off[:, int((off < 1.2).sum(axis=0).argmax())] < 1.2]
    line: Float64Array = cv2.fitLine(best.astype(np.float32), cv2.DIST_L2, 0, 0.01, 0.01).ravel().astype(np.float64)
    return line


def _edge_shares(corners: Float64Array, lab: NDArray[np.float32]) -> list[float]:
    """For each side how much of it lies on an edge."""
    _, _, offsets, change = _profiles(corners, lab, 0.06)
    near = np.abs(offsets) <= 1.6
    on = change[:, :, near].max(axis=2)
    usual = max(2.0, float(np.median(on)))
    return [float((on[side] > 0.4 * usual).mean()) for side in range(4)]


def _of_one_size(found: list[_FoundRhomb]) -> list[_FoundRhomb]:
    """The best at each place, of the size that most have."""
    if not found:
        return []
    sides = np.array([one.side for one in found])
    support = [(np.abs(np.log(sides / side)) < np.log(PARAMETERS.usual) / 2).sum() for side in sides]
    usual = sides[int(np.argmax(support))]
    kept: list[_FoundRhomb] = []
    for one in sorted(found, key=lambda one: -one.score):
        if not 1 / PARAMETERS.usual < one.side / usual < PARAMETERS.usual:
            continue
        if all(np.linalg.norm(one.middle - other.middle) > 0.5 * usual for other in kept):
            kept.append(one)
    return kept


def _in_reading_order(found: list[_FoundRhomb]) -> list[_FoundRhomb]:
    """Rows from above to below, each from left to right."""
    left = sorted(found, key=lambda one: float(one.middle[1]))
    ordered: list[_FoundRhomb] = []
    while left:
        row = [one for one in left if one.middle[1] - left[0].middle[1] < 0.8 * left[0].side]
        ordered.extend(sorted(row, key=lambda one: float(one.middle[0])))
        left = [one for one in left if not any(one is other for other in row)]
    return ordered


def _from_tip(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Clockwise on the picture, the tip that is higher on it first."""
    if np.linalg.norm(corners[0] - corners[2]) < np.linalg.norm(corners[1] - corners[3]):
        corners = np.roll(corners, 1, axis=0)
    if corners[0, 1] > corners[2, 1]:
        corners = np.roll(corners, 2, axis=0)
    return np.ascontiguousarray(corners)
