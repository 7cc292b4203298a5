"""Lays what is seen exactly onto what is known, pixel by pixel, deaf to whatever stands on it.

Several squares at once (:mod:`vision.registration.gauss_newton`): position, stretch and the light's level in each
channel are found together, with weights that fall to nothing for pixels which show something else, first with coarse
patches, then with fine ones. A prior holds each square near where it is predicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.packed_strip import HeldStrips
from vision.imaging.patches import Layers, Patches, grid, over_channels
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.gauss_newton import Normals, PoseDescent, by_weight
from vision.registration.lucas_kanade import middle_px


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentParameters(Parameters):
    """How a patch is laid exactly onto a print, what of it is left out, and when it is lost."""

    longest_step: float = parameter(0.06, "square's widths", "that a square is moved at once", CHOSEN)
    light_sigma: float = parameter(
        4.0, "Lab units", "by which the light at one piece differs from the picture's", CHOSEN
    )
    independent: float = parameter(
        0.1, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    rim: float = parameter(0.09, "share", "of a square's width at its edge that counts little", CHOSEN)
    blur: tuple[float, ...] = parameter(
        (0.054, 0.244, 0.404, 0.244, 0.054), "weight", "of a Gaussian of one pixel", CHOSEN
    )
    blurred_at_once_px: int = parameter(
        24, "px a side", "of patches up to which many are blurred at once: larger ones each by itself", CHOSEN
    )
    holds: float = parameter(4.0, "squared standard deviations", "mean, from which a pixel's pull fades", CHOSEN)
    lost: float = parameter(8.0, "squared standard deviations", "mean, from which it is none", CHOSEN)


PARAMETERS = AlignmentParameters()
_SIGNS = np.array([1.0] * 6 + [-1.0] * 3)  # raising a level raises the error, moving along a slope lowers it


@dataclass(frozen=True)
class Freedom:
    """How far a square lies off its prediction: standard deviations.

    Attributes:
        shift: in its own widths, each way. turn: radians. scale, shear: parts of one; shear also counts a stretch.
    """

    shift: float
    turn: float
    scale: float
    shear: float

    @cached_property
    def precision(self) -> NDArray[np.float64]:
        """(6, 6) for the parameters p of :attr:`AlignmentTarget.slopes`."""
        kinds = np.zeros((6, 6))
        kinds[0, 0] = kinds[1, 1] = 1.0
        kinds[2, [2, 5]] = 0.5  # scale
        kinds[3, 2], kinds[3, 5] = 0.5, -0.5  # stretch
        kinds[4, 3], kinds[4, 4] = -0.5, 0.5  # turn
        kinds[5, [3, 4]] = 0.5  # shear
        sigma = np.array([self.shift, self.shift, self.scale, self.shear, self.turn, self.shear])
        return np.asarray(kinds.T @ np.diag(1 / sigma**2) @ kinds)

    def strain(self, predicted: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.float64]:
        """(...) squared standard deviations between poses (..., 3, 3) and others."""
        between = np.linalg.inv(predicted) @ found
        between = between / between[..., 2:, 2:]
        shift = between[..., :2, :] @ np.array([0.5, 0.5, 1.0]) - 0.5
        turn = between[..., :2, :2] - np.eye(2)
        off = np.concatenate([shift, turn.reshape(*turn.shape[:-2], 4)], axis=-1)
        return np.asarray(((off @ self.precision) * off).sum(axis=-1))


LAID_BY_HAND = Freedom(0.07, 0.05, 0.02, 0.015)
NUDGED = Freedom(0.04, 0.03, 0.008, 0.008)
KNOCKED = Freedom(0.12, 0.08, 0.04, 0.04)


@dataclass(frozen=True, eq=False)
class AlignmentTarget:
    """Patches to lay something onto, softened (b, n, n, 3). Gradients take twice their memory and slopes nine times as
    much: both are worked out for the few that are chosen, which takes no longer than to copy what was kept."""

    patches: Patches

    @classmethod
    def of(cls, patches: Patches) -> AlignmentTarget:
        """Soften patches."""
        return cls(softened(patches))

    def __getitem__(self, chosen: NDArray[np.intp]) -> AlignmentTarget:
        return AlignmentTarget(self.patches[chosen])

    @cached_property
    def planes(self) -> Float32Array:
        """(b, 3, n n): each channel's values side by side, which are fast to go through."""
        b, n = self.patches.shape[:2]
        return np.ascontiguousarray(self.patches.reshape(b, n * n, 3).swapaxes(1, 2))

    @cached_property
    def slopes(self) -> Float32Array:
        """(b, 3 n n, 9): how each value changes as a patch moves, stretches and brightens.

        The motion is du = p0 + p2 u + p3 v, dv = p1 + p4 u + p5 v with u, v from the middle, in patch widths; the last
        three are the levels of the channels.
        """
        b, n = self.patches.shape[:2]
        slopes = np.empty((b, 9, 3 * n * n), np.float32)  # each slope's values side by side: rows are fast to write
        right, down = np.swapaxes(gradients_of(self.patches).reshape(b, 2, -1), 0, 1)
        u, v = np.repeat(grid(n) - 0.5, 3, axis=0).astype(np.float32).T
        slopes[:, 0], slopes[:, 1] = right, down
        for place, (gradient, along) in enumerate(((right, u), (right, v), (down, u), (down, v)), start=2):
            np.multiply(gradient, along, out=slopes[:, place])
        slopes[:, 6:] = np.tile(np.eye(3, dtype=np.float32), n * n)
        return np.swapaxes(slopes, 1, 2)


def gradients_of(patches: Patches) -> Float32Array:
    """(b, 2, n, n, 3): how fast each value changes to the right and down, per patch width."""
    n = np.float32(patches.shape[1])
    return np.stack([np.gradient(patches, axis=2) * n, np.gradient(patches, axis=1) * n], axis=1)


def softened(patches: Patches) -> Patches:
    """Patches (b, n, n, 3) blurred by one pixel: what a pixel's difference tells of a slope is true only of soft ones.

    Everything that is laid on, and what it is laid onto, goes through this. Many small ones are blurred at once, by
    products; of larger ones each by itself: a product with mostly noughts takes four times as long there.
    """
    count, n = patches.shape[:2]
    if n > PARAMETERS.blurred_at_once_px:
        found = np.empty(patches.shape, np.float32)
        kernel = np.array(PARAMETERS.blur, np.float32)
        for patch, soft in zip(patches, found, strict=True):
            cv2.sepFilter2D(patch, -1, kernel, kernel, dst=soft, borderType=cv2.BORDER_REPLICATE)
        return found
    down, right = _blurring(n)
    across = patches.reshape(count * n, 3 * n) @ right
    return np.asarray((down @ across.reshape(count, n, 3 * n)).reshape(patches.shape), np.float32)


@cache
def _blurring(n: int) -> tuple[Float32Array, Float32Array]:
    """What patches of n px are multiplied by so that they are blurred downwards (n, n) and to the right (3 n, 3 n)."""
    down, reach = np.zeros((n, n), np.float32), len(PARAMETERS.blur) // 2
    for row in range(n):
        for place, weight in enumerate(PARAMETERS.blur):
            down[row, min(max(row + place - reach, 0), n - 1)] += weight
    return down, np.kron(down.T, np.eye(3, dtype=np.float32)).astype(np.float32)


@cache
def _within(n: int) -> Float32Array:
    """(n, n) how much each pixel counts: a square's rim is scuffed, blurred into what lies beside, or covered by it."""
    line = np.arange(n)
    inward: Float32Array = np.asarray(np.minimum(line, n - 1 - line) + 0.5, np.float32)
    nearest = np.minimum(inward.reshape(-1, 1), inward.reshape(1, -1))
    return np.asarray(np.clip((nearest / n - PARAMETERS.rim / 2) / PARAMETERS.rim, 0, 1), np.float32)


def laid_onto(
    layers: Layers,
    tone: Tone,
    poses: NDArray[np.float64],
    rounds: Sequence[tuple[AlignmentTarget, int]],
    *,
    shifts: NDArray[np.float64] | None = None,
    freedom: Freedom = LAID_BY_HAND,
) -> NDArray[np.float64]:
    """Better poses (b, 3, 3) for squares that are thought to show given patches.

    Args:
        layers, tone: the picture and how its colours come to be the patches'.
        poses: predictions, unit square to picture px.
        rounds: coarse to fine, what they are laid onto and in how many steps.
        shifts: (b, 2) widths by which to begin beside the prediction.
        freedom: how far from the prediction they may lie.
    """
    fit = _Fit(layers, tone, poses, freedom, shifts)
    for ground, steps in rounds:
        fit.forget_best()  # costs on another ground are not comparable
        for _ in range(steps):
            fit.step(ground)
        fit.look(ground)
    return fit.best_poses


class _Fit:
    """Gauss-Newton in progress. The best of all steps is kept: what covers a square may lead it astray."""

    def __init__(
        self,
        layers: Layers,
        tone: Tone,
        poses: NDArray[np.float64],
        freedom: Freedom,
        shifts: NDArray[np.float64] | None,
    ) -> None:
        precision = np.diag(np.full(9, 1.0 / PARAMETERS.light_sigma**2))
        precision[:6, :6] = freedom.precision
        self._layers, self._tone = layers, tone
        self._held = HeldStrips()
        self._descent = PoseDescent(poses, precision, PARAMETERS.longest_step, shifts)
        self._middles = middle_px(poses)
        self._best = self._descent.off.copy()
        self._least = np.full(len(poses), np.inf)

    @property
    def best_poses(self) -> NDArray[np.float64]:
        """(b, 3, 3) poses of least cost so far."""
        return self._descent.poses_at(self._best)

    def forget_best(self) -> None:
        """Go on from the best so far; what comes now is better than nothing."""
        self._descent.off = self._best.copy()
        self._least[:] = np.inf

    def look(self, ground: AlignmentTarget) -> tuple[Float32Array, Float32Array]:
        """Errors (b, n, n, 3) in standard deviations and weights (b, n, n) as the squares lie now."""
        n = ground.patches.shape[1]
        off = self._descent.off
        raw, inside = self._layers.cut(self._descent.poses, n, held=self._held)
        levels = off[:, None, None, 6:].astype(np.float32)
        error = ground.patches + levels - self._tone.apply(softened(raw), self._middles)
        error /= self._tone.sigma.astype(np.float32)
        doubt = over_channels(np.square(error)) / np.float32(3.0)
        counts = inside * _within(n)
        cost = 3 * _trust(n) * (counts * np.minimum(doubt, PARAMETERS.lost)).sum(axis=(1, 2)) + self._descent.strain
        better = cost < self._least
        self._best[better], self._least[better] = off[better], cost[better]
        return error, np.asarray(
            counts * np.clip((PARAMETERS.lost - doubt) / (PARAMETERS.lost - PARAMETERS.holds), 0, 1), np.float32
        )

    def step(self, ground: AlignmentTarget) -> None:
        """Move every square once."""
        trust = _trust(ground.patches.shape[1])
        error, weight = self.look(ground)
        sigma = self._tone.sigma.astype(np.float32)
        asked = by_weight(ground.slopes, error * sigma, weight[..., None] / sigma**2)
        self._descent.step(Normals(trust * asked.matrix * np.outer(_SIGNS, _SIGNS), trust * asked.pull * _SIGNS))


def _trust(n: int) -> float:
    """How much of a patch's pixels count as independent: coarse ones are more so."""
    return PARAMETERS.independent * max(1.0, (32 / n) ** 2)
