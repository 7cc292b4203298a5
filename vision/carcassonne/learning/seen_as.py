"""What the terrain network takes the kinds of one edition for, learned from the tiles that people have named.

An edition draws a kind in its own way, and where the network mistakes it once (a winding curve for a cloister with a
road, say) it does so again. So each kind has a distribution over all that it may be taken for: itself most likely, and
what it was taken for when somebody named it. It is a categorical one with a Dirichlet prior (Gelman et al., "Bayesian
Data Analysis", 3rd ed., ch. 3.4), and what is seen of the next tile is weighed under it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.pennants import Twins
from vision.carcassonne.poses import TilePose
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
        lies: what the columns of the evidence stand for.
        twins: kinds that a coat of arms alone tells apart: those are told apart elsewhere.
        taken: kind key to what its named tiles were taken for, summed: (lies,) shares, as if they lay at rest.
        named: kind key to how many they were.
    """

    lies: tuple[TilePose, ...]
    twins: Sequence[Twins]
    taken: Mapping[str, Float64Array]
    named: Mapping[str, int]

    @classmethod
    def nothing(cls, lies: tuple[TilePose, ...], twins: Sequence[Twins]) -> SeenAs:
        """Before the first tile is named."""
        return cls(lies, twins, {}, {})

    def with_tile(self, evidence: Float64Array, lie: int) -> SeenAs:
        """One more tile was named: what is seen of it under each lie, and how it lies."""
        key, turns = self.lies[lie].kind.key, self.lies[lie].turns
        shares = np.exp(evidence - np.logaddexp.reduce(evidence))
        twin = self._twin(lie)
        if twin is not None:
            shares[lie] += shares[twin]
            shares[twin] = 0.0
        at_rest = np.zeros_like(shares)
        np.add.at(at_rest, self._turned(-turns), shares)
        taken = {**self.taken, key: self.taken.get(key, 0.0) + at_rest}
        return SeenAs(self.lies, self.twins, taken, {**self.named, key: self.named.get(key, 0) + 1})

    def told(self, evidence: Float64Array) -> Float64Array:
        """Evidence (lies,) of another tile, each kind being what it may be taken for."""
        told = evidence.copy()
        for index, lie in enumerate(self.lies):
            if lie.kind.key not in self.taken:
                continue
            # A kind that looks the same after a half turn may lie either way round; what it is mixed up with need not.
            ways = [turns for turns in range(4) if lowest_turns(lie.kind, turns) == lie.turns]
            shares = np.zeros(len(self.lies))
            for turns in ways:
                np.add.at(shares, self._turned(turns), self.taken[lie.kind.key] / len(ways))
            shares[index] += PARAMETERS.itself
            with np.errstate(divide="ignore"):
                told[index] = np.logaddexp.reduce(
                    evidence + np.log(shares / (self.named[lie.kind.key] + PARAMETERS.itself))
                )
        return told

    def _turned(self, quarters: int) -> list[int]:
        """Where each lie is found once everything is turned clockwise."""
        at = {(lie.kind.key, lie.turns): index for index, lie in enumerate(self.lies)}
        return [at[lie.kind.key, lowest_turns(lie.kind, lie.turns + quarters)] for lie in self.lies]

    def _twin(self, lie: int) -> int | None:
        pairs = [pair for kind in self.twins for pair in zip(kind.bare.tolist(), kind.armed.tolist(), strict=True)]
        return next((other for pair in pairs for one, other in (pair, pair[::-1]) if one == lie), None)
