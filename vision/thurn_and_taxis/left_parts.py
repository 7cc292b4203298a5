"""Cards under others: where the part that shows of one may lie. Only what the card above leaves open is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.cards.judging import PreparedEdition
from vision.cards.pose import beside, left_open, turned
from vision.imaging.patches import Layers, Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.pattern_fitting import Patterns


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftPartsParameters(Parameters):
    """How the part that shows of a covered card is turned, shifted and compared."""

    turned_deg: tuple[float, ...] = parameter(
        (-8.0, -4.0, 0.0, 4.0, 8.0), "degrees", "by which a part may be turned against the card above", CHOSEN
    )
    # The same nearer by, and how much larger a card shows than the one above: the camera may look along the row.
    nearer: tuple[float, ...] = parameter(
        (-0.03, -0.015, 0.0, 0.015, 0.03),
        "card widths",
        "by which a part may lie nearer to, or farther from, the card above",
        CHOSEN,
    )
    nearer_off: tuple[float, float, float] = parameter(
        (-0.0125, 0.0, 0.0125), "card widths", "beside that in the second look", CHOSEN
    )
    nearer_deg: tuple[float, float, float] = parameter(
        (-2.0, 0.0, 2.0),
        "degrees",
        ("The same nearer by, and how much larger a card shows than the one above: the camera may look along the row."),
        CHOSEN,
    )
    larger: tuple[float, ...] = parameter(
        (0.95, 0.975, 1.0, 1.025, 1.05),
        "times",
        "the card above: how large a card shows, for the camera may look along the row",
        CHOSEN,
    )
    as_good: float = parameter(
        0.03, "likeness", "less with which a broader part looks nearly as good, and tells more", CHOSEN
    )
    least_open: float = parameter(0.15, "share", "of a card that has to show", CHOSEN)
    shares: tuple[float, float, float] = parameter(
        (0.22, 0.96, 0.05),
        "share: first, end, step",
        "of a card's width by which it lies left of the one above",
        CHOSEN,
    )
    off: tuple[float, float, float] = parameter(
        (-0.1, 0.101, 0.025), "heights: first, end, step", "that it lies higher or lower: hands are not exact", CHOSEN
    )


PARAMETERS = LeftPartsParameters()

Way = tuple[float, ...]  # share, heights, degrees, times as large


@dataclass(frozen=True, eq=False, slots=True)
class VisiblePart:
    """Where the part of a card that shows may lie: its pose (3, 3), and its likeness to the card it looks most like."""

    similarity: float
    pose: Float64Array


def part_beside(
    layers: Layers, prepared: PreparedEdition, group: NDArray[np.intp], above: Float64Array
) -> VisiblePart | None:
    """The likeliest place of a card of which the left part shows beside another (pose (3, 3)) that lies on it; None
    where that is out of the picture."""
    best: tuple[float, Way] | None = None
    off = tuple(np.arange(*PARAMETERS.off).tolist())
    for share in np.arange(*PARAMETERS.shares).tolist():
        similarity, way = _likeliest(layers, prepared.fine, group, above, [[share], off, PARAMETERS.turned_deg, [1.0]])
        if best is None or similarity > best[0] - PARAMETERS.as_good:
            best = similarity, way
    assert best is not None
    near = [
        [value + step for step in steps]
        for value, steps in zip(
            best[1][:3], (PARAMETERS.nearer, PARAMETERS.nearer_off, PARAMETERS.nearer_deg), strict=True
        )
    ]
    similarity, way = _likeliest(layers, prepared.naming, group, above, [*near, PARAMETERS.larger])
    return VisiblePart(similarity, _placed(above, way)) if similarity > 0 else None


def _likeliest(
    layers: Layers,
    patterns: Patterns,
    group: NDArray[np.intp],
    above: Float64Array,
    choices: Sequence[Sequence[float]],
) -> tuple[float, Way]:
    """The best likeness of all these shares, heights, degrees and sizes together, and that way to lie."""
    ways = list(product(*choices))
    poses = np.stack([_placed(above, way) for way in ways])
    patches, inside = layers.cut(poses, patterns.n)
    shows = left_open(poses, above, patterns.n) * inside
    alike = _alike(patches, shows, patterns.patches[group]).max(axis=1)
    alike[shows.mean(axis=(1, 2)) < PARAMETERS.least_open] = -1
    best = int(alike.argmax())
    return float(alike[best]), ways[best]


def _placed(above: Float64Array, way: Way) -> Float64Array:
    share, off, turn, size = way
    larger = np.array([[size, 0.0, 0.5 - size / 2], [0.0, size, 0.5 - size / 2], [0.0, 0.0, 1.0]])
    return np.asarray(turned(beside(above, (-share, off)), turn) @ larger)


def _alike(patches: Patches, shows: Float32Array, views: Patches) -> NDArray[np.float32]:
    """(b, v) likeness of patches (b, n, m, 3) and views (v, n, m, 3), -1 to 1, where a patch shows (b, n, m): the
    correlation of what is left, without each channel's mean."""
    count, channels = len(patches), patches.shape[-1]
    weight = shows.reshape(count, -1)
    total = np.maximum(weight.sum(axis=1, keepdims=True), 1.0)
    seen, known = patches.reshape(count, -1, channels), views.reshape(len(views), -1, channels)
    together = np.zeros((count, len(views)), np.float32)
    of_views, of_patches = np.zeros_like(together), np.zeros((count, 1), np.float32)
    for channel in range(channels):
        value, view = seen[..., channel], known[..., channel].T
        own = weight * (value - (weight * value).sum(axis=1, keepdims=True) / total)
        together += own @ view
        of_patches += (own**2).sum(axis=1, keepdims=True)
        of_views += weight @ view**2 - (weight @ view) ** 2 / total
    return np.asarray(together / np.sqrt(np.maximum(of_patches * of_views, 1e-3)), np.float32)
