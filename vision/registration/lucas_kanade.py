"""Lays each tile's patch exactly onto a reference (:mod:`vision.registration.gauss_newton`), many tiles at once, in
colour, deaf to followers and glare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.giving_up import checkpoint
from vision.imaging.patches import Layers, Patches, over_pixels
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.gauss_newton import PoseDescent, SixFreedoms, evenly, held_by
from vision.registration.lattice import project
from vision.registration.templates import Templates


@dataclass(frozen=True, slots=True, kw_only=True)
class LucasKanadeParameters(Parameters):
    """From which difference a pixel is taken for something that stands on the tile."""

    clip: float = parameter(
        10.0, "Lab units", "a pixel that differs by more is something else and says no more than this", CHOSEN
    )
    longest_step: float = parameter(0.08, "tile widths", "that a tile is moved at once", CHOSEN)
    independent: float = parameter(
        0.008, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    loose: tuple[float, ...] = parameter(
        (0.10, 0.10, 0.05, 0.05, 0.05, 0.05),
        "tile widths",
        "standard deviations of shift, stretch and shear of a tile about its prediction",
        CHOSEN,
    )
    snug: tuple[float, ...] = parameter(
        (0.04, 0.04, 0.02, 0.03, 0.03, 0.02), "tile widths", "the same where many tiles predict it", CHOSEN
    )


PARAMETERS = LucasKanadeParameters()


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
    freedom: SixFreedoms | None = None,
    steps: int = 6,
    independent: float | None = None,
) -> NDArray[np.float64]:
    """Better poses (b, 3, 3) for tiles that are thought to show the chosen templates (b,).

    Each pose may move, turn, grow and shear a little within its own plane; perspective stays as predicted.

    Args:
        poses: predictions; ``shifts`` (b, 2) tile widths by which to begin beside them.
        freedom: how far each tile may lie off its prediction; loosely where that is not told.
        independent: share of pixels that count: the more, the more the picture is believed against the prediction.
    """
    independent = PARAMETERS.independent if independent is None else independent
    (slopes, whole), targets = templates.slopes_of(chosen), templates.patches[chosen]
    trust = independent / float(np.mean(tone.sigma)) ** 2
    middles = middle_px(poses)
    descent = PoseDescent(poses, held_by(freedom or PARAMETERS.loose), PARAMETERS.longest_step, shifts)
    for _ in range(steps):
        checkpoint()
        patches, inside = layers.cut(descent.poses, templates.n)
        error = clipped_error(tone.apply(patches, middles), targets, inside)
        descent.step(evenly(slopes, whole, error, inside, trust))
    return descent.poses


def clipped_error(patches: Patches, targets: Patches, inside: NDArray[np.bool_]) -> Patches:
    """(b, n, n, 3) by how much targets are brighter than patches once these are toned; 0 outside the picture."""
    error = np.clip(targets - toned(patches, targets, inside), -PARAMETERS.clip, PARAMETERS.clip)
    return np.asarray(error * inside[..., None], np.float32)


def middle_px(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the tiles' middles show: (b, 2) px."""
    return project(poses, np.full((len(poses), 1, 2), 0.5))[:, 0]
