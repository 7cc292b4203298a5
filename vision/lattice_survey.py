"""Finds the map on a picture: seeds, lattice, tiles aligned each on its own, grown as long as there are more."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Cell, Lattice, Matrix, quad_of, side_px
from vision.lattice_growth import assemble, upright
from vision.lattice_patches import Layers, layers_of
from vision.lattice_seeds import Seed, find_seeds
from vision.recognise_align import LOOSE, SNUG
from vision.recognise_atlas import Atlas
from vision.recognise_judge import Judge, Verdicts, judge_all

LONG_SIDE = 1600  # px at which features are looked for
SURE = 0.8  # correlation from which a tile helps to learn the light
LEAST_EXPLAINED, LEAST_STRUCTURE, LEAST_SEEN = 0.52, 0.6, 0.45


@dataclass(frozen=True, eq=False)
class Survey:
    """A map that was found.

    Attributes:
        lattice: cells that look like tiles of the edition.
        cells: the same, sorted, in the order of ``verdicts``.
        verdicts: how every template fares in each.
        doubtful: neighbouring cells where something lies that is no clear tile, with their poses.
        judge: the picture's layers and colours.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    verdicts: Verdicts
    judge: Judge
    doubtful: dict[Cell, Matrix] = field(default_factory=dict)


def seeds_of(image: NDArray[np.uint8], atlas: Atlas) -> list[Seed]:
    """Seeds in px of the picture itself."""
    height, width = image.shape[:2]
    scale = min(1.0, LONG_SIDE / max(height, width))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1.0:
        gray = cv2.resize(gray, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    back = np.diag([width / gray.shape[1], height / gray.shape[0], 1.0])
    return [Seed(back @ seed.pose, seed.votes) for seed in find_seeds(np.asarray(gray, np.uint8), atlas.features)]


def survey(image: NDArray[np.uint8], atlas: Atlas) -> Survey | None:
    """The map on the picture, or None where none is found."""
    start = assemble(seeds_of(image, atlas))
    if not start.cells:
        return None
    layers = layers_of(image, float(np.median([side_px(pose) for pose in start.cells.values()])))
    first = _first_look(start, layers, atlas)
    if first is None:
        return None
    lattice, judge = first
    lattice = upright(_grow(lattice, judge, atlas))
    if not lattice.cells:
        return None
    cells = tuple(sorted(lattice.cells))
    poses = np.stack([lattice.cells[cell] for cell in cells])
    return Survey(lattice, cells, judge_all(layers, judge.tone, atlas.soft, poses), judge)


def _first_look(start: Lattice, layers: Layers, atlas: Atlas) -> tuple[Lattice, Judge] | None:
    """Seeds that look like a tile at once, aligned, and the light learnt from them."""
    judge = Judge(layers, atlas.coarse, atlas.fine)
    cells = list(start.cells)
    seen = judge.look(np.stack([start.cells[cell] for cell in cells]), best=4)
    likeness = seen.likeness[:, 0]
    sure = likeness > max(SURE, float(np.median(likeness)) - 0.1)
    if not sure.any():
        return None
    judge = judge.attuned(seen.poses[sure, 0], seen.templates[sure, 0])
    kept = {cell: seen.poses[index, 0] for index, cell in enumerate(cells) if likeness[index] > SURE - 0.1}
    return Lattice(kept), judge


def _grow(lattice: Lattice, judge: Judge, atlas: Atlas) -> Lattice:
    """Look at every cell where its neighbours foretell it, keep what is a tile, and go on beside it."""
    asked: dict[Cell, Matrix] = {}
    waiting = set(lattice.cells)
    for turn in range(40):
        waiting |= set(lattice.frontier())
        cells = [cell for cell in sorted(waiting) if len(lattice.cells) > (cell in lattice.cells)]
        expected = (
            {cell: lattice.predict(cell, without=cell) for cell in cells}
            if len(lattice) > 1
            else {cell: lattice.predict(cell) for cell in cells}
        )
        moved = [cell for cell in cells if cell not in asked or _apart(asked[cell], expected[cell]) > 0.04]
        if not moved:
            break
        asked |= {cell: expected[cell] for cell in moved}
        poses = np.stack([expected[cell] for cell in moved])
        seen = judge.look(poses, best=6, freedom=LOOSE if turn == 0 else SNUG)
        verdict = judge_all(judge.layers, judge.tone, atlas.soft, seen.poses[:, 0])
        good = is_tile(verdict)
        cells_now = dict(lattice.cells)
        for index, cell in enumerate(moved):
            if good[index]:
                cells_now[cell] = seen.poses[index, 0]
            elif cell in cells_now and len(cells_now) > 1:
                del cells_now[cell]
        lattice = Lattice(cells_now)
        waiting = set()
    return lattice


def is_tile(verdict: Verdicts) -> NDArray[np.bool_]:
    """Which places (b,) show a tile of the edition."""
    return np.asarray(
        (verdict.explained > LEAST_EXPLAINED) & (verdict.structure > LEAST_STRUCTURE) & (verdict.seen > LEAST_SEEN)
    )


def _apart(one: Matrix, other: Matrix) -> float:
    """Largest distance of two tiles' corners, in tile sides."""
    return float(np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / max(side_px(other), 1e-6))
