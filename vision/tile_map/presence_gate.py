"""Whether a tile lies at a place at all: what the edition says of it, and what a network says that knows no edition.

The edition's templates say how well the place is explained; bare wood can look like a plain city to them once a tile's
own light is evened out. The network was taught on drawn tiles of any style, on tables, prints and on lattices that are
off by half a tile, and tells those apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers, pictures_of
from vision.networks.regressions import FITTED, regression, weighed
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.residuals import Verdicts
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.terrain.reader import CROP, UprightAnswers


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceGateParameters(Parameters):
    """How much edition and network may say for or against a tile, and how little may be seen of it."""

    least_seen: float = parameter(0.45, "share of a tile", "that must lie in the picture for it to be read", CHOSEN)
    edition_says: float = parameter(
        0.7, "times", "what the edition's look tells: both look at the same picture, so neither counts in full", CHOSEN
    )
    eyes_say: float = parameter(0.8, "times", "what the dense network tells", CHOSEN)
    most_said: float = parameter(6.0, "log-odds", "that either may add", CHOSEN)
    gate: tuple[float, ...] = parameter(
        regression("presence_gate"),
        "log-odds",
        "of a constant, cost, explained, structure, plain, cost over plain, likeness",
        FITTED,
    )


PARAMETERS = PresenceGateParameters()


def edition_log_odds(
    verdict: Verdicts, cost: NDArray[np.float64], similarity: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(b,) log-odds that a place shows a tile of the edition, by how the best that fits there explains it."""
    return weighed(PARAMETERS.gate, edition_signs(verdict, cost, similarity))


def edition_signs(verdict: Verdicts, cost: NDArray[np.float64], similarity: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b, 6): cost of the best that fits there, how much it explains, how much structure there is, what a plain surface
    would cost, the one as a multiple of the other, and how alike they are."""
    ratio = np.minimum(cost / np.maximum(verdict.plain, 1e-3), 3.0)
    return np.stack([cost, verdict.explained, verdict.structure, verdict.plain, ratio, similarity], axis=1)


def tile_log_odds(layers: Layers, poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) log-odds that places (b, 3, 3) show a tile of whatever edition."""
    return np.asarray(terrain_reader().tile_log_odds(crops_of(layers, poses)), np.float64)


def upright_answers(layers: Layers, poses: NDArray[np.float64]) -> UprightAnswers:
    """What the network answers for places (b, 3, 3) that it looks at one way up."""
    return terrain_reader().upright_answers(crops_of(layers, poses))


def glance(layers: Layers, poses: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(b,) the same log-odds, and (b, columns + 1) roughly what the network reads there, as log posteriors."""
    odds, logs = terrain_reader().glance(crops_of(layers, poses))
    return odds.astype(np.float64), logs.astype(np.float64)


def crops_of(layers: Layers, poses: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Places as the network looks at them: (b, 64, 64, 3) BGR."""
    return pictures_of(layers.cut(poses, CROP)[0])


def together(edition: NDArray[np.float64], eyes: NDArray[np.float64], seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b,) log-odds of a tile by both; those that mostly lie outside the picture are none."""
    odds = PARAMETERS.edition_says * np.clip(
        edition, -PARAMETERS.most_said, PARAMETERS.most_said
    ) + PARAMETERS.eyes_say * np.clip(eyes, -PARAMETERS.most_said, PARAMETERS.most_said)
    return np.asarray(np.where(seen > PARAMETERS.least_seen, odds, -PARAMETERS.most_said))
