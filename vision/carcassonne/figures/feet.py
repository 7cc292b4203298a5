"""Where figures stand: the feet of all that a picture shows, told together.

How the camera stands is told by few small tiles, and all feet seem to be aside by as much as that is wrong. Each must
stand on something, so together they tell how far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from games.carcassonne.tiles import Feature, FeatureKind
from vision.carcassonne.live.plan import SIZE
from vision.carcassonne.observation import SeenFollower, SeenTile
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.figures import FoundPiece
from vision.registration.lattice import project


@dataclass(frozen=True, slots=True, kw_only=True)
class FeetParameters(Parameters):
    """How firmly a figure has to stand on its foot, and how likely a foot is anywhere else."""

    least_footing: float = parameter(0.05, "density", "per tile area, below which a foot stands beside the map", CHOSEN)
    anywhere: float = parameter(0.1, "density", "of a foot that stands where nobody would put it", CHOSEN)
    foot_sigma: float = parameter(0.05, "tile widths", "by which a foot is misjudged", CHOSEN)
    own_sigma: float = parameter(0.03, "tile widths", "by which a single foot strays from what all stray by", CHOSEN)
    shared_sigma: float = parameter(0.04, "tile widths", "by which all feet on one picture stray together", CHOSEN)


PARAMETERS = FeetParameters()
NAMES = {
    FeatureKind.CITY: "city",
    FeatureKind.ROAD: "road",
    FeatureKind.FIELD: "field",
    FeatureKind.MONASTERY: "cloister",
}
# (features, SIZE, SIZE) where on a tile, as it lies, the feet of followers stand on each of its features, and which
# these are.
Ground = tuple[Float32Array, tuple[Feature, ...]]


def scores_at(densities: Float32Array, u: float, v: float, sigma: float | None = None) -> NDArray[np.float64]:
    """How well each feature of a tile goes with a foot seen at (u, v), misjudged by ``sigma``, as a density over the
    tile; 0 far beside it."""
    return scores_where(densities, foot_density(u, v, sigma))


def scores_where(densities: Float32Array, feet: NDArray[np.floating]) -> NDArray[np.float64]:
    """The same with a foot of which a density (SIZE, SIZE) tells where it may be."""
    return np.asarray((densities * feet).sum(axis=(1, 2)) + 1e-9, dtype=np.float64)


def foot_density(u: float, v: float, sigma: float | None = None) -> NDArray[np.float64]:
    """(SIZE, SIZE) density over a tile of a foot that is seen at (u, v), tile units, and misjudged by ``sigma``."""
    sigma = PARAMETERS.foot_sigma if sigma is None else sigma
    line = (np.arange(SIZE) + 0.5) / SIZE
    near = np.exp(-((line[None] - u) ** 2 + (line[:, None] - v) ** 2) / (2 * sigma**2))
    return np.asarray(near / (2 * np.pi * sigma**2))


@dataclass(frozen=True, eq=False)
class Stand:
    """A figure about some tiles, and what it may stand on there.

    Attributes:
        figure, foot: what is seen, and (2,) px where it seems to stand.
        options: the tiles and their features, with where on the tile (u, v) the foot seems to be.
        scores: (shifts, options) how well each goes with a foot that is really so far from there.
        standing: whether it stands, and doesn't lie.
    """

    figure: FoundPiece
    foot: NDArray[np.float64]
    options: Sequence[tuple[SeenTile, Feature, tuple[float, float]]]
    scores: NDArray[np.float64]
    standing: bool = True

    def follower(self, shares: NDArray[np.float64]) -> SeenFollower | None:
        """What it most likely stands on, shifts being so likely (shifts,); None where it stands beside the map."""
        likely = shares @ self.scores
        total = float(likely.sum())
        if total < PARAMETERS.least_footing:
            return None
        best = int(likely.argmax())
        tile, feature, place = self.options[best]
        return SeenFollower(
            row=tile.row,
            column=tile.column,
            colour=self.figure.colour,
            feature=NAMES[feature.kind],
            sides="".join(dict.fromkeys(edge[0] for edge in feature.edges if edge != "I")),
            confidence=self.figure.confidence,
            foot=(float(self.foot[0]), float(self.foot[1])),
            place=place,
            standing=self.standing,
            on_feature=float(likely[best]) / total,
        )


def stand_of(
    figure: FoundPiece,
    foot: NDArray[np.float64],
    tiles: Sequence[SeenTile],
    poses: NDArray[np.float64],
    ground: Callable[[SeenTile], Ground],
    standing: bool = True,
) -> Stand | None:
    """What a figure may stand on whose foot is seen at ``foot`` (2,) px; None where that is beside all tiles.

    Args:
        poses: (b, 3, 3) of the tiles, unit square to px.
        ground: what feet stand on of a tile.
        standing: whether it stands, and doesn't lie.
    """
    places = project(np.linalg.inv(poses), np.broadcast_to(foot, (len(poses), 1, 2)))[:, 0]
    close = np.flatnonzero(np.abs(places - 0.5).max(axis=1) < 0.5 + 2 * PARAMETERS.foot_sigma).tolist()
    if not close:
        return None
    options, scores, shifts = [], [], _shifts(PARAMETERS.shared_sigma)
    for index in close:
        densities, features = ground(tiles[index])
        u, v = places[index]
        options += [(tiles[index], feature, (float(u), float(v))) for feature in features]
        scores.append(np.stack([scores_at(densities, u - du, v - dv, PARAMETERS.own_sigma) for du, dv in shifts]))
    return Stand(figure, foot, options, np.concatenate(scores, axis=1), standing)


@cache
def _shifts(sigma: float) -> NDArray[np.float64]:
    """(shifts, 2) by how much, in tile widths, all feet may be seen aside that stray together by ``sigma``."""
    line = np.linspace(-2, 2, 7) * sigma
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def shift_shares(stands: Sequence[Stand]) -> NDArray[np.float64]:
    """(shifts,) how likely all feet are seen so far aside, for each must stand on something."""
    sigma = PARAMETERS.shared_sigma
    logs = -0.5 * np.square(_shifts(sigma) / sigma).sum(axis=1)
    for stand in stands:
        logs = logs + np.log(stand.scores.sum(axis=1) + PARAMETERS.anywhere) * stand.figure.confidence
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())
