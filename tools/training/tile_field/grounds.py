"""Tables to lay maps on: those of the simulated rooms, painted sheets, chequers, paving, and prints of tile art."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.terrain.painting.palette import any_colour, near, shade
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.photograph import Pool, set_table
from tools.training.tile_field.maps import print_of_map
from vision.frames import Picture
from vision.simulator.conditions import Surface
from vision.simulator.scene import Ground
from vision.simulator.surfaces import ground

PX_PER_MM = 1.8
PRINTED_SHARE = 0.15
ROOM_SHARE = 0.55
# Patterns are harder to tell from tiles than a plain table is, so they are drawn more often.
ROOMS = {
    Surface.PLAIN: 1,
    Surface.WOOD: 2,
    Surface.CLOTH: 2,
    Surface.PATTERNED: 6,
    Surface.DARK: 2,
    Surface.GLOSS: 2,
    Surface.POSTER: 4,
}


def table_top(pool: Pool, rng: Rng) -> tuple[Ground, bool]:
    """A table top about (0, 0) mm, and whether tile art of ``pool`` is printed on it."""
    width, depth = (float(rng.uniform(700, 1500)) for _ in range(2))
    choice = rng.random()
    if choice < PRINTED_SHARE:
        return _ground(_printed(_size(width, depth), pool, rng), width, depth), True
    if choice < PRINTED_SHARE + ROOM_SHARE:
        share = np.array(list(ROOMS.values()), np.float64)
        kind = list(ROOMS)[rng.choice(len(ROOMS), p=share / share.sum())]
        extent = {"left_mm": -width / 2, "top_mm": -depth / 2, "width_mm": width, "depth_mm": depth}
        return ground(kind, rng, **extent), False
    drawn = (_sheet, _sheet, _chequers, _paving)[rng.integers(4)]
    return _ground(drawn(_size(width, depth), rng), width, depth), False


def _size(width: float, depth: float) -> tuple[int, int]:
    return round(depth * PX_PER_MM), round(width * PX_PER_MM)


def _ground(texture: Picture, width: float, depth: float) -> Ground:
    mean = texture.reshape(-1, 3)[::97].mean(axis=0)
    edge = (float(mean[0] * 0.6), float(mean[1] * 0.6), float(mean[2] * 0.6))
    return Ground(texture, -width / 2, -depth / 2, width, depth, edge=edge)


def _sheet(size: tuple[int, int], rng: Rng) -> Picture:
    """Wood, cloth, paper or stone as the terrain reader's tables are painted, mirrored to the size."""
    sheet = set_table(rng).sheet
    scale = rng.uniform(1.0, 2.5)
    sheet = np.asarray(cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
    rows, columns = sheet.shape[:2]
    row = np.concatenate([sheet, sheet[:, ::-1]], 1)
    double = np.concatenate([row, row[::-1]], 0)
    return np.tile(double, (size[0] // rows // 2 + 1, size[1] // columns // 2 + 1, 1))[: size[0], : size[1]].copy()


def _chequers(size: tuple[int, int], rng: Rng) -> Picture:
    """Squares of two colours, such as a chess cloth, with a weave."""
    first = any_colour(rng)
    second = near(shade(first, rng.uniform(0.4, 1.7)), 30, rng) if rng.random() < 0.5 else any_colour(rng)
    cell = rng.uniform(8, 80) * PX_PER_MM
    down, across = (np.arange(side) // cell for side in size)
    odd = (down[:, None] + across[None, :]) % 2
    picture = np.where(odd[..., None] > 0, np.array(first, np.float32), np.array(second, np.float32))
    return _rough(picture, rng)


def _paving(size: tuple[int, int], rng: Rng) -> Picture:
    """Ceramic tiles with joints, each square a little different: evenly laid, as no map is."""
    cell = int(rng.uniform(20, 130) * PX_PER_MM)
    joint = max(1, int(rng.uniform(0.01, 0.06) * cell))
    rows, columns = size[0] // cell + 1, size[1] // cell + 1
    base, grout = any_colour(rng), any_colour(rng)
    sheets = [cv2.resize(set_table(rng).sheet[:160, :160], (cell, cell)) for _ in range(int(rng.integers(1, 5)))]
    picture = np.empty((rows * cell, columns * cell, 3), np.float32)
    mix, uneven = rng.uniform(0, 1), rng.uniform(0, 0.12)
    for row in range(rows):
        for column in range(columns):
            one = np.rot90(sheets[rng.integers(len(sheets))], int(rng.integers(4)))
            square = mix * one + (1 - mix) * np.array(base, np.float32)
            square *= 1 + uneven * rng.standard_normal()
            square[:joint], square[:, :joint] = grout, grout
            picture[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = square
    return _rough(picture[: size[0], : size[1]], rng)


def _rough(picture: NDArray[np.float32], rng: Rng) -> Picture:
    grain = rng.standard_normal((*picture.shape[:2], 1), np.float32) * np.float32(rng.uniform(0, 6))
    return np.asarray(np.clip(picture + grain, 0, 255), np.uint8)


def _printed(size: tuple[int, int], pool: Pool, rng: Rng) -> Picture:
    """A cloth or poster with a map printed all over it or in a panel, at the tiles' own scale or any other."""
    side = 45.0 if rng.random() < 0.35 else float(np.exp(rng.uniform(np.log(22), np.log(150))))
    side *= PX_PER_MM
    columns, rows = (int(rng.integers(3, 9)) for _ in range(2))
    sheet = print_of_map(pool, columns, rows, rng)
    size_px = (round(columns * side), round(rows * side))
    sheet = np.asarray(cv2.resize(sheet, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    turn, centre = rng.uniform(0, 2 * np.pi), np.array(size[::-1]) / 2 * rng.uniform(0.6, 1.4, 2)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.column_stack([spin, centre - spin @ (np.array(sheet.shape[1::-1]) / 2)])
    if rng.random() < 0.6:  # all over; the print repeats
        whole = cv2.warpAffine(sheet, matrix, size[::-1], flags=cv2.INTER_AREA, borderMode=cv2.BORDER_WRAP)
        return np.asarray(whole, np.uint8)
    picture = _sheet(size, rng)
    cv2.warpAffine(sheet, matrix, size[::-1], dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return picture
