"""Finds the map on a picture: seeds, lattice, tiles aligned each on its own, grown as long as there are more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import NUDGED
from vision.lattice import NEIGHBOURS, Cell, Lattice, Matrix, quad_of, side_px
from vision.lattice_first import PASSES, first_tiles, soft_likeness
from vision.lattice_growth import assemble, upright
from vision.lattice_patches import Layers, layers_of
from vision.lattice_seeds import Seed, find_seeds
from vision.recognise_align import LOOSE, SNUG
from vision.recognise_atlas import Atlas
from vision.recognise_exact import laid_exactly
from vision.recognise_gate import edition_log_odds, tile_log_odds, together
from vision.recognise_judge import Judge, Verdicts, judge_all

LONG_SIDES = (1100, 1600)  # px at which features are looked for: the smaller is enough where tiles are large
ENOUGH = 5  # sure tiles with which to begin
SATISFIED = 0.6  # share of clear tiles below which a picture is looked at more closely
LEAST_CLEAR = 0.35  # share of them below which what was found is no map: it grew astray
SURE = 0.8  # correlation from which a tile helps to learn the light
SEAM_COST = 1.5  # what a template is charged for each neighbour's side that it does not meet
MOST_TURNS = 40
FIRM = 0.1  # how much a picture is believed against predictions from few tiles: see ``independent`` in recognise_align
MORE = 1.2  # times as many sure tiles that are worth learning the light anew
CANDIDATES = 4  # templates that are laid on in each cell
POLISH = 1
MOST_OVERLAP = 0.12  # of a tile's area that may lie on its neighbours, for people lay tiles onto edges


@dataclass(frozen=True, eq=False)
class Survey:
    """A map that was found.

    Attributes:
        lattice: cells that look like tiles of the edition.
        cells: the same, sorted, in the order of ``verdicts``.
        verdicts: how every template fares in each.
        doubtful: neighbouring cells where something lies that is no clear tile, with their poses.
        judge: the picture's layers and colours.
        clear: how many of the cells look like what they are taken for, with nothing on them.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    verdicts: Verdicts
    judge: Judge
    clear: int
    doubtful: dict[Cell, Matrix] = field(default_factory=dict)


def seeds_of(image: NDArray[np.uint8], atlas: Atlas, long_side: int) -> list[Seed]:
    """Seeds in px of the picture itself, which is looked at with this many px on its longer side, or fewer."""
    height, width = image.shape[:2]
    scale = min(1.0, long_side / max(height, width))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1.0:
        gray = cv2.resize(gray, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    back = np.diag([width / gray.shape[1], height / gray.shape[0], 1.0])
    return [Seed(back @ seed.pose, seed.votes) for seed in find_seeds(np.asarray(gray, np.uint8), atlas.features)]


def survey(image: NDArray[np.uint8], atlas: Atlas) -> Survey | None:
    """The map on the picture, or None where none is found."""
    first = _first_tiles(image, atlas)
    found = _surveyed(*first, atlas, few=False) if first is not None else None
    if found is None or found.clear < SATISFIED * len(found.cells):
        first = first_tiles(image, atlas)  # small or blurred tiles: guesses looked at one by one
        closer = (
            _surveyed(first[0], replace(first[1], independent=FIRM), atlas, few=True) if first is not None else None
        )
        if closer is not None and closer.clear > (found.clear if found is not None else 0):
            found = closer
    return found if found is not None and found.clear >= LEAST_CLEAR * len(found.cells) else None


def _surveyed(lattice: Lattice, judge: Judge, atlas: Atlas, few: bool) -> Survey | None:
    """The map around the first tiles, or None where they turn out to be none."""
    lattice, judge = _grow(lattice, judge, atlas, few)
    lattice = upright(lattice)
    if not lattice.cells:
        return None
    for _ in range(POLISH):
        lattice = _polished(lattice, judge, atlas)
    cells = tuple(sorted(lattice.cells))
    poses = np.stack([lattice.cells[cell] for cell in cells])
    verdicts = judge_all(judge.layers, judge.tone, atlas.soft, poses)
    return Survey(lattice, cells, verdicts, judge, _clear(lattice, judge, verdicts, atlas))


def _clear(lattice: Lattice, judge: Judge, verdicts: Verdicts, atlas: Atlas) -> int:
    """How many tiles look like what they are taken for whatever the light."""
    poses = np.stack([lattice.cells[cell] for cell in sorted(lattice.cells)])
    return int((soft_likeness(judge.layers, atlas, poses, verdicts.best) > PASSES).sum())


def _first_tiles(image: NDArray[np.uint8], atlas: Atlas) -> tuple[Lattice, Judge] | None:
    """Tiles that are there without doubt, by features at one size of the picture or else at the next."""
    best: tuple[Lattice, Judge] | None = None
    for long_side in LONG_SIDES:
        start = assemble(seeds_of(image, atlas, long_side))
        if start.cells:
            layers = layers_of(image, float(np.median([side_px(pose) for pose in start.cells.values()])))
            first = _first_look(start, layers, atlas)
            if first is not None and (best is None or len(first[0]) > len(best[0])):
                best = first
        if max(image.shape[:2]) <= long_side or (best is not None and len(best[0]) >= ENOUGH):
            break
    return best


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


def _grow(lattice: Lattice, judge: Judge, atlas: Atlas, few: bool) -> tuple[Lattice, Judge]:
    """Look at every cell where its neighbours foretell it, keep what is a tile, and go on beside it.

    Where ``few`` tiles are sure from the start, the picture's light is learnt anew whenever twice as many are, and in
    the end, when everything that was refused in a light that was not well known is asked once more.
    """
    growth = _Growth(atlas, judge, lattice, few)
    learnt_from = len(lattice)
    for turn in range(MOST_TURNS):
        moved = growth.to_ask(everything=turn < 2)
        if not moved:
            sure = growth.sure()
            if not few or len(sure) < MORE * learnt_from:
                break
            learnt_from = len(sure)
            growth.learn_light(sure)
            growth.asked.clear()
            moved = growth.to_ask(everything=True)
        growth.ask(moved, LOOSE if turn == 0 else SNUG)
        sure = growth.sure() if few else []
        if len(sure) >= 2 * learnt_from:
            learnt_from = len(sure)
            growth.learn_light(sure)
    return growth.lattice, growth.judge


@dataclass(eq=False)
class _Growth:
    """A lattice while it grows: what was asked where, and what the tiles that were found show."""

    atlas: Atlas
    judge: Judge
    lattice: Lattice
    few: bool
    asked: dict[Cell, Matrix] = field(default_factory=dict)
    shown: dict[Cell, int] = field(default_factory=dict)
    likeness: dict[Cell, float] = field(default_factory=dict)

    def to_ask(self, everything: bool) -> dict[Cell, Matrix]:
        """Cells that were not asked yet, or not where they are foretold by now."""
        cells = {*self.lattice.frontier(), *(self.lattice.cells if everything else ())}
        known = self.lattice.cells if self.few else {}  # few others foretell a tile worse than it was seen itself
        expected = {cell: known[cell] if cell in known else _expected(self.lattice, cell) for cell in sorted(cells)}
        return {
            cell: pose
            for cell, pose in expected.items()
            if cell not in self.asked or _apart(self.asked[cell], pose) > 0.04
        }

    def ask(self, moved: dict[Cell, Matrix], freedom: NDArray[np.float64]) -> None:
        """Look where tiles may lie; tiles join the lattice, what turns out to be none leaves it."""
        self.asked |= moved
        layers, tone, soft = self.judge.layers, self.judge.tone, self.atlas.soft
        seen = self.judge.look(np.stack(list(moved.values())), CANDIDATES, freedom)
        roughly = judge_all(layers, tone, soft, seen.poses[:, 0]).costs
        poses = laid_exactly(layers, tone, self.atlas, seen.poses[:, 0], roughly)
        verdict = judge_all(layers, tone, soft, poses)
        cost = fitting_cost(verdict.costs, self.atlas.edges, np.stack([self._demand(cell) for cell in moved]))
        odds = together(
            edition_log_odds(verdict, cost, seen.likeness[:, 0]),
            tile_log_odds(layers, poses),
            verdict.seen,
        )
        alike = soft_likeness(layers, self.atlas, poses, verdict.best)
        cells = dict(self.lattice.cells)
        for index, cell in enumerate(moved):
            if odds[index] > 0 and _overlap(poses[index], cell, cells) < MOST_OVERLAP:
                cells[cell] = poses[index]
                self.shown[cell], self.likeness[cell] = int(verdict.best[index]), float(alike[index])
            elif cell in cells and len(cells) > 1:
                del cells[cell]
                self.shown.pop(cell, None)
        self.lattice = Lattice(cells)

    def sure(self) -> list[Cell]:
        """Tiles that look like what they are taken for whatever the light: nothing stands on them."""
        known = [cell for cell in self.lattice.cells if cell in self.shown]
        if not known:
            return []
        least = max(PASSES, float(np.median([self.likeness[cell] for cell in known])) - 0.05)
        return [cell for cell in known if self.likeness[cell] > least]

    def learn_light(self, cells: list[Cell]) -> None:
        """How this picture shows the edition's colours, from these tiles."""
        poses = np.stack([self.lattice.cells[cell] for cell in cells])
        self.judge = self.judge.attuned(poses, np.array([self.shown[cell] for cell in cells]))

    def _demand(self, cell: Cell) -> NDArray[np.int8]:
        """(4,) what the neighbours show on the sides that touch this cell, -1 where nothing is known."""
        beside = [self.shown.get((cell[0] + down, cell[1] + right)) for down, right in NEIGHBOURS]
        edges = self.atlas.edges
        return np.array([-1 if one is None else edges[one, (side + 2) % 4] for side, one in enumerate(beside)], np.int8)


def _polished(lattice: Lattice, judge: Judge, atlas: Atlas) -> Lattice:
    """Every tile laid on once more, now that the light is better known."""
    cells = sorted(lattice.cells)
    if len(cells) < 2:
        return lattice
    now = np.stack([lattice.cells[cell] for cell in cells])
    costs = judge_all(judge.layers, judge.tone, atlas.soft, now).costs
    moved = laid_exactly(judge.layers, judge.tone, atlas, now, costs, NUDGED)
    return Lattice(dict(zip(cells, moved, strict=True)))


def _expected(lattice: Lattice, cell: Cell) -> Matrix:
    """Where the other tiles foretell this one; a lone tile only foretells itself."""
    return lattice.predict(cell, without=cell if len(lattice) > (cell in lattice.cells) else None)


def _overlap(pose: Matrix, cell: Cell, cells: Mapping[Cell, Matrix]) -> float:
    """Share of a tile's area that lies on its neighbours."""
    quad = quad_of(pose).astype(np.float32)
    total = 0.0
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            other = cells.get((cell[0] + down, cell[1] + right))
            if other is not None and (down or right):
                total += cv2.intersectConvexConvex(quad, quad_of(other).astype(np.float32))[0]
    return total / max(side_px(pose) ** 2, 1e-6)


def fitting_cost(costs: NDArray[np.float32], edges: NDArray[np.int8], seams: NDArray[np.int8]) -> NDArray[np.float64]:
    """(b,) cost of the best template once every seam (b, 4) that it breaks is charged."""
    broken = ((edges[None] != seams[:, None]) & (seams[:, None] >= 0)).sum(axis=2)
    return np.asarray((costs + SEAM_COST * broken).min(axis=1), dtype=np.float64)


def _apart(one: Matrix, other: Matrix) -> float:
    """Largest distance of two tiles' corners, in tile sides."""
    return float(np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / max(side_px(other), 1e-6))
