"""How likely a place of a map that was found shows a tile of the edition at all, however sure its name would be.

On a patterned table a map grows astray: every place is named, for some template always fits best and the neighbours'
seams agree with it. Three things tell such places: a network that knows what tiles look like sees little there, few
others lie around, and it shows the table rather than the map's own print. Where nothing of the table is in view, it
lies elsewhere than the others foretell and the rest of the map looks no better, or a dense network that was asked sees
nothing there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.networks.regressions import FITTED, regression, weighed
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice
from vision.tile_map.surroundings import print_and_table
from vision.tile_map.surroundings.print_and_table import PrintAndTable
from vision.tile_map.survey import MapSurvey
from vision.tile_map.unknown_edition import apart


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceParameters(Parameters):
    """How likely a place shows a tile before it is looked at, and how far the network moves that."""

    least_eyes: float = parameter(-4.0, "log-odds", "below which a single place says no more", CHOSEN)
    most_eyes: float = parameter(8.0, "log-odds", "above which a single place says no more", CHOSEN)
    most_astray: float = parameter(
        0.5, "share of a tile's side", "off its foretold place beyond which a place says no more", CHOSEN
    )
    weights: tuple[float, ...] = parameter(
        regression("presence"),
        "log-odds",
        "before anything is seen, of tiles in general, of those beside it, of how far it lies astray, of all cells",
        FITTED,
    )
    weights_seen: tuple[float, ...] = parameter(
        regression("presence_seen"),
        "log-odds",
        "before, of tiles in general, of those beside it, of the share of the field, where a dense network was asked",
        FITTED,
    )
    weights_seen_shown: tuple[float, ...] = parameter(
        regression("presence_seen_shown"), "log-odds", "as ``weights_seen``, then of what print and table say", FITTED
    )


PARAMETERS = PresenceParameters()


def trust(found: MapSurvey) -> NDArray[np.float64]:
    """(b,) probability that each cell of a map shows a tile and lies where it was found."""
    signs = presence_signs(found)
    log_odds = _log_odds(found, signs, shown_signs(found, signs))
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _log_odds(found: MapSurvey, signs: NDArray[np.float64], shown: NDArray[np.float64] | None) -> NDArray[np.float64]:
    if found.shares is not None:
        if shown is None:
            return weighed(PARAMETERS.weights_seen, signs)
        return weighed(PARAMETERS.weights_seen_shown, np.column_stack([signs, shown]))
    log_odds = weighed(PARAMETERS.weights, signs)
    # What shows the print of a map may still lie astray, so print and table only speak against a place.
    return log_odds if shown is None else log_odds + np.minimum(print_and_table.added_by(shown), 0.0)


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


def shown_signs(
    found: MapSurvey, signs: NDArray[np.float64], *, however_plain: bool = False
) -> NDArray[np.float64] | None:
    """(b, 3) what the map's own print and the table around it say of each cell, beside its :func:`presence_signs`; None
    where nothing of the table is in view. ``however_plain``: see :meth:`PrintAndTable.place_signs`."""
    odds = dict(zip(found.cells, found.eyes.tolist(), strict=True))
    layers, poses = found.judge.layers, np.stack([found.lattice.cells[cell] for cell in found.cells])
    known = PrintAndTable.of(found.lattice, odds, layers)
    if known is None:
        return None
    return known.shown(layers, poses, None if however_plain else lambda shown: _log_odds(found, signs, shown))


def _neighbours(cell: Cell, lattice: Lattice) -> int:
    return sum((cell[0] + down, cell[1] + right) in lattice.cells for down, right in NEIGHBOURS)


def _astray(cells: Sequence[Cell], lattice: Lattice) -> list[float]:
    """Tile sides by which each tile lies beside where all others foretell it; 0 of a lone one."""
    if len(lattice) < 2:
        return [0.0] * len(cells)
    foretold = lattice.predict_all(cells, without_itself=True)
    return [min(apart(foretold[cell], lattice.cells[cell]), PARAMETERS.most_astray) for cell in cells]
