"""How carelessly the tiles of a map were laid, as the map itself shows: what is off by no more is of the same map.

People lay each tile against those around it, so that a map drifts: far from where it began its rows are off, and
turned. How far it does from one tile to the next is a habit of those who play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.scatter import OF_MEDIAN, median_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Lattice, Matrix, project
from vision.registration.lattice_growth import direction, lean_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LoosenessParameters(Parameters):
    """How many tiles show a habit."""

    least_tiles: int = parameter(6, "tiles", "of a map from which it shows how carelessly they lie", CHOSEN)


PARAMETERS = LoosenessParameters()


@dataclass(frozen=True, slots=True)
class Looseness:
    """How far tiles stray from where those around them foretell them, standard deviations by medians: ``off`` shares of
    a tile along rows and columns, ``turned`` radians."""

    off: float = 0.0
    turned: float = 0.0


def looseness_of(lattice: Lattice) -> Looseness:
    """How carelessly a map was laid; without any looseness where too few tiles show it."""
    if len(lattice) < PARAMETERS.least_tiles:
        return Looseness()
    off, turned = strays(lattice, lattice.cells, lattice.predict_all(lattice.cells, without_itself=True))
    return Looseness(_spread(off.ravel()), _spread(turned))


def strays(
    lattice: Lattice, cells: Iterable[Cell], foretold: Mapping[Cell, Matrix]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far tiles lie from where they were foretold: (n, 2) columns and rows, in tiles, and (n,) radians by
    which they are turned, less than an eighth of a full turn."""
    off, turned = [], []
    for cell in cells:
        there = np.linalg.inv(foretold[cell]) @ lattice.cells[cell]
        off.append(project(there, [[0.5, 0.5]])[0] - 0.5)
        turned.append(lean_of(direction(there)))
    return np.array(off), np.array(turned)


def _spread(strays_of_all: NDArray[np.float64]) -> float:
    return OF_MEDIAN * float(median_of(np.abs(strays_of_all)))
