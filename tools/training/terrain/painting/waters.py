"""Lakes on meadows, and canals under a bridge within a city's walls: none of it is a road, and none of it arms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import ByteMask
from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import Colour, hsv, near, shade
from tools.training.terrain.painting.plan import Points, Rng


@dataclass(frozen=True, slots=True)
class Waters:
    """How an edition paints water.

    Attributes:
        water: its colour; as pale as ice, or as dark as a moor.
        shore: colour of the line along it, or None.
        width: of that line, tile units.
        glints: whether lighter strokes lie on it.
    """

    water: Colour
    shore: Colour | None
    width: float
    glints: bool


def invent_waters(meadow: Colour, road: Colour, rng: Rng) -> Waters:
    """How a new edition paints water; in one of four it is as pale and grey as its roads."""
    blue = hsv(rng.uniform(175, 235), rng.uniform(0.08, 0.75), rng.uniform(0.35, 1.0))
    water = near(road, 14, rng) if rng.random() < 0.25 else blue
    shores = (shade(water, 0.5), shade(meadow, 0.6), shade(road, 0.8), (245.0, 245.0, 245.0))
    return Waters(
        water=water,
        shore=shores[int(rng.integers(len(shores)))] if rng.random() < 0.7 else None,
        width=rng.uniform(0.006, 0.025),
        glints=bool(rng.random() < 0.4),
    )


def lake_outline(at: Points, long: float, wide: float, angle: float, rng: Rng) -> Points:
    """A bay-like outline (40, 2) about ``at``; half axes in tile units, ``angle`` of the longer one in radians."""
    turn = np.linspace(0, 2 * np.pi, 41)[:-1]
    reach = np.ones(40)
    for waves in (2, 3, 5):
        reach += rng.normal(0, 0.22 / waves) * np.sin(waves * turn + rng.uniform(0, 2 * np.pi))
    flat = np.stack([long * np.cos(turn), wide * np.sin(turn)], 1) * np.maximum(reach, 0.35)[:, None]
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(at + flat @ np.array([(c, s), (-s, c)]), np.float64)


def draw_lake(canvas: TileCanvas, outline: Points, waters: Waters, rng: Rng) -> None:
    """Water within an ``outline`` (n, 2)."""
    canvas.fill(outline, near(waters.water, 6, rng))
    if waters.glints:
        middle = outline.mean(axis=0)
        for _ in range(int(rng.integers(1, 5))):
            spot = middle + rng.uniform(0.1, 0.7) * (outline[int(rng.integers(len(outline)))] - middle)
            away = np.array((rng.uniform(0.01, 0.05), 0.0))
            canvas.line(np.stack([spot, spot + away]), shade(waters.water, 1.4), 0.008)
    if waters.shore is not None:
        canvas.line(outline, waters.shore, waters.width, closed=True)


def draw_canal(canvas: TileCanvas, city: ByteMask, waters: Waters, stone: Colour, rng: Rng) -> None:
    """A canal through the middle of a city, cut off by its walls, with up to two bridges over it; ``city`` is set
    inside."""
    turn = rng.uniform(0, np.pi)
    along, across = np.array((np.cos(turn), np.sin(turn))), np.array((-np.sin(turn), np.cos(turn)))
    middle = 0.5 + rng.normal(0, 0.12, 2)
    half, wide = rng.uniform(0.12, 0.6), rng.uniform(0.03, 0.11)
    sheet = TileCanvas(canvas.image.copy())
    draw_lake(sheet, lake_outline(middle, half, wide / 2, turn, rng), waters, rng)
    for _ in range(int(rng.integers(0, 3))):
        at = middle + rng.uniform(-0.6, 0.6) * half * along
        deck = quad(at, rng.uniform(0.05, 0.11), wide + rng.uniform(0.03, 0.1), turn)
        sheet.fill(deck, near(stone, 10, rng))
        for side in (deck[[0, 3]], deck[[1, 2]]):
            sheet.line(side, shade(stone, rng.uniform(0.4, 0.8)), 0.01)
        if rng.random() < 0.5:
            for aside in (-0.3, 0.3):
                sheet.disc(at + aside * wide * across, 0.012, shade(stone, 0.35))
    canvas.pour(sheet.image, city)
