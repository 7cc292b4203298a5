"""Squares of a tile's size that stand out from a dark table, alone and edge to edge, whatever they show.

On a table that is nearly black, film is a grey square: what it throws back is several times what the table does, though
its pattern is hardly there. Its outline tells where it lies to a few hundredths of a side, before anything is compared.
Where a lamp is mirrored beside it no brightness parts the two, and what is smooth between edges is taken instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from calibration.table_plane import TablePlane
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS
from vision.stained_glass import plane as glass_plane
from vision.stained_glass.straight import straightened

Mask = NDArray[np.uint8]
Brightness = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class SquaresParameters(Parameters):
    """How squares are parted from a table, and how nearly square they are."""

    tile_px: float = parameter(30.0, "px", "of a tile's side on the straightened table", CHOSEN)
    soft_px: float = parameter(1.2, "px", "sigma by which noise is smoothed there", CHOSEN)
    dimmest: float = parameter(0.001, "of white light", "that is added to all: beneath it is noise alone", CHOSEN)
    table_sides: float = parameter(5.0, "tile sides", "across which the usual brightness is the table's", CHOSEN)
    brighter: tuple[float, ...] = parameter(
        (0.25, 0.4, 0.6, 0.9, 1.3, 1.8), "log of light", "than the table around it: what is tried", CHOSEN
    )
    stands_out: float = parameter(0.2, "log of light", "that it is brighter than what is around it", CHOSEN)
    smooth: tuple[float, ...] = parameter(
        (0.05, 0.09, 0.15), "log of light a px", "below which nothing is an edge: what is tried", CHOSEN
    )
    closed_px: int = parameter(9, "px", "across dark lines and panes that are closed, as tried as well", CHOSEN)
    areas: tuple[float, float] = parameter((0.6, 14.0), "tiles", "that what lies together covers", CHOSEN)
    off_mm: float = parameter(3.5, "mm", "that a side may be off a tile's, as the table may be told wrongly", CHOSEN)
    most_a_row: int = parameter(6, "tiles", "edge to edge in a row", CHOSEN)
    gap_mm: float = parameter(0.4, "mm", "between tiles of a window", CHOSEN)
    filled: float = parameter(0.5, "share", "of a square that is there, from which it is one", CHOSEN)
    alike: float = parameter(
        0.8, "intersection over union", "of squares and what stands out, from which it is squares", CHOSEN
    )
    turned_deg: float = parameter(3.0, "degrees", "either way that squares are tried turned, a degree a step", CHOSEN)


PARAMETERS = SquaresParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Squares:
    """Squares edge to edge.

    Attributes:
        cells: (n, 2) column and row of each, as they lie.
        outlines: (n, 4, 2) px of the picture, from the upper left clockwise as the cells stand.
        alike: intersection over union with what stands out.
    """

    cells: NDArray[np.intp]
    outlines: Float64Array
    alike: float


def squares_on(light: NDArray[np.float32], size: tuple[int, int], plane: TablePlane) -> list[Squares]:
    """All that may be squares of a tile's size on a dark table, those like squares first; several may tell one place.

    Args:
        light: (h, w, 3) linear light of the picture, perhaps at another scale.
        size: (height, width) px that the plane speaks of.
    """
    straight, low, scale = straightened(light, size, plane, PARAMETERS.tile_px)
    known = np.asarray(cv2.erode((straight.max(axis=2) > 0).astype(np.uint8), np.ones((5, 5))), np.uint8)
    found: list[Squares] = []
    for blob, bright in _standing_out(straight.mean(axis=2), known):
        squares = _as_squares(blob, bright, known, scale)
        if squares is not None:
            cells, corners, alike = squares
            seen = plane.to_picture(corners.reshape(-1, 2) * scale + low).reshape(-1, 4, 2)
            found.append(Squares(cells, seen, alike))
    return sorted(found, key=lambda one: -one.alike)


def _standing_out(brightness: Brightness, known: Mask) -> Iterator[tuple[Mask, Brightness]]:
    """What lies together and stands out, as (h, w) masks, each with the brightness by which it does."""
    soft = _soft(brightness, PARAMETERS.soft_px)
    whole = np.asarray(cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((PARAMETERS.closed_px,) * 2)), np.float32)
    table = _table_around(_log(soft), known)
    for bright in (soft, whole):
        above = np.where(known > 0, _log(bright) - table, 0)
        for least in PARAMETERS.brighter:
            over = cv2.morphologyEx((above > least).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3)))
            yield from ((blob, bright) for blob in _blobs(np.asarray(over, np.uint8)))
    steps = _log(_soft(brightness, 1.25 * PARAMETERS.soft_px))
    steep = np.hypot(cv2.Sobel(steps, -1, 1, 0, scale=1 / 8), cv2.Sobel(steps, -1, 0, 1, scale=1 / 8))
    for most in PARAMETERS.smooth:
        for blob in _blobs(((steep < most) & (known > 0)).astype(np.uint8)):
            yield np.asarray(cv2.dilate(blob, np.ones((5, 5))), np.uint8), soft


def _soft(brightness: Brightness, sigma_px: float) -> Brightness:
    return np.asarray(cv2.GaussianBlur(brightness, (0, 0), sigma_px), np.float32)


def _log(brightness: Brightness) -> Brightness:
    return np.asarray(np.log(brightness + PARAMETERS.dimmest), np.float32)


def _table_around(level: Brightness, known: Mask) -> Brightness:
    """The usual level about each px, so far around that glass is not the most of it."""
    shrink = 4
    shape = max(1, level.shape[1] // shrink), max(1, level.shape[0] // shrink)
    small = cv2.resize(level, shape, interpolation=cv2.INTER_AREA)
    there = cv2.resize(known, shape, interpolation=cv2.INTER_NEAREST) > 0
    if not there.any():
        return level
    low, high = np.quantile(small[there], [0.01, 0.99])
    units = 255.0 / max(float(high - low), 1e-6)
    grey = np.clip((small - low) * units, 0, 255).astype(np.uint8)
    grey[~there] = np.median(grey[there])
    reach = int(PARAMETERS.table_sides * PARAMETERS.tile_px / shrink) | 1
    rim = reach // 2
    wide = cv2.medianBlur(cv2.copyMakeBorder(grey, rim, rim, rim, rim, cv2.BORDER_REFLECT), reach)
    usual = wide[rim : rim + shape[1], rim : rim + shape[0]].astype(np.float32)
    usual = cv2.GaussianBlur(usual, (0, 0), PARAMETERS.tile_px / shrink)
    return np.asarray(cv2.resize(usual, level.shape[::-1]) / units + low, np.float32)


def _blobs(over: Mask) -> Iterator[Mask]:
    """(h, w) what hangs together and is as large as a tile or a few."""
    count, labels, sizes, _ = cv2.connectedComponentsWithStats(over, connectivity=4)
    least, most = (area * PARAMETERS.tile_px**2 for area in PARAMETERS.areas)
    for number in range(1, count):
        if least < sizes[number, cv2.CC_STAT_AREA] < most:
            yield (labels == number).astype(np.uint8)


def _as_squares(
    blob: Mask, bright: Brightness, known: Mask, scale: float
) -> tuple[NDArray[np.intp], Float64Array, float] | None:
    """Cells, corners (n, 4, 2) px of the straightened table, and likeness of the squares that a blob is like."""
    x, y, width, height = cv2.boundingRect(blob)
    rim = 8
    top, left = max(y - rim, 0), max(x - rim, 0)
    cut = np.s_[top : y + height + rim, left : x + width + rim]
    shape = _half_way(blob[cut], bright[cut], known[cut])
    if shape is None:
        return None
    rows, columns = np.nonzero(shape)
    px = np.column_stack([columns, rows]).astype(np.float64)
    steps = np.arange(-PARAMETERS.turned_deg, PARAMETERS.turned_deg + 0.5)
    tried = [_cells_along(px, _direction(shape) + turn, scale) for turn in np.radians(steps)]
    best = max((one for one in tried if one is not None), key=lambda one: one[2], default=None)
    if best is None or best[2] < PARAMETERS.alike:
        return None
    cells, corners, alike = best
    return cells, corners + np.array([left, top]), alike


def _half_way(blob: Mask, bright: Brightness, known: Mask) -> Mask | None:
    """The same (h, w) as far as it is brighter than half way from what is around it to what is in it."""
    near, far = (cv2.dilate(blob, np.ones((reach, reach))) for reach in (5, 13))
    within, around = cv2.erode(blob, np.ones((5, 5))) > 0, (far > 0) & (near == 0) & (known > 0)
    if not within.any() or around.sum() < 10:
        return None
    inner, outer = float(np.quantile(bright[within], 0.25)), float(np.median(bright[around]))
    if np.log(inner + PARAMETERS.dimmest) - np.log(outer + PARAMETERS.dimmest) < PARAMETERS.stands_out:
        return None
    half = (inner + outer) / 2
    shape = ((bright > half) & (near > 0)).astype(np.uint8)
    for smoothing in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN):
        shape = np.asarray(cv2.morphologyEx(shape, smoothing, np.ones((5, 5))), np.uint8)
    count, labels, sizes, _ = cv2.connectedComponentsWithStats(shape, connectivity=4)
    if count < 2:
        return None
    largest = (labels == 1 + sizes[1:, cv2.CC_STAT_AREA].argmax()).astype(np.uint8)
    edges, _ = cv2.findContours(largest, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for edge in edges:  # what is dark within, less than half a tile, is a pane of it
        if cv2.contourArea(edge) < 0.4 * PARAMETERS.tile_px**2:
            cv2.drawContours(largest, [edge], -1, 1, -1)
    return np.asarray(largest, np.uint8)


def _direction(shape: Mask) -> float:
    """Radians, a quarter turn to either side at most: how most of its straight edges run."""
    edges, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    fourfold = 0j
    for edge in edges:
        corners = cv2.approxPolyDP(edge, 1.5, True)[:, 0].astype(np.float64)
        x, y = (np.roll(corners, -1, axis=0) - corners).T
        fourfold += ((x * x + y * y) * np.exp(4j * np.arctan2(y, x))).sum()
    return float(np.angle(fourfold)) / 4


def _cells_along(
    px: Float64Array, direction: float, scale: float
) -> tuple[NDArray[np.intp], Float64Array, float] | None:
    """The same of what covers these px (n, 2), as squares along a direction; None where its sides are no tile's."""
    spin = np.array([[np.cos(direction), -np.sin(direction)], [np.sin(direction), np.cos(direction)]])
    along = px @ spin
    low, high = np.quantile(along, [0.004, 0.996], axis=0)
    low, high = low - 0.5, high + 0.5
    across = (high - low) * scale
    pitch = glass_plane.PARAMETERS.glass_mm + PARAMETERS.gap_mm
    counts = np.maximum(1, np.rint(across / pitch)).astype(np.intp)
    off = across / counts - pitch + PARAMETERS.gap_mm / counts
    if counts.max() > PARAMETERS.most_a_row or np.abs(off).max() > PARAMETERS.off_mm:
        return None
    step = (high - low) / counts
    cell = np.clip(np.floor((along - low) / step), 0, counts - 1).astype(np.intp)
    covered = np.zeros(tuple(counts))
    np.add.at(covered, (cell[:, 0], cell[:, 1]), 1)
    there = covered > PARAMETERS.filled * step.prod()
    if not there.any():
        return None
    both = covered[there].sum()
    alike = both / (len(px) + there.sum() * step.prod() - both)
    cells = np.argwhere(there)
    return cells, (low + (cells[:, None] + UNIT_CORNERS) * step) @ spin.T, float(alike)
