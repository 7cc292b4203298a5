"""Whether a place looks as it did before the turn: no tile was laid there then, whatever shadow has fallen on it.

A shadow takes light away and leaves what it falls on: the squares of a cloth, the grain of boards. A tile covers them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float32Array
from vision.carcassonne.learning.likeness.print_detail import detail_of
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnchangedPlacesParameters(Parameters):
    """How the place's detail is compared, and what it says against a tile that it is the same."""

    px: int = parameter(32, "px", "a tile's side at which that is done", CHOSEN)
    about: float = parameter(4.0, "of these px", "sigma, about which detail differs from its surroundings", CHOSEN)
    soft: float = parameter(0.7, "of these px", "sigma, of how soft it is", CHOSEN)
    parts: int = parameter(4, "parts", "of a tile's side, compared each: the end of a shadow crosses some", CHOSEN)
    # Where a tile was laid, -0.1 to 0.2; beside it 0.99 and more on a cloth, in a shadow on wood 0.55 to 0.84 on one
    # evening and 0.25 to 0.48 on another (four evenings, looked at).
    same: tuple[float, float] = parameter(
        (0.3, 0.5), "correlation", "of both details, between which a place comes to be the same", FINDING
    )
    least: float = parameter(1e-3, "squared Lab units", "of detail, below which a part shows none", CHOSEN)
    against: float = parameter(8.0, "log-odds", "against a tile at a place that is", FINDING)


PARAMETERS = UnchangedPlacesParameters()


def against_a_tile(cell: Cell, sight: TileSight, memory: Memory) -> float:
    """Log-odds against a tile that was laid since the earlier picture; 0 where there is none, or one waited on it."""
    alike = _alike(cell, sight, memory)
    return PARAMETERS.against * float(np.interp(alike, PARAMETERS.same, (0.0, 1.0)))


def _alike(cell: Cell, sight: TileSight, memory: Memory) -> float:
    """How what a place shows goes together with what it showed, in whatever light, in the middle one of its parts;
    -1 to 1."""
    before = memory.before
    if before is None or cell in before.waiting:
        return 0.0
    now, visible = sight.toned(memory.track.predicted(cell)[None], PARAMETERS.px)
    then, was_visible = before.toned(before.track.predicted(cell)[None], PARAMETERS.px)
    shown = np.asarray((visible[0] > 0) & (was_visible[0] > 0), np.float32)
    first, second = (
        _parts(detail_of(one[0], shown, PARAMETERS.about, PARAMETERS.soft) * shown[..., None]) for one in (now, then)
    )
    strength = np.sqrt(np.square(first).sum(axis=1) * np.square(second).sum(axis=1))
    return float(np.median((first * second).sum(axis=1) / np.maximum(strength, PARAMETERS.least)))


def _parts(detail: Float32Array) -> Float32Array:
    """(parts, values) of (n, n, 3)."""
    n, px = PARAMETERS.parts, PARAMETERS.px // PARAMETERS.parts
    return detail.reshape(n, px, n, px, 3).swapaxes(1, 2).reshape(n * n, -1)
