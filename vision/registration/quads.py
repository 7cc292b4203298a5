"""Finds square tiles that lie apart from each other on a table, whatever is printed on them.

Three ways to part tiles from the table are tried: unlike the table's own colours (learned from the picture's rim),
busier than the table, and inside strong closed edges. Each gives regions; a region counts that is a square in
perspective. What most ways and sizes agree on is kept, and every side is then laid onto its edge exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask
from vision.frames import Picture
from vision.imaging import patches
from vision.imaging.clustering import shades_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix, project


@dataclass(frozen=True, slots=True, kw_only=True)
class QuadsParameters(Parameters):
    """Which outline is square, full and large enough to be a tile that lies apart."""

    long_side: int = parameter(2200, "px", "at which regions are looked for", CHOSEN)
    least_share: float = parameter(
        1 / 60, "share", "of the picture's long side: smaller squares show too little to learn from", CHOSEN
    )
    most_share: float = parameter(1 / 2, "share", "of the picture's long side that a square has at most", CHOSEN)
    fills: float = parameter(0.82, "share", "of its own four-sided hull", CHOSEN)
    same_place: float = parameter(0.4, "share of a side", "squares nearer than this are the same", CHOSEN)
    first_speck_px: int = parameter(5, "px", "of what is closed in outlines at first", CHOSEN)
    speck: float = parameter(0.3, "share of a tile's side", "what is narrower is no tile", CHOSEN)
    rim: float = parameter(0.06, "share of the picture", "taken for bare table", CHOSEN)
    unlike_size: float = parameter(1.45, "times", "how much larger or smaller a side may be than the usual one", CHOSEN)
    edge: float = parameter(
        8.0, "levels", "of Lab across three pixels, that a tile's rim differs from the table", CHOSEN
    )
    one_tile: float = parameter(
        0.35, "log", "of the sizes of two squares about one middle that outline one tile", CHOSEN
    )
    outdone: float = parameter(
        0.25, "share", "of its rim that lies on an edge, by which one outline of a tile is right beside another", CHOSEN
    )


PARAMETERS = QuadsParameters()

Quad = NDArray[np.float64]
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def loose_squares(image: Picture, oblong: float | None = None) -> tuple[Matrix, ...]:
    """Poses of the tiles, each from the unit square (x right, y down) to picture px, row by row as one reads.

    Args:
        image: BGR uint8 (h, w, 3).
        oblong: how much longer than its shortest side the longest of a tile may be on the picture: what perspective
            does to a square by default, more for pieces that are no squares.
    """
    oblong = PARAMETERS.unlike_size if oblong is None else oblong
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    lab = softened_lab(image, scale)
    masks = list(parted_from_table(lab))
    found = [quad for mask in masks for quad in _squares(_cleaned(mask, PARAMETERS.first_speck_px), oblong)]
    if found:
        # Now that it is known how large a tile is, thin lines of the table and ragged rims can be told from tiles.
        speck = max(3, round(PARAMETERS.speck * float(np.median([size_of(quad) for quad in _agreed(found)]))))
        found += [quad for mask in masks for quad in _squares(_cleaned(mask, speck), oblong)]
    kept = _agreed(found)
    grey = _lightness_and_colour(lab)
    exact = [onto_edges(quad, grey) / scale for quad in kept]
    return tuple(_pose(quad) for quad in _in_reading_order(exact))


def straightened(picture: Picture, pose: Matrix, size: tuple[int, int]) -> Picture:
    """A piece cut out of a photograph, as it lies from the unit square: ``size`` width and height, px."""
    quad = project(pose, _UNIT)
    to_crop = np.diag([*size, 1.0]) @ np.linalg.inv(pose)
    shrink = max(1.0, size_of(quad) / float(np.sqrt(size[0] * size[1])))
    soft = cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink) if shrink > 1.3 else picture
    return np.asarray(cv2.warpPerspective(soft, to_crop, size, flags=cv2.INTER_CUBIC), np.uint8)


def squares_anywhere(image: Picture, specks_px: tuple[int, ...] = (5, 11, 17)) -> tuple[Matrix, ...]:
    """Every square of whatever size that any of the ways finds: tiles, and what else is square. Once each.

    For a table on which a single tile lies there is no usual size to go by: the caller must tell what is a tile.
    """
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    lab = softened_lab(image, scale)
    kept: list[Quad] = []
    middles, sizes = np.empty((0, 2)), np.empty(0)  # of those: a cloth with a pattern has hundreds
    for mask in parted_from_table(lab):
        for speck in specks_px:
            for quad in _squares(_cleaned(mask, speck)):
                if not _same_squares(quad, middles, sizes).any():
                    kept.append(quad)
                    middles, sizes = np.vstack([middles, quad.mean(axis=0)]), np.append(sizes, size_of(quad))
    grey = _lightness_and_colour(lab)
    best = [onto_edges(quad, grey) for quad in kept]
    exact = lab.astype(np.float32)  # once all else is done: it is four times as large
    on_edges = np.array([_share_on_edges(quad, exact) for quad in best])
    middles, sizes = np.array([quad.mean(axis=0) for quad in best]), np.array([size_of(quad) for quad in best])
    return tuple(
        _pose(quad / scale)
        for quad, share in zip(best, on_edges, strict=True)
        if not (
            (share < on_edges - PARAMETERS.outdone) & _same_squares(quad, middles, sizes, PARAMETERS.one_tile)
        ).any()
    )


def _same_squares(
    one: Quad, middles: NDArray[np.float64], sizes: NDArray[np.float64], unlike: float = 0.15
) -> NDArray[np.bool_]:
    """(n,) which of some squares lie about one middle with another, their sizes no more than so much ``unlike`` (log).

    Args:
        middles: (n, 2) px. sizes: (n,) px, of them.
    """
    size = size_of(one)
    apart = np.linalg.norm(one.mean(axis=0) - middles, axis=1)
    return np.asarray((apart < 0.2 * size) & (np.abs(np.log(size / sizes)) < unlike))


def _share_on_edges(quad: Quad, lab: NDArray[np.float32]) -> float:
    """Share of a quad's sides, their ends left out, at which the picture changes across them; ``lab`` (h, w, 3)."""
    along = np.roll(quad, -1, axis=0) - quad
    out = np.column_stack([-along[:, 1], along[:, 0]]) / np.maximum(np.linalg.norm(along, axis=1), 1e-6)[:, None]
    spots = quad[:, None] + np.linspace(0.08, 0.92, 40)[:, None] * along[:, None]  # (4, 40, 2)
    across = (spots[:, :, None] + np.arange(-2.5, 3.0)[:, None] * out[:, None, None]).astype(np.float32)
    sheet = across.reshape(160, 6, 2)
    values = cv2.remap(lab, sheet[..., 0], sheet[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    steps = np.linalg.norm(values[:, 3:] - values[:, :3], axis=2).max(axis=1)
    return float((steps > PARAMETERS.edge).mean())


def softened_lab(image: Picture, scale: float) -> Picture:
    """(h, w, 3) uint8 CIE Lab as OpenCV has it, so much smaller (1: as it is) and a little softened. In floats it would
    be four times as large."""
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB), np.uint8)


def _lightness_and_colour(lab: Picture) -> NDArray[np.float32]:
    """(h, w) what edges are sought on: lightness, and colour where it is the same."""
    light, red, yellow = (lab[..., channel].astype(np.float32) for channel in range(3))
    return np.asarray(light + 0.7 * red + 0.7 * yellow, np.float32)


def parted_from_table(lab: Picture) -> Iterator[ByteMask]:
    """Masks of what is not table, by several ways, ragged as they come; ``lab`` (h, w, 3) uint8 as OpenCV has it."""
    height, width = lab.shape[:2]
    rim = np.zeros((height, width), bool)
    band = max(4, round(PARAMETERS.rim * max(height, width)))
    rim[:band], rim[-band:], rim[:, :band], rim[:, -band:] = True, True, True, True
    unlike = _unlike(lab, lab[rim])
    usual = _otsu(unlike)
    for strictness in (1.2, 0.9, 0.65, 0.45):
        yield (unlike > strictness * usual).astype(np.uint8)
    del unlike
    busy = np.asarray(cv2.GaussianBlur(_fine_structure(lab), (0, 0), 4), np.float32)
    yield (busy > _otsu(busy)).astype(np.uint8)
    del busy
    edges = np.zeros((height, width), np.uint8)
    for channel in range(3):
        plane = np.ascontiguousarray(lab[..., channel])
        middle = float(np.median(np.abs(cv2.Sobel(plane, cv2.CV_16S, 1, 0))))
        edges |= np.asarray(cv2.Canny(plane, 30 + 4 * middle, 70 + 9 * middle), np.uint8)
    closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((5, 5)))
    yield _filled(np.asarray(closed, np.uint8))


def _fine_structure(lab: Picture) -> NDArray[np.float32]:
    """(h, w) how far every pixel is from what lies around it, all channels together; one after the other, for the three
    at once are as many pictures of floats."""
    away = np.zeros(lab.shape[:2], np.float32)
    for channel in range(3):
        plane = lab[..., channel].astype(np.float32)
        soft = cv2.GaussianBlur(plane, (0, 0), 6)
        away += np.abs(np.subtract(plane, soft, out=soft), out=soft)
    return away


def _unlike(lab: Picture, rim: Picture) -> NDArray[np.float32]:
    """Distance of every pixel from the nearest of the table's colours, in their own spread."""
    sample = rim[:: max(1, len(rim) // 4000)].astype(np.float32)
    labels, centres = shades_of(sample, 4, rounds=20, attempts=2)
    colours = []
    for number, centre in enumerate(centres):
        members = sample[labels == number]
        if len(members) < 0.04 * len(sample):
            continue  # a thing at the rim, not the table
        spread = np.maximum(members.std(axis=0), 4.0) * np.array([1.6, 1.0, 1.0], np.float32)  # light changes L most
        colours.append((centre, spread))
    best = np.full(lab.shape[:2], np.inf, np.float32)
    rows = patches.PARAMETERS.rows
    for top in range(0, len(lab), rows):  # the whole picture's way to each colour would be three pictures of floats
        part = lab[top : top + rows].astype(np.float32)
        for centre, spread in colours:
            away = np.sqrt((np.square((part - centre) / spread)).sum(axis=2))
            best[top : top + rows] = np.minimum(best[top : top + rows], away)
    return np.asarray(np.minimum(best, 12.0), np.float32)


def _otsu(values: NDArray[np.float32]) -> float:
    top = float(values.max()) or 1.0
    scaled = 255 * values
    scaled /= top
    level, _ = cv2.threshold(scaled.astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    return float(level) * top / 255


def _cleaned(mask: ByteMask, speck: int) -> ByteMask:
    """Gaps and bridges narrower than ``speck`` px are closed and cut, holes are filled."""
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (speck | 1, speck | 1))
    whole = _filled(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, around), np.uint8))
    return np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, around), np.uint8)


def _filled(mask: ByteMask) -> ByteMask:
    """Every region without its holes."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), outlines, -1, 1, cv2.FILLED), np.uint8)


def _squares(mask: ByteMask, oblong: float | None = None) -> Iterator[Quad]:
    """Regions that are squares in perspective, or rectangles, as corners (4, 2) clockwise on the picture."""
    oblong = PARAMETERS.unlike_size if oblong is None else oblong
    long_side = max(mask.shape)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        area = cv2.contourArea(outline)
        if not (PARAMETERS.least_share * long_side) ** 2 < area < (PARAMETERS.most_share * long_side) ** 2:
            continue
        hull = np.asarray(cv2.convexHull(outline), np.int32)
        rectangle = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float64)
        for quad in (four_corners(hull), rectangle):
            if quad is None:
                continue
            sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
            whole = size_of(quad) ** 2
            if (
                sides.max() < oblong * sides.min()
                and area > PARAMETERS.fills * whole
                and whole > PARAMETERS.fills * cv2.contourArea(hull)
            ):
                yield quad
                break


def size_of(quad: Quad) -> float:
    """The side of a square of the same area, px."""
    return float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))


def four_corners(hull: NDArray[np.int32], cut_off: Sequence[float] = (0.02, 0.03, 0.045, 0.06)) -> Quad | None:
    """A convex hull (n, 1, 2) px as four corners (4, 2), or None where it has more or fewer, whichever of these shares
    of the way round corners are cut off by."""
    around = cv2.arcLength(hull, True)
    for share in cut_off:
        corners = cv2.approxPolyDP(hull, share * around, True)
        if len(corners) == 4:
            return np.asarray(corners.reshape(4, 2), np.float64)
    return None


def _agreed(found: list[Quad]) -> list[Quad]:
    """One square a place, of the size that most squares have."""
    if not found:
        return []
    sizes = np.array([size_of(quad) for quad in found])
    middles = np.array([quad.mean(axis=0) for quad in found])
    support = [(np.abs(np.log(sizes / size)) < np.log(PARAMETERS.unlike_size) / 2).sum() for size in sizes]
    usual = sizes[int(np.argmax(support))]
    kept: list[Quad] = []
    order = sorted(range(len(found)), key=lambda one: abs(np.log(sizes[one] / usual)))
    for one in order:
        if not 1 / PARAMETERS.unlike_size < sizes[one] / usual < PARAMETERS.unlike_size:
            continue
        near = [
            other
            for other in range(len(found))
            if np.linalg.norm(middles[one] - middles[other]) < PARAMETERS.same_place * usual
        ]
        if one == min(near, key=order.index):
            kept.append(np.median(np.stack([_from_corner(found[other], found[one]) for other in near]), axis=0))
    return kept


def _from_corner(quad: Quad, like: Quad) -> Quad:
    """The same quad, clockwise on the picture and from the corner that is nearest to another quad's first."""
    if (
        cv2.contourArea(quad.astype(np.float32), oriented=True)
        * cv2.contourArea(like.astype(np.float32), oriented=True)
        < 0
    ):
        quad = quad[::-1]
    turns = [np.roll(quad, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda one: float(np.abs(one - like).sum()))


def onto_edges(quad: Quad, grey: NDArray[np.float32]) -> Quad:
    """Lay each side (4, 2) px onto the strongest edge of a picture (h, w) near it: a line through the steepest places
    along the side."""
    size = size_of(quad)
    middle = quad.mean(axis=0)
    reach = max(3.0, 0.07 * size)
    offsets = np.arange(-reach, reach + 0.5, 0.5)
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = end - start
        out = np.array([along[1], -along[0]]) / max(float(np.linalg.norm(along)), 1e-6)
        if np.dot(out, (start + end) / 2 - middle) < 0:
            out = -out
        steps = start + np.linspace(0.12, 0.88, 41)[:, None] * along
        spots = (steps[:, None] + offsets[None, :, None] * out).astype(np.float32)
        values = cv2.remap(grey, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        steep = np.abs(np.gradient(cv2.GaussianBlur(values, (5, 1), 0), axis=1))
        # Beyond the outermost edge there is only table: what lies farther out counts more than print inside.
        weight = steep * np.linspace(0.6, 1.0, len(offsets)) * np.exp(-np.square(offsets / reach))
        best = offsets[weight.argmax(axis=1)]
        usual = float(np.median(best))
        good = np.abs(best - usual) < 0.35 * reach
        points = (steps + best[:, None] * out)[good]
        line = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel() if good.sum() > 8 else None
        lines.append(line if line is not None else np.array([*(along / max(np.linalg.norm(along), 1e-6)), *start]))
    corners = [crossing(lines[side - 1], lines[side]) for side in range(4)]
    fitted = np.array([quad[side] if corner is None else corner for side, corner in enumerate(corners)])
    return fitted if np.abs(fitted - quad).max() < 2.5 * reach else quad


def crossing(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Where two lines (dx, dy, x, y) meet, or None where they hardly do."""
    matrix = np.array([[one[0], -other[0]], [one[1], -other[1]]], np.float64)
    if abs(np.linalg.det(matrix)) < 0.2:
        return None
    share = np.linalg.solve(matrix, np.asarray(other[2:4], np.float64) - one[2:4])
    return np.asarray(one[2:4] + share[0] * one[:2], np.float64)


def _in_reading_order(quads: list[Quad]) -> list[Quad]:
    """Rows from above to below, each from left to right."""
    left = sorted(quads, key=lambda quad: float(quad[:, 1].mean()))
    ordered: list[Quad] = []
    while left:
        size = size_of(left[0])
        row = [quad for quad in left if quad[:, 1].mean() - left[0][:, 1].mean() < 0.7 * size]
        ordered.extend(sorted(row, key=lambda quad: float(quad[:, 0].mean())))
        left = [quad for quad in left if not any(quad is other for other in row)]
    return ordered


def _pose(quad: Quad) -> Matrix:
    """The unit square onto a quad, clockwise from its corner that is most to the upper left."""
    clockwise = quad if cv2.contourArea(quad.astype(np.float32), oriented=True) > 0 else quad[::-1]
    first = int(np.argmin(clockwise.sum(axis=1)))
    corners = np.roll(clockwise, -first, axis=0).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(_UNIT, corners), np.float64)
