"""Things on the table that look like tiles and are none: score boards, tile backs, tiles printed on paper and lids."""

from __future__ import annotations

import cv2
import numpy as np

from tools.training.terrain.painting.palette import any_colour, near, shade
from tools.training.terrain.painting.plan import Rng
from tools.training.terrain.photograph import Pool
from tools.training.tile_field.maps import print_of_map
from vision.artwork.carcassonne.tiles import tile_back
from vision.simulator.carcassonne.table import TILE_MM
from vision.simulator.clutter import Thing
from vision.simulator.scene import FlatPiece, PiecePose, SolidPiece, prism


def decoys(pool: Pool, rng: Rng) -> tuple[Thing, ...]:
    """None to two of them."""
    made = (_score_board, _backs, _backs, _leaflet, _lid)
    return tuple(made[rng.integers(len(made))](f"decoy-{k}", pool, rng) for k in range(rng.choice([0, 0, 1, 1, 2])))


def _score_board(name: str, pool: Pool, rng: Rng) -> Thing:
    """A board whose rim is a row of squares to count on."""
    wide, high = (int(n) for n in rng.integers(6, 14, 2))
    cell = 24
    board = np.empty((high * cell, wide * cell, 3), np.uint8)
    board[:] = any_colour(rng)
    first, second = any_colour(rng), any_colour(rng)
    for y in range(high):
        for x in range(wide):
            if 0 < x < wide - 1 and 0 < y < high - 1:
                continue
            colour = near(first if (x + y) % 2 else second, 8, rng)
            corner = (x * cell, y * cell)
            cv2.rectangle(board, corner, (corner[0] + cell - 1, corner[1] + cell - 1), colour, -1)
            cv2.rectangle(board, corner, (corner[0] + cell - 1, corner[1] + cell - 1), shade(colour, 0.5), 1)
            spot = (corner[0] + 4, corner[1] + 16)
            cv2.putText(board, str((x + y) % 50), spot, cv2.FONT_HERSHEY_SIMPLEX, 0.35, (30, 30, 30), 1, cv2.LINE_AA)
    if rng.random() < 0.5 and wide > 4 and high > 4:
        inner = print_of_map(pool, 2, 2, rng)
        board[2 * cell : (high - 2) * cell, 2 * cell : (wide - 2) * cell] = cv2.resize(
            inner, ((wide - 4) * cell, (high - 4) * cell), interpolation=cv2.INTER_AREA
        )
    side = float(rng.uniform(12, 30))
    size = (wide * side, high * side)
    return Thing(
        (FlatPiece(name, board, size, PiecePose(0, 0), float(rng.uniform(1, 2.5))),), float(np.hypot(*size) / 2)
    )


def _backs(name: str, pool: Pool, rng: Rng) -> Thing:
    """Tiles face down: a heap, or a pile to draw from."""
    back = tile_back(128) if rng.random() < 0.3 else _invented_back(rng)
    piled = rng.random() < 0.4
    spread = 3.0 if piled else 45.0
    pieces = [
        FlatPiece(
            f"{name}.{k}",
            back,
            (TILE_MM, TILE_MM),
            PiecePose(*rng.normal(0, [spread, spread, 4 if piled else 60]).tolist()),
            2.0,
            height_mm=2.0 * k if piled else 0.0,
        )
        for k in range(rng.integers(1, 9))
    ]
    return Thing(tuple(pieces), 40.0 if piled else 90.0)


def _invented_back(rng: Rng) -> np.ndarray:
    colour, ink = any_colour(rng), any_colour(rng)
    back = np.empty((128, 128, 3), np.uint8)
    back[:] = colour
    if rng.random() < 0.6:
        inset = int(rng.integers(3, 20))
        cv2.rectangle(back, (inset, inset), (127 - inset, 127 - inset), ink, int(rng.integers(1, 6)))
    for _ in range(int(rng.integers(0, 5))):
        reach = int(rng.integers(8, 50))
        cv2.circle(back, (64, 64), reach, near(ink, 30, rng), int(rng.integers(1, 8)), cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.putText(back, "MAP", (20, 78), cv2.FONT_HERSHEY_DUPLEX, 1.2, ink, 3, cv2.LINE_AA)
    return back


def _leaflet(name: str, pool: Pool, rng: Rng) -> Thing:
    """A page of rules with tiles printed on it, flat and small or large."""
    page = np.full((420, 300, 3), 238, np.uint8)
    for row in range(20, 400, 9):
        cv2.line(page, (20, row), (int(rng.uniform(120, 285)), row), (90, 90, 90), 2)
    for _ in range(int(rng.integers(1, 5))):
        columns, rows = (int(n) for n in rng.integers(1, 4, 2))
        side = int(rng.integers(28, 90))
        printed = cv2.resize(print_of_map(pool, columns, rows, rng), (columns * side, rows * side))
        x, y = int(rng.integers(5, 200)), int(rng.integers(5, 320))
        part = page[y : y + rows * side, x : x + columns * side]
        part[:] = printed[: part.shape[0], : part.shape[1]]
    return Thing((FlatPiece(name, page, (150.0, 210.0), PiecePose(0, 0), 0.2, rim=(230, 236, 238)),), 128.0)


def _lid(name: str, pool: Pool, rng: Rng) -> Thing:
    """A box with tile art on its lid."""
    columns, rows = (int(n) for n in rng.integers(1, 6, 2))
    picture = print_of_map(pool, columns, rows, rng)
    wide, deep = (float(v) for v in rng.uniform(90, 260, 2))
    outline = [(-wide / 2, -deep / 2), (wide / 2, -deep / 2), (wide / 2, deep / 2), (-wide / 2, deep / 2)]
    body = prism(outline, 0, float(rng.uniform(15, 70)), any_colour(rng))
    size_px = (round(wide * 2), round(deep * 2))
    picture = np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    return Thing((SolidPiece(name, (body,), PiecePose(0, 0), gloss=0.1, top=picture),), float(np.hypot(wide, deep) / 2))
