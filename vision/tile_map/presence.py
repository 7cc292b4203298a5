"""How likely a place of a map that was found shows a tile of the edition at all, however sure its name would be.

On a patterned table a map grows astray: every place is named, for some template always fits best and the neighbours'
seams agree with it. Four things tell such places: a network that knows what tiles look like sees little there, few
others lie around, it lies elsewhere than those foretell, and the rest of the map looks no better. Where a dense network
was asked, that tells more than the rest of the map does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.networks.regressions import FITTED, regression
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice
from vision.tile_map.survey import MapSurvey
from vision.tile_map.unknown_edition import apart


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceParameters(Parameters):
    """How likely a place shows a tile before it is looked at, and how far the network moves that."""

    before: float = parameter(regression("presence")[0], "log-odds", "before anything is seen", FITTED)
    before_seen: float = parameter(
        regression("presence_seen")[0], "log-odds", "the same where a dense network was asked as well", FITTED
    )
    least_eyes: float = parameter(-4.0, "log-odds", "below which a single place says no more", CHOSEN)
    most_eyes: float = parameter(8.0, "log-odds", "above which a single place says no more", CHOSEN)
    most_astray: float = parameter(
        0.5, "share of a tile's side", "off its foretold place beyond which a place says no more", CHOSEN
    )
    weights: tuple[float, ...] = parameter(
        regression("presence")[1:],
        "log-odds",
        "of tiles in general, of those beside it, of how far it lies astray, of all cells",
        FITTED,
    )
    weights_seen: tuple[float, ...] = parameter(
        regression("presence_seen")[1:],
        "log-odds",
        "of tiles in general, of those beside it, of the share of the field, where one was asked",
        FITTED,
    )


PARAMETERS = PresenceParameters()


def trust(found: MapSurvey) -> NDArray[np.float64]:
    """(b,) probability that each cell of a map shows a tile and lies where it was found."""
    asked = found.shares is not None
    weights, before = (
        (PARAMETERS.weights_seen, PARAMETERS.before_seen) if asked else (PARAMETERS.weights, PARAMETERS.before)
    )
    return np.asarray(1 / (1 + np.exp(-(presence_signs(found) @ np.array(weights) + before))), np.float64)


def presence_signs(found: MapSurvey) -> NDArray[np.float64]:
    """(b, 4): log-odds of each cell to show a tile of whatever edition, share of its sides at which others lie, tile
    sides by which its print was laid on beside where those foretell it, and mean log-odds of all cells. Where a dense
    network was asked, (b, 3): the first two, and the share of the cell that it sees as a tile lying there."""
    eyes = np.clip(found.eyes, PARAMETERS.least_eyes, PARAMETERS.most_eyes)
    beside = np.array([_neighbours(cell, found.lattice) / len(NEIGHBOURS) for cell in found.cells])
    if found.shares is not None:
        return np.column_stack([eyes, beside, found.shares])
    astray = np.array(_astray(found.cells, found.laid_on))
    return np.column_stack([eyes, beside, astray, np.full(len(eyes), found.odds)])


def _neighbours(cell: Cell, lattice: Lattice) -> int:
    return sum((cell[0] + down, cell[1] + right) in lattice.cells for down, right in NEIGHBOURS)


def _astray(cells: Sequence[Cell], lattice: Lattice) -> list[float]:
    """Tile sides by which each tile lies beside where all others foretell it; 0 of a lone one."""
    if len(lattice) < 2:
        return [0.0] * len(cells)
    foretold = lattice.predict_all(cells, without_itself=True)
    return [min(apart(foretold[cell], lattice.cells[cell]), PARAMETERS.most_astray) for cell in cells]
