"""What stands about in fields and towns without meaning anything: trees, beasts, ponds, hedges, rocks, lone farms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.training.terrain.painting.buildings import Houses, draw_house
from tools.training.terrain.painting.canvas import TileCanvas, quad
from tools.training.terrain.painting.palette import Colour, near, shade
from tools.training.terrain.painting.plan import Points, Rng
from vision.frames import Picture

TREES = ("puff", "disc", "cone", "stem", "star", "blot")
THINGS = ("beast", "rock", "flower", "hay", "pond", "hedge", "fence", "farm", "plot", "well", "garden", "mark")


@dataclass(frozen=True, slots=True)
class Scenery:
    """How an edition fills its meadows.

    Attributes:
        tree: one of TREES; leaves: their colours; tree_size: radius, tile units.
        grove: mean number of trees in a field tile; along_wall: chance of bushes at a city wall; in_city: mean number.
        things: what else may stand about; busy: mean number of them on a tile.
        shadow: length of shadows, tile units.
        outline: colour of outlines or None.
    """

    tree: str
    leaves: tuple[Colour, ...]
    tree_size: float
    grove: float
    along_wall: float
    in_city: float
    things: tuple[str, ...]
    busy: float
    shadow: float
    outline: Colour | None


def draw_tree(canvas: TileCanvas, at: Points, scenery: Scenery, rng: Rng) -> None:
    """One tree or bush around ``at``."""
    leaf = near(scenery.leaves[rng.integers(len(scenery.leaves))], 12, rng)
    r = scenery.tree_size * rng.uniform(0.6, 1.3)
    if scenery.shadow:
        canvas.oval(at + scenery.shadow, (r, 0.8 * r), 0, shade(leaf, 0.35))
    if scenery.tree == "cone":
        canvas.fill(at + np.array([(-0.7 * r, r), (0, -1.4 * r), (0.7 * r, r)]), leaf)
        canvas.fill(at + np.array([(0, r), (0, -1.4 * r), (0.7 * r, r)]), shade(leaf, 0.7))
    elif scenery.tree == "stem":
        canvas.line(at + np.array([(0, 0.3 * r), (0, 1.5 * r)]), (30, 50, 80), 0.014)
        canvas.disc(at, r, leaf)
        canvas.disc(at - 0.3 * r, 0.5 * r, shade(leaf, 1.2))
    elif scenery.tree == "puff":
        for _ in range(4):
            canvas.disc(at + rng.normal(0, 0.45 * r, 2), 0.6 * r, near(leaf, 14, rng))
        canvas.disc(at - 0.25 * r, 0.4 * r, shade(leaf, 1.2))
    elif scenery.tree == "star":
        turn = np.linspace(0, 2 * np.pi, 13)[:-1] + rng.uniform(0, 1)
        reach = r * np.where(np.arange(12) % 2, 0.6, 1.1)
        canvas.fill(at + np.stack([np.cos(turn), np.sin(turn)], 1) * reach[:, None], leaf)
    elif scenery.tree == "blot":
        canvas.oval(at, (r * 1.2, r * 0.8), rng.uniform(0, 180), leaf)
    else:
        canvas.disc(at, r, leaf)
        canvas.disc(at - 0.2 * r, 0.6 * r, shade(leaf, 1.15))
    if scenery.outline is not None and scenery.tree in ("disc", "stem", "blot"):
        canvas.disc(at, r, scenery.outline, 0.006)


def draw_thing(
    canvas: TileCanvas, at: Points, thing: str, scenery: Scenery, houses: Houses, meadow: Colour, rng: Rng
) -> None:
    """One small thing around ``at``."""
    _THINGS[thing](canvas, at, scenery, houses, meadow, rng)


def _beast(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    coat: Colour = [(245.0, 245.0, 245.0), (60.0, 90.0, 140.0), (40.0, 40.0, 40.0)][rng.integers(3)]
    for _ in range(rng.integers(1, 5)):
        spot = at + rng.normal(0, 0.035, 2)
        canvas.oval(spot, (0.018, 0.011), rng.uniform(0, 180), near(coat, 8, rng))
        canvas.disc(spot + np.array((0.017, -0.006)), 0.007, shade(coat, 0.7))


def _rock(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    gray = rng.uniform(90, 210)
    for _ in range(rng.integers(1, 4)):
        spot = at + rng.normal(0, 0.02, 2)
        canvas.oval(spot, (rng.uniform(0.01, 0.03), rng.uniform(0.01, 0.02)), rng.uniform(0, 180), (gray, gray, gray))


def _flower(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    colour = tuple(float(c) for c in rng.choice([30, 90, 230, 250], 3))
    for _ in range(rng.integers(4, 14)):
        canvas.disc(at + rng.normal(0, 0.05, 2), rng.uniform(0.005, 0.01), (colour[0], colour[1], colour[2]))


def _hay(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    for _ in range(rng.integers(1, 4)):
        canvas.oval(at + rng.normal(0, 0.03, 2), (0.022, 0.016), 0, near((70, 190, 220), 12, rng))


def _pond(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    blue = near((200, 150, 80), 20, rng)
    axes, angle = (rng.uniform(0.03, 0.08), rng.uniform(0.025, 0.05)), rng.uniform(0, 180)
    canvas.oval(at, (axes[0] + 0.01, axes[1] + 0.01), angle, shade(blue, 0.6))
    canvas.oval(at, axes, angle, blue)


def _hedge(canvas: TileCanvas, at: Points, scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    turn, length = rng.uniform(0, np.pi), rng.uniform(0.08, 0.25)
    way = np.array((np.cos(turn), np.sin(turn))) * length / 2
    for share in np.linspace(-1, 1, max(int(length / 0.025), 3)):
        leaf = near(scenery.leaves[0], 12, rng)
        canvas.disc(at + share * way + rng.normal(0, 0.004, 2), rng.uniform(0.012, 0.022), leaf)


def _fence(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    wood = near((50, 80, 120), 25, rng)
    canvas.line(
        quad(at, rng.uniform(0.08, 0.2), rng.uniform(0.06, 0.15), rng.uniform(0, 1.5)),
        wood,
        0.008,
        closed=bool(rng.random() < 0.5),
    )


def _farm(canvas: TileCanvas, at: Points, scenery: Scenery, houses: Houses, _meadow: Colour, rng: Rng) -> None:
    for _ in range(rng.integers(1, 4)):
        draw_house(canvas, at + rng.normal(0, 0.03, 2), rng.uniform(0.05, 0.1), houses, rng)
    if rng.random() < 0.5:
        draw_tree(canvas, at + rng.normal(0, 0.06, 2), scenery, rng)


def _plot(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, meadow: Colour, rng: Rng) -> None:
    body = quad(at, rng.uniform(0.08, 0.22), rng.uniform(0.07, 0.18), rng.uniform(0, 1.5))
    canvas.fill(body, near(meadow, 22, rng))
    if rng.random() < 0.5:
        for share in np.linspace(0.1, 0.9, 5):
            row = np.array([body[0] + share * (body[3] - body[0]), body[1] + share * (body[2] - body[1])])
            canvas.line(row, near(shade(meadow, 0.75), 10, rng), 0.006)


def _well(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, _meadow: Colour, rng: Rng) -> None:
    gray = rng.uniform(110, 200)
    canvas.disc(at, 0.022, (gray, gray, gray))
    canvas.disc(at, 0.012, (120, 90, 50))


def _garden(canvas: TileCanvas, at: Points, scenery: Scenery, _houses: Houses, meadow: Colour, rng: Rng) -> None:
    body = quad(at, 0.2, 0.16, rng.uniform(0, 1.5))
    canvas.fill(body, near(shade(meadow, 1.15), 12, rng))
    canvas.line(body, near(scenery.leaves[0], 12, rng), 0.02, closed=True)
    for _ in range(6):
        canvas.disc(at + rng.normal(0, 0.035, 2), 0.012, near((120, 120, 220), 40, rng))


def _mark(canvas: TileCanvas, at: Points, _scenery: Scenery, _houses: Houses, meadow: Colour, rng: Rng) -> None:
    """A track, ditch or brush mark that leads nowhere."""
    walk = at + np.cumsum(rng.normal(0, 0.03, (5, 2)), axis=0)
    canvas.line(walk, near(shade(meadow, rng.choice([0.7, 0.85, 1.25])), 8, rng), rng.uniform(0.008, 0.025))


_THINGS = {
    "beast": _beast,
    "rock": _rock,
    "flower": _flower,
    "hay": _hay,
    "pond": _pond,
    "hedge": _hedge,
    "fence": _fence,
    "farm": _farm,
    "plot": _plot,
    "well": _well,
    "garden": _garden,
    "mark": _mark,
}


def free_spots(free: Picture, count: int, rng: Rng) -> Points:
    """Up to ``count`` random places (tile units) where the mask is set."""
    size = free.shape[0]
    tries = rng.uniform(0.02, 0.98, (count * 4 + 4, 2))
    pixels = (tries * size).astype(int)
    return np.asarray(tries[free[pixels[:, 1], pixels[:, 0]] > 0][:count], np.float64)
