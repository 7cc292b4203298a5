"""What crowds the cities of richly illustrated editions: tall towers that are no arms, and houses that huddle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.canvas import TileCanvas
from tools.training.terrain.palette import Colour, near, shade
from tools.training.terrain.plan import CENTRE, Points, Rng


@dataclass(frozen=True, slots=True)
class Crowds:
    """How an edition crowds its cities.

    Attributes:
        towers: mean number of tall towers in a city, most of them by its wall.
        caps: colours of their roofs; an edition may well choose those of its arms.
        size: width of a tower, tile units.
        flags: chance that one flies a small flag.
        huddle: chance that the houses of a city keep to its middle and leave bare ground around them.
        rim: chance that arms stand in a corner of the tile, now and then cut off by its rim.
    """

    towers: float = 0.0
    caps: tuple[Colour, ...] = ()
    size: float = 0.05
    flags: float = 0.0
    huddle: float = 0.0
    rim: float = 0.0


PLAIN = Crowds()


def raise_towers(canvas: TileCanvas, depth: NDArray[np.float32], crowds: Crowds, wall: Colour, rng: Rng) -> None:
    """Tall towers in a city; ``depth`` (n, n) is the distance to its wall in px, 0 outside."""
    if not crowds.towers:
        return
    size = len(depth)
    for _ in range(rng.poisson(crowds.towers)):
        inside = (depth > 0) & (depth < 0.12 * size) if rng.random() < 0.7 else depth > 0
        places = np.flatnonzero(inside)
        if len(places):
            place = int(places[rng.integers(len(places))])
            _tower(canvas, np.array((place % size, place // size)) / size, crowds, near(wall, 12, rng), rng)


def _tower(canvas: TileCanvas, at: Points, crowds: Crowds, wall: Colour, rng: Rng) -> None:
    half = crowds.size * rng.uniform(0.35, 0.65)
    high, peak = half * rng.uniform(1.5, 4.5), half * rng.uniform(1.2, 4.0)
    cap = near(crowds.caps[rng.integers(len(crowds.caps))], 14, rng)
    body = np.array([(-half, -high), (half, -high), (half, 0), (-half, 0)])
    canvas.fill(at + body, wall)
    canvas.fill(at + body * (0.5, 1) + (half * 0.5, 0), shade(wall, 0.7))
    top = np.array([(-1.25 * half, -high), (0, -high - peak), (1.25 * half, -high)])
    canvas.fill(at + top, cap)
    canvas.fill(at + np.array([(0, -high), (0, -high - peak), (1.25 * half, -high)]), shade(cap, 0.7))
    if rng.random() < 0.6:
        canvas.fill(at + np.array([(-0.3, 0), (-0.3, -1.2), (0.3, -1.2), (0.3, 0)]) * half, (30, 35, 45))
    if rng.random() < crowds.flags:
        pole = at + np.array((0, -high - peak))
        canvas.line(np.array([pole, pole - (0, half)]), (40, 40, 40), 0.006)
        flag = np.array([(0, -1), (1.2, -0.75), (0, -0.4)]) * half
        canvas.fill(pole + flag, near(crowds.caps[rng.integers(len(crowds.caps))], 20, rng))


def huddled(spots: Points, rng: Rng) -> Points:
    """Those places (n, 2) that lie together about the middle of the tile."""
    reach = rng.uniform(0.27, 0.42)
    return np.asarray(spots[np.hypot(*(spots - CENTRE - rng.normal(0, 0.04, 2)).T) < reach], np.float64)
