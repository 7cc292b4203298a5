"""Lays what is seen exactly onto what is known, pixel by pixel, deaf to whatever stands on it.

Inverse compositional alignment (Baker and Matthews, "Lucas-Kanade 20 Years On", IJCV 2004) of several squares at once.
Position, stretch and the light's level in each channel are found together by Gauss-Newton with weights that fall to
nothing for pixels which show something else (Geman and McClure), first with coarse patches, then with fine ones. A
prior holds each square near where it is foretold.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice_patches import Layers, Patches, grid
from vision.recognise_align import middle_px
from vision.recognise_tone import Tone

Floats = NDArray[np.float32]

# How far a piece lies off its prediction (standard deviations in its own widths: shift, then stretch and shear).
LAID_BY_HAND = np.array([0.06, 0.06, 0.03, 0.05, 0.05, 0.03])
NUDGED = np.array([0.04, 0.04, 0.01, 0.03, 0.03, 0.01])
KNOCKED = np.array([0.12, 0.12, 0.06, 0.08, 0.08, 0.06])
LIGHT_SIGMA = 4.0  # Lab units by which the light at one piece differs from the picture's
INDEPENDENT = 0.1  # neighbouring pixels repeat each other: this share of them counts
SOFTNESS = 3.0  # standard deviations at which a pixel's pull begins to fade


def slopes_of(patches: Patches) -> Floats:
    """(b, 3 n n, 9): how each value changes as a patch moves, stretches and brightens.

    The motion is du = p0 + p2 u + p3 v, dv = p1 + p4 u + p5 v with u, v from the middle, in patch widths; the last
    three are the levels of the channels.
    """
    b, n = patches.shape[:2]
    soft = np.stack([cv2.GaussianBlur(patch, (0, 0), 0.7) for patch in patches])
    down, right = (slope[..., None] * n for slope in np.gradient(soft, axis=(1, 2)))
    u, v = (grid(n) - 0.5).T.reshape(2, 1, n, n, 1, 1)
    levels = np.broadcast_to(np.eye(3, dtype=np.float32), (b, n, n, 3, 3))
    motion = np.concatenate([right, down, right * u, right * v, down * u, down * v, levels], axis=-1)
    return np.asarray(motion.reshape(b, 3 * n * n, 9), dtype=np.float32)


def laid_onto(
    layers: Layers,
    tone: Tone,
    poses: NDArray[np.float64],
    scales: Sequence[tuple[Patches, int]],
    *,
    shifts: NDArray[np.float64] | None = None,
    freedom: NDArray[np.float64] = LAID_BY_HAND,
) -> NDArray[np.float64]:
    """Better poses (b, 3, 3) for squares that are thought to show given patches.

    Args:
        layers, tone: the picture and how its colours come to be the patches'.
        poses: predictions, unit square to picture px.
        scales: for each round, coarse to fine: the patches (b, n, n, 3) and how many steps are made with them.
        shifts: (b, 2) widths by which to begin beside the prediction.
        freedom: (6,) standard deviations about the prediction.
    """
    count = len(poses)
    spread = np.concatenate([freedom, np.full(3, LIGHT_SIGMA)])
    firm = np.diag(1.0 / spread**2)
    off = np.zeros((count, 9))
    if shifts is not None:
        off[:, :2] = shifts
    middles = middle_px(poses)
    for patches, steps in scales:
        slopes = slopes_of(patches)
        for _ in range(steps):
            off += _step(layers, tone, poses @ _moved(off[:, :6]), middles, patches, slopes, off, firm)
    return np.asarray(poses @ _moved(off[:, :6]))


def _step(
    layers: Layers,
    tone: Tone,
    current: NDArray[np.float64],
    middles: NDArray[np.float64],
    patches: Patches,
    slopes: Floats,
    off: NDArray[np.float64],
    firm: NDArray[np.float64],
) -> NDArray[np.float64]:
    count, n = patches.shape[:2]
    seen, inside = layers.cut(current, n)
    sigma = tone.sigma.astype(np.float32)
    error = (patches + off[:, None, None, 6:].astype(np.float32) - tone.apply(seen, middles)) / sigma
    doubt = np.square(error).mean(axis=-1)
    weight = inside / np.square(1.0 + doubt / SOFTNESS**2)
    heavy = np.repeat(weight.reshape(count, n * n, 1), 3, axis=2).reshape(count, -1, 1).astype(np.float32)
    scaled = slopes / np.tile(sigma, n * n)[None, :, None]
    # A move of the square by p shows the patch moved by -p: the levels have the other sign.
    scaled[..., 6:] *= -1
    trust = INDEPENDENT * (32 / n) ** 2 if n < 32 else INDEPENDENT
    pulled = scaled * heavy
    normal = trust * (np.swapaxes(pulled, 1, 2) @ scaled).astype(np.float64)
    push = trust * (error.reshape(count, 1, -1) @ pulled)[:, 0].astype(np.float64) - off @ firm
    step = np.linalg.solve(normal + firm, push[..., None])[..., 0]
    step[:, :6] = np.clip(step[:, :6], -0.06, 0.06)
    return np.asarray(step)


def _moved(step: NDArray[np.float64]) -> NDArray[np.float64]:
    """(b, 6) parameters as (b, 3, 3) affine maps about the square's middle."""
    moves = np.zeros((len(step), 3, 3))
    moves[:, 0, 0], moves[:, 0, 1], moves[:, 0, 2] = 1 + step[:, 2], step[:, 3], step[:, 0]
    moves[:, 1, 0], moves[:, 1, 1], moves[:, 1, 2] = step[:, 4], 1 + step[:, 5], step[:, 1]
    moves[:, 2, 2] = 1.0
    to_middle = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    back = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
    return np.asarray(back @ moves @ to_middle)
