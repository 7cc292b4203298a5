"""Gauss-Newton of many poses at once: the one loop behind everything that lays patches onto pictures pixel by pixel.

Inverse compositional alignment (Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 2004): the slopes of what is
known, not of the picture, say how a pose must move, so that they are worked out once. What a pixel's difference is and
how much it counts is for whoever lays something on; a prior holds each pose near where it was predicted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.registration.lattice import moved_about_middle

SixFreedoms: TypeAlias = "tuple[float, ...]"  # standard deviations in widths of a square: shift, stretch and shear


def held_by(freedom: SixFreedoms) -> Float64Array:
    """(6, 6) precision of a prior that lets each number of a motion be off by so much."""
    return np.diag(1.0 / np.square(freedom))


@dataclass(frozen=True, eq=False, slots=True)
class Normals:
    """What some patches ask of their poses: ``matrix`` (b, p, p) and ``pull`` (b, p), by what an error is trusted."""

    matrix: Float64Array | Float32Array
    pull: Float64Array | Float32Array


class PoseDescent:
    """Poses on their way to where they fit best.

    Args:
        poses: (b, 3, 3) predictions, unit square to px. Each may move, turn, grow and shear a little within its own
            plane (:func:`vision.registration.lattice.moved_about_middle`); perspective stays as predicted.
        precision: (p, p) of the prior: six numbers of the motion, in widths of a square, and what else is found with
            it, such as the light.
        longest_step: how far each number of the motion is moved at once.
        shifts: (b, 2) widths by which to begin beside the prediction.
    """

    def __init__(
        self, poses: Float64Array, precision: Float64Array, longest_step: float, shifts: Float64Array | None = None
    ) -> None:
        self._predicted, self._precision, self._longest = poses, precision, longest_step
        self.off = np.zeros((len(poses), len(precision)))
        if shifts is not None:
            self.off[:, :2] = shifts

    @property
    def poses(self) -> Float64Array:
        """(b, 3, 3) where they lie now."""
        return self.poses_at(self.off)

    @property
    def strain(self) -> Float64Array:
        """(b,) squared standard deviations from the prediction."""
        return np.asarray(np.einsum("bi,ij,bj->b", self.off, self._precision, self.off), np.float64)

    def poses_at(self, off: Float64Array) -> Float64Array:
        """(b, 3, 3) where they lie with these numbers (b, p)."""
        return np.asarray(self._predicted @ moved_about_middle(off[:, :6]), np.float64)

    def step(self, asked: Normals) -> None:
        """Move every pose once."""
        push = asked.pull - self.off @ self._precision
        step = np.linalg.solve(asked.matrix + self._precision, push[..., None])[..., 0]
        step[:, :6] = np.clip(step[:, :6], -self._longest, self._longest)
        self.off = self.off + step


def evenly(
    slopes: Float32Array, whole: Float32Array | Float64Array, error: Float32Array, inside: BoolMask, trust: float
) -> Normals:
    """What patches ask of which every pixel counts alike that lies in the picture.

    Args:
        slopes: (b, 3 n n, p) how each value changes.
        whole: (b, p, p) their normal matrices where all pixels show; what comes is as exact as these.
        error: (b, n, n, 3) what is known less what is seen, 0 outside the picture.
        inside: (b, n, n). trust: by which a squared error counts.
    """
    count = len(slopes)
    matrix = whole.copy()
    cropped = np.flatnonzero(~inside.all(axis=(1, 2)))
    if len(cropped):
        seen = np.repeat(inside[cropped].reshape(len(cropped), -1, 1), 3, axis=2).reshape(len(cropped), -1, 1)
        part = slopes[cropped] * seen
        matrix[cropped] = np.swapaxes(part, 1, 2) @ part
    pull = (error.reshape(count, 1, -1) @ slopes)[:, 0]
    return Normals(trust * matrix, trust * (pull.astype(np.float64) if whole.dtype == np.float64 else pull))


def by_weight(slopes: Float32Array, error: Float32Array, weight: Float32Array) -> Normals:
    """What patches ask of which each pixel counts by a weight of its own.

    Args:
        slopes: (b, 3 n n, p). error: (b, n, n, 3) what is known less what is seen.
        weight: (b, n, n) or (b, n, n, 3), trust and all.
    """
    count = len(slopes)
    each = np.broadcast_to(weight.reshape(*error.shape[:3], -1), error.shape).reshape(count, -1, 1)
    pulled = slopes * each
    return Normals(
        (np.swapaxes(pulled, 1, 2) @ slopes).astype(np.float64),
        (error.reshape(count, 1, -1) @ pulled)[:, 0].astype(np.float64),
    )
