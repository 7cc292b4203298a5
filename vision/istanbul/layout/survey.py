"""Finds the layout on a picture: seeds, rows and columns, places laid on one by one and grown while there are more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import layers_of
from vision.istanbul.layout.edition import FLIPS, PlaceEdition
from vision.istanbul.layout.naming import Naming, alike, named
from vision.istanbul.layout.seeds import PlaceSeed, find_seeds, lattices
from vision.istanbul.layout.votes import voted_layout
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import lucas_kanade, templates
from vision.registration.gauss_newton import SixFreedoms
from vision.registration.lattice import Cell, Lattice, Matrix, side_px
from vision.registration.lucas_kanade import align
from vision.tile_map.residuals import Judge, judge_all


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutSurveyParameters(Parameters):
    """How many seeds and lines a layout is grown from, and how clear each place of it has to be."""

    most_seeds: int = parameter(120, "seeds", "that are laid on", CHOSEN)
    starts: int = parameter(10, "seeds", "from which a layout is grown", CHOSEN)
    place: float = parameter(0.5, "correlation", "from which it may be a place", CHOSEN)
    clear: float = parameter(0.6, "correlation", "from which it is one", CHOSEN)
    blurs: tuple[float, ...] = parameter((0.0, 0.7, 1.2, 1.8), "px", "sigma, px of a fine patch", CHOSEN)
    most_rounds: int = parameter(5, "rounds", "of growing", CHOSEN)
    least_seen: float = parameter(0.45, "share", "of a place that must lie in the picture", CHOSEN)
    enough: float = parameter(
        7.0, "correlation", "summed over places: support from which no other start is tried", CHOSEN
    )
    most_lines: int = parameter(5, "count", "rows or columns of the largest layout", CHOSEN)


PARAMETERS = LayoutSurveyParameters()


@dataclass(frozen=True, eq=False)
class LayoutSurvey:
    """A layout that was found.

    Attributes:
        lattice: where places surely lie; foretells the others.
        naming: which cells make up the layout and what they seem to show.
        judge: the picture in the light that was learnt.
    """

    lattice: Lattice
    naming: Naming
    judge: Judge


def surveys(image: NDArray[np.uint8], edition: PlaceEdition) -> Iterator[LayoutSurvey]:
    """What the layout on the picture may be: one, unless places are so small or soft that they are sought in two ways;
    none where none is found."""
    seeds = find_seeds(image, edition.tilted_features, edition.aspect, PARAMETERS.most_seeds)
    best: tuple[float, Lattice, Judge] | None = None
    for start in _starts(seeds, image, edition):
        judge = _judge_for(start, image, edition)
        support, lattice = _grown(start, judge)
        if best is None or support > best[0]:
            best = (support, lattice, judge)
        if best[0] > PARAMETERS.enough:
            break
    if best is not None and best[1].cells:
        found = _finished(best[1], best[2], edition)
        if found is not None:
            yield found
    if best is None or best[0] <= PARAMETERS.enough:
        voted = voted_layout(image, edition)
        whole = _finished(voted, _judge_for(voted, image, edition), edition) if voted is not None else None
        if whole is not None:
            yield whole


def _judge_for(start: Lattice, image: NDArray[np.uint8], edition: PlaceEdition) -> Judge:
    # Of most starts next to nothing is looked at before they turn out to be none.
    layers = layers_of(image, float(np.median([side_px(pose) for pose in start.cells.values()])), packed=True)
    return Judge(layers, edition.coarse, edition.fine)


def _starts(seeds: list[PlaceSeed], image: NDArray[np.uint8], edition: PlaceEdition) -> Iterator[Lattice]:
    """What to grow from: arrangements that many features vote for, then lone seeds that look most like a place."""
    yield from lattices(seeds)
    if not seeds:
        return
    sizes: list[PlaceSeed] = sorted(seeds, key=lambda seed: side_px(seed.pose))
    judge = Judge(layers_of(image, side_px(sizes[len(sizes) // 4].pose)), edition.coarse, edition.fine)
    usable = [seed for seed in seeds if side_px(seed.pose) > 8]
    if usable:
        seen = judge.look(np.stack([seed.pose for seed in usable]), 2)
        for index in np.argsort(-seen.similarity[:, 0])[: PARAMETERS.starts]:
            yield Lattice({(0, 0): seen.poses[index, 0]})


def _grown(start: Lattice, judge: Judge) -> tuple[float, Lattice]:
    """The lattice as far as it shows places, and how much speaks for it."""
    lattice, support = Lattice(), 0.0
    asked = Lattice(start.cells)
    for turn in range(12):
        cells = sorted(asked.cells)
        if not cells:
            break
        seen = judge.look(np.stack([asked.cells[cell] for cell in cells]), 3, lucas_kanade.PARAMETERS.loose)
        known = dict(lattice.cells)
        for index, cell in enumerate(cells):
            if seen.similarity[index, 0] > PARAMETERS.place and seen.seen[index] > PARAMETERS.least_seen:
                known[cell] = seen.poses[index, 0]
        grew = len(known) > len(lattice)
        lattice = Lattice(known)
        if not grew and turn:
            break
        asked = Lattice({cell: lattice.predict(cell) for cell in lattice.frontier() if _fits(cell, lattice)})
        asked = Lattice({cell: pose for cell, pose in asked.cells.items() if side_px(pose) > 6})
    if lattice.cells:
        support = _support(lattice, judge)
    return support, lattice


def _support(lattice: Lattice, judge: Judge) -> float:
    """How surely cells show places, different ones."""
    cells = sorted(lattice.cells)
    seen = judge.look(np.stack([lattice.cells[cell] for cell in cells]), 2, lucas_kanade.PARAMETERS.snug)
    best: dict[int, float] = {}
    for index in range(len(cells)):
        view = int(seen.templates[index, 0]) // FLIPS
        best[view] = max(best.get(view, 0.0), float(seen.similarity[index, 0]))
    return sum(max(0.0, similarity - PARAMETERS.place + 0.1) * 2.5 for similarity in best.values())


def _fits(cell: Cell, lattice: Lattice) -> bool:
    rows = [row for row, _ in (*lattice.cells, cell)]
    columns = [column for _, column in (*lattice.cells, cell)]
    return max(rows) - min(rows) < PARAMETERS.most_lines + 1 and max(columns) - min(columns) < PARAMETERS.most_lines + 1


def _finished(lattice: Lattice, judge: Judge, edition: PlaceEdition) -> LayoutSurvey | None:
    """Name the places of the likeliest layout, lay each onto its picture, learn the light from them; until
    the names stay the same."""
    judge = _focused(lattice, judge, edition)
    naming: Naming | None = None
    for turn in range(PARAMETERS.most_rounds):
        around = {cell: _expected(lattice, cell) for cell in {*lattice.cells, *lattice.frontier(ring=4)}}
        cells = tuple(sorted(c for c, pose in around.items() if _fits(c, lattice) and side_px(pose) > 6))
        poses = np.stack([around[cell] for cell in cells])
        drawn = judge_all(judge.layers, judge.tone, judge.fine, poses).plain
        before, naming = naming, named(cells, *alike(judge, poses), edition.numbers, drawn)
        if naming is None:
            return None
        lattice, judge = _laid_on(naming, judge, lucas_kanade.PARAMETERS.loose)
        if turn and before is not None and _same(before, naming):
            break
    return LayoutSurvey(lattice, naming, judge) if naming is not None else None


def _same(before: Naming, naming: Naming) -> bool:
    return before.cells == naming.cells and bool((before.templates == naming.templates).all())


def _focused(lattice: Lattice, judge: Judge, edition: PlaceEdition) -> Judge:
    """The judge whose references are as soft as the picture."""
    poses = np.stack(list(lattice.cells.values()))
    best, most = judge, -1.0
    for blur in PARAMETERS.blurs:
        soft = Judge(
            judge.layers,
            edition.soft(templates.PARAMETERS.coarse, blur * templates.PARAMETERS.coarse / templates.PARAMETERS.fine),
            edition.soft(templates.PARAMETERS.fine, blur),
        )
        similarity = float(np.sort(soft.look(poses, 2, lucas_kanade.PARAMETERS.snug).similarity[:, 0])[-8:].mean())
        if similarity > most:
            best, most = soft, similarity
    return best


def _laid_on(naming: Naming, judge: Judge, freedom: SixFreedoms) -> tuple[Lattice, Judge]:
    """Each named place laid onto its own picture; those that are alike foretell the others, and teach the light."""
    count = len(naming.cells)
    found = align(
        judge.layers, naming.poses, judge.fine, naming.templates, judge.tone, shifts=np.zeros((count, 2)),
        freedom=freedom, steps=8,
    )  # fmt: skip
    weighed = Judge(judge.layers, judge.coarse, judge.fine).weigh(found[:, None], naming.templates[:, None])
    alike_now = weighed.similarity[:, 0]
    order = np.argsort(-alike_now)
    firm = order[: max(4, int((alike_now > PARAMETERS.clear).sum()))]
    lattice = Lattice({naming.cells[index]: found[index] for index in firm})
    return lattice, judge.attuned(found[firm], naming.templates[firm])


def _expected(lattice: Lattice, cell: Cell) -> Matrix:
    return lattice.cells[cell] if cell in lattice.cells else lattice.predict(cell)
