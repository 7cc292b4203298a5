"""Lays each tile's patch exactly onto a reference: inverse compositional alignment (Baker and Matthews, "Lucas-Kanade
20 Years On", IJCV 2004) of many tiles at once, in colour, deaf to followers and glare.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.giving_up import checkpoint
from vision.imaging.patches import Layers, Patches, over_pixels
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.lattice import moved_about_middle, project
from vision.registration.templates import Templates


@dataclass(frozen=True, slots=True, kw_only=True)
class LucasKanadeParameters(Parameters):
    """From which difference a pixel is taken for something that stands on the tile."""

    clip: float = parameter(
        10.0, "Lab units", "a pixel that differs by more is something else and says no more than this", CHOSEN
    )
    independent: float = parameter(
        0.008, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )


PARAMETERS = LucasKanadeParameters()
# How far a tile may lie off its prediction (standard deviations in tile widths: shift, then stretch and shear).
LOOSE = np.array([0.10, 0.10, 0.05, 0.05, 0.05, 0.05])
SNUG = np.array([0.04, 0.04, 0.02, 0.03, 0.03, 0.02])


def toned(patches: Patches, targets: Patches, inside: NDArray[np.bool_]) -> Patches:
    """Patches with each channel's level and contrast brought to the target's, robustly: (b, n, n, 3)."""
    weight = inside[..., None].astype(np.float32)
    result = patches
    for _ in range(2):
        total = over_pixels(weight) + np.float32(1e-6)
        mean = over_pixels(patches, weight) / total
        goal = over_pixels(targets, weight) / total
        x, y = patches - mean, targets - goal
        spread = over_pixels(x * x, weight) / total
        together = over_pixels(x * y, weight) / total
        gain = np.clip((together + 4.0) / (spread + 4.0), 0.5, 2.0)
        result = (gain * x + goal).astype(np.float32)
        away = np.abs(result - targets)
        most = np.maximum(np.maximum(away[..., :1], away[..., 1:2]), away[..., 2:])
        weight = inside[..., None] / (np.float32(1.0) + (most / np.float32(PARAMETERS.clip)) ** 2)
    return result


def align(
    layers: Layers,
    poses: NDArray[np.float64],
    templates: Templates,
    chosen: NDArray[np.intp],
    tone: Tone,
    *,
    shifts: NDArray[np.float64],
    freedom: NDArray[np.float64] = LOOSE,
    steps: int = 6,
    independent: float | None = None,
) -> NDArray[np.float64]:
    """Better poses (b, 3, 3) for tiles that are thought to show the chosen templates (b,).

    Each pose may move, turn, grow and shear a little within its own plane; perspective stays as predicted.

    Args:
        poses: predictions; ``shifts`` (b, 2) tile widths by which to begin beside them.
        freedom: (6,) standard deviations about the prediction.
        independent: share of pixels that count: the more, the more the picture is believed against the prediction.
    """
    independent = PARAMETERS.independent if independent is None else independent
    n, count = templates.n, len(chosen)
    slopes = templates.slopes[chosen]  # (b, 3 n n, 6)
    targets = templates.patches[chosen]
    trust = independent / float(np.mean(tone.sigma)) ** 2
    firm = np.diag(1.0 / freedom**2)
    off = np.zeros((count, 6))
    off[:, :2] = shifts
    middles = middle_px(poses)
    for _ in range(steps):
        checkpoint()
        patches, inside = layers.cut(poses @ moved_about_middle(off), n)
        patches = tone.apply(patches, middles)
        error = (
            np.clip(targets - toned(patches, targets, inside), -PARAMETERS.clip, PARAMETERS.clip) * inside[..., None]
        )
        normal = templates.firmness[chosen]
        cropped = np.flatnonzero(~inside.all(axis=(1, 2)))
        if len(cropped):
            seen = np.repeat(inside[cropped].reshape(len(cropped), n * n, 1), 3, axis=2).reshape(len(cropped), -1, 1)
            part = slopes[cropped] * seen
            normal[cropped] = np.swapaxes(part, 1, 2) @ part
        push = trust * (error.reshape(count, 1, -1) @ slopes)[:, 0] - off @ firm
        off += np.clip(np.linalg.solve(trust * normal + firm, push[..., None])[..., 0], -0.08, 0.08)
    return np.asarray(poses @ moved_about_middle(off))


def middle_px(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the tiles' middles show: (b, 2) px."""
    return project(poses, np.full((len(poses), 1, 2), 0.5))[:, 0]
