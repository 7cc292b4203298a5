"""Tables to learn from: an imagined edition, laid by hand as a game would lay it, among the things that lie about."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.simulated.camera import Camera, scale_for_piece
from vision.simulated.conditions import Conditions, Level, Surface
from vision.simulated.photograph import Photographer
from vision.simulated.scene import FlatPiece, Pose, Scene, SolidPiece, disc, laid_down, prism, slab
from vision.simulated.surfaces import ground
from vision.terrain.kinds import Placement, placements
from vision.terrain.training.art import Art, paint_tile, set_up_press
from vision.terrain.training.style import FAMILIES, invent_style

Rng = np.random.Generator
SIDE_MM = 45.0
WIDTH, HEIGHT = 640, 480
FOLLOWERS = (
    (40, 30, 200),
    (30, 200, 235),
    (50, 140, 40),
    (190, 90, 20),
    (28, 26, 26),
    (170, 120, 235),
    (225, 230, 232),
)


@dataclass(frozen=True, eq=False)
class Example:
    """A photograph and the corners of its tiles, (n, 4, 2) px, clockwise from each tile's north-west."""

    image: Picture
    quads: NDArray[np.float32]


def imagine_tiles(rng: Rng, copies: int = 1) -> list[Art]:
    """Every kind of one invented edition."""
    press = set_up_press(invent_style(FAMILIES[int(rng.integers(len(FAMILIES)))], rng), rng)
    kinds = sorted({placement.kind.key: placement.kind for placement in placements()}.items())
    return [paint_tile(kind, press, rng) for _, kind in kinds for _ in range(copies)]


def lay_out(count: int, rng: Rng) -> dict[tuple[int, int], Placement]:
    """Cells (column, row) with placements whose seams meet, grown tile by tile; now and then a seam that does not."""
    options = placements()
    sides = [placement.kind.sides(placement.turns) for placement in options]
    laid: dict[tuple[int, int], int] = {(0, 0): int(rng.integers(len(options)))}
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    compact = rng.uniform(0, 3)
    while len(laid) < count:
        free: dict[tuple[int, int], int] = {}
        for x, y in laid:
            for dx, dy in steps:
                if (x + dx, y + dy) not in laid:
                    free[(x + dx, y + dy)] = free.get((x + dx, y + dy), 0) + 1
        cells = sorted(free)
        weight = np.array([float(free[cell]) for cell in cells]) ** compact
        cell = cells[int(rng.choice(len(cells), p=weight / weight.sum()))]
        demand = [laid.get((cell[0] + dx, cell[1] + dy)) for dx, dy in steps]
        fits = [
            index
            for index, own in enumerate(sides)
            if all(other is None or own[side] == sides[other][(side + 2) % 4] for side, other in enumerate(demand))
        ]
        if not fits:
            if rng.random() < 0.2:
                fits = list(range(len(options)))
            else:
                continue
        laid[cell] = int(rng.choice(fits))
    return {cell: options[index] for cell, index in laid.items()}


def follower(name: str, pose: Pose, rng: Rng) -> SolidPiece:
    """A small solid figure, standing or lying."""
    colour = tuple(float(value) for value in FOLLOWERS[int(rng.integers(len(FOLLOWERS)))])
    left = [(-8.0, 0.0), (-3.0, 0.0), (0.0, 4.0), (0.0, 8.0), (-4.0, 8.0)]
    right = [(8.0, 0.0), (4.0, 8.0), (0.0, 8.0), (0.0, 4.0), (3.0, 0.0)]
    arms = [(-8.0, 9.0), (-7.5, 11.5), (-3.0, 12.0), (3.0, 12.0), (7.5, 11.5), (8.0, 9.0), (4.0, 7.0), (-4.0, 7.0)]
    head = disc(3.2, 10, (0.0, 13.0))
    parts = [slab(outline, 10.0, colour) for outline in (left, right, arms, head)]
    if rng.random() < 0.25:
        parts = [laid_down(part, 10.0, 8.0) for part in parts]
    return SolidPiece(name, tuple(parts), pose)


def things(count: int, low: NDArray[np.float64], high: NDArray[np.float64], rng: Rng) -> tuple[list, list]:
    """Paper, boxes, cups and loose figures around (and now and then on) the map."""
    flats: list[FlatPiece] = []
    solids: list[SolidPiece] = []
    middle, reach = (low + high) / 2, float((high - low).max()) / 2
    for index in range(count):
        angle, away = rng.uniform(0, 2 * np.pi), reach * rng.uniform(0.8, 1.6) + 50
        x, y = middle + away * np.array([math.cos(angle), math.sin(angle)])
        pose = Pose(float(x), float(y), float(rng.uniform(0, 360)))
        what = rng.integers(4)
        if what == 0:
            width, depth = rng.uniform(50, 250, 2)
            flats.append(FlatPiece(f"thing {index}", _print(rng), (float(width), float(depth)), pose))
        elif what == 1:
            paint = tuple(float(value) for value in rng.integers(20, 250, 3))
            cup = prism(disc(float(rng.uniform(20, 45))), 0, float(rng.uniform(30, 90)), paint)
            solids.append(SolidPiece(f"thing {index}", (cup,), pose))
        elif what == 2:
            w, d = rng.uniform(20, 120, 2)
            paint = tuple(float(value) for value in rng.integers(20, 250, 3))
            box = prism([(-w, -d), (w, -d), (w, d), (-w, d)], 0, float(rng.uniform(5, 60)), paint)
            solids.append(SolidPiece(f"thing {index}", (box,), pose))
        else:
            solids.append(follower(f"thing {index}", pose, rng))
    return flats, solids


def _print(rng: Rng) -> Picture:
    """Something printed: blocks, lines, maybe a chequered board, which is the likest to a map of tiles."""
    image = np.full((256, 256, 3), rng.integers(40, 255, 3), np.uint8)
    if rng.random() < 0.3:
        cells = int(rng.integers(4, 12))
        board = rng.integers(0, 255, (cells, cells, 3)).astype(np.uint8)
        return np.asarray(cv2.resize(board, (256, 256), interpolation=cv2.INTER_NEAREST))
    for _ in range(int(rng.integers(3, 30))):
        first, second = rng.integers(0, 256, (2, 2)).tolist()
        cv2.rectangle(image, first, second, rng.integers(0, 255, 3).tolist(), -1 if rng.random() < 0.4 else 1)
    return image


def conditions(rng: Rng) -> Conditions:
    """Any level's conditions, over any table, for a picture of this module's size."""
    level = (Level.EASY, Level.ORDINARY, Level.HARD)[int(rng.choice(3, p=[0.2, 0.35, 0.45]))]
    drawn = Conditions.from_level(level, rng)
    surfaces = list(Surface)
    return replace(
        drawn,
        surface=surfaces[int(rng.integers(len(surfaces)))],
        tilt_deg=float(rng.uniform(0, 48)),
        piece_px=float(np.exp(rng.uniform(np.log(13), np.log(75)))),
        focal_px=float(rng.uniform(0.7, 1.6) * WIDTH),
        blur_px=float(drawn.blur_px * rng.uniform(0.3, 0.9)),
        motion_px=drawn.motion_px * 0.5,
        grain=drawn.grain * float(rng.uniform(0.3, 0.9)),
        clutter=int(rng.integers(0, 8)),
        follower_share=float(rng.uniform(0, 0.5)),
        width=WIDTH,
        height=HEIGHT,
    )


def take(tiles: list[Art], rng: Rng) -> Example:
    """One photograph of a table laid with these tiles."""
    around = conditions(rng)
    most = int(np.clip(WIDTH * HEIGHT / around.piece_px**2, 3, 72))
    laid = lay_out(int(rng.integers(1, most + 1)) if rng.random() < 0.95 else 1, rng)
    gap = float(rng.choice([0.0, 0.4, 0.8, 1.5]))
    poses = _hand_laid(list(laid), around, gap, rng)
    by_kind: dict[str, list[Art]] = {}
    for art in tiles:
        by_kind.setdefault(art.kind.key, []).append(art)
    flats = []
    corner = float(rng.choice([0.0, 0.0, 1.5, 3.0]))
    for (cell, placement), pose in zip(laid.items(), poses, strict=True):
        views = by_kind[placement.kind.key]
        picture = np.ascontiguousarray(np.rot90(views[int(rng.integers(len(views)))].image, -placement.turns))
        outline = _rounded(SIDE_MM, corner) if corner else None
        thick = float(rng.uniform(1.5, 2.5))
        flats.append(FlatPiece(f"tile {cell}", picture, (SIDE_MM, SIDE_MM), pose, thick, outline_mm=outline))
    middles = np.array([(pose.x, pose.y) for pose in poses])
    loose, solids = things(around.clutter, middles.min(axis=0) - SIDE_MM, middles.max(axis=0) + SIDE_MM, rng)
    for index in rng.permutation(len(poses))[: round(around.follower_share * len(poses))]:
        dx, dy = rng.uniform(-16, 16, 2)
        spot = Pose(poses[index].x + float(dx), poses[index].y + float(dy), float(rng.uniform(0, 360)))
        solids.append(follower(f"follower {index}", spot, rng))
    look = middles[int(rng.integers(len(middles)))] + rng.normal(0, 40, 2)
    camera = Camera.looking_at(
        (float(look[0]), float(look[1])),
        scale_px_mm=scale_for_piece(around.piece_px, SIDE_MM, around.tilt_deg, around.rotation_deg),
        tilt_deg=around.tilt_deg,
        rotation_deg=around.rotation_deg,
        focal_px=around.focal_px,
        k1=around.k1,
        width=WIDTH,
        height=HEIGHT,
    )
    order = [*flats, *loose] if rng.random() < 0.3 else [*loose, *flats]
    scene = Scene(ground(around.surface, rng), tuple(order), tuple(solids))
    image = Photographer(camera, around, rng, middles, SIDE_MM).take(scene)
    quads = np.stack([camera.project(flat.corners()) for flat in flats]).astype(np.float32)
    return Example(image, quads)


def _hand_laid(cells: list[tuple[int, int]], around: Conditions, gap: float, rng: Rng) -> list[Pose]:
    """Where people put the tiles: each a little off its neighbours, and over the map that adds up."""
    known: dict[tuple[int, int], tuple[NDArray[np.float64], float]] = {}
    lay, turn = around.lay_mm * 0.6, around.lay_deg * 0.6
    for x, y in cells:
        near = [known[cell] for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if cell in known]
        shift, angle = rng.uniform(-lay, lay, 2), float(rng.uniform(-turn, turn))
        if near and around.lay_adds_up:
            shift = np.clip(np.mean([one[0] for one in near], axis=0) + 0.7 * shift, -20, 20)
            angle = float(np.clip(0.8 * np.mean([one[1] for one in near]) + angle, -6, 6))
        known[(x, y)] = (shift, angle)
    step = SIDE_MM + gap
    return [
        Pose(float(x * step + known[(x, y)][0][0]), float(y * step + known[(x, y)][0][1]), known[(x, y)][1])
        for x, y in cells
    ]


def _rounded(side: float, radius: float) -> NDArray[np.float64]:
    """Outline of a square with cut corners, clockwise, mm."""
    h, r = side / 2, radius * 0.6
    return np.array(
        [(-h + r, -h), (h - r, -h), (h, -h + r), (h, h - r), (h - r, h), (-h + r, h), (-h, h - r), (-h, -h + r)]
    )
