"""Coats of arms of tiles that nobody has named yet, told from all the tiles of an evening together.

What the terrain network says for arms differs from edition to edition, but on one edition it falls into two groups:
tiles without and tiles with arms (:mod:`vision.carcassonne.pennants`). Where those lie is inferred from named tiles and
others alike. Of some kinds an edition's drawing says the network nothing, whatever lies there: a bridge over a city
passes for arms on both twins. So each pair of kinds may be such a blind one, unless its own tiles differ. A mixture
over a grid of middles and distances, each kind with a shift of its own (Gelman et al., "Bayesian Data Analysis", 3rd
ed., ch. 22).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from vision.parameters import CHOSEN, Parameters, parameter

# What is tried of each, nats.
MIDDLES = np.linspace(-3.0, 5.0, 17)  # half-way between the two groups
APARTS = np.linspace(0.5, 6.5, 13)  # between their middles
SHIFTS = np.linspace(-1.2, 1.2, 7)  # of single pairs of kinds
BLIND_AT = np.linspace(-4.0, 8.0, 25)  # where both twins of a blind pair lie


SET_BY = "vision/carcassonne/learning/pennants/open_pennants.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPennantsParameters(Parameters):
    """How bare and armed cities scatter, and how often a coat of arms is hidden, blind or a stray."""

    # Of two foreign editions, of real photographs of two and of drawn styles; round numbers.
    middle: float = parameter(0.7, "nats", "half-way between the two groups, usually", SET_BY)
    middle_sigma: float = parameter(1.4, "nats", "by which that differs between editions", SET_BY)
    apart: float = parameter(3.0, "nats", "between the groups' middles, usually", SET_BY)
    apart_sigma: float = parameter(1.2, "nats", "by which that differs between editions", SET_BY)
    shift_sigma: float = parameter(0.5, "nats", "by which single pairs of kinds are shifted", SET_BY)
    bare_sigma: float = parameter(0.6, "nats", "by which tiles without arms scatter within a group", CHOSEN)
    armed_sigma: float = parameter(0.9, "nats", "by which tiles with arms scatter within a group", CHOSEN)
    blind: float = parameter(0.2, "share", "of pairs of kinds", CHOSEN)
    blind_sigma: float = parameter(0.8, "nats", "by which both twins of such a pair differ", CHOSEN)
    hidden: float = parameter(0.08, "share", "of arms: beneath a follower, or burnt by the light", CHOSEN)
    strays: float = parameter(0.03, "share", "of all tiles whose odds say nothing", CHOSEN)
    stray_sigma: float = parameter(3.0, "nats", "by which those scatter", CHOSEN)


PARAMETERS = OpenPennantsParameters()

Nats = Float64Array


@dataclass(frozen=True)
class PairedTile:
    """A tile of a pair of kinds that arms alone tell apart.

    Attributes:
        pair: which pair.
        odds: log-odds of arms by the network alone.
        prior: log-odds of arms by what the box holds.
        armed: whether it bears some, where people have said so.
    """

    pair: int
    odds: float
    prior: float
    armed: bool | None = None


def chances_of_arms(tiles: Sequence[PairedTile]) -> list[float]:
    """How likely each of an evening's tiles bears arms, by all of them together."""
    pairs = sorted({one.pair for one in tiles})
    from_middle = (MIDDLES[:, None] - PARAMETERS.middle) / PARAMETERS.middle_sigma
    from_apart = (APARTS - PARAMETERS.apart) / PARAMETERS.apart_sigma
    grid = -0.5 * from_middle**2 - 0.5 * from_apart**2
    each = {pair: _Pair([one for one in tiles if one.pair == pair]) for pair in pairs}
    together = grid + sum((pair.likelihood for pair in each.values()), np.zeros_like(grid))
    found = {}
    for number, one in enumerate(tiles):
        if one.armed is not None:
            found[number] = float(one.armed)
            continue
        within = [other for other in tiles if other.pair == one.pair]
        place = next(place for place, other in enumerate(within) if other is one)
        log = [together - each[one.pair].likelihood + _Pair(within, (place, armed)).likelihood for armed in (0, 1)]
        bare, armed = (float(np.logaddexp.reduce(term, axis=None)) for term in log)
        found[number] = float(1 / (1 + np.exp(np.clip(bare - armed, -50.0, 50.0))))
    return [found[number] for number in range(len(tiles))]


class _Pair:
    """The tiles of one pair of kinds; ``said`` takes one of them (its number) for armed (1) or bare (0)."""

    def __init__(self, tiles: Sequence[PairedTile], said: tuple[int, int] | None = None) -> None:
        odds = np.array([one.odds for one in tiles])
        known = [one.armed for one in tiles]
        if said is not None:
            known[said[0]] = bool(said[1])
        prior = np.array([one.prior for one in tiles])
        share = 1 / (1 + np.exp(-prior))
        chance = np.array([[1 - p, p] for p in share])  # of bare and armed, before anything is seen
        for place, armed in enumerate(known):
            if armed is not None:
                chance[place, int(not armed)] = 0.0  # what was said rules the other out
        self.likelihood = np.logaddexp(
            np.log(1 - PARAMETERS.blind) + _seeing(odds, chance), np.log(PARAMETERS.blind) + _blind(odds, chance)
        )


def _seeing(odds: Nats, chance: Nats) -> Nats:
    """(middles, aparts) log-likelihood where the network sees the arms of this pair."""
    middle = MIDDLES[:, None, None, None] + SHIFTS[None, None, :, None]
    half = APARTS[None, :, None, None] / 2
    bare = _normal(odds, middle - half, PARAMETERS.bare_sigma)
    armed = (1 - PARAMETERS.hidden) * _normal(odds, middle + half, PARAMETERS.armed_sigma) + PARAMETERS.hidden * bare
    stray = PARAMETERS.strays * _normal(odds, middle, PARAMETERS.stray_sigma)
    either = chance[:, 0] * ((1 - PARAMETERS.strays) * bare + stray) + chance[:, 1] * (
        (1 - PARAMETERS.strays) * armed + stray
    )
    shifted = -0.5 * (SHIFTS / PARAMETERS.shift_sigma) ** 2
    log = np.log(np.maximum(either, 1e-300)).sum(axis=-1) + shifted
    usual = np.exp(shifted).sum()
    return np.asarray(np.logaddexp.reduce(log, axis=-1) - np.log(usual))


def _blind(odds: Nats, chance: Nats) -> float:
    """Log-likelihood where it says the same of both twins."""
    seen = np.log(_normal(odds, BLIND_AT[:, None], PARAMETERS.blind_sigma)).sum(axis=-1) - np.log(len(BLIND_AT))
    return float(np.logaddexp.reduce(seen) + np.log(np.maximum(chance.sum(axis=1), 1e-300)).sum())


def _normal(value: Nats, middle: Nats, sigma: float) -> Nats:
    return np.asarray(np.exp(-0.5 * ((value - middle) / sigma) ** 2) / (sigma * np.sqrt(2 * np.pi)) + 1e-30)
