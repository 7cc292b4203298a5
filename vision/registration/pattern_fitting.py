"""Lays known patterns onto a picture, pixel by pixel, and says where they agree with it.

Many tiles at once (:mod:`vision.registration.gauss_newton`), each channel's level and contrast fitted on the way, and
deaf to what is something else: hands, glare, the table beside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.patches import Layers, Patches, grid
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.gauss_newton import PoseDescent, SixFreedoms, by_weight, evenly, held_by
from vision.registration.lucas_kanade import clipped_error, middle_px
from vision.registration.templates import unit_vectors

Poses = NDArray[np.float64]  # (n, 3, 3), a tile's unit square to px
Views = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternFittingParameters(Parameters):
    """How far a known pattern is moved at a step, and when it agrees with the picture."""

    sigma: float = parameter(
        5.0, "Lab units", "by which a picture differs from the patterns where both show the same", CHOSEN
    )
    independent: float = parameter(
        0.1, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    largest_step: float = parameter(0.08, "tile sides", "that a pattern is moved at once", CHOSEN)
    widths: tuple[float, ...] = parameter(
        (6.0, 6.0, 4.0, 4.0, 3.0, 3.0, 2.0, 2.0),
        "standard deviations",
        "from which a pixel is taken for something else",
        CHOSEN,
    )
    agrees: float = parameter(3.0, "squared standard deviations", "up to which a pixel counts as explained", CHOSEN)


PARAMETERS = PatternFittingParameters()


@dataclass(frozen=True, eq=False)
class Patterns:
    """Views of tiles at one size: (v, n, n, 3) Lab."""

    patches: Patches

    @property
    def n(self) -> int:
        """Px a side."""
        return int(self.patches.shape[1])

    @cached_property
    def unit(self) -> Float32Array:
        """(v, 3 n n): see :func:`unit_vectors`."""
        return unit_vectors(self.patches)

    @cached_property
    def slopes(self) -> Float32Array:
        """(v, 3 n n, 6): how each value changes as the pattern moves right and down and as it is stretched.

        The motion is du = p0 + p2 u + p3 v, dv = p1 + p4 u + p5 v with u, v from the middle, in tile sides.
        """
        n = self.n
        soft = np.stack([cv2.GaussianBlur(patch, (0, 0), 0.8) for patch in self.patches])
        down, right = (slope[..., None] * n for slope in np.gradient(soft, axis=(1, 2)))
        u, v = (grid(n) - 0.5).T.reshape(2, 1, n, n, 1, 1)
        motion = np.concatenate([right, down, right * u, right * v, down * u, down * v], axis=-1)
        return np.asarray(motion.reshape(len(self.patches), -1, 6), np.float32)


def laid(layers: Layers, poses: Poses, patterns: Patterns, views: Views, freedom: SixFreedoms, steps: int) -> Poses:
    """Better poses (b, 3, 3) for tiles that are thought to show these views (b,).

    Each may move, turn, grow and shear a little within its own plane; perspective stays as foretold. Told is where it
    fitted best on its way: slopes of a fine pattern hold for less than its lines are wide, and beyond that lead astray.

    Args:
        freedom: (6,) standard deviations about the prediction, tile sides: shift, then stretch and shear.
    """
    if not len(views):
        return poses
    targets, slopes = patterns.patches[views], patterns.slopes[views]
    whole = (np.swapaxes(slopes, 1, 2) @ slopes).astype(np.float64)
    trust = PARAMETERS.independent / PARAMETERS.sigma**2
    descent = PoseDescent(poses, held_by(freedom), PARAMETERS.largest_step)
    best, least = poses, np.full(len(poses), np.inf)
    for step in range(steps + 1):
        patches, inside = layers.cut(descent.poses, patterns.n)
        error = clipped_error(patches, targets, inside)
        cost = trust * np.square(error).sum(axis=(1, 2, 3)) + descent.strain
        better = cost < least
        best, least = np.where(better[:, None, None], descent.poses, best), np.where(better, cost, least)
        if step < steps:
            descent.step(evenly(slopes, whole, error, inside, trust))
    return best


def laid_in_part(
    layers: Layers, poses: Poses, patterns: Patterns, views: Views, freedom: SixFreedoms, tone: Tone
) -> Poses:
    """The same for tiles of which only a part may show, in a light that is known: what does not look like the tile at
    all pulls at nothing (the weights of Geman and McClure, at first wide, then narrow)."""
    if not len(views):
        return poses
    targets, slopes = patterns.patches[views], patterns.slopes[views]
    trust = PARAMETERS.independent / PARAMETERS.sigma**2
    descent = PoseDescent(poses, held_by(freedom), PARAMETERS.largest_step)
    for width in PARAMETERS.widths:
        now = descent.poses
        patches, inside = layers.cut(now, patterns.n)
        error = targets - tone.apply(patches, middle_px(now))
        away = ((error / tone.sigma.astype(np.float32)) ** 2).sum(axis=-1) / 3.0
        descent.step(by_weight(slopes, error, trust * inside / (1.0 + away / width**2) ** 2))
    return descent.poses
