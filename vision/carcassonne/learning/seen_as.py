"""What the terrain network takes the kinds of one edition for, learned from the tiles that people have named.

An edition draws a kind in its own way, and where the network mistakes it once (a winding curve for a cloister with a
road, say) it does so again. So each kind has a distribution over all that it may be taken for: itself most likely, and
what it was taken for when somebody named it. It is a categorical one with a Dirichlet prior (Gelman et al., "Bayesian
Data Analysis", 3rd ed., ch. 3.4), and what is seen of the next tile is weighed under it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.carcassonne.pennants import Twins
from vision.carcassonne.poses import Orientation, turned_by_quarters
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import lowest_turns


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenAsParameters(Parameters):
    """How many named tiles outweigh what the terrain network takes a kind for by itself."""

    itself: float = parameter(
        1.5,
        "tiles",
        'named ones that it takes to believe as much in what a kind was taken for as in the network, "default"',
        CHOSEN,
    )


PARAMETERS = SeenAsParameters()


@dataclass(frozen=True, eq=False)
class SeenAs:
    """What the kinds of an edition were taken for.

    Attributes:
        orientations: what the columns of the evidence stand for.
        twins: kinds that a coat of arms alone tells apart: those are told apart elsewhere.
        taken: kind key to what its named tiles were taken for, summed: (orientations,) shares, as if they lay at rest.
        named: kind key to how many they were.
    """

    orientations: tuple[Orientation, ...]
    twins: Sequence[Twins]
    taken: Mapping[str, Float64Array]
    named: Mapping[str, int]

    @classmethod
    def nothing(cls, orientations: tuple[Orientation, ...], twins: Sequence[Twins]) -> SeenAs:
        """Before the first tile is named."""
        return cls(orientations, twins, {}, {})

    def with_tile(self, evidence: Float64Array, orientation: int) -> SeenAs:
        """One more tile was named: what is seen of it under each orientation, and how it lies."""
        key, turns = self.orientations[orientation].kind.key, self.orientations[orientation].turns
        shares = np.exp(evidence - np.logaddexp.reduce(evidence))
        twin = self._twin(orientation)
        if twin is not None:
            shares[orientation] += shares[twin]
            shares[twin] = 0.0
        at_rest = np.zeros_like(shares)
        np.add.at(at_rest, self._turns[-turns % 4], shares)
        taken = {**self.taken, key: self.taken.get(key, 0.0) + at_rest}
        return SeenAs(self.orientations, self.twins, taken, {**self.named, key: self.named.get(key, 0) + 1})

    def adjusted_for_mistakes(self, evidence: Float64Array) -> Float64Array:
        """Evidence (orientations,) of another tile, each kind being what it may be taken for."""
        rows, shares = self._log_shares
        adjusted = evidence.copy()
        adjusted[rows] = np.logaddexp.reduce(evidence + shares, axis=1)
        return adjusted

    @cached_property
    def _log_shares(self) -> tuple[NDArray[np.intp], Float64Array]:
        """The orientations (n,) of kinds that were named, and logarithms of the shares (n, orientations) of what each
        may be taken for."""
        rows = [index for index, one in enumerate(self.orientations) if one.kind.key in self.taken]
        found = np.zeros((len(rows), len(self.orientations)))
        for shares, index in zip(found, rows, strict=True):
            orientation = self.orientations[index]
            # A kind that looks the same after a half turn may lie either way round; what it is mixed up with need not.
            ways = [turns for turns in range(4) if lowest_turns(orientation.kind, turns) == orientation.turns]
            for turns in ways:
                np.add.at(shares, self._turns[turns], self.taken[orientation.kind.key] / len(ways))
            shares[index] += PARAMETERS.itself
            shares /= self.named[orientation.kind.key] + PARAMETERS.itself
        with np.errstate(divide="ignore"):
            return np.array(rows, np.intp), np.log(found)

    @cached_property
    def _turns(self) -> list[list[int]]:
        return turned_by_quarters(self.orientations)

    def _twin(self, orientation: int) -> int | None:
        pairs = [pair for kind in self.twins for pair in zip(kind.bare.tolist(), kind.armed.tolist(), strict=True)]
        return next((other for pair in pairs for one, other in (pair, pair[::-1]) if one == orientation), None)
