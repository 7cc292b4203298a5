"""As what somebody was put down on a tile whose print is known: by where his foot stands, and by whether he lies.

Farmers are laid down, everybody else stands (:mod:`vision.carcassonne.figures.laid_down`). Who lies is where his middle
is, and not where the foot of a standing figure with that outline would be; who stands is where outlines say.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind
from vision.carcassonne.figures import laid_down
from vision.carcassonne.figures.feet import foot_density
from vision.carcassonne.figures.laid_down import BodySeen


def put_down_as(
    body: BodySeen, odds: Mapping[str, Float32Array], where: Mapping[Deploy, Float32Array]
) -> dict[Deploy, float]:
    """Log-odds of each follower against the bare tile, how he was put down among it.

    Args:
        body: how the figure is seen to have been put down.
        odds: (n, n) by the kind of a figure, its log-odds at each point of the tile that its foot may stand on.
        where: (n, n) of each follower, the probabilities of where his foot would stand.
    """
    somebody = {kind: float(np.logaddexp.reduce(each, axis=None) - np.log(each.size)) for kind, each in odds.items()}
    feet = {kind: np.exp(np.maximum(each.astype(np.float64) - somebody[kind], -60.0)) for kind, each in odds.items()}
    middle = np.log(np.maximum(foot_density(*body.middle, laid_down.PARAMETERS.about_middle), 1e-9))
    lying = {kind: laid_down.pooled(each, middle) for kind, each in feet.items()}
    options = list(where)
    goes = body.goes_with(
        np.array([one.feature is FeatureKind.FIELD for one in options]),
        np.array([_met(where[one], feet[one.kind]) for one in options]),
        np.array([_met(where[one], lying[one.kind]) for one in options]),
    )
    return {one: somebody[one.kind] + float(np.log(max(share, 1e-9))) for one, share in zip(options, goes, strict=True)}


def _met(where: Float32Array, density: Float64Array) -> float:
    """How dense something is over the tile, on average where a foot stands."""
    return float((where * density).sum() / max(float(where.sum()), 1e-9))
