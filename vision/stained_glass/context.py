"""What is surely glass, and what its window foretells: tiles half under a hand are sought where they belong."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from games.carcassonne.stained_glass.windows import cell_of, glass_kinds
from vision.lattice import UNIT_CORNERS, project, shifted
from vision.stained_glass.fitting import Poses, Views
from vision.stained_glass.judge import BESIDE, GlassJudge, Sightings, middles, sides

# A logistic regression of "this is the tile" on likeness, its lead over other kinds, the share explained, the support,
# the counter-support, and how far (mm) it is from a square on the table, fitted on simulated pictures of ordinary and
# hard conditions that no measurement uses (seeds from 1000 and from 2000).
WEIGHTS = np.array([0.24, 9.87, 6.45, 5.21, 10.13, -1.57, -0.60])
MIDDLES = np.array([0.8, 0.4, 0.6, 0.5, 0.1, 1.0])
MOST_OFF_MM = 3.0
READ = 0.5
# A tile that is partly covered: how much of its pattern must be found where its window foretells it, and how much more
# than of any other kind.
LEAST_SUPPORT, LEAST_LEAD = 0.30, 0.20
OVERLAP = 0.75  # tile sides between the middles of tiles that lie side by side, at the least
PITCH = 1.01
ROUNDS = 4
BORNE_OUT = 0.15  # tile sides off where a window foretells a tile, on the average of its corners, at the most


def confidences(seen: Sightings, off_mm: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """(n,) probability that each is the tile that it looks like, by its own looks alone.

    Args:
        off_mm: (n,) how far each is from a square of the right size on the table; None where that is not known.
    """
    off = np.full(len(seen), MIDDLES[-1]) if off_mm is None else np.minimum(off_mm, MOST_OFF_MM)
    lead = seen.likeness - seen.rival
    features = np.column_stack([seen.likeness, lead, seen.explained, seen.support, seen.counter, off])
    score = WEIGHTS[0] + (features - MIDDLES) @ WEIGHTS[1:]
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30, 30))))


def foretold_confidences(seen: Sightings, stricter: float = 0.0) -> NDArray[np.float64]:
    """(n,) the same for tiles that lie where a window foretells them: the pattern that shows counts, not the rest."""
    lead = np.minimum(
        (seen.support - LEAST_SUPPORT - stricter) / 0.1, (seen.support - seen.counter - LEAST_LEAD - stricter) / 0.1
    )
    return np.asarray(np.where(lead > 0, 0.6 + 0.39 * (1 - np.exp(-np.maximum(lead, 0))), 0.0))


def distinct(seen: Sightings, sure: NDArray[np.float64]) -> NDArray[np.intp]:
    """Which sightings stay when no two may lie on each other, surest first."""
    size, spots = sides(seen.poses), middles(seen.poses)
    kept: list[int] = []
    for index in np.argsort(-sure, kind="stable"):
        away = np.hypot(*(spots[kept] - spots[index]).T) if kept else np.empty(0)
        if size[index] > 0 and (away > OVERLAP * np.minimum(size[kept], size[index])).all():
            kept.append(int(index))
    return np.array(kept, np.intp)


def with_foretold(
    judge: GlassJudge, seen: Sightings, sure: NDArray[np.float64]
) -> tuple[Sightings, NDArray[np.float64]]:
    """The tiles (all of them read) and those that their windows foretell and that show enough of themselves."""
    for _ in range(ROUNDS):
        poses, views = _foretold(judge, seen)
        if not len(views):
            break
        there = judge.weigh(poses, views)
        moved = judge.look(poses, views, BESIDE)
        moved_sure, there_sure = foretold_confidences(moved), foretold_confidences(there)
        both = moved.with_more(there)
        both_sure = np.concatenate([moved_sure, there_sure])
        found = both.at(both_sure > READ)
        if not len(found):
            break
        joined, joined_sure = seen.with_more(found), np.concatenate([sure, both_sure[both_sure > READ]])
        # What was read without its window's help is not thrown over by it.
        rank = joined_sure + np.where(np.arange(len(joined)) < len(seen), 2.0, 0.0)
        kept = distinct(joined, rank)
        if len(kept) == len(seen):
            break
        seen, sure = joined.at(kept), joined_sure[kept]
    return seen, sure


def borne_out(judge: GlassJudge, read: Sightings, hidden: Sightings) -> NDArray[np.bool_]:
    """(n,) which of the hidden tiles lie, and lie so, where what was read foretells a tile of their kind."""
    poses, views = _foretold(judge, read)
    if not len(views) or not len(hidden):
        return np.zeros(len(hidden), bool)
    seen = project(hidden.poses, np.broadcast_to(UNIT_CORNERS, (len(hidden), 4, 2)))
    wanted = project(poses, np.broadcast_to(UNIT_CORNERS, (len(views), 4, 2)))
    off = np.linalg.norm(seen[:, None] - wanted[None], axis=3).mean(axis=2) / sides(hidden.poses)[:, None]
    return np.asarray(((off < BORNE_OUT) & (hidden.views[:, None] == views[None])).any(axis=1))


def _foretold(judge: GlassJudge, seen: Sightings) -> tuple[Poses, Views]:
    """Where the neighbours of every tile would lie, and what they would be, unless something was read there."""
    kinds = judge.looks.edition.kinds
    height, width = judge.layers.size
    poses: list[NDArray[np.float64]] = []
    views: list[int] = []
    size, spots = sides(seen.poses), middles(seen.poses)
    for index, view in enumerate(seen.views):
        column, row = cell_of(kinds[view])
        for kind in glass_kinds():
            across, down = cell_of(kind)[0] - column, cell_of(kind)[1] - row
            if not 0 < max(abs(across), abs(down)) <= 2 or abs(across) > 1 or kind not in kinds:
                continue
            pose = shifted(seen.poses[index], PITCH * across, PITCH * down)
            spot = middles(pose[None])[0]
            if not (0 < spot[0] < width and 0 < spot[1] < height):
                continue
            if (np.hypot(*(spots - spot).T) < OVERLAP * size).any():
                continue
            poses.append(pose)
            views.append(kinds.index(kind))
    return np.array(poses).reshape(-1, 3, 3), np.array(views, np.intp)
