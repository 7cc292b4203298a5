"""How likely a place of a map that was found shows a tile of the edition at all, however sure its name would be.

On a patterned table a map grows astray: every place is named, for some template always fits best and the neighbours'
seams agree with it. Four things tell such places: a network that knows what tiles look like sees little there, few
others lie around, it lies elsewhere than those foretell, and the rest of the map looks no better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from vision.lattice import NEIGHBOURS, Cell, Lattice, largest_part
from vision.lattice_light import PLAIN
from vision.lattice_survey import SEAMS_VOUCH, Survey, seams_vouch
from vision.lattice_unseen import apart
from vision.recognise_atlas import Atlas
from vision.recognise_judge import Verdicts
from vision.recognise_print import light_on

# Logistic regression on what `_signs` gives, over the 403 tiles that were told of 11 hard and 2 ordinary boards of
# Tableside's own drawing, 86 of them not there or wrong. Leaving one board out each time, their mean negative
# log-likelihood falls from 1.13 nats to 0.23, the expected calibration error from 0.19 to 0.05.
BEFORE = -4.23
WEIGHTS = np.array([0.265, 2.43, -8.6, 1.165])
LEAST_EYES, MOST_EYES = -4.0, 8.0  # log-odds beyond which a single place says no more
MOST_ASTRAY = 0.5  # of a tile's side
LEAST_TRUST = 0.5  # probability that a tile lies there at all below which none is named
GIVEN_UP_AT_ONCE = 4  # the worst such part of doubtful places is given up before the others are asked again
LEAST_OF_A_PART = 3  # tiles that lie apart from the rest by more than a side
LEAST_LEFT, SMALLEST_LEFT = 0.35, 8  # share and number of places that must be left of a map that was doubtful


def trust(found: Survey) -> NDArray[np.float64]:
    """(b,) probability that each cell of a map shows a tile and lies where it was found."""
    return _trust_in(found.lattice, found.cells, found.eyes)


def _trust_in(lattice: Lattice, cells: Sequence[Cell], eyes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-(_signs(lattice, cells, eyes) @ WEIGHTS + BEFORE))), np.float64)


def trusted_part(found: Survey, atlas: Atlas) -> Survey:
    """What is left of a map once what is hardly a tile is given up, see :func:`trusted_places`.

    It is believed if enough is left and its seams vouch for it; otherwise the map stays as it was found.
    """
    which = trusted_places(found.lattice, found.cells, found.eyes)
    if len(which) == len(found.cells) or len(which) < max(SMALLEST_LEFT, LEAST_LEFT * len(found.cells)):
        return found
    cells = tuple(found.cells[index] for index in which.tolist())
    lattice = Lattice({cell: found.lattice.cells[cell] for cell in cells})
    verdicts = Verdicts(*(getattr(found.verdicts, each.name)[which] for each in fields(Verdicts)))
    seams = seams_vouch(dict(zip(cells, verdicts.best.tolist(), strict=True)), atlas.edges)
    if seams < SEAMS_VOUCH:
        return found
    poses = np.stack(list(lattice.cells.values()))
    clear = int((light_on(found.judge.layers, poses, atlas.prints, verdicts.best)[1] > PLAIN).sum())
    return Survey(lattice, cells, verdicts, found.judge, clear, seams, found.eyes[which], found.details[which])


def trusted_places(lattice: Lattice, cells: Sequence[Cell], eyes: NDArray[np.float64]) -> NDArray[np.intp]:
    """(n,) which cells are left once what is hardly a tile is given up, the worst first, and crumbs besides.

    A map that grew onto a printed table drags its own tiles into doubt, for places are judged by the mean of all.

    Args:
        eyes: (b,) log-odds of the cells to show tiles of whatever edition.
    """
    left = np.arange(len(cells))
    while len(left):
        kept = [cells[index] for index in left.tolist()]
        chances = _trust_in(Lattice({cell: lattice.cells[cell] for cell in kept}), kept, eyes[left])
        doubtful = np.flatnonzero(chances < LEAST_TRUST)
        if not len(doubtful):
            break
        worst = doubtful[np.argsort(chances[doubtful])[: max(1, len(doubtful) // GIVEN_UP_AT_ONCE)]]
        left = np.delete(left, worst)
    if len(left) == len(cells):
        return left
    together = _hanging_together([cells[index] for index in left.tolist()])
    return np.array([index for index in left.tolist() if cells[index] in together], np.intp)


def _hanging_together(cells: Iterable[Cell]) -> set[Cell]:
    """The cells of parts that are no crumbs, and of the largest in any case: a cup or glare may part a map."""
    left = set(cells)
    together = largest_part(left)
    left -= together
    while left:
        part = largest_part(left)
        left -= part
        together |= part if len(part) >= LEAST_OF_A_PART else set()
    return together


def _signs(lattice: Lattice, cells: Sequence[Cell], eyes: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b, 4): log-odds of each cell to show a tile of whatever edition, share of its sides at which others lie, tile
    sides by which it lies beside where those foretell it, and mean log-odds of all cells."""
    beside = [_neighbours(cell, lattice) / len(NEIGHBOURS) for cell in cells]
    astray = [_astray(cell, lattice) for cell in cells]
    told = np.clip(eyes, LEAST_EYES, MOST_EYES)
    return np.stack([told, np.array(beside), np.array(astray), np.full(len(told), eyes.mean())], axis=1)


def _neighbours(cell: Cell, lattice: Lattice) -> int:
    return sum((cell[0] + down, cell[1] + right) in lattice.cells for down, right in NEIGHBOURS)


def _astray(cell: Cell, lattice: Lattice) -> float:
    """Tile sides by which a tile lies beside where all others foretell it; 0 of a lone one."""
    if len(lattice) < 2:
        return 0.0
    return min(apart(lattice.predict(cell, without=cell), lattice.cells[cell]), MOST_ASTRAY)
