"""What the terrain network says of one kind of tile, all of it together, again from copy to copy.

An edition prints a kind in one way, so its copies are not only mostly taken for the same: how likely the network holds
each of all the kinds to be is nearly the same from one copy to the next, under another lamp and with somebody on it. So
a tile that people have named tells the next of its kind, of whatever nothing is known but that, and tells what none of
its kind looks like. How far such answers lie apart was measured; what is made of it is the ratio of two histograms
(a calibrated nearest example; Duda, Hart and Stork, "Pattern Classification", 2nd ed., ch. 4).
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
class SignaturesParameters(Parameters):
    """How many tiles make a signature, and how far apart two may lie before they are of two kinds."""

    least: float = parameter(
        -7.0, "log-likelihood", "below which it does not matter how little likely something is", CHOSEN
    )
    counts: float = parameter(
        -4.0, "log-likelihood", "of the likelier of two answers from which they are compared", CHOSEN
    )
    # How far apart, nats: between copies of a kind that was in doubt (494 pairs), and between an example and a tile of
    # another kind that could be it (2570), on two foreign editions and photographs of two. What it says is halved, for
    # part of it is in the likelihoods themselves.
    apart: tuple[float, ...] = parameter(
        (0.0, 1.0, 1.4, 1.8, 2.25, 2.75, 3.5, 4.5),
        "nats",
        "that two tiles are apart, at which what that says is written down",
        "vision/carcassonne/learning/signatures.py",
    )
    says: tuple[float, ...] = parameter(
        (2.8, 2.8, 2.1, 1.6, 0.8, 0.2, -0.8, -2.2),
        "nats",
        "that each of these says for their being of one kind",
        CHOSEN,
    )


PARAMETERS = SignaturesParameters()


@dataclass(frozen=True, eq=False)
class Signatures:
    """What is known of how the kinds of an edition are answered to.

    Attributes:
        orientations: what the columns of the evidence stand for.
        partners: for each orientation the one that a coat of arms alone tells from it, else itself: those are told
            apart elsewhere.
        examples: kind key (of twins the first in order) to answers to its named tiles: (orientations,)
            log-likelihoods, as if they lay at rest.
    """

    orientations: tuple[Orientation, ...]
    partners: tuple[int, ...]
    examples: Mapping[str, tuple[Float64Array, ...]]

    @classmethod
    def nothing(cls, orientations: tuple[Orientation, ...], twins: Sequence[Twins]) -> Signatures:
        """Before the first tile is named."""
        partners = list(range(len(orientations)))
        for kind in twins:
            for bare, armed in zip(kind.bare.tolist(), kind.armed.tolist(), strict=True):
                partners[bare], partners[armed] = armed, bare
        return cls(orientations, tuple(partners), {})

    def with_tile(self, evidence: Float64Array, orientation: int) -> Signatures:
        """One more tile was named: what is seen of it under each orientation, and how it lies."""
        key = self._shared(orientation)
        at_rest = self._signature(evidence)[self._turns[self.orientations[orientation].turns]]
        found = {**self.examples, key: (*self.examples.get(key, ()), at_rest)}
        return Signatures(self.orientations, self.partners, found)

    def says(self, evidence: Float64Array) -> Float64Array:
        """(orientations,) log-likelihood ratios: that a tile of each kind is answered to so, where copies of it are
        known.
        """
        seen, said = self._signature(evidence), np.zeros(len(self.orientations))
        lies, examples = self._lying
        apart = np.full(len(said), np.inf)
        np.minimum.at(apart, lies, _apart(seen, examples))
        known = np.unique(lies)
        said[known] = np.interp(apart[known], PARAMETERS.apart, PARAMETERS.says)
        return said

    @cached_property
    def _lying(self) -> tuple[NDArray[np.intp], Float64Array]:
        """Answers (n, orientations) to named tiles as if they lay in each way in which theirs may, and which (n,)."""
        found = [
            (index, one[self._turns[-turns % 4]])
            for index, orientation in enumerate(self.orientations)
            for one in self.examples.get(self._shared(index), ())
            for turns in range(4)
            if lowest_turns(orientation.kind, turns) == orientation.turns
        ]
        lies, answers = [index for index, _ in found], [answer for _, answer in found]
        return np.array(lies, np.intp), np.array(answers, np.float64).reshape(-1, len(self.orientations))

    def _shared(self, orientation: int) -> str:
        return min(self.orientations[orientation].kind.key, self.orientations[self.partners[orientation]].kind.key)

    def _signature(self, evidence: Float64Array) -> Float64Array:
        likely = evidence - np.logaddexp.reduce(evidence)
        partners = np.array(self.partners)
        both = np.where(partners == np.arange(len(likely)), likely, np.logaddexp(likely, likely[partners]))
        return np.asarray(np.maximum(both, PARAMETERS.least))

    @cached_property
    def _turns(self) -> list[list[int]]:
        return turned_by_quarters(self.orientations)


def _apart(one: Float64Array, others: Float64Array) -> Float64Array:
    """(n,) root mean square of the differences from others (n, orientations), nats, where either says anything."""
    counts = np.maximum(one, others) > PARAMETERS.counts
    return np.asarray(np.sqrt((np.square(one - others) * counts).sum(axis=1) / counts.sum(axis=1)))
