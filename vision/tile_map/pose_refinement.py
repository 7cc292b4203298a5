"""Where tiles lie exactly: the likeliest of the edition's laid onto a place pixel by pixel, the best of them kept.

A tile that is thought to lie a little beside itself looks like another one, foretells its neighbours wrongly and shows
a rim of table that passes for a piece. So whatever is taken for a tile is laid on before anything is built on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers
from vision.imaging.side_by_side import in_parts, side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.alignment import LAID_BY_HAND, Freedom, laid_onto
from vision.registration.lattice import UNIT_CORNERS, project
from vision.registration.lucas_kanade import middle_px
from vision.registration.templates import Templates
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.residuals import RankedTemplates, residual


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseRefinementParameters(Parameters):
    """How many of the likeliest prints are laid exactly, and how far a place may move by it."""

    likeliest: int = parameter(4, "tiles", "that are laid on at each place", CHOSEN)
    finely_laid: int = parameter(3, "count", "of the tries that fit best coarsely", CHOSEN)
    coarsely: int = parameter(4, "steps", "of laying on coarsely", CHOSEN)
    finely: int = parameter(3, "steps", "of laying on finely", CHOSEN)
    bound: float = parameter(
        6.0, "squared standard deviations", "beyond which a pixel's disagreement is all the same", CHOSEN
    )
    same: float = parameter(0.015, "tile sides", "within which two tries are one", CHOSEN)
    far_worse: float = parameter(
        1.5,
        "times",
        "the least cost, and what is certainly worse beyond that, from which a tile is not tried",
        "docs/findings/seconds-of-a-photograph.md",
    )
    certainly_worse: float = parameter(
        1.0,
        "cost",
        "see above: of 290 places on three photographs none such was the best where it was laid on",
        "docs/findings/seconds-of-a-photograph.md",
    )
    strain_counts: float = parameter(
        60.0, "squared standard deviations", "of strain that weigh as much as a cost of 1", CHOSEN
    )
    snug: tuple[float, float, float, float] = parameter(
        (0.03, 0.03, 0.012, 0.012),
        "tile sides",
        "how far finely from where it lies coarsely: shift, turn, scale, shear",
        CHOSEN,
    )
    at_once: tuple[int, int] = parameter(
        (64, 16), "tries", "coarsely and finely: what is worked with then fits a processor's cache", CHOSEN
    )


PARAMETERS = PoseRefinementParameters()

Poses = NDArray[np.float64]
Chosen = NDArray[np.intp]


def laid_from_sightings(
    layers: Layers,
    tone: Tone,
    atlas: EditionAtlas,
    expected: Poses,
    shapes: Poses,
    seen: RankedTemplates,
    costs: NDArray[np.float32],
) -> Poses:
    """Where the tiles lie that were sighted: (b, 3, 3).

    A tile keeps its shape however it is laid, so the sightings only say where it lies and how it is turned.

    Args:
        expected: (b, 3, 3) where tiles were foretold.
        shapes: (b, 3, 3) poses there whose size and slant the tiles have.
        seen: what was sighted.
        costs: (b, 4 v) how badly each template fits where the best one was sighted.
    """
    if not len(expected):
        return expected
    sighted = seen.templates.shape[1]
    there = [placed(shapes, seen.poses[:, which]) for which in range(sighted)]
    here = placed(shapes, expected)
    best = _likeliest(costs, atlas.alike)
    starts = np.stack([*there, *([here] * sighted), *([there[0]] * best.shape[1])], axis=1)
    templates = np.concatenate([seen.templates, seen.templates, best], axis=1)
    sight, rough = _promising(seen.costs), _promising(np.take_along_axis(costs, best, axis=1))
    return _laid(layers, tone, atlas, starts, templates, LAID_BY_HAND, np.concatenate([sight, sight, rough], axis=1))


def laid_exactly(
    layers: Layers,
    tone: Tone,
    atlas: EditionAtlas,
    poses: Poses,
    costs: NDArray[np.float32],
    freedom: Freedom = LAID_BY_HAND,
) -> Poses:
    """Where the tiles lie that are about at these poses: (b, 3, 3).

    Args:
        poses: (b, 3, 3), unit square to picture px.
        costs: (b, 4 v) how badly each template fits there.
        freedom: how far they may lie beside the poses.
    """
    if not len(poses):
        return poses
    templates = _likeliest(costs, atlas.alike)
    starts = np.repeat(poses[:, None], templates.shape[1], axis=1)
    return _laid(layers, tone, atlas, starts, templates, freedom, _promising(np.take_along_axis(costs, templates, 1)))


def placed(shapes: Poses, seen: Poses) -> Poses:
    """Poses (b, 3, 3) of the shapes' size and slant that lie, and are turned, as what was seen."""
    between = np.linalg.inv(shapes) @ seen
    middle = np.full((len(shapes), 1, 2), 0.5)
    shift = project(between, middle)[:, 0] - 0.5
    angle = np.arctan2(between[:, 1, 0] - between[:, 0, 1], between[:, 0, 0] + between[:, 1, 1])
    moves = np.zeros((len(shapes), 3, 3))
    moves[:, 0, 0] = moves[:, 1, 1] = np.cos(angle)
    moves[:, 1, 0] = np.sin(angle)
    moves[:, 0, 1] = -moves[:, 1, 0]
    moves[:, :2, 2] = shift + 0.5 - np.einsum("bij,j->bi", moves[:, :2, :2], [0.5, 0.5])
    moves[:, 2, 2] = 1.0
    return np.asarray(shapes @ moves)


def _promising(costs: NDArray[np.floating]) -> NDArray[np.bool_]:
    """(b, k) which templates fit so well, as they cost, beside the best of them that they may fit best once laid on."""
    return np.asarray(costs <= PARAMETERS.far_worse * costs.min(axis=1, keepdims=True) + PARAMETERS.certainly_worse)


def _laid(
    layers: Layers,
    tone: Tone,
    atlas: EditionAtlas,
    starts: Poses,
    templates: Chosen,
    freedom: Freedom,
    promising: NDArray[np.bool_],
) -> Poses:
    """The best of several tries at each place: starts (b, t, 3, 3) and templates (b, t) to (b, 3, 3).

    Args:
        promising: (b, t) which are worth trying; of each place at least one.
    """
    grounds = (atlas.coarse_ground, atlas.coarse), (atlas.fine_ground, atlas.fine)  # before two threads ask for them
    found, costs = starts.copy(), np.full(templates.shape, np.inf)

    def lay(tries: NDArray[np.bool_], fineness: int, steps: int, held: Freedom) -> None:
        """Lay on the tries that are marked, and say what each then costs."""
        (ground, views), which = grounds[fineness], np.argwhere(tries)

        def part(some: NDArray[np.intp]) -> None:
            at = tuple(which[some].T)
            shown = templates[at]
            found[at] = laid_onto(layers, tone, found[at], [(ground[shown], steps)], freedom=held)
            costs[at] = _costs(layers, tone, views, starts[at], found[at], shown, freedom)

        side_by_side(part, in_parts(len(which), PARAMETERS.at_once[fineness]))

    lay(_promising_once(starts, atlas.alike[templates], promising), 0, PARAMETERS.coarsely, freedom)
    order = np.argsort(costs, axis=1)[:, : PARAMETERS.finely_laid]
    rows = np.arange(len(starts))[:, None]
    starts, found = starts[rows, order], found[rows, order]
    templates, costs = templates[rows, order], costs[rows, order]
    tried = _promising_once(found, atlas.alike[templates], np.isfinite(costs))
    costs[:] = np.inf
    lay(tried, 1, PARAMETERS.finely, Freedom(*PARAMETERS.snug))
    return np.asarray(found[rows[:, 0], costs.argmin(axis=1)])


def _promising_once(poses: Poses, shown: Chosen, promising: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(b, t) which tries (b, t, 3, 3) are promising and do not begin with the tile that is shown (b, t) where an
    earlier one does: they would be led to where that is."""
    corners = project(poses, UNIT_CORNERS)
    sides = np.linalg.norm(corners[:, :1, 2] - corners[:, :1, 0], axis=-1)[..., None] / np.sqrt(2)
    away = np.linalg.norm(corners[:, :, None] - corners[:, None], axis=-1).max(axis=-1)
    same = (away < PARAMETERS.same * sides) & (shown[:, :, None] == shown[:, None]) & promising[:, None]
    return np.asarray(promising & ~np.tril(same, -1).any(axis=2))


def _costs(
    layers: Layers, tone: Tone, views: Templates, starts: Poses, found: Poses, chosen: Chosen, freedom: Freedom
) -> NDArray[np.float64]:
    """(b,) how badly templates fit where they were laid, and how far they had to be moved for it."""
    patches, inside = layers.cut(found, views.n)
    away = residual(tone.apply(patches, middle_px(found)), views.patches[chosen], inside, tone)
    cost = np.minimum(away, PARAMETERS.bound).sum(axis=(1, 2)) / np.maximum(inside.sum(axis=(1, 2)), 1)
    return np.asarray(cost + freedom.strain(starts, found) / PARAMETERS.strain_counts, np.float64)


def _likeliest(costs: NDArray[np.float32], alike: Chosen) -> Chosen:
    """(b, k) the templates that fit best, each tile once: views of one kind must not crowd out the others."""
    most = min(PARAMETERS.likeliest, len(np.unique(alike)))
    chosen = np.empty((len(costs), most), np.intp)
    for row, order in zip(chosen, np.argsort(costs, axis=1), strict=True):
        _, first = np.unique(alike[order], return_index=True)
        row[:] = order[np.sort(first)[:most]]
    return chosen
