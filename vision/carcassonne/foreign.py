"""Tiles of expansions that the game being played doesn't have: they are left unread, never taken for one of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.poses import Orientations
from vision.carcassonne.terrain_evidence import taught
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.novelty import land_against
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.survey import MapSurvey
from vision.tile_map.terrain import placements, terrain_reader


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignParameters(Parameters):
    """How much more like another expansion's tile a place must be before it is left unread."""

    foreign_weight: float = parameter(
        0.05, "times", "a kind of the box: what one that is not in it weighs, of tiles asked one by one", CHOSEN
    )
    against: float = parameter(0.01, "share", "of land that the best tile fails to explain", CHOSEN)
    doubted: float = parameter(0.3, "probability", "of another kind by terrain", CHOSEN)
    # The expansion holds one of each, two of one. On foreign editions 1.7 to 5 tiles of a map seem to be the same kind
    # of it: a lake or a house that is drawn beside every road passes for a cloister or an inn.
    most_of_a_kind: float = parameter(
        1.5, "tiles", "of a kind that is not in the box, on one map", "docs/findings/editions-never-seen.md"
    )
    better: float = parameter(
        0.5,
        "squared standard deviations",
        "mean bounded squared disagreement by which a known tile of another box must be the better one",
        CHOSEN,
    )
    shares: tuple[float, ...] = parameter(
        (0.003, 0.01, 0.03, 0.1, 0.2, 0.3),
        "share of the tiles",
        "that may be of expansions, tried one after the other",
        CHOSEN,
    )
    shares_prior: tuple[float, ...] = parameter(
        (0.3, 0.3, 0.1, 0.1, 0.1, 0.1), "probability", "of each of these shares before anything is seen", CHOSEN
    )


PARAMETERS = ForeignParameters()
# Share of tiles of other boxes that a whole map may have: next to none, or as many as an expansion played along.
TINY = 1e-300


def outside_the_box(logs: NDArray[np.float64], box: Mapping[str, int]) -> NDArray[np.float64]:
    """(b,) probability that each tile of one map is of a kind that is not in the box.

    Tiles of an expansion come in company: how many of the map's are some is inferred along with which they are.

    Args:
        logs: (b, columns + 1) log posteriors of a terrain reader.
        box: kind key to how many there are.
    """
    keys = [place.kind.key for place in placements()]
    seen = np.exp(logs[:, : len(keys)] - np.array([taught(column) for column in range(len(keys))]))
    copies = np.array([box.get(key, 0) / keys.count(key) for key in keys])
    others = np.array([(box.get(key, 0) == 0) / keys.count(key) for key in keys])
    inside, others = seen @ (copies / copies.sum()), others / others.sum()
    while True:
        chance = _of_others(inside, seen @ others)
        strange = chance[:, None] * seen * others / (seen @ others + TINY)[:, None]
        of_kind = {key: strange[:, [other == key for other in keys]].sum() for key in set(keys)}
        # What is seen more often than there are such tiles is how this edition draws one of the box's own.
        own = [of_kind[key] > PARAMETERS.most_of_a_kind for key in keys]
        if not any(own):
            return chance
        others = np.where(own, 0.0, others)


def _of_others(inside: NDArray[np.float64], outside: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) probability that each tile of a map is another box's, from how well it fits the kinds inside and outside."""
    own, strange = (1 - np.array(PARAMETERS.shares)) * inside[:, None], np.array(PARAMETERS.shares) * outside[:, None]
    fits = np.log(own + strange + TINY).sum(axis=0) + np.log(np.array(PARAMETERS.shares_prior))
    likely = np.exp(fits - fits.max())
    return np.asarray((strange / (own + strange + TINY)) @ (likely / likely.sum()))


def outside_alone(logs: NDArray[np.float64], box: Mapping[str, int]) -> NDArray[np.float64]:
    """(b,) the same from ``logs`` (b, columns + 1) of tiles that say nothing of each other."""
    inside = np.array([box.get(place.kind.key, 0) > 0 for place in placements()])
    chances = np.exp(logs[:, : len(inside)]) * np.where(inside, 1.0, PARAMETERS.foreign_weight)
    return np.asarray(chances[:, ~inside].sum(axis=1) / np.maximum(chances.sum(axis=1), 1e-9))


def foreign_tiles(
    found: MapSurvey, atlas: EditionAtlas, orientations: Orientations, box: Mapping[str, int]
) -> NDArray[np.bool_]:
    """(b,) which of the tiles that were found are none of the box.

    Either the edition holds a better picture of another box's tile, or the best picture leaves land unexplained and
    what the terrain says speaks for another kind. Each alone errs: followers look like unexplained land to the one, a
    shadow can look like another kind to the other.
    """
    costs = orientations.best_costs(found.verdicts.costs)
    ours = np.array([box.get(orientation.kind.key, 0) > 0 for orientation in orientations.orientations])
    best = np.where(ours, costs, np.inf).min(axis=1)
    foreign = np.asarray(np.where(ours, np.inf, costs).min(axis=1) + PARAMETERS.better < best)
    poses = np.stack([found.lattice.cells[cell] for cell in found.cells])
    judge, shown = found.judge, found.verdicts.best
    against = land_against(judge.layers, judge.tone, atlas.soft, poses, shown, atlas.land)
    asked = np.flatnonzero((against > PARAMETERS.against) & ~foreign)
    if len(asked):
        logs = terrain_reader().read(crops_of(judge.layers, poses[asked])).astype(np.float64)
        foreign[asked] = outside_alone(logs, box) > PARAMETERS.doubted
    return foreign
