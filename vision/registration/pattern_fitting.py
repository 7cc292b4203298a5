"""Lays known patterns onto a picture, pixel by pixel, and says where they agree with it.

Inverse compositional alignment (Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 2004) of many tiles at once, each
channel's level and contrast fitted on the way, and deaf to what is something else: hands, glare, the table beside.
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
from vision.registration import lucas_kanade
from vision.registration.lattice import moved_about_middle, project
from vision.registration.lucas_kanade import toned
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


def laid(
    layers: Layers, poses: Poses, patterns: Patterns, views: Views, freedom: NDArray[np.float64], steps: int
) -> Poses:
    """Better poses (b, 3, 3) for tiles that are thought to show these views (b,).

    Each may move, turn, grow and shear a little within its own plane; perspective stays as foretold.

    Args:
        freedom: (6,) standard deviations about the prediction, tile sides: shift, then stretch and shear.
    """
    count, n = len(views), patterns.n
    if not count:
        return poses
    targets, slopes = patterns.patches[views], patterns.slopes[views]
    trust = PARAMETERS.independent / PARAMETERS.sigma**2
    firm = np.diag(1.0 / freedom**2)
    off = np.zeros((count, 6))
    full = (np.swapaxes(slopes, 1, 2) @ slopes).astype(np.float64)
    for _ in range(steps):
        patches, inside = layers.cut(poses @ moved_about_middle(off), n)
        error = (
            np.clip(
                targets - toned(patches, targets, inside), -lucas_kanade.PARAMETERS.clip, lucas_kanade.PARAMETERS.clip
            )
            * inside[..., None]
        )
        normal = full.copy()
        for index in np.flatnonzero(~inside.all(axis=(1, 2))):
            part = slopes[index] * np.repeat(inside[index].reshape(-1, 1), 3, axis=0)
            normal[index] = part.T @ part
        push = trust * (error.reshape(count, 1, -1) @ slopes)[:, 0].astype(np.float64) - off @ firm
        step = np.linalg.solve(trust * normal + firm, push[..., None])[..., 0]
        off += np.clip(step, -PARAMETERS.largest_step, PARAMETERS.largest_step)
    return np.asarray(poses @ moved_about_middle(off))


def laid_in_part(
    layers: Layers, poses: Poses, patterns: Patterns, views: Views, freedom: NDArray[np.float64], tone: Tone
) -> Poses:
    """The same for tiles of which only a part may show, in a light that is known: what does not look like the tile at
    all pulls at nothing (the weights of Geman and McClure, at first wide, then narrow)."""
    if not len(views):
        return poses
    targets, slopes = patterns.patches[views], patterns.slopes[views]
    firm = np.diag(1.0 / freedom**2)
    off = np.zeros((len(views), 6))
    for width in PARAMETERS.widths:
        now = poses @ moved_about_middle(off)
        patches, inside = layers.cut(now, patterns.n)
        error = targets - tone.apply(patches, project(now, np.full((len(now), 1, 2), 0.5))[:, 0])
        away = ((error / tone.sigma.astype(np.float32)) ** 2).sum(axis=-1) / 3.0
        weight = PARAMETERS.independent / PARAMETERS.sigma**2 * inside / (1.0 + away / width**2) ** 2
        pull = slopes * np.repeat(weight.reshape(len(now), -1), 3, axis=1)[..., None]
        normal = (np.swapaxes(pull, 1, 2) @ slopes).astype(np.float64) + firm
        push = (error.reshape(len(now), 1, -1) @ pull)[:, 0].astype(np.float64) - off @ firm
        step = np.linalg.solve(normal, push[..., None])[..., 0]
        off += np.clip(step, -PARAMETERS.largest_step, PARAMETERS.largest_step)
    return np.asarray(poses @ moved_about_middle(off))
