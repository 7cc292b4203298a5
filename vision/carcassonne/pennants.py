"""Which cities bear a coat of arms, told by comparing a map's own tiles with each other.

Most kinds of city tiles come with and without a small shield. How large it is, what it shows and what else is printed
there differ between editions, and so does what the terrain network makes of it: for an edition that nobody has seen,
its log-odds for a shield may all be too high or too low. But on one map they fall into two groups, and how many of each
the box holds is known. So how the groups lie on this map is inferred along with who belongs to which: two normal
distributions with unknown middles, integrated over a grid, each kind of tile with a shift of its own (a hierarchical
mixture; Gelman et al., "Bayesian Data Analysis", 3rd ed., ch. 22).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain.reader import TERRAINS

MIDDLES = np.linspace(-3.0, 4.0, 15)  # nats: half-way between the two groups of a map


@dataclass(frozen=True, slots=True, kw_only=True)
class PennantsParameters(Parameters):
    """How far arms of one map differ by chance and by kind, and how much comparing may say."""

    middle_sigma: float = parameter(1.2, "nats", "by which editions differ in that", CHOSEN)
    apart: float = parameter(3.0, "nats", "between the middles of the two groups, usually", CHOSEN)
    apart_sigma: float = parameter(1.2, "nats", "by which that scatters from edition to edition", CHOSEN)
    kind_sigma: float = parameter(
        0.5, "nats", "by which the middles of single kinds of tiles differ within one edition", CHOSEN
    )
    within_sigma: float = parameter(0.6, "nats", "by which tiles of one group differ", CHOSEN)
    most_said: float = parameter(8.0, "nats", "that one tile may say", CHOSEN)
    least_chance: float = parameter(
        0.5, "share of a tile", "to be of two such kinds at all, from which it is asked", CHOSEN
    )
    as_a_whole: float = parameter(
        0.5, "times", "what a tile as a whole tells of arms", "docs/findings/coats-of-arms.md"
    )
    by_spots: float = parameter(0.5, "times", "what its likeliest spot tells of them", "docs/findings/coats-of-arms.md")
    by_place: float = parameter(
        0.7, "times", "what the place tells of them where arms are printed", "docs/findings/coats-of-arms.md"
    )
    least_spot: float = parameter(1e-3, "probability", "of arms that is left to any tile, or of none", CHOSEN)
    least_in_place: float = parameter(
        0.01, "probability", "the same of the place where arms are printed", "docs/findings/coats-of-arms.md"
    )
    kind_sigma_in_place: float = parameter(
        0.8, "nats", "as kind_sigma, where the place tells too", "docs/findings/coats-of-arms.md"
    )
    within_sigma_in_place: float = parameter(
        1.0, "nats", "as within_sigma, where the place tells too", "docs/findings/coats-of-arms.md"
    )


PARAMETERS = PennantsParameters()
APARTS = np.linspace(0.4, 6.0, 9)  # nats between the middles of the two groups
KIND_SHIFTS = np.linspace(-2.0, 2.0, 7)  # in these


@dataclass(frozen=True, eq=False)
class Twins:
    """Two kinds that differ in a coat of arms alone: (n,) lies of the one without and of the one with it, in the same
    pose each, and the log-odds of the one with it by what the box holds."""

    bare: NDArray[np.intp]
    armed: NDArray[np.intp]
    prior: float


@dataclass(frozen=True, eq=False)
class _Groups:
    """What a map says of how its groups lie.

    Attributes:
        weight: (middles, aparts) posterior.
        shifts: (middles, aparts, shifts) posterior of one kind's own shift under each.
    """

    weight: Float64Array
    shifts: tuple[Float64Array, ...]


def compare_pennants(
    evidence: Float64Array,
    posterior: Float64Array,
    orientations: Sequence[Orientation],
    stock: Mapping[str, int],
    *,
    in_place: bool = False,
) -> Float64Array:
    """Evidence (b, orientations) in which only what is said of coats of arms has changed.

    Args:
        evidence: (b, orientations) log-likelihood of each tile of one map under each orientation, any offset per tile.
        posterior: (b, orientations) how likely each is by all that is known without such a comparison.
        orientations: how the tiles can lie.
        stock: kind key to how many the box holds.
        in_place: whether the place where arms are printed has told of them as well: it tells more, and scatters more.
    """
    twins = twins_among(orientations, stock)
    if not twins or not len(evidence):
        return evidence
    scatter = _scatter(in_place)
    groups = _groups(evidence, posterior, twins, scatter)
    adjusted = evidence.copy()
    for kind, shifts in zip(twins, groups.shifts, strict=True):
        odds = evidence[:, kind.armed] - evidence[:, kind.bare]
        tell_arms(adjusted, kind, _compared(odds, groups.weight[..., None] * shifts, kind.prior, scatter))
    return adjusted


def twins_among(orientations: Sequence[Orientation], stock: Mapping[str, int]) -> list[Twins]:
    """The kinds of a box that a coat of arms alone tells apart, as far as it holds both."""
    alike: dict[object, list[int]] = defaultdict(list)
    for index, orientation in enumerate(orientations):
        alike[_without_pennants(orientation)].append(index)
    found: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for group in alike.values():
        for bare in group:
            for armed in group:
                if _pennants(orientations[bare]) == 0 and _pennants(orientations[armed]) == 1:
                    found[orientations[bare].kind.key, orientations[armed].kind.key].append((bare, armed))
    return [
        Twins(
            np.array([one for one, _ in pairs], np.intp),
            np.array([other for _, other in pairs], np.intp),
            float(np.log(stock[armed]) - np.log(stock[bare])),
        )
        for (bare, armed), pairs in sorted(found.items())
        if stock.get(bare, 0) and stock.get(armed, 0)
    ]


def likeliest_spots(ground: NDArray[np.float32]) -> Float64Array:
    """(b, 1) how likely arms are at the likeliest spot of each tile, whose terrains (b, 6, n, n) are painted so."""
    return np.asarray(ground[:, TERRAINS.index("shield")].max(axis=(1, 2))[:, None], np.float64)


def with_painted_arms(
    evidence: Float64Array,
    spots: Float64Array,
    orientations: Sequence[Orientation],
    stock: Mapping[str, int],
    seen: NDArray[np.bool_],
    *,
    in_place: bool = False,
) -> Float64Array:
    """Evidence (b, orientations) in which arms are told by what the tile shows as a whole and by what it shows at a
    spot: the one overlooks arms at a tile's rim, the other takes houses for some.

    Args:
        spots: (b, orientations) or (b, 1) how likely that spot shows arms: the likeliest one, or where they are
            printed.
        seen: the same shape, where nobody stands on it; elsewhere the spots say nothing, for a figure may look like
            arms.
        in_place: whether the spots are those where arms are printed.
    """
    least = PARAMETERS.least_in_place if in_place else PARAMETERS.least_spot
    said = PARAMETERS.by_place if in_place else PARAMETERS.by_spots
    spots = np.broadcast_to(np.clip(spots, least, 1 - least), evidence.shape)
    painted, shown = np.log(spots) - np.log1p(-spots), np.broadcast_to(seen, evidence.shape)
    both = evidence.copy()
    for kind in twins_among(orientations, stock):
        odds = evidence[:, kind.armed] - evidence[:, kind.bare]
        together = PARAMETERS.as_a_whole * odds + said * painted[:, kind.armed]
        tell_arms(both, kind, np.where(shown[:, kind.armed], together, odds))
    return both


def with_arms_of(one: Float64Array, other: Float64Array, twins: Sequence[Twins]) -> Float64Array:
    """Log-likelihoods (n, orientations): kinds as the ``other`` tells them, coats of arms as the ``one`` does."""
    both = other.copy()
    for kind in twins:
        tell_arms(both, kind, one[:, kind.armed] - one[:, kind.bare])
    return both


def tell_arms(evidence: Float64Array, kind: Twins, odds: Float64Array) -> None:
    """Puts these log-odds (b, n) for arms into evidence (b, orientations), where only arms change."""
    either = np.logaddexp(evidence[:, kind.armed] + kind.prior, evidence[:, kind.bare])
    evidence[:, kind.bare] = either - np.logaddexp(odds + kind.prior, 0.0)
    evidence[:, kind.armed] = evidence[:, kind.bare] + odds


def _without_pennants(orientation: Orientation) -> object:
    features = tile_type(orientation.kind.key).turned[orientation.turns].features
    return frozenset((one.kind, one.edges, one.cathedral, one.inn, one.cities) for one in features)


def _pennants(orientation: Orientation) -> int:
    features = tile_type(orientation.kind.key).turned[orientation.turns].features
    return sum(one.pennants for one in features if one.kind is FeatureKind.CITY)


@dataclass(frozen=True, slots=True)
class _Scatter:
    """By how many nats the middles of single kinds differ within one edition, and tiles of one group."""

    kind: float
    within: float


def _scatter(in_place: bool) -> _Scatter:
    if in_place:
        return _Scatter(PARAMETERS.kind_sigma_in_place, PARAMETERS.within_sigma_in_place)
    return _Scatter(PARAMETERS.kind_sigma, PARAMETERS.within_sigma)


def _groups(evidence: Float64Array, posterior: Float64Array, twins: Sequence[Twins], scatter: _Scatter) -> _Groups:
    total = (
        -0.5 * (MIDDLES[:, None] / PARAMETERS.middle_sigma) ** 2
        - 0.5 * ((APARTS - PARAMETERS.apart) / PARAMETERS.apart_sigma) ** 2
    )
    shifts = []
    for kind in twins:
        chance = posterior[:, kind.bare] + posterior[:, kind.armed]  # (b, n)
        here = np.flatnonzero(chance.sum(axis=1) > PARAMETERS.least_chance)
        at = chance[here].argmax(axis=1)
        odds = evidence[here, kind.armed[at]] - evidence[here, kind.bare[at]]
        armed, bare = _fits(odds, scatter)
        share = 1 / (1 + np.exp(-kind.prior))
        each = np.maximum(np.logaddexp(armed + np.log(share), bare + np.log(1 - share)), -PARAMETERS.most_said)
        log = (each * chance[here].sum(axis=1)).sum(axis=-1) - 0.5 * KIND_SHIFTS**2
        most = log.max(axis=2, keepdims=True)
        raised = np.exp(log - most)
        shifts.append(raised / raised.sum(axis=2, keepdims=True))
        total = total + np.log(raised.sum(axis=2)) + most[..., 0]
    weight = np.exp(total - total.max())
    return _Groups(weight / weight.sum(), tuple(shifts))


def _fits(odds: Float64Array, scatter: _Scatter) -> tuple[Float64Array, Float64Array]:
    """(middles, aparts, shifts, ...) log-likelihoods of log-odds (...) with and without a coat of arms."""
    grid = (slice(None), slice(None), slice(None), *(None,) * odds.ndim)
    middle = (MIDDLES[:, None, None] + scatter.kind * KIND_SHIFTS)[grid]
    half = np.broadcast_to(APARTS[None, :, None] / 2, (1, len(APARTS), 1))[grid]
    armed = -0.5 * ((odds - middle - half) / scatter.within) ** 2
    bare = -0.5 * ((odds - middle + half) / scatter.within) ** 2
    return armed, bare


def _compared(odds: Float64Array, weight: Float64Array, prior: float, scatter: _Scatter) -> Float64Array:
    """Log-likelihood ratio of a coat of arms for log-odds (b, n), by where the groups lie: ``weight`` (middles, aparts,
    shifts)."""
    armed, bare = _fits(odds, scatter)
    said = np.clip(armed - bare, -PARAMETERS.most_said, PARAMETERS.most_said) + prior
    chance = np.tensordot(weight, 1 / (1 + np.exp(-said)), axes=3)
    return np.asarray(np.log(chance) - np.log1p(-chance) - prior)
