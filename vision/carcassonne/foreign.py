"""Tiles of expansions that the game being played doesn't have: they are left unread, never taken for one of its own."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.poses import Lies
from vision.lattice_survey import Survey
from vision.recognise_atlas import Atlas
from vision.recognise_foreign import land_against
from vision.recognise_gate import crops_of
from vision.terrain import placements, terrain_reader

FOREIGN_WEIGHT = 0.05  # what a kind that is not in the box weighs against one of the box
AGAINST = 0.01  # share of land that the best tile fails to explain
DOUBTED = 0.3  # probability of another kind by terrain
BETTER = 0.5  # mean bounded squared disagreement by which a known tile of another box must be the better one


def outside_the_box(logs: NDArray[np.float64], box: Mapping[str, int]) -> NDArray[np.float64]:
    """(b,) probability that a tile is of a kind that is not in the box, from a terrain reader's log posteriors."""
    inside = np.array([box.get(place.kind.key, 0) > 0 for place in placements()])
    chances = np.exp(logs[:, : len(inside)]) * np.where(inside, 1.0, FOREIGN_WEIGHT)
    return np.asarray(chances[:, ~inside].sum(axis=1) / np.maximum(chances.sum(axis=1), 1e-9))


def foreign_tiles(found: Survey, atlas: Atlas, lies: Lies, box: Mapping[str, int]) -> NDArray[np.bool_]:
    """(b,) which of the tiles that were found are none of the box.

    Either the edition holds a better picture of another box's tile, or the best picture leaves land unexplained and
    what the terrain says speaks for another kind. Each alone errs: followers look like unexplained land to the one, a
    shadow can look like another kind to the other.
    """
    costs = lies.best_costs(found.verdicts.costs)
    ours = np.array([box.get(lie.kind.key, 0) > 0 for lie in lies.lies])
    best = np.where(ours, costs, np.inf).min(axis=1)
    foreign = np.asarray(np.where(ours, np.inf, costs).min(axis=1) + BETTER < best)
    poses = np.stack([found.lattice.cells[cell] for cell in found.cells])
    judge, shown = found.judge, found.verdicts.best
    against = land_against(judge.layers, judge.tone, atlas.soft, poses, shown, atlas.land)
    asked = np.flatnonzero((against > AGAINST) & ~foreign)
    if len(asked):
        logs = terrain_reader().read(crops_of(judge.layers, poses[asked])).astype(np.float64)
        foreign[asked] = outside_the_box(logs, box) > DOUBTED
    return foreign
