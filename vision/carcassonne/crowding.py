"""What the box can't hold: a chequered or flowered cloth repeats itself, a box of tiles does not.

Where a map grows onto a cloth whose pattern looks a little like a tile, that tile is told again and again. So a kind
that is told far oftener than the box holds it is taken for the table's own pattern, and so is a map of one kind alone
that nobody would draw by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, largest_part


@dataclass(frozen=True, slots=True, kw_only=True)
class CrowdingParameters(Parameters):
    """From when kinds of tiles repeat so often that what was found is a pattern, not a box of tiles."""

    far_oftener: int = parameter(
        2, "times", "as often as the box holds a kind; a few too many are mistaken for each other", CHOSEN
    )
    drawn_by_chance: float = parameter(1e-5, "probability", "below which a map of one kind alone is a pattern", CHOSEN)


PARAMETERS = CrowdingParameters()


def within_the_box(
    cells: Sequence[Cell],
    orientations: Sequence[Orientation],
    box: Mapping[str, int],
    named: Callable[[NDArray[np.intp]], NDArray[np.float64]],
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Places that can be tiles of this box, and how they lie.

    Args:
        cells: (row, column) of each place.
        orientations: how the box's tiles can lie.
        box: kind key to how many there are.
        named: the posterior (n, orientations) of the places with these indices (n,).

    Returns:
        Indices (n,) into ``cells`` and their posterior (n, orientations). Where a pattern was left out, only the
        largest part
        of what hangs together is kept: the rest lies on the pattern, too.
    """
    kept = np.arange(len(cells))
    while len(kept):
        posterior = named(kept)
        kinds = [orientations[orientation].kind.key for orientation in posterior.argmax(axis=1)]
        pattern = pattern_kinds(kinds, box)
        if not pattern:
            return kept, posterior
        kept = kept[[kind not in pattern for kind in kinds]]
        together = largest_part(cells[index] for index in kept.tolist())
        kept = np.array([index for index in kept.tolist() if cells[index] in together], np.intp)
    return kept, np.zeros((0, len(orientations)))


def pattern_kinds(kinds: Sequence[str], box: Mapping[str, int]) -> frozenset[str]:
    """Kinds that are told too often to be tiles of this box."""
    counts = Counter(kinds)
    if len(counts) == 1:
        (kind, count), total = *counts.items(), sum(box.values())
        if comb(box.get(kind, 0), count) < PARAMETERS.drawn_by_chance * comb(total, count):
            return frozenset(counts)
    return frozenset(kind for kind, count in counts.items() if count > PARAMETERS.far_oftener * box.get(kind, 0) + 1)
