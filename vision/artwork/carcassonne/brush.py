"""What the tiles are painted with: washes, trees, roofs, walls and towers, seen from straight above.

A :class:`BrushSheet` is a picture larger than the tile will be; places and measures are tile units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import ByteMask, Float64Array
from vision.artwork.carcassonne.shapes import to_pixels
from vision.artwork.drawn_shapes import mixed
from vision.artwork.noise import clouds
from vision.frames import Picture
from vision.imaging.values import Colour

_BITS = 4


class BrushSheet:
    """A square picture that is drawn on in tile units. ``light_deg`` is where shadows fall."""

    band: ClassVar[int] = 64  # rows that are worked through at once

    def __init__(self, size: int, light_deg: float) -> None:
        self.size = size
        self.image: Picture = np.zeros((size, size, 3), np.uint8)
        angle = np.radians(light_deg)
        self.away = np.array([np.cos(angle), np.sin(angle)])  # where shadows fall

    def bands(self, rows: int | None = None) -> Iterator[slice]:
        """So many rows, all of the sheet's by default, a few at a time: a tablet paints tiles beside a game, and whole
        sheets of floats on the way are memory."""
        rows = self.size if rows is None else rows
        return (slice(first, min(first + self.band, rows)) for first in range(0, rows, self.band))

    def mask(self) -> ByteMask:
        """An empty mask of the sheet's size."""
        return np.zeros((self.size, self.size), np.uint8)

    def wash(self, mask: ByteMask, colours: NDArray[np.float32] | Picture | Colour, strength: float = 1.0) -> None:
        """Lay colours (one, or a picture of them) over the sheet where the mask is set."""
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if not len(rows):
            return
        part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        over = np.asarray(colours, np.float32)
        over = np.broadcast_to(over, self.image.shape)[part]
        image, mask = self.image[part], mask[part]
        for band in self.bands(len(image)):
            weight = (mask[band].astype(np.float32) * np.float32(strength / 255.0))[..., None]
            below = image[band]
            image[band] = (below + (over[band] - below) * weight + np.float32(0.5)).astype(np.uint8)

    def shadow(self, mask: ByteMask, reach: float, blur: float, strength: float) -> None:
        """Darken what lies beside a shape, on the side away from the light."""
        shift = self.away * reach * self.size
        moved = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (self.size, self.size))
        soft = cv2.GaussianBlur(moved, (0, 0), max(0.6, blur * self.size))
        keep = 1.0 - soft.astype(np.float32)[..., None] * (strength / 255.0)
        self.image = (self.image * keep).astype(np.uint8)

    def polygon(self, points: Float64Array, colour: Colour) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.image, [to_pixels(points, self.size)], colour, cv2.LINE_AA, _BITS)

    def line(self, points: Float64Array, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a line."""
        wide = max(1, round(width * self.size))
        cv2.polylines(self.image, [to_pixels(points, self.size)], closed, colour, wide, cv2.LINE_AA, _BITS)

    def disc(self, middle: Float64Array, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        x, y = (int(n) for n in to_pixels(np.asarray(middle), self.size))
        cv2.circle(self.image, (x, y), max(1, round(radius * self.size * 16)), colour, -1, cv2.LINE_AA, _BITS)

    def soften(self, points: Float64Array, strength: float, reach: float, blur: float) -> None:
        """The shadow of one small shape: only the part of the sheet around it is touched."""
        shifted = (np.asarray(points) + self.away * reach) * self.size
        sigma = max(0.7, blur * self.size)
        margin = int(3 * sigma) + 2
        low = np.maximum(np.floor(shifted.min(axis=0)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(shifted.max(axis=0)).astype(int) + margin, self.size)
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillPoly(mask, [np.round((shifted - low - 0.5) * 16).astype(np.int32)], 255, cv2.LINE_AA, _BITS)
        keep = 1 - cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32)[..., None] * (strength / 255)
        window = self.image[low[1] : high[1], low[0] : high[0]]
        window[:] = (window * keep).astype(np.uint8)


def shaded(colour: Colour, factor: float) -> Colour:
    """The colour darker (below 1) or brighter, towards a warm white."""
    if factor <= 1:
        return colour[0] * factor, colour[1] * factor, colour[2] * factor
    rest = factor - 1
    return mixed(colour, (224.0, 240.0, 250.0), rest)


def box(middle: Float64Array, half: tuple[float, float], angle: float) -> Float64Array:
    """Corners of a turned rectangle: back left, back right, front right, front left of its long axis."""
    along = np.array([np.cos(angle), np.sin(angle)]) * half[0]
    across = np.array([-np.sin(angle), np.cos(angle)]) * half[1]
    return np.array(
        [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    )


def roof(
    sheet: BrushSheet,
    middle: Float64Array,
    half: tuple[float, float],
    angle: float,
    colour: Colour,
    ink: Colour,
    *,
    hip: float = 0.35,
    tall: float = 0.02,
) -> None:
    """A hipped or gabled roof with its ridge along its longer axis. ``hip`` 0 is a gable, 1 meets half way."""
    corners = box(middle, half, angle)
    along = (corners[1] - corners[0]) / 2
    draw_in = min(hip * half[1], half[0] * 0.9) / max(half[0], 1e-6)
    west = (corners[0] + corners[3]) / 2 + along * draw_in
    east = (corners[1] + corners[2]) / 2 - along * draw_in
    sheet.soften(corners, 0.5, tall, tall * 0.35)
    for face in (
        (corners[0], corners[1], east, west),
        (corners[2], corners[3], west, east),
        (corners[1], corners[2], east),
        (corners[3], corners[0], west),
    ):
        points = np.array(face)
        outward = points[:2].mean(axis=0) - middle
        towards_shadow = float(outward @ sheet.away) / (float(np.linalg.norm(outward)) + 1e-9)
        sheet.polygon(points, shaded(colour, 0.95 - 0.27 * towards_shadow))
    thin = 0.0045
    sheet.line(corners, shaded(ink, 1.0), thin, closed=True)
    sheet.line(np.array([west, east]), shaded(colour, 1.35), thin)


def spire(
    sheet: BrushSheet, middle: Float64Array, radius: float, colour: Colour, ink: Colour, tall: float = 0.03
) -> None:
    """A round tower's conical roof, or the crown of a dome."""
    turns = np.linspace(0, 2 * np.pi, 13)[:-1]
    ring = np.asarray(middle) + radius * np.column_stack([np.cos(turns), np.sin(turns)])
    sheet.soften(ring, 0.5, tall, tall * 0.3)
    for i in range(12):
        wedge = np.array([middle, ring[i], ring[(i + 1) % 12]])
        facing = float((wedge[1:].mean(axis=0) - middle) @ sheet.away) / radius
        sheet.polygon(wedge, shaded(colour, 0.98 - 0.3 * facing))
    sheet.line(ring, ink, 0.0045, closed=True)


def tower(
    sheet: BrushSheet, middle: Float64Array, radius: float, stone: Colour, ink: Colour, cap: Colour | None
) -> None:
    """A round wall tower: stone with a parapet, or with a pointed roof."""
    turns = np.linspace(0, 2 * np.pi, 17)[:-1]
    ring = np.asarray(middle) + radius * np.column_stack([np.cos(turns), np.sin(turns)])
    sheet.soften(ring, 0.5, 0.022, 0.008)
    sheet.disc(middle, radius, ink)
    sheet.disc(middle, radius * 0.86, stone)
    if cap is None:
        sheet.disc(np.asarray(middle) - sheet.away * radius * 0.1, radius * 0.5, shaded(stone, 0.72))
    else:
        spire(sheet, middle, radius * 0.82, cap, ink, tall=0.012)


def tree(sheet: BrushSheet, middle: Float64Array, radius: float, colour: Colour, rng: np.random.Generator) -> None:
    """A leafy crown: lobes, darker below, brighter towards the light."""
    turns = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi, 7)[:-1]
    lobes = np.asarray(middle) + 0.5 * radius * np.column_stack([np.cos(turns), np.sin(turns)])
    around = np.asarray(middle) + radius * np.column_stack([np.cos(turns), np.sin(turns)])
    sheet.soften(around, 0.42, radius * 0.5, radius * 0.3)
    for lobe in lobes:
        sheet.disc(lobe, radius * 0.58, shaded(colour, 0.78))
    for lobe in lobes:
        sheet.disc(lobe - sheet.away * radius * 0.16, radius * 0.45, colour)
    sheet.disc(np.asarray(middle) - sheet.away * radius * 0.34, radius * 0.36, shaded(colour, 1.14))


def wall(
    sheet: BrushSheet, line: Float64Array, width: float, stone: Colour, ink: Colour, line_width: float, tooth: float
) -> None:
    """A city wall along a line: its walk in light stone with battlements on both sides."""
    outer = sheet.mask()
    cv2.polylines(
        outer, [to_pixels(line, sheet.size)], False, 255, max(2, round(width * sheet.size)), cv2.LINE_AA, _BITS
    )
    sheet.shadow(outer, 0.016, 0.006, 0.55)
    sheet.line(line, ink, width + 2 * line_width)
    sheet.line(line, shaded(stone, 0.9), width)
    for start, end in pairwise(line):
        length = float(np.linalg.norm(end - start))
        if length < 1e-6:
            continue
        along = (end - start) / length
        across = np.array([-along[1], along[0]])
        for k in range(max(1, int(length / tooth))):
            spot = start + along * ((k + 0.5) * length / max(1, int(length / tooth)))
            for side in (-1, 1):
                middle = spot + across * side * width * 0.36
                angle = float(np.arctan2(along[1], along[0]))
                sheet.polygon(box(middle, (tooth * 0.27, width * 0.16), angle), shaded(stone, 1.12))
    sheet.line(line, shaded(stone, 0.78), width * 0.22)


def meadow_colours(
    size: int, shades: Sequence[Colour], texture: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Grass as a picture (size, size, 3): soft clouds of three greens with a fine grain."""
    small = max(64, size // 2)
    broad = clouds((small, small), rng, (small * 0.55, small * 0.55), 2)
    fine = clouds((small, small), rng, (small / 26, small / 26), 2)
    value = cv2.resize(0.5 + texture * (0.22 * broad + 0.13 * fine), (size, size), interpolation=cv2.INTER_LINEAR)
    value = np.clip(value, 0, 1)[..., None]
    dark, middle, bright = (np.array(shade, np.float32) for shade in shades)
    colours = np.empty((size, size, 3), np.float32)
    for row in range(0, size, BrushSheet.band):
        some = value[row : row + BrushSheet.band]
        low = dark + (middle - dark) * np.minimum(1, 2 * some)
        colours[row : row + BrushSheet.band] = low + (bright - middle) * np.maximum(0, 2 * some - 1)
    return colours


def grass(sheet: BrushSheet, mask: ByteMask, shades: Sequence[Colour], count: int, rng: np.random.Generator) -> None:
    """Tufts: small strokes of darker and brighter green within the mask."""
    spots = rng.uniform(0, 1, (count, 2))
    dark, bright = shaded(shades[0], 0.84), shaded(shades[2], 1.15)
    for k, spot in enumerate(spots):
        row, column = int(spot[1] * sheet.size), int(spot[0] * sheet.size)
        if mask[min(row, sheet.size - 1), min(column, sheet.size - 1)] < 128:
            continue
        lean = rng.normal(0, 0.25)
        blade = np.array([spot, spot + np.array([lean * 0.012, -0.013])])
        sheet.line(blade, dark if k % 3 else bright, 0.004)
