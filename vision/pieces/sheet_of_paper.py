"""A plain sheet of white paper on a table: it tells how the camera stands, how large things are, how white light is.

Everybody has one, and it is cut to a size that is known. A sheet is the largest thing that is bright, without a colour
and has four straight sides; which size it has, and which side is the long one, is told by the focal length that each
answer would need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array, Float64Array, Picture
from calibration.lens import Lens
from calibration.table_plane import TablePlane
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.srgb import srgb_to_light
from vision.registration.focal_length import likeliest_lens
from vision.registration.quads import onto_edges


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperParameters(Parameters):
    """What is taken for a sheet of paper."""

    long_side: float = parameter(1400.0, "px", "long side of the picture on which it is sought", CHOSEN)
    pale: float = parameter(26.0, "CIE chroma", "the most colour that paper shows in a warm light", CHOSEN)
    least_share: float = parameter(0.015, "share of the picture", "the least that it covers", CHOSEN)
    fills: float = parameter(0.9, "share", "of its four-sided outline that it fills, pieces on it counted in", CHOSEN)
    least_step: float = parameter(1.5, "CIE L", "by which it is brighter than the table along every side", CHOSEN)
    rim_px: float = parameter(3.0, "px", "of the picture's edge that a whole sheet keeps from", CHOSEN)
    usual_paper: float = parameter(
        8.0, "squared standard deviations", "by which another size than A4 has to fit better", CHOSEN
    )
    misshapen: float = parameter(
        60.0, "squared standard deviations", "beyond which four sides are no sheet of these sizes", CHOSEN
    )
    sends_back: float = parameter(0.88, "share", "of white light that office paper sends back", CHOSEN)
    levels: tuple[float, ...] = parameter(
        (30.0, 98.0, 2.0), "CIE L", "above which a sheet is sought: the first, the end, the step", CHOSEN
    )
    edges: tuple[float, ...] = parameter(
        (0.2, 0.3, 0.45, 0.7, 1.1), "CIE Lab for each px", "that an edge around a sheet changes by at least", CHOSEN
    )
    shape: float = parameter(
        0.15, "per squared standard deviation", "of a sheet's shape: what it takes of its worth", CHOSEN
    )
    beside_px: float = parameter(5.0, "px", "to either side of an edge where it is looked at", CHOSEN)
    papers_mm: tuple[tuple[float, float], ...] = parameter(
        ((297.0, 210.0), (279.4, 215.9)), "mm", "width and height of A4 and Letter", CHOSEN
    )


PARAMETERS = PaperParameters()


@dataclass(frozen=True, eq=False)
class PaperSheet:
    """A sheet of paper on a picture.

    Attributes:
        corners: (4, 2) px, clockwise.
        size_mm: its width and height in that order of corners.
        plane: how the camera sees the table; the sheet's middle is at (0, 0) mm.
        whole: nothing of it lies beyond the picture.
    """

    corners: Float64Array
    size_mm: tuple[float, float]
    plane: TablePlane
    whole: bool = True


def find_sheet(image: Picture, lens: Lens | None = None) -> PaperSheet | None:
    """The sheet on a picture (BGR); None where there is none.

    Args:
        lens: of the camera, where it was learned for pictures of this size.
    """
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    soft = cv2.GaussianBlur(small, (0, 0), 1.5).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), np.float32)
    light = np.asarray(lab[..., 0], np.float32)
    pale = np.hypot(lab[..., 1], lab[..., 2]) < PARAMETERS.pale
    quads = [quad for mask in _maybe_paper(lab, pale) for quad in _bright_quads(mask)]
    best: tuple[float, PaperSheet] | None = None
    for rough in quads:
        laid = np.asarray(onto_edges(rough, light), np.float64)
        stands_out = _stands_out(laid, light)
        if stands_out < PARAMETERS.least_step:
            continue
        doubt, sheet = _standing((laid + 0.5) / scale - 0.5, (image.shape[0], image.shape[1]), lens)
        worth = stands_out * float(np.exp(-PARAMETERS.shape * doubt))
        if doubt < PARAMETERS.misshapen and (best is None or worth > best[0]):
            best = worth, sheet
    return None if best is None else best[1]


def _maybe_paper(lab: Float32Array, pale: BoolMask) -> Iterator[BoolMask]:
    """Pale things that are brighter than so much, and what is enclosed by edges: white paper on a white table."""
    light = lab[..., 0]
    for least in np.arange(*PARAMETERS.levels):
        yield pale & (light > least)
    soft = cv2.GaussianBlur(lab, (0, 0), 2.0)
    slopes = [cv2.Scharr(soft, cv2.CV_32F, *axes) / 32 for axes in ((1, 0), (0, 1))]
    steep = np.sqrt(sum((slope**2).sum(axis=-1) for slope in slopes))
    for least in PARAMETERS.edges:
        edges = cv2.dilate((steep > least).astype(np.uint8), np.ones((3, 3), np.uint8))
        _, parts, stats, _ = cv2.connectedComponentsWithStats(1 - edges, connectivity=4)
        for part in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > PARAMETERS.least_share * light.size):
            if part:
                yield parts == part


def _bright_quads(mask: BoolMask) -> Iterator[Float64Array]:
    """The four corners of everything in a mask that has four sides and is as large as a sheet may be."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if cv2.contourArea(contour) < PARAMETERS.least_share * mask.size:
            continue
        quad = _four_sides(np.asarray(cv2.convexHull(contour), np.int32))
        if quad is None:
            continue
        area = abs(cv2.contourArea(quad.astype(np.float32)))
        if PARAMETERS.fills < cv2.contourArea(contour) / area < 2 - PARAMETERS.fills:
            yield quad


def _stands_out(quad: Float64Array, light: Float32Array) -> float:
    """By how much a sheet is brighter within its four sides than beyond, in L along the side where that is least; 0
    where it is not."""
    middle, steps = quad.mean(axis=0), []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        out = np.array([along[1], -along[0]])
        out = out if np.dot(out, (start + end) / 2 - middle) > 0 else -out
        spots = start + np.linspace(0.08, 0.92, 41)[:, None] * (end - start)
        within, beyond = (_at(light, spots + away * PARAMETERS.beside_px * out) for away in (-1.0, 1.0))
        steps.append(float(np.median(within - beyond)))
    return max(0.0, min(steps))


def _at(values: Float32Array, spots: Float64Array) -> Float32Array:
    x, y = np.ascontiguousarray(spots.T, np.float32)[:, None]
    return np.asarray(cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0], np.float32)


def _four_sides(hull: NDArray[np.int32]) -> Float64Array | None:
    """(4, 2) the corners of a hull that has four long sides, clockwise on the picture."""
    around = cv2.arcLength(hull, True)
    for share in (0.01, 0.015, 0.02, 0.03, 0.04, 0.06):
        corners = cv2.approxPolyDP(hull, share * around, True)[:, 0]
        if len(corners) == 4:
            quad = corners.astype(np.float64)
            return quad if cv2.contourArea(corners.astype(np.float32), True) > 0 else quad[::-1]
        if len(corners) < 4:
            return None
    return None


def _rectangle(size_mm: tuple[float, float]) -> Float64Array:
    return np.asarray(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * size_mm, np.float64)


def _standing(quad: Float64Array, size: tuple[int, int], lens: Lens | None) -> tuple[float, PaperSheet]:
    """The sheet with how the camera stands to it, and what speaks against that, in squared standard deviations."""
    best: tuple[float, PaperSheet] | None = None
    straight = quad if lens is None else lens.straightened(quad)
    low, high = quad.min(axis=0), quad.max(axis=0)
    whole = bool((low > PARAMETERS.rim_px).all() and (high < np.array(size[::-1]) - 1 - PARAMETERS.rim_px).all())
    for number, (width, height) in enumerate(PARAMETERS.papers_mm):
        for size_mm in ((width, height), (height, width)):
            homography = cv2.getPerspectiveTransform(
                _rectangle(size_mm).astype(np.float32), straight.astype(np.float32)
            ).astype(np.float64)
            likely, doubt = likeliest_lens(homography, size)
            doubt += PARAMETERS.usual_paper if number else 0.0
            if best is None or doubt < best[0]:
                plane = TablePlane(homography, likely if lens is None else lens)
                best = doubt, PaperSheet(quad, size_mm, plane, whole)
    assert best is not None  # there is some paper
    return best


def linear_of(image: Picture) -> Float32Array:
    """BGR 0 to 255 as linear light from 0 to 1 (sRGB)."""
    return srgb_to_light(image).astype(np.float32)


def in_white_light(linear: Float32Array, on_paper: BoolMask, px_mm: Float64Array, sheet: PaperSheet) -> Float32Array:
    """(h, w, 3) CIE Lab as if the light that falls on the sheet were white and even (von Kries).

    Args:
        linear: (h, w, 3) linear BGR of the table from straight above.
        on_paper: (h, w) where nothing but paper shows.
        px_mm: (h, w, 2) where on the table each px is.
        sheet: beyond which the light is taken to be as at its nearest edge.
    """
    half = np.array(sheet.size_mm) / 2
    near = np.clip(px_mm / half, -1.0, 1.0)
    terms = np.stack([np.ones(near.shape[:2]), near[..., 0], near[..., 1]], axis=-1)
    seen, known = linear[on_paper], terms[on_paper]
    kept = np.ones(len(seen), bool)
    for _ in range(4):  # what is darker is a shadow or a piece
        weights, *_ = np.linalg.lstsq(known[kept], seen[kept], rcond=None)
        ratio = seen / np.maximum(known @ weights, 1e-3)
        kept = (ratio.min(axis=1) > 0.9) & (ratio.max(axis=1) < 1.12)
        if np.count_nonzero(kept) < 100:
            break
    light = np.maximum(terms @ weights, 1e-3)
    white = np.clip(linear / light * PARAMETERS.sends_back, 0, 1).astype(np.float32)
    return np.asarray(cv2.cvtColor(white, cv2.COLOR_LBGR2LAB), np.float32)
