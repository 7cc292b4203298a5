"""What a tile's disagreement with the picture says of its lying there, as a log-likelihood; and whether that is enough
to say that one lies where it must not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import Freedom
from vision.registration.lattice import Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class TileLikelihoodParameters(Parameters):
    """How many pixels tell of a tile, and what they cost where no tile lies."""

    pixels_that_count: float = parameter(
        60.0, "px of a tile", "before a usual camera: neighbouring ones repeat each other", CHOSEN
    )
    something_else: float = parameter(
        3.6,
        "squared standard deviations",
        "mean squared standard deviations per pixel at which a place shows something that is no tile",
        CHOSEN,
    )
    same_start: float = parameter(
        9.0,
        "squared standard deviations",
        "of how exactly a start is known, within which another one is the same: three of them",
        CHOSEN,
    )
    surely_another: float = parameter(
        12.0, "nats", "ahead of all that may lie there, from which a tile lies there against the rules", CHOSEN
    )


PARAMETERS = TileLikelihoodParameters()


def tile_score(match: TileMatch) -> float:
    """Log-likelihood of what is seen if this tile lies there, against something else lying there."""
    return tile_weight(match.cost, match.distinct) - 0.5 * match.strain


def tile_weight(cost: float, distinct: float) -> float:
    """Log-likelihood of a mean bounded disagreement, against something else lying there; for ``distinct`` see
    :attr:`vision.carcassonne.live.deck.Deck.distinct`."""
    return 0.5 * PARAMETERS.pixels_that_count * distinct * (PARAMETERS.something_else - cost)


def tile_cost(weight: float, distinct: float) -> float:
    """The mean bounded disagreement of which :func:`tile_weight` says this."""
    return PARAMETERS.something_else - in_cost(weight, distinct)


def pixel_weights(match: TileMatch) -> Float32Array:
    """(n, n) nats that each pixel of a tile speaks against it: :func:`tile_weight` of all of them, pixel by pixel."""
    counting = PARAMETERS.pixels_that_count * match.distinct
    return np.asarray(0.5 * counting / match.residual.size * match.residual, np.float32)


def in_cost(weight: float, distinct: float) -> float:
    """By how much less a place costs on which something says so much more."""
    return weight / (0.5 * PARAMETERS.pixels_that_count * distinct)


def laid_on_from(
    sight: TileSight, starts: Iterable[tuple[Matrix, Freedom]], allowed: Sequence[tuple[str, int]], worth: float
) -> list[TileMatch]:
    """The tiles that fit best from any of some starts, each as it likelier lies: see :meth:`TileSight.matches`. A start
    that is as good as one before is passed over.

    Args:
        starts: (3, 3) unit square to picture px, with how exactly that is known.
    """
    found: dict[tuple[str, int], TileMatch] = {}
    tried: list[Matrix] = []
    for pose, freedom in starts:
        if tried and float(freedom.strain(pose, np.stack(tried)).min()) < PARAMETERS.same_start:
            continue
        tried.append(pose)
        for match in sight.matches(pose, allowed, freedom, worth):
            known = found.get((match.key, match.turns))
            if known is None or tile_score(match) > tile_score(known):
                found[match.key, match.turns] = match
    return list(found.values())


def against_the_rules(
    sight: TileSight, pose: Matrix, freedom: Freedom, best: float, most_cost: float
) -> TileMatch | None:
    """The tile of any kind that lies at a pose, where it fits much better than all that may lie there; else None.

    Args:
        sight: the picture.
        pose: (3, 3) unit square to picture px, where something changed.
        freedom: how exactly that is known.
        best: log-likelihood of the likeliest that may: a tile that the rules allow, or the place as it was before.
        most_cost: from which what lies there is not plainly a tile.
    """
    needed = best + PARAMETERS.surely_another
    worth = min(most_cost, tile_cost(needed, sight.deck.distinct))
    if worth <= 0:
        return None  # nothing fits as well as that
    every = [(key, turns) for key in {key for key, _ in sight.deck.views} for turns in range(4)]
    matches = sight.matches(pose, every, freedom, worth)
    if not matches or matches[0].cost >= most_cost or tile_score(matches[0]) <= needed:
        return None
    return matches[0]
