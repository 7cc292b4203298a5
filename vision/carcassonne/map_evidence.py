"""Whether what was found without references is a map at all, and lies where it was found.

Two witnesses that err apart: the network that knows what a tile looks like, and the seams. On a map the terrain of one
tile foretells that of its neighbour; on a lattice that grew over wood, cloth or across the tiles it foretells nothing,
however sure the single readings are. A table taken for one large field "meets" at every seam too, so what counts is by
how much a seam meets better than two sides of this same map taken at random (pointwise mutual information).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.decode import TERRAINS
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, facing, seams


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEvidenceParameters(Parameters):
    """How odds, seams and sides add up to the belief that what was found is a map."""

    middling_odds: float = parameter(
        3.0, "log-odds", "mean log-odds of the places to be tiles at which a map is as likely right as wrong", CHOSEN
    )
    middling_lift: float = parameter(0.55, "nats", "the same for nats per seam", CHOSEN)
    lift_slope: float = parameter(10.0, "log-odds", "how fast the log-odds of the map grow with it", CHOSEN)
    assumed_lift: float = parameter(
        0.7, "nats a seam", "that a map of few seams is taken to have besides its own", CHOSEN
    )
    assumed_seams: float = parameter(4.0, "seams", "that it is taken to have so", CHOSEN)
    assumed_sides: float = parameter(
        8.0, "sides", "of the box's tiles that the share of each terrain is softened with", CHOSEN
    )
    least_chance: float = parameter(0.5, "probability", "below which nothing is read from a map", CHOSEN)


PARAMETERS = MapEvidenceParameters()


def map_chance(
    cells: Sequence[Cell], odds: NDArray[np.float64], evidence: NDArray[np.float64], orientations: Sequence[Orientation]
) -> float:
    """Probability that a lattice lies on a map's tiles.

    Args:
        cells: (row, column) of each place.
        odds: (b,) log-odds of each place to show a tile.
        evidence: (b, orientations) log-likelihood of each place under each orientation, any offset per place;
            neighbours not asked.
        orientations: how the box's tiles can lie.
    """
    if not len(cells):
        return 0.0
    lifts = seam_lifts(cells, evidence, orientations)
    lift = (lifts.sum() + PARAMETERS.assumed_seams * PARAMETERS.assumed_lift) / (len(lifts) + PARAMETERS.assumed_seams)
    return _sigmoid(float(np.mean(odds)) - PARAMETERS.middling_odds) * _sigmoid(
        PARAMETERS.lift_slope * (lift - PARAMETERS.middling_lift)
    )


def seam_lifts(
    cells: Sequence[Cell], evidence: NDArray[np.float64], orientations: Sequence[Orientation]
) -> NDArray[np.float64]:
    """(seams,) nats by which the two sides of each seam meet better than two sides of this map at random."""
    terrain = np.array([[TERRAINS.index(side) for side in orientation.sides] for orientation in orientations])
    each = (terrain[..., None] == np.arange(len(TERRAINS))).astype(np.float64)  # (orientations, 4, 3)
    chances = np.exp(evidence - evidence.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    sides = np.einsum("bl,lst->bst", chances, each)
    share = sides.sum(axis=(0, 1)) + PARAMETERS.assumed_sides * each.mean(axis=(0, 1))
    share /= share.sum()
    place = {cell: index for index, cell in enumerate(cells)}
    lifts = [
        np.log((sides[place[one], side] * sides[place[other], facing(side)] / share).sum())
        for one, other, side in seams(place)
    ]
    return np.array(lifts, np.float64)


def _sigmoid(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))
