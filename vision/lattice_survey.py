"""Finds the map on a picture: seeds, lattice, tiles aligned each on its own, grown as long as there are more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import NUDGED
from vision.lattice import NEIGHBOURS, Cell, Lattice, Matrix, facing, quad_of, seams, side_px
from vision.lattice_first import PASSES, first_tiles, soft_likeness
from vision.lattice_growth import assemble, upright
from vision.lattice_patches import Layers, layers_of
from vision.lattice_seeds import Seed, find_seeds
from vision.recognise_align import LOOSE, SNUG
from vision.recognise_atlas import Atlas
from vision.recognise_exact import laid_exactly, laid_from_sightings
from vision.recognise_gate import edition_log_odds, tile_log_odds, together
from vision.recognise_judge import Judge, Verdicts, judge_all, likeness_of_detail

LONG_SIDES = (1100, 1600)  # px at which features are looked for: the smaller is enough where tiles are large
ENOUGH = 5  # sure tiles with which to begin
SATISFIED = 0.6  # share of clear tiles below which a picture is looked at more closely
LEAST_CLEAR = 0.35  # share of them below which what was found is no map: it grew astray
SMALL, LEAST_CLEAR_OF_FEW = 4, 0.6  # a map of fewer tiles has few seams: more of its tiles must be clear
SEAMS_AGREE = 1.0
LEAST_ODDS = 2.5  # mean log-odds that places show tiles of whatever edition
LEAST_DETAIL = 0.3  # correlation of fine detail, in the upper quarter of tiles: followers cover some, blur takes some
WITHOUT_DOUBT = 0.5  # cost of what a tile is taken for, as a share of what a plain surface would cost
SEAMS_VOUCH = 3.5  # standard deviations: see :func:`seams_vouch`
SURE = 0.8  # correlation from which a tile helps to learn the light
SEAM_COST = 1.5  # what a template is charged for each neighbour's side that it does not meet
MOST_TURNS = 40
MOVED = 0.08, 0.04  # of a tile's side: places foretold elsewhere by more are looked at anew, first these, then those
FIRM = 0.1  # how much a picture is believed against predictions from few tiles: see ``independent`` in recognise_align
MORE = 1.2  # times as many sure tiles that are worth learning the light anew
CANDIDATES = 4  # templates that are laid on in each cell
POLISH = 1
ASTRAY = 0.12  # of a tile's side from where others foretell it: hand-laid tiles seldom lie so far off
NOWHERE = np.diag([1e-3, 1e-3, 1.0])
LEAST_OTHERS = 3  # tiles that together foretell the shape of another
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
        seams: by how many standard deviations more seams meet than of tiles taken at random, each tile told alone.
        odds: mean log-odds of the cells to show tiles of whatever edition.
        detail: correlation of fine detail with what the cells are taken for, at the upper quarter of them.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    verdicts: Verdicts
    judge: Judge
    clear: int
    seams: float
    odds: float
    detail: float
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
    if found is None or (found.clear < SATISFIED * len(found.cells) and found.seams < SEAMS_VOUCH):
        for lattice, judge in first_tiles(image, atlas):  # small or blurred tiles: guesses looked at one by one
            closer = _surveyed(lattice, replace(judge, independent=FIRM), atlas, few=True)
            if closer is not None and (found is None or _promise(closer) > _promise(found)):
                found = closer
            if found is not None and found.seams >= SEAMS_VOUCH:
                break
    return found if found is not None and _believed(found) else None


def _believed(found: Survey) -> bool:
    """Whether a map of these tiles lies there.

    Its places must look like tiles of whatever edition, and of this one in what it draws, for tiles of all editions are
    laid out alike; and its seams must vouch for it, or enough tiles be clear. A map of few tiles has few seams: one of
    its tiles must be without doubt.
    """
    verdicts, count = found.verdicts, len(found.cells)
    if found.odds < LEAST_ODDS or found.detail < LEAST_DETAIL:
        return False
    if found.seams >= SEAMS_VOUCH:
        return True
    if count >= SMALL:
        return found.clear >= LEAST_CLEAR * count and found.seams >= SEAMS_AGREE
    surest = float((verdicts.costs.min(axis=1) / np.maximum(verdicts.plain, 1e-3)).min())
    return found.clear >= LEAST_CLEAR_OF_FEW * count and surest < WITHOUT_DOUBT


def _promise(found: Survey) -> float:
    """How much speaks for a map, in tiles: those that are clear, or all where the seams vouch for them."""
    return float(len(found.cells) if found.seams >= SEAMS_VOUCH else found.clear)


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
    odds = float(tile_log_odds(judge.layers, poses).mean())
    detail = float(np.quantile(likeness_of_detail(judge.layers, atlas.fine, poses, verdicts.best), 0.75))
    seams = seams_vouch(dict(zip(cells, verdicts.best.tolist(), strict=True)), atlas.edges)
    return Survey(lattice, cells, verdicts, judge, _clear(lattice, judge, verdicts, atlas), seams, odds, detail)


def seams_vouch(shown: Mapping[Cell, int], edges: NDArray[np.int8]) -> float:
    """By how many standard deviations more seams of a map meet than if its sides lay beside each other at random.

    Args:
        shown: the template that each tile looks most like, whatever its neighbours are.
        edges: (4 v, 4) terrains of each template's sides.
    """
    pairs = [(edges[shown[one], side], edges[shown[other], facing(side)]) for one, other, side in seams(shown)]
    if not pairs:
        return 0.0
    share = np.bincount(edges[list(shown.values())].ravel(), minlength=3) + 1.0
    chance = float(((share / share.sum()) ** 2).sum())
    meet = sum(bool(one == other) for one, other in pairs)
    return float((meet - len(pairs) * chance) / np.sqrt(len(pairs) * chance * (1 - chance)))


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
        moved = growth.to_ask(turn < 2) or growth.to_ask(False, MOVED[1]) or growth.astray()
        if not moved and growth.drop_apart():
            moved = growth.to_ask(True)
        if not moved:
            sure = growth.sure()
            if not few or len(sure) < MORE * learnt_from:
                break
            learnt_from = len(sure)
            growth.learn_light(sure)
            growth.asked.clear()
            moved = growth.to_ask(True)
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
    odds: dict[Cell, float] = field(default_factory=dict)
    foretold: dict[Cell, Matrix] = field(default_factory=dict)

    def to_ask(self, everything: bool, moved: float = MOVED[0]) -> dict[Cell, Matrix]:
        """Cells that were not asked yet, or not where they are foretold by now."""
        cells = {*self.lattice.frontier(), *(self.lattice.cells if everything else ())}
        known = self.lattice.cells  # others foretell a tile worse than it was seen itself
        expected = {cell: known[cell] if cell in known else self.lattice.predict(cell) for cell in sorted(cells)}
        return {
            cell: pose
            for cell, pose in expected.items()
            if cell not in self.asked or _apart(self.asked[cell], pose) > moved
        }

    def astray(self) -> dict[Cell, Matrix]:
        """Tiles that lie elsewhere than all others foretell and were not looked for there."""
        if len(self.lattice) <= LEAST_OTHERS:
            return {}
        expected = {cell: self.lattice.predict(cell, without=cell) for cell in sorted(self.lattice.cells)}
        return {
            cell: pose
            for cell, pose in expected.items()
            if _apart(self.lattice.cells[cell], pose) > ASTRAY
            and _apart(self.foretold.get(cell, NOWHERE), pose) > MOVED[1]
        }

    def drop_apart(self) -> bool:
        """Give up tiles that touch no other of the largest part by a side: they were counted to a wrong cell."""
        largest = _largest_part(self.lattice.cells)
        apart = [cell for cell in self.lattice.cells if cell not in largest]
        for cell in apart:
            self._drop(cell)
        if apart:
            self.asked.clear()
        return bool(apart)

    def ask(self, moved: dict[Cell, Matrix], freedom: NDArray[np.float64]) -> None:
        """Look where tiles may lie; tiles join the lattice, what turns out to be none leaves it."""
        held = {cell: _apart(pose, moved[cell]) for cell, pose in self.lattice.cells.items() if cell in moved}
        elsewhere = {cell for cell, away in held.items() if away > ASTRAY}
        self.foretold |= {cell: moved[cell] for cell in elsewhere}
        self.asked |= moved
        layers, tone, soft = self.judge.layers, self.judge.tone, self.atlas.soft
        expected = np.stack(list(moved.values()))
        seen = self.judge.look(expected, CANDIDATES, freedom)
        roughly = judge_all(layers, tone, soft, seen.poses[:, 0]).costs
        shapes = np.stack([self._shape_of(cell, pose) for cell, pose in moved.items()])
        poses = laid_from_sightings(layers, tone, self.atlas, expected, shapes, seen, roughly)
        verdict = judge_all(layers, tone, soft, poses)
        cost = fitting_cost(verdict.costs, self.atlas.edges, np.stack([self._demand(cell) for cell in moved]))
        odds = together(
            edition_log_odds(verdict, cost, seen.likeness[:, 0]),
            tile_log_odds(layers, poses),
            verdict.seen,
        )
        alike = soft_likeness(layers, self.atlas, poses, verdict.best)
        asked = tuple(moved)
        for index in np.argsort(-odds).tolist():
            cell = asked[index]
            if cell in elsewhere and odds[index] <= self.odds.get(cell, 0.0):
                continue
            if odds[index] > 0 and self._room_for(cell, poses[index], odds[index]):
                self.lattice = self.lattice.with_cells({cell: poses[index]})
                self.odds[cell] = float(odds[index])
                self.shown[cell], self.likeness[cell] = int(verdict.best[index]), float(alike[index])
            elif len(self.lattice) > 1:
                self._drop(cell)

    def _shape_of(self, cell: Cell, pose: Matrix) -> Matrix:
        """A pose there with the size and slant that others foretell, where they are enough to say so."""
        others = len(self.lattice) - (cell in self.lattice.cells)
        return self.lattice.predict(cell, without=cell) if others >= LEAST_OTHERS else pose

    def _room_for(self, cell: Cell, pose: Matrix, odds: float) -> bool:
        """Whether the place is free, or held by what looks less like a tile and gives way."""
        beside = _overlaps(pose, cell, self.lattice.cells)
        if sum(beside.values()) < MOST_OVERLAP:
            return True
        in_the_way = [other for other, share in beside.items() if share > MOST_OVERLAP / 2]
        if not in_the_way or any(self.odds.get(other, np.inf) >= odds for other in in_the_way):
            return False
        for other in in_the_way:
            self._drop(other)
        return True

    def _drop(self, cell: Cell) -> None:
        self.lattice = Lattice({other: pose for other, pose in self.lattice.cells.items() if other != cell})
        self.shown.pop(cell, None)

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


def _largest_part(cells: Iterable[Cell]) -> set[Cell]:
    """The largest set of cells that hang together by their sides."""
    left, largest = set(cells), set[Cell]()
    while left:
        part, edge = set[Cell](), {min(left)}
        while edge:
            part |= edge
            edge = {(row + down, column + right) for row, column in edge for down, right in NEIGHBOURS} & left - part
        left -= part
        largest = max(largest, part, key=len)
    return largest


def _overlaps(pose: Matrix, cell: Cell, cells: Mapping[Cell, Matrix]) -> dict[Cell, float]:
    """Shares of a tile's area that lie on each of its neighbours."""
    quad = quad_of(pose).astype(np.float32)
    area = max(side_px(pose) ** 2, 1e-6)
    around = [(cell[0] + down, cell[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return {
        other: cv2.intersectConvexConvex(quad, quad_of(cells[other]).astype(np.float32))[0] / area
        for other in around
        if other in cells
    }


def fitting_cost(costs: NDArray[np.float32], edges: NDArray[np.int8], seams: NDArray[np.int8]) -> NDArray[np.float64]:
    """(b,) cost of the best template once every seam (b, 4) that it breaks is charged."""
    broken = ((edges[None] != seams[:, None]) & (seams[:, None] >= 0)).sum(axis=2)
    return np.asarray((costs + SEAM_COST * broken).min(axis=1), dtype=np.float64)


def _apart(one: Matrix, other: Matrix) -> float:
    """Largest distance of two tiles' corners, in tile sides."""
    return float(np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / max(side_px(other), 1e-6))
