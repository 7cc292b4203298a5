"""Maps of tiles as people lay them, and prints of such maps: which tile of an edition lies at which place."""

from __future__ import annotations

import numpy as np

from tools.training.terrain.painting.art import TILE
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.photograph import LaidSquare, Pool
from vision.frames import Picture
from vision.simulator.carcassonne.table import SQUARE, TILE_MM
from vision.simulator.players.laying import Habit, HandLaid
from vision.simulator.scene import FlatPiece, PiecePose
from vision.simulator.wear import worn

Place = tuple[int, int]
STEPS: tuple[Place, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


def grow(count: int, rng: Rng) -> list[Place]:
    """Places of a map in the order in which they are taken: each new one beside one that is. Holes come by chance."""
    places: list[Place] = [(0, 0)]
    liking = rng.uniform(0, 1.5)  # how much people like to fill gaps
    while len(places) < count:
        taken = set(places)
        free = sorted({(x + dx, y + dy) for x, y in places for dx, dy in STEPS} - taken)
        beside = np.array([sum((x + dx, y + dy) in taken for dx, dy in STEPS) for x, y in free])
        weights = np.exp(liking * beside)
        places.append(free[rng.choice(len(free), p=weights / weights.sum())])
    return places


def choose_tiles(places: list[Place], pool: Pool, rng: Rng) -> dict[Place, LaidSquare]:
    """A tile for each place, mostly one that fits one of its neighbours."""
    chosen: dict[Place, LaidSquare] = {}
    for x, y in places:
        sides = [side for side, (dx, dy) in enumerate(STEPS) if (x + dx, y + dy) in chosen]
        if not sides or rng.random() < 0.1:
            chosen[x, y] = pool.laid[rng.integers(len(pool.laid))]
            continue
        side = sides[rng.integers(len(sides))]
        other = chosen[x + STEPS[side][0], y + STEPS[side][1]]
        beyond = (side + 2) % 4
        chosen[x, y] = pool.neighbour(beyond, other.sides[beyond], rng)
    return chosen


def lay_map(pool: Pool, count: int, habit: Habit, wear: float, ride_chance: float, rng: Rng) -> list[FlatPiece]:
    """The tiles of a map as flat pieces, in the order of laying, the first near (0, 0) mm."""
    tiles = choose_tiles(grow(count, rng), pool, rng)
    hands = HandLaid(habit, SQUARE, rng)
    thick = float(rng.uniform(1.4, 2.4))
    level = rng.uniform(90, 245)
    bluer, redder = rng.normal(-15, 12), rng.normal(8, 8)
    blue, green, red = np.clip([level + bluer, level, level + redder], 0, 255).tolist()
    pitch = TILE_MM + habit.gap_mm
    lifts: dict[Place, tuple[float, float, float, float]] = {}
    laid: list[Place] = []
    for x, y in tiles:
        beside = tuple((x + dx, y + dy) for dx, dy in STEPS if (x + dx, y + dy) in laid)
        hands.lay((x, y), PiecePose(x * pitch, y * pitch, 0.0), beside)
        if beside and rng.random() < ride_chance:
            other = beside[rng.integers(len(beside))]
            hands.ride((x, y), other, float(rng.uniform(1.0, 2.5)))
            north, east, south, west = (float(2 * (other == (x + dx, y + dy))) for dx, dy in STEPS)
            lifts[x, y] = (max(north, west), max(north, east), max(south, east), max(south, west))
        laid.append((x, y))
    return [
        FlatPiece(
            f"tile {x},{y}",
            worn(tiles[x, y].image, wear, rng),
            (TILE_MM, TILE_MM),
            hands.poses[x, y],
            thick,
            lifts_mm=lifts.get((x, y), (0.0, 0.0, 0.0, 0.0)),
            rim=(blue, green, red),
        )
        for x, y in laid
    ]


def print_of_map(pool: Pool, columns: int, rows: int, rng: Rng) -> Picture:
    """A map as printers do it, (rows * 128, columns * 128, 3): full, without any gap or slip, with lines or without."""
    places = [(x, y) for y in range(rows) for x in range(columns)]
    tiles = choose_tiles(places, pool, rng)
    sheet = np.zeros((rows * TILE, columns * TILE, 3), np.uint8)
    for (x, y), tile in tiles.items():
        sheet[y * TILE : (y + 1) * TILE, x * TILE : (x + 1) * TILE] = tile.image
    if rng.random() < 0.4:
        wide, colour = int(rng.integers(1, 7)), int(rng.integers(0, 256))
        for k in range(1, columns):
            sheet[:, k * TILE - wide // 2 : k * TILE + wide // 2 + 1] = colour
        for k in range(1, rows):
            sheet[k * TILE - wide // 2 : k * TILE + wide // 2 + 1] = colour
    if rng.random() < 0.3:  # pale, as the background of a page is printed
        pale, paper = rng.uniform(0.2, 0.7), rng.uniform(150, 255)
        sheet = (sheet * (1 - pale) + paper * pale).astype(np.uint8)
    return sheet
