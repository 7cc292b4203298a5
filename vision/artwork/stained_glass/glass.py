"""Tableside's own Stained Glass: twelve leaded lights that make up one large window, a day from dawn to night.

Every tile is square, as large as a tile of the map. Small window ``w`` is a lancet of three tiles, ``a`` with the arch
on top, ``c`` with the sill; the four stand side by side from dawn (1) over noon (2) and evening (3) to night (4), and
sky, hills and river flow through all of them. Windows 1 and 3 never touch: 2 lies between them. A came frames every
tile, so that a window of any size is leaded throughout. Nothing in it is taken from a published edition.

Drawing: panes are laid one over another; wherever two meet there is lead, rounded and lit from the upper left.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.carcassonne.stained_glass.windows import cell_of
from vision.artwork.stained_glass.design import back_panes, window_panes
from vision.artwork.stained_glass.panes import Field, PaintedLine, Pane
from vision.frames import Picture

GLASS_MM = 45.0  # a side: as a tile of the map

_CAME = 0.021  # width of the lead, tile units
_RIM = 0.016  # of the lead along the tile's own edges
_LEAD = np.array([33.0, 31.0, 30.0], np.float32)
_LEAD_LIGHT = np.array([104.0, 102.0, 100.0], np.float32)
_PAINT = np.array([26.0, 32.0, 44.0], np.float32)  # what glass painters draw with
_MARGIN = 0.05
_FINE = 2  # drawn this much larger, then reduced

Labels = NDArray[np.int64]


def glass_picture(kind: str, size_px: int) -> Picture:
    """A glass tile, upright, (size_px, size_px, 3) BGR, not to be written to. Raises KeyError for no such kind."""
    column, row = cell_of(kind)
    return _tile(column, row, size_px)


def whole_window(size_px: int) -> Picture:
    """All twelve tiles put together, each ``size_px`` a side: (3 size_px, 4 size_px, 3) BGR."""
    rows = [np.hstack([_tile(column, row, size_px) for column in range(4)]) for row in range(3)]
    return np.vstack(rows)


@lru_cache(maxsize=96)
def _tile(column: int, row: int, size_px: int) -> Picture:
    picture = _drawn(window_panes(), (float(column), float(row)), size_px)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=4)
def glass_back(size_px: int) -> Picture:
    """The back that all glass tiles share, (size_px, size_px, 3) BGR: a rose window in grey glass and gold."""
    picture = _drawn(back_panes(), (0.0, 0.0), size_px)
    picture.flags.writeable = False
    return picture


def _drawn(panes: tuple[Pane | PaintedLine, ...], corner: tuple[float, float], size_px: int) -> Picture:
    """The unit square whose upper left is ``corner``."""
    scale = _FINE * max(size_px, 90)
    sheet = _Sheet(corner, scale)
    for pane in panes:
        if isinstance(pane, Pane):
            sheet.lay(pane)
        else:
            sheet.paint(pane)
    cut = round(_MARGIN * scale)
    picture = sheet.finished()[cut : cut + scale, cut : cut + scale]
    return np.asarray(cv2.resize(picture, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)


class _Sheet:
    """A part of the window being drawn: which pane shows where, of which colour, and what is painted on it."""

    def __init__(self, corner: tuple[float, float], scale: int) -> None:
        self.scale = scale
        self.left, self.top = corner[0] - _MARGIN, corner[1] - _MARGIN
        side = scale + 2 * round(_MARGIN * scale)
        line = (np.arange(side, dtype=np.float32) + 0.5) / scale
        self.x: Field
        self.y: Field
        self.x, self.y = np.meshgrid(line + np.float32(self.left), line + np.float32(self.top))
        self.labels: Labels = np.zeros((side, side), np.int64)
        self.colours: Field = np.zeros((side, side, 3), np.float32)
        self.ink = np.zeros((side, side), np.uint8)
        self._pane = 0

    def lay(self, pane: Pane) -> None:
        """Put a pane over what is there."""
        self._pane += 1
        window = self._window(pane.outline)
        if window is None:
            return
        part = self._mask(pane.outline, window) > 127
        x, y = self.x[window][part], self.y[window][part]
        split = pane.split(x, y) if pane.split is not None else np.zeros(x.shape, np.int64)
        self.labels[window][part] = (self._pane << 24) + (split.astype(np.int64) & 0xFFFFFF)
        self.colours[window][part] = pane.tint(x, y)
        self.ink[window][part] = 0

    def paint(self, stroke: PaintedLine) -> None:
        """Draw a line on the glass that is there."""
        pixels = np.round((stroke.line - [self.left, self.top]) * self.scale * 16).astype(np.int32)
        wide = max(1, round(stroke.width * self.scale))
        cv2.polylines(self.ink, [pixels], stroke.closed, round(255 * stroke.strength), wide, cv2.LINE_AA, 4)

    def finished(self) -> Picture:
        """The picture, lead and all."""
        depth, edge_x, edge_y = self._depths()
        glass = self._glass(depth)
        share = (self.ink.astype(np.float32) / 255.0)[..., None]
        glass = glass * (1 - share) + _PAINT * share
        came = np.clip((_CAME / 2 - depth) * self.scale + 0.5, 0, 1)
        round_ = np.clip(depth / (_CAME / 2), 0, 1)
        lit = np.clip(0.18 + 0.7 * (1 - round_**2) + 0.45 * round_ * -(0.6 * edge_x + 0.8 * edge_y), 0, 1)
        lead = _LEAD + (_LEAD_LIGHT - _LEAD) * (lit**1.8)[..., None]
        weight = came[..., None]
        return np.asarray(np.clip(glass * (1 - weight) + lead * weight, 0, 255), np.uint8)

    def _depths(self) -> tuple[Field, Field, Field]:
        """How far each pixel is from the nearest edge of a pane, tile units, and which way that edge lies off."""
        labels = self.labels
        edge = np.zeros(labels.shape, np.uint8)
        edge[:, 1:] |= labels[:, 1:] != labels[:, :-1]
        edge[1:] |= labels[1:] != labels[:-1]
        depth = cv2.distanceTransform(1 - edge, cv2.DIST_L2, 5) / np.float32(self.scale)
        # The tile's own frame: its came is half as wide, since the neighbour's lies against it.
        inward = np.minimum(self.x - self.left, self.y - self.top) - _MARGIN
        inward = np.minimum(inward, np.minimum(1 - (self.x - self.left - _MARGIN), 1 - (self.y - self.top - _MARGIN)))
        depth = np.minimum(depth, np.maximum(inward - _RIM + _CAME / 2, 0))
        soft = cv2.GaussianBlur(depth, (0, 0), 0.004 * self.scale)
        down, right = np.gradient(soft * self.scale)
        return depth, right.astype(np.float32), down.astype(np.float32)

    def _glass(self, depth: Field) -> Field:
        """Panes differ a little from each other, glass is streaky, and light gathers away from the lead."""
        _, where = np.unique(self.labels, return_inverse=True)
        names = np.unique(self.labels)
        rng_key = (names * 2654435761) & 0xFFFFFFFF
        where = where.reshape(self.labels.shape)
        shade = ((((rng_key >> 8) & 0xFFFF) / 65535.0 - 0.5) * 0.24).astype(np.float32)[where]
        warm = ((((rng_key >> 3) & 0xFFF) / 4095.0 - 0.5) * 0.10).astype(np.float32)[where]
        streaks = _streaks(self.x, self.y)
        light = 1 + shade + 0.05 * streaks + 0.10 * (1 - np.exp(-depth / 0.05)) - 0.14 * np.exp(-depth / 0.013)
        glass = self.colours * light[..., None]
        return np.asarray(glass * (1 + warm[..., None] * np.array([-1.0, 0.1, 0.9], np.float32)), np.float32)

    def _window(self, outline: Float64Array) -> tuple[slice, slice] | None:
        low = np.floor((outline.min(axis=0) - [self.left, self.top]) * self.scale).astype(int) - 1
        high = np.ceil((outline.max(axis=0) - [self.left, self.top]) * self.scale).astype(int) + 2
        low, high = np.maximum(low, 0), np.minimum(high, self.labels.shape[0])
        if (high <= low).any():
            return None
        return slice(low[1], high[1]), slice(low[0], high[0])

    def _mask(self, outline: Float64Array, window: tuple[slice, slice]) -> NDArray[np.uint8]:
        shape = (window[0].stop - window[0].start, window[1].stop - window[1].start)
        mask = np.zeros(shape, np.uint8)
        pixels = (outline - [self.left, self.top]) * self.scale - [window[1].start, window[0].start] - 0.5
        cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        return mask


def _streaks(x: Field, y: Field) -> Field:
    """The waves of mouth-blown glass: the same at the same place of the window, whatever the size."""
    total = np.zeros_like(x)
    rng = np.random.default_rng(11)
    for frequency, strength in ((9.0, 1.0), (17.0, 0.7), (31.0, 0.5), (55.0, 0.35)):
        for _ in range(2):
            angle, phase = rng.uniform(-0.5, 0.5), rng.uniform(0, 2 * np.pi)
            along = np.cos(angle) * x + 0.45 * np.sin(angle) * y
            total += strength * np.sin(frequency * (along + 0.06 * np.sin(5.3 * y + phase)) + phase)
    return total / 2.0


__all__ = ["GLASS_MM", "glass_back", "glass_picture", "whole_window"]
