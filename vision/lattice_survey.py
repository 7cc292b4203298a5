"""Finds the map on a picture: seeds, lattice, tiles aligned each on its own, grown as long as there are more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.alignment import NUDGED
from vision.lattice import Cell, Lattice, facing, project, seams, side_px
from vision.lattice_first import PASSES, first_tiles, soft_likeness, tiles_among
from vision.lattice_growth import assemble, upright
from vision.lattice_light import PLAIN
from vision.lattice_patches import Layers, layers_of
from vision.lattice_seeds import Seed, SeedSearch
from vision.lattice_segments import Edges, edges_of
from vision.lattice_spread import grown, likeliest
from vision.lattice_standout import standing_tiles
from vision.lattice_unseen import Unseen, find_unseen
from vision.recognise_atlas import Atlas
from vision.recognise_exact import laid_exactly
from vision.recognise_gate import glance
from vision.recognise_judge import Judge, Verdicts, judge_all, likeness_of_detail
from vision.recognise_print import light_on

LONG_SIDES = (1100, 1600)  # px at which features are looked for: the smaller is enough where tiles are large
ENOUGH = 5  # sure tiles with which to begin
SATISFIED = 0.6  # share of clear tiles below which a picture is looked at more closely
LEAST_CLEAR = 0.35  # share of them below which what was found is no map: it grew astray
SMALL, LEAST_CLEAR_OF_FEW = 4, 0.6  # a map of fewer tiles has few seams: more of its tiles must be clear
SEAMS_AGREE, SEAMS_SPEAK = 1.0, 2.5  # standard deviations, beside clear tiles and beside tiles that eyes are sure of
LEAST_ODDS = 2.5  # mean log-odds that places show tiles of whatever edition
ODDS_VOUCH = 5.0  # the same where they vouch for tiles of which few are clear: followers, glare and blur take some
LEAST_DETAIL = 0.3  # correlation of fine detail, in the upper quarter of tiles: followers cover some, blur takes some
WITHOUT_DOUBT = 0.5  # cost of what a tile is taken for, as a share of what a plain surface would cost
SEAMS_VOUCH = 3.5  # standard deviations: see :func:`seams_vouch`
SURE = 0.8  # correlation from which a tile helps to learn the light
FIRM = 0.1  # how much a picture is believed against predictions from few tiles: see ``independent`` in recognise_align
POLISH = 1

SeekUnseen = Callable[[], Unseen | None]


@dataclass(frozen=True, eq=False)
class Survey:
    """A map that was found.

    Attributes:
        lattice: cells that look like tiles of the edition.
        cells: the same, sorted, in the order of ``verdicts``.
        verdicts: how every template fares in each.
        judge: the picture's layers and colours.
        clear: how many of the cells look like what they are taken for, with nothing on them.
        seams: by how many standard deviations more seams meet than of tiles taken at random, each tile told alone.
        eyes: (b,) log-odds of the cells to show tiles of whatever edition.
        details: (b,) correlation of their fine detail with what they are taken for.
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    verdicts: Verdicts
    judge: Judge
    clear: int
    seams: float
    eyes: NDArray[np.float64]
    details: NDArray[np.float64]

    @property
    def odds(self) -> float:
        """Mean log-odds of the cells to show tiles of whatever edition."""
        return float(self.eyes.mean())

    @property
    def detail(self) -> float:
        """Correlation of fine detail at the upper quarter of the cells: followers cover some, blur takes some."""
        return float(np.quantile(self.details, 0.75))


def survey(
    image: NDArray[np.uint8], atlas: Atlas, *, closely: bool = True, unseen: SeekUnseen | None = None
) -> Survey | None:
    """The map on the picture, or None where none is found; unless ``closely``, none that does not show at once.

    Args:
        unseen: finds what all editions have in common on this picture, for callers that ask that as well.
    """
    search = SeedSearch(image, atlas.features)
    first = _tiles_at_once(image, search, atlas)
    found = _surveyed(*first, atlas) if first is not None else None
    if found is None or (found.clear < SATISFIED * len(found.cells) and found.seams < SEAMS_VOUCH):
        if not closely:
            return None
        edges = edges_of(image)
        kinds_of_start = (
            # Many tiles at once first, where single ones may lead astray.
            tiles_between_seams(image, atlas, unseen or partial(find_unseen, image)),
            first_tiles(image, search, atlas),
            standing_tiles(image, atlas),
        )
        for starts in kinds_of_start:
            closer = _closer_look(starts, atlas, edges)
            if closer is not None and (found is None or _promise(closer) > _promise(found)):
                found = closer
            if found is not None and _believed(found):
                break
    return found if found is not None and _believed(found) else None


def tiles_between_seams(image: NDArray[np.uint8], atlas: Atlas, seek: SeekUnseen) -> Iterator[tuple[Lattice, Judge]]:
    """Tiles to begin with on a lattice that was found as that of tiles that nobody knows, by what blur leaves of it."""
    unseen = seek()
    if unseen is not None:
        seeds = [Seed(pose, unseen.odds[cell]) for cell, pose in unseen.lattice.cells.items()]
        yield from tiles_among(image, seeds, atlas)


def _closer_look(starts: Iterable[tuple[Lattice, Judge]], atlas: Atlas, edges: Edges) -> Survey | None:
    """The most promising map from these starts: of small, dim or blurred tiles few are sure, and some lead astray."""
    tried, found = list[Lattice](), None
    for lattice, judge in starts:
        if any(_lies_on(lattice, other) for other in tried):
            continue
        closer = _surveyed(lattice, replace(judge, independent=FIRM), atlas, edges)
        if closer is not None and len(closer.cells) > SMALL:
            tried.append(closer.lattice)
        if closer is not None and (found is None or _promise(closer) > _promise(found)):
            found = closer
        if found is not None and found.seams >= SEAMS_VOUCH:
            break
    return found


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
        if found.odds >= ODDS_VOUCH and found.seams >= SEAMS_SPEAK:
            return True
        return found.clear >= LEAST_CLEAR * count and found.seams >= SEAMS_AGREE
    surest = float((verdicts.costs.min(axis=1) / np.maximum(verdicts.plain, 1e-3)).min())
    return found.clear >= LEAST_CLEAR_OF_FEW * count and surest < WITHOUT_DOUBT


def _lies_on(start: Lattice, other: Lattice) -> bool:
    """Whether most of the tiles of a start lie on those of a map that was grown from another."""
    known = np.stack([project(pose, [[0.5, 0.5]])[0] for pose in other.cells.values()])
    there = [
        np.hypot(*(known - project(pose, [[0.5, 0.5]])[0]).T).min() < 0.5 * side_px(pose)
        for pose in start.cells.values()
    ]
    return bool(2 * sum(there) > len(there))


def _promise(found: Survey) -> float:
    """How much speaks for a map, in tiles: all where it is believed, otherwise those that are clear."""
    return float(len(found.cells) if _believed(found) else min(found.clear, SMALL))


def _surveyed(lattice: Lattice, judge: Judge, atlas: Atlas, edges: Edges | None = None) -> Survey | None:
    """The map around the first tiles, or None where they turn out to be none; ``edges`` as for :func:`grown`."""
    lattice, judge = grown(lattice, judge, atlas, edges)
    lattice = upright(lattice)
    if not lattice.cells:
        return None
    for _ in range(POLISH):
        lattice = _polished(lattice, judge, atlas)
    cells = tuple(sorted(lattice.cells))
    poses = np.stack([lattice.cells[cell] for cell in cells])
    verdicts = judge_all(judge.layers, judge.tone, atlas.soft, poses)
    eyes, logs = glance(judge.layers, poses)
    if edges is not None:
        verdicts = replace(verdicts, best=likeliest(verdicts, logs, atlas))
    details = likeness_of_detail(judge.layers, atlas.fine, poses, verdicts.best)
    seams = seams_vouch(dict(zip(cells, verdicts.best.tolist(), strict=True)), atlas.edges)
    clear = _clear(judge, poses, verdicts, atlas) if edges is None else _plain(judge, poses, verdicts, atlas)
    return Survey(lattice, cells, verdicts, judge, clear, seams, eyes, details)


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


def _clear(judge: Judge, poses: NDArray[np.float64], verdicts: Verdicts, atlas: Atlas) -> int:
    """How many tiles look like what they are taken for whatever the light."""
    return int((soft_likeness(judge.layers, atlas, poses, verdicts.best) > PASSES).sum())


def _plain(judge: Judge, poses: NDArray[np.float64], verdicts: Verdicts, atlas: Atlas) -> int:
    """The same where tiles are small, dim or blurred: how many plainly show the print that they are taken for."""
    return int((light_on(judge.layers, poses, atlas.prints, verdicts.best)[1] > PLAIN).sum())


def _tiles_at_once(image: NDArray[np.uint8], search: SeedSearch, atlas: Atlas) -> tuple[Lattice, Judge] | None:
    """Tiles that are there without doubt, by features at one size of the picture or else at the next."""
    best: tuple[Lattice, Judge] | None = None
    for long_side in LONG_SIDES:
        start = assemble(search.at(long_side))
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


def _polished(lattice: Lattice, judge: Judge, atlas: Atlas) -> Lattice:
    """Every tile laid on once more, now that the light is better known."""
    cells = sorted(lattice.cells)
    if len(cells) < 2:
        return lattice
    now = np.stack([lattice.cells[cell] for cell in cells])
    costs = judge_all(judge.layers, judge.tone, atlas.soft, now).costs
    moved = laid_exactly(judge.layers, judge.tone, atlas, now, costs, NUDGED)
    return Lattice(dict(zip(cells, moved, strict=True)))
