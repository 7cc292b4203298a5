"""Homesteads by the road: a yard, a fence and some houses where no road goes on, which means nothing in the game.

Common editions draw them at bends, where they look like the village at which roads end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import ByteMask
from tools.training.terrain.painting.buildings import Houses, draw_house
from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import Colour, near, shade
from tools.training.terrain.painting.plan import Points, Rng
from tools.training.terrain.painting.scenery import Scenery, draw_tree


@dataclass(frozen=True, slots=True)
class Homesteads:
    """How an edition draws them.

    Attributes:
        chance: that one lies by a tile's road.
        yard: colour of its ground, or None.
        fence: colour of what stands around it, or None.
        reach: half the width of the yard, tile units.
    """

    chance: float = 0.0
    yard: Colour | None = None
    fence: Colour | None = None
    reach: float = 0.1


def invent_homesteads(meadow: Colour, walls: Sequence[Colour], rng: Rng) -> Homesteads:
    """How a new edition draws homesteads; most draw none."""
    if rng.random() < 0.5:
        return Homesteads()
    return Homesteads(
        chance=rng.uniform(0.25, 0.9),
        yard=near(shade(meadow, rng.uniform(0.7, 1.3)), 20, rng) if rng.random() < 0.6 else None,
        fence=near(walls[int(rng.integers(len(walls)))], 15, rng) if rng.random() < 0.6 else None,
        reach=rng.uniform(0.07, 0.14),
    )


def place_beside(roads: Sequence[Points], taken: ByteMask, reach: float, rng: Rng) -> Points | None:
    """Where a homestead fits by one of the ways (n, 2) of a tile, tile units; None where there is no room.

    ``taken`` is set where it must not stand: on city and road. It may touch the road."""
    room = cv2.distanceTransform(cv2.bitwise_not(taken), cv2.DIST_L2, 3) / taken.shape[0]
    for _ in range(8):
        way = roads[int(rng.integers(len(roads)))]
        number = int(rng.integers(1, len(way) - 1))
        along = way[number + 1] - way[number - 1]
        across = np.array((along[1], -along[0])) / max(float(np.hypot(*along)), 1e-6) * rng.choice([-1, 1])
        at = way[number] + across * reach * rng.uniform(0.7, 1.6)
        if at.min() < 0.08 or at.max() > 0.92:
            continue
        x, y = (int(c * taken.shape[0]) for c in at)
        if room[y, x] > 0.4 * reach:
            return np.asarray(at, np.float64)
    return None


def draw_homestead(canvas: TileCanvas, at: Points, how: Homesteads, houses: Houses, scenery: Scenery, rng: Rng) -> None:
    """One homestead around ``at``."""
    wide, high = how.reach * rng.uniform(0.8, 1.2), how.reach * rng.uniform(0.5, 0.9)
    outline = quad(at, 2 * wide, 2 * high, rng.uniform(0, np.pi))
    if rng.random() < 0.6:
        turn = np.linspace(0, 2 * np.pi, 20)[:-1]
        outline = at + np.stack([wide * np.cos(turn), high * np.sin(turn)], 1) * rng.uniform(0.9, 1.1, (19, 1))
    if how.yard is not None:
        canvas.fill(outline, how.yard)
    if how.fence is not None:
        canvas.line(outline, how.fence, rng.uniform(0.006, 0.018), closed=bool(rng.random() < 0.8))
    for spot in sorted(at + rng.normal(0, 0.4 * how.reach, (int(rng.integers(1, 5)), 2)), key=lambda spot: spot[1]):
        draw_house(canvas, spot, rng.uniform(0.06, 0.13), houses, rng)
    if rng.random() < 0.4:
        draw_tree(canvas, at + rng.normal(0, 0.6 * how.reach, 2), scenery, rng)
