"""Coats of arms on an edition that is being learned, told by what was said of the tiles that people have named since.

Where the terrain network sees no arms it says nearly the same on every edition; how surely it sees those that are
there differs from edition to edition, and on some it overlooks them all. So an edition's arms are either overlooked,
which is then to be learned from the first tile that bears some, or they lie about a middle of their own. Both groups
are normal distributions whose middles are inferred from the named tiles (conjugate; Gelman et al., "Bayesian Data
Analysis", 3rd ed., ch. 2.5).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.carcassonne.pennants import Twins
from vision.parameters import CHOSEN, Parameters, parameter

SET_BY = "vision/carcassonne/learning/pennants/named_pennants.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPennantsParameters(Parameters):
    """How far what people said of named tiles is believed about their coats of arms."""

    overlooked: float = parameter(
        0.2,
        "share",
        "of editions on which the network sees no arms: 5 of 25 drawn ones",
        SET_BY,
    )
    hidden: float = parameter(
        0.05, "share", "of arms that a follower or the light hides on an edition on which they are seen", CHOSEN
    )
    # Of tiles without arms a tower or a well is taken for some: 1 in 20 of drawn editions; of others' art much more,
    # 24 of 562 tiles were misnamed, nearly all by arms, and not one in six of all could be. How it is here the named
    # ones tell.
    strange: float = parameter(
        0.15,
        "share",
        "of tiles without arms that are taken for some, before any is named",
        SET_BY,
    )
    strange_counts: float = parameter(
        10.0,
        "tiles",
        "named ones that outweigh it: how it is here they tell",
        SET_BY,
    )
    # Log-odds on 151 named tiles of 25 drawn editions.
    bare_middle: float = parameter(-1.8, "log-odds", "of tiles without arms, on the usual edition", SET_BY)
    bare_between: float = parameter(0.6, "log-odds", "by which that differs between editions", SET_BY)
    bare_within: float = parameter(0.45, "log-odds", "by which such tiles of one edition differ", SET_BY)
    armed_middle: float = parameter(2.5, "log-odds", "of tiles with arms, on the usual edition", SET_BY)
    armed_between: float = parameter(2.3, "log-odds", "by which that differs between editions", SET_BY)
    armed_within: float = parameter(1.4, "log-odds", "by which such tiles of one edition differ", SET_BY)
    like_arms: float = parameter(0.5, "log-odds", "from which a tile without arms is such a one", CHOSEN)
    most_said: float = parameter(8.0, "nats", "that one tile may say", CHOSEN)


PARAMETERS = NamedPennantsParameters()


@dataclass(frozen=True)
class _Group:
    """Log-odds of tiles that are alike: normal about a middle that differs between editions."""

    middle: float
    between: float
    within: float

    def after(self, named: Sequence[float]) -> tuple[float, float]:
        """Mean and variance of the next tile's, once these are known."""
        weight = self.between**-2 + len(named) * self.within**-2
        mean = (self.middle * self.between**-2 + sum(named) * self.within**-2) / weight
        return mean, 1 / weight + self.within**2

    def log_likelihood(self, named: Sequence[float]) -> float:
        """Of all of these together, over all middles."""
        return sum(_normal(one, *self.after(named[:number])) for number, one in enumerate(named))


def _bare() -> _Group:
    return _Group(PARAMETERS.bare_middle, PARAMETERS.bare_between, PARAMETERS.bare_within)


def _armed() -> _Group:
    return _Group(PARAMETERS.armed_middle, PARAMETERS.armed_between, PARAMETERS.armed_within)


@dataclass(frozen=True)
class NamedPennants:
    """What was said of coats of arms on tiles that people have named: log-odds of arms on tiles without and with."""

    bare: tuple[float, ...] = ()
    armed: tuple[float, ...] = ()

    def with_tile(self, evidence: Float64Array, orientation: int, twins: Sequence[Twins]) -> NamedPennants:
        """One more tile was named: its evidence (orientations,) and how it lies."""
        for bare, armed in _pairs(twins):
            said = float(evidence[armed] - evidence[bare])
            if orientation == bare:
                return NamedPennants((*self.bare, said), self.armed)
            if orientation == armed:
                return NamedPennants(self.bare, (*self.armed, said))
        return self

    def log_ratio(self, odds: float) -> float:
        """Log-likelihood ratio of arms on a tile for which the network's log-odds are these."""
        plain = [one for one in self.bare if one < PARAMETERS.like_arms]
        usual, with_arms = _bare().after(plain), _armed()
        strange = (PARAMETERS.strange * PARAMETERS.strange_counts + len(self.bare) - len(plain)) / (
            PARAMETERS.strange_counts + len(self.bare)
        )
        bare = _either(_normal(odds, *usual), _normal(odds, *with_arms.after(())), strange)
        seen = with_arms.log_likelihood(self.armed) + math.log(1 - PARAMETERS.overlooked)
        overlooked = sum(_normal(one, *usual) for one in self.armed) + math.log(PARAMETERS.overlooked)
        share = 1 / (1 + math.exp(min(seen - overlooked, 700.0)))
        armed = _either(_normal(odds, *with_arms.after(self.armed)), bare, share + (1 - share) * PARAMETERS.hidden)
        return float(np.clip(armed - bare, -PARAMETERS.most_said, PARAMETERS.most_said))


def _pairs(twins: Sequence[Twins]) -> list[tuple[int, int]]:
    return [pair for kind in twins for pair in zip(kind.bare.tolist(), kind.armed.tolist(), strict=True)]


def _either(one: float, other: float, share: float) -> float:
    """Log-likelihood where a share of what is seen is of the other sort."""
    return float(np.logaddexp(one + math.log1p(-min(share, 1 - 1e-9)), other + math.log(share)))


def _normal(value: float, mean: float, variance: float) -> float:
    return -0.5 * (math.log(2 * math.pi * variance) + (value - mean) ** 2 / variance)
