"""How figures stand before this camera: how large those of this box are, and how far their heads are seen to lean.

How obliquely a camera looks is told badly by the few small tiles of a map that has just begun, and a head seen four
millimetres further aside puts the foot two millimetres elsewhere: off a road. So size and lean are kept as what they
are, uncertain, on a grid; every figure that people confirmed tells more, for its whole outline must fit, and its foot
must stand on what the record says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.lens import Lens
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix, project


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceParameters(Parameters):
    """Which sizes and leans of figures are tried, and how much evidence settles them."""

    scales: tuple[float, ...] = parameter(
        (1.0, 1.15, 1.3, 1.45, 1.6, 1.75), "share", "of the outline in :mod:`figure_evidence`", CHOSEN
    )
    plane_spread: float = parameter(2.2, "steps of the grid", "by which the lean that one tile tells is off", CHOSEN)
    plane_grows_sure: float = parameter(0.2, "power", "of the number of tiles with which that falls", CHOSEN)
    guesses: int = parameter(40, "count", "that stand for all of the grid", CHOSEN)
    mass: float = parameter(0.98, "share", "of the probability that they stand for", CHOSEN)
    worth_asking: float = parameter(
        7.0, "nats", "behind the likeliest point within which a figure is asked about one", CHOSEN
    )
    asked: int = parameter(
        160,
        "points",
        "of the grid: beyond that every other one, with what lies between taken from those beside it",
        CHOSEN,
    )
    knocked_keeps: float = parameter(0.5, "share", "of what was learned is believed after the map was knocked", CHOSEN)
    head_mm: float = parameter(16.0, "mm", "high that the point is for which lean is told", CHOSEN)
    step: float = parameter(1 / 32, "tile widths", "between the points of the grid", CHOSEN)


PARAMETERS = StanceParameters()
REACH = 14  # points of the grid each way
_SIZE = 2 * REACH + 1


@dataclass(frozen=True, slots=True)
class Guess:
    """One way figures may stand: their scale, (2,) tile widths by which a head leans, and its log-probability."""

    scale: float
    lean: NDArray[np.float64]
    weight: float


@dataclass(frozen=True, eq=False)
class CameraStance:
    """What was learned: ``evidence`` (scales, rows, columns) log-likelihood of each scale and lean (down, right)."""

    evidence: Float32Array = field(default_factory=lambda: np.zeros((len(PARAMETERS.scales), _SIZE, _SIZE), np.float32))

    def likely(self, leans: Sequence[NDArray[np.float64]], tiles: int) -> tuple[Guess, ...]:
        """Guesses that stand for all of the grid, the likeliest first: equally likely ones, or the few that are left.

        Args:
            leans: (2,) each, the lean (right, down) that the tiles tell, tile widths, or those of which they tell that
                one is right.
            tiles: of how many that was learned.
        """
        weights = np.exp(self._belief(leans, tiles))
        flat = weights.ravel() / weights.sum()
        heaviest = np.argsort(-flat)
        few = heaviest[: int(np.searchsorted(np.cumsum(flat[heaviest]), PARAMETERS.mass)) + 1]
        if len(few) > PARAMETERS.guesses:  # as many points as can be asked, drawn evenly along the sum of probabilities
            steps = (np.arange(PARAMETERS.guesses) + 0.5) / PARAMETERS.guesses
            drawn = np.searchsorted(np.cumsum(flat), steps)
            # They count alike, but the first is the one that stands for all where only one is asked.
            chosen = drawn[np.argsort(-flat[drawn], kind="stable")]
            shares = np.full(PARAMETERS.guesses, 1 / PARAMETERS.guesses)
        else:
            chosen, shares = few, flat[few] / flat[few].sum()
        return tuple(_guess(int(index), float(share)) for index, share in zip(chosen, shares, strict=True))

    def asked(self, leans: Sequence[NDArray[np.float64]], tiles: int) -> tuple[Guess, ...]:
        """The points of the grid that a figure should be asked about, for :meth:`told`."""
        belief = self._belief(leans, tiles)
        worth = belief > belief.max() - PARAMETERS.worth_asking
        if np.count_nonzero(worth) > PARAMETERS.asked:
            worth[:, 1::2], worth[:, :, 1::2] = False, False
        return tuple(_guess(int(index), 1.0) for index in np.flatnonzero(worth))

    def updated(self, guesses: tuple[Guess, ...], scores: NDArray[np.floating]) -> CameraStance:
        """The stance after one more figure: its log-likelihood (n,) under each of the guesses."""
        values, known = np.zeros_like(self.evidence), np.zeros_like(self.evidence)
        for guess, score in zip(guesses, scores - scores.max(), strict=True):
            at = _index(guess)
            values[at], known[at] = score, 1.0
        for value, there in zip(values, known, strict=True):
            near, weight = cv2.GaussianBlur(value, (5, 5), 0.8), cv2.GaussianBlur(there, (5, 5), 0.8)
            filled = near / np.maximum(weight, 1e-6)
            value[there == 0] = np.where(weight > 1e-3, filled, -PARAMETERS.worth_asking)[there == 0]
        return replace(self, evidence=self.evidence + values)

    def knocked(self) -> CameraStance:
        """The stance after the map was knocked or is looked at from elsewhere."""
        return replace(self, evidence=self.evidence * np.float32(PARAMETERS.knocked_keeps))

    def _belief(self, leans: Sequence[NDArray[np.float64]], tiles: int) -> Float32Array:
        spread = PARAMETERS.plane_spread * PARAMETERS.step * max(1, tiles) ** -PARAMETERS.plane_grows_sure
        line = np.arange(-REACH, REACH + 1) * PARAMETERS.step
        off = [(line[:, None] - lean[1]) ** 2 + (line[None] - lean[0]) ** 2 for lean in leans]
        combined = np.logaddexp.reduce([-0.5 * one / spread**2 for one in off])
        belief = self.evidence + combined
        return np.asarray(belief - belief.max(), np.float32)


def foreshortened_lean(pose: Matrix, lens: Lens, side_mm: float) -> NDArray[np.float64]:
    """(2,) tile widths by which a head leans over a tile, or the same the other way round: how much shorter the tile is
    seen along than across tells how obliquely, and not from which side.

    Args:
        pose: (3, 3) the tile's unit square to picture px.
        side_mm: of the tile.
    """
    beside = np.array([[0.4, 0.5], [0.6, 0.5], [0.5, 0.4], [0.5, 0.6]])
    seen = (lens.straightened(project(pose, beside)) - lens.centre) / lens.focal
    rays = np.column_stack([seen, np.ones(len(seen))])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    _, (across, along), axes = np.linalg.svd(
        np.column_stack([rays[1] - rays[0], rays[3] - rays[2]]), full_matrices=False
    )
    slope = np.sqrt(max(0.0, (across / along) ** 2 - 1.0))  # the tangent of the angle off the upright
    return np.asarray(axes[1] * slope * PARAMETERS.head_mm / side_mm)


def _guess(index: int, share: float) -> Guess:
    scale, row, column = np.unravel_index(index, (len(PARAMETERS.scales), _SIZE, _SIZE))
    lean = np.array([(int(column) - REACH) * PARAMETERS.step, (int(row) - REACH) * PARAMETERS.step])
    return Guess(PARAMETERS.scales[int(scale)], lean, float(np.log(share)))


def _index(guess: Guess) -> tuple[int, int, int]:
    row, column = round(guess.lean[1] / PARAMETERS.step) + REACH, round(guess.lean[0] / PARAMETERS.step) + REACH
    return PARAMETERS.scales.index(guess.scale), row, column
