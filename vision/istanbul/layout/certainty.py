"""How sure it is which place lies where: each against the best layout in which another one lies there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.assignment import cheapest_without


@dataclass(frozen=True, slots=True, kw_only=True)
class CertaintyParameters(Parameters):
    """How much all that speaks for a place counts, and which place is too covered to tell."""

    sharp: float = parameter(
        1.5, "times", "of what speaks for a place, neighbouring pixels repeating each other", CHOSEN
    )
    crowded: float = parameter(
        1.5, "squared deviations", "doubt of a place that is covered so far that what is left of it misleads", CHOSEN
    )


PARAMETERS = CertaintyParameters()


def certainties(says: NDArray[np.float64], given: NDArray[np.intp], doubts: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) probability of each cell's name.

    Each place lies but once, so another one there moves others as well: the best of the layouts without that name tells
    by how much it is worse. What covers a place is alike to no place, and misleads the more the more it covers.

    Args:
        says: (b, v) how much speaks for each place in each cell.
        given: (b,) the one that each has. doubts: (b,) how badly that one explains what is seen there.
    """
    cells = np.arange(len(given))
    whole = says[cells, given].sum()
    chances = np.ones(len(given))
    for cell, other in enumerate(cheapest_without(-says, given)):
        loss = whole - says[cells, other].sum()
        crowd = np.square(doubts[other != given] / PARAMETERS.crowded).sum()
        chances[cell] = 1 / (1 + np.exp(-PARAMETERS.sharp * loss / np.sqrt(1 + crowd**2)))
    return chances
