"""Whether a place may as well show the bare table, told by what lies around it in the same picture.

Where an earlier picture shows a place as it was, that says what has changed. In the first picture of a sitting nothing
does: some tile then always explains a piece of brown or green table better than nothing would. But a table goes on
where a tile ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask
from vision.carcassonne.live import tile_evidence
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.clustering import shades_of
from vision.imaging.patches import Patches
from vision.imaging.scatter import OF_MEDIAN, median_of
from vision.parameters import Parameters, parameter
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class BareTableParameters(Parameters):
    """Whether a place of a first picture shows the table that goes on around it."""

    margin: float = parameter(0.4, "tile sides", "how far around a place is looked at", "docs/findings/a-live-table.md")
    edge: float = parameter(
        0.08,
        "tile sides",
        "about its outline that count for neither: tiles lie a little beside their places",
        "docs/findings/a-live-table.md",
    )
    most_colours: int = parameter(
        3,
        "count",
        "of colours of a table: dots, checks and leaves of a cloth have some",
        "docs/findings/a-live-table.md",
    )


PARAMETERS = BareTableParameters()


def bare_cost(sight: TileSight, pose: Matrix, cell: Cell, covered: Collection[Cell]) -> float:
    """What it costs to take a place for the table that goes on around it: squared standard deviations a pixel, to be
    held against :attr:`vision.carcassonne.live.tile_evidence.TileMatch.cost`.

    Each of the table's colours is a normal distribution about the median of what is seen of it beyond the place's free
    sides, wider than a print's scatter; twice the logarithm of how much wider is what that width costs, and a colour is
    the dearer the less of it there is. A cloth with dots or checks has several, each of them narrow: as one wide
    distribution it would cost as much as a tile (McLachlan and Peel, "Finite Mixture Models", 2000).

    Args:
        pose: (3, 3) of the place, unit square to picture px.
        cell: (row, column) of the place on the map.
        covered: cells on which tiles lie.

    Returns:
        At most BOUND; that, too, where no side of it is free or in view.
    """
    n = sight.deck.coarse.n
    margin, edge = round(PARAMETERS.margin * n), max(1, round(PARAMETERS.edge * n))
    patches, inside = sight.toned(pose[None], n, margin)
    patch, around = patches[0], inside[0] & _beyond(cell, covered, n, margin, edge)
    if np.count_nonzero(around) < n:
        return tile_evidence.PARAMETERS.bound
    print_sigma = sight.tone.sigma.astype(np.float32)
    table = patch[around] / print_sigma
    place = patch[margin + edge : margin + n - edge, margin + edge : margin + n - edge] / print_sigma
    costs = (_as_colours(place, parted) for parted in _in_colours(table))
    return min(min(costs), tile_evidence.PARAMETERS.bound)


def _in_colours(table: Patches) -> Iterator[list[Patches]]:
    """Pixels (n, 3) parted into one, two and more colours."""
    for count in range(1, PARAMETERS.most_colours + 1):
        of_colour, _ = shades_of(table, count)
        yield [table[of_colour == colour] for colour in np.unique(of_colour)]


def _as_colours(place: Patches, colours: Sequence[Patches]) -> float:
    """What it costs a pixel to take a place for a table of some colours, each given as what is seen of it; all in
    standard deviations of print."""
    total = sum(map(len, colours))
    costs = []
    for seen in colours:
        middle = median_of(seen)
        sigma = np.hypot(OF_MEDIAN * median_of(np.abs(seen - middle)), 1.0)
        rare = -2.0 * np.log(len(seen) / total) / place.shape[-1]
        costs.append(np.square((place - middle) / sigma).mean(axis=-1) + 2.0 * np.log(sigma).mean() + rare)
    return float(np.minimum(np.min(costs, axis=0), tile_evidence.PARAMETERS.bound).mean())


def _beyond(cell: Cell, covered: Collection[Cell], n: int, margin: int, edge: int) -> BoolMask:
    """(n + 2 margin, n + 2 margin) what lies around a place and on no tile of the map."""
    bands = (slice(0, margin - edge), slice(margin, margin + n), slice(margin + n + edge, None))
    shown = np.zeros((n + 2 * margin, n + 2 * margin), np.bool_)
    row, column = cell
    for down, rows in zip((-1, 0, 1), bands, strict=True):
        for right, columns in zip((-1, 0, 1), bands, strict=True):
            if (down or right) and (row + down, column + right) not in covered:
                shown[rows, columns] = True
    return shown
