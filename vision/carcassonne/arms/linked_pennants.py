"""Which cities bear a coat of arms, told by which tiles of a map are copies of each other.

The box holds three full cities with a way out and one of them with arms: of four such tiles that lie there three are
the same print, and the fourth is the one. Whether an edition draws all copies alike is seen on the map's own tiles of
other kinds; where it does not, nothing is concluded from prints that differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.carcassonne import decode
from vision.carcassonne.arms.same_print import PrintsInView
from vision.carcassonne.pennants import tell_arms, twins_among
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedPennantsParameters(Parameters):
    """Which tiles are compared with each other, and how sure of them it must be known what they are."""

    least_chance: float = parameter(
        0.5, "probability", "to be of two kinds that arms tell apart, from which a tile is compared", CHOSEN
    )
    sure: float = parameter(
        0.9, "probability", "of a tile's kind from which it tells whether copies are one print", CHOSEN
    )
    most_together: int = parameter(10, "tiles", "of two such kinds that are decided together", CHOSEN)
    least_odds: float = parameter(1e-4, "probability", "that is left to either reading", CHOSEN)


PARAMETERS = LinkedPennantsParameters()
SHARES = np.linspace(0.05, 0.95, 10)  # of an edition's pairs of copies that are one print


def linked(
    evidence: Float64Array,
    posterior: Float64Array,
    orientations: Sequence[Orientation],
    stock: Mapping[str, int],
    prints: PrintsInView,
    bare: NDArray[np.bool_],
) -> Float64Array:
    """Evidence (b, orientations) in which only what is said of coats of arms has changed.

    Args:
        evidence: (b, orientations) log-likelihood of each tile of one map under each orientation.
        posterior: (b, orientations) how likely each is by that alone.
        orientations: how the tiles can lie.
        stock: kind key to how many the box holds.
        prints: the same tiles, to be compared.
        bare: (b,) those that nobody stands on; others are compared with none.
    """
    turns = _Turns(orientations)
    weight = _copies_alike(posterior, turns, prints, bare)
    compared = evidence.copy()
    for kind in twins_among(orientations, stock):
        chance = posterior[:, kind.bare] + posterior[:, kind.armed]
        here = np.flatnonzero((chance.sum(axis=1) > PARAMETERS.least_chance) & bare)
        if not 2 <= len(here) <= PARAMETERS.most_together:
            continue
        at = chance[here].argmax(axis=1)
        odds = evidence[here, kind.armed[at]] - evidence[here, kind.bare[at]]
        same = [
            (one, other, turns.same(prints, here[one], here[other], kind.bare[at[one]], kind.bare[at[other]]))
            for one, other in combinations(range(len(here)), 2)
        ]
        held = stock[orientations[kind.armed[0]].kind.key], stock[orientations[kind.bare[0]].kind.key]
        odds_of_all = compared[:, kind.armed] - compared[:, kind.bare]
        odds_of_all[here] += (_armed(odds, same, weight, *held) - kind.prior - odds)[:, None]
        tell_arms(compared, kind, odds_of_all)
    return compared


@dataclass(frozen=True, eq=False, slots=True)
class _Turns:
    """How tiles that lie so are turned to each other."""

    orientations: Sequence[Orientation]

    def same(self, prints: PrintsInView, one: int, other: int, lies: int, others_lies: int) -> float:
        """Log-likelihood ratio that two tiles show the same print, which lie as these orientations say; tiles that look
        alike upside down are tried both ways."""
        first, second = self.orientations[lies], self.orientations[others_lies]
        ways = len({each.turns for each in self.orientations if each.kind.key == first.kind.key})
        quarters = second.turns - first.turns
        return max(prints.said_of(one, other, (quarters + more) % 4) for more in range(0, 4, ways))


def _copies_alike(
    posterior: Float64Array, turns: _Turns, prints: PrintsInView, bare: NDArray[np.bool_]
) -> Float64Array:
    """(SHARES,) how likely so many of the edition's pairs of copies are one print, by tiles whose kind is sure."""
    best = posterior.argmax(axis=1)
    sure = np.flatnonzero((posterior.max(axis=1) > PARAMETERS.sure) & bare).tolist()
    kinds = [turns.orientations[lies].kind.key for lies in best]
    said = np.array(
        [
            turns.same(prints, one, other, int(best[one]), int(best[other]))
            for one, other in combinations(sure, 2)
            if kinds[one] == kinds[other]
        ]
    )
    log = np.log(SHARES[:, None] * np.exp(said) + 1 - SHARES[:, None]).sum(axis=1)
    weight = np.exp(log - log.max())
    return np.asarray(weight / weight.sum())


def _armed(
    odds: Float64Array, same: Sequence[tuple[int, int, float]], weight: Float64Array, armed: int, plain: int
) -> Float64Array:
    """(n,) log-odds of arms of tiles with these log-likelihood ratios (n,), decided together: ``same`` says of pairs
    whether they are one print, and the box holds so many of either kind."""
    ways = np.array(list(product((0, 1), repeat=len(odds))))
    with_arms = ways.sum(axis=1)
    base = ways @ odds + _drawn(armed)[with_arms] + _drawn(plain)[len(odds) - with_arms]
    log = np.log(weight[:, None] + 1e-12) + base
    for one, other, said in same:
        alike = ways[:, one] == ways[:, other]
        log = log + np.where(alike, np.log(SHARES * np.exp(said) + 1 - SHARES)[:, None], 0.0)
    chance = np.exp(log - log.max()).sum(axis=0)
    share = np.clip(chance @ ways / chance.sum(), PARAMETERS.least_odds, 1 - PARAMETERS.least_odds)
    return np.asarray(np.log(share) - np.log1p(-share))


def _drawn(held: int) -> Float64Array:
    """(most + 1,) logarithm of in how many ways so many tiles are taken from those that the box holds; what it does not
    hold is a matter of mixed boxes."""
    left = held - np.arange(PARAMETERS.most_together, dtype=np.float64)
    each = np.log(np.maximum(left, np.exp(-decode.PARAMETERS.too_many)))
    return np.concatenate([[0.0], np.cumsum(each)])
