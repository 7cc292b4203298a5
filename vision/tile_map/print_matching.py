"""Which tile a place shows by its print alone, in the light that falls on the map there.

Where the light is known, what is no print shows: a follower, a hand, the glare of a lamp. So each print may only be a
little brighter, duller or of another hue than this light foretells, as worn ones are, and burnt by glare that changes
slowly across it; free gains of each colour had shown red followers as cities. Of 534 tiles of 17 hard tables that were
found 524 are named so together with terrain, seams and the box's stock, 493 with free gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from vision.imaging.patches import Layers, Patches, grid, levels_of, over_channels
from vision.imaging.side_by_side import in_parts, side_by_side
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.illumination import Illumination, learn_light
from vision.registration.lucas_kanade import middle_px
from vision.registration.templates import turned

N = 32  # px a side at which prints are compared


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintMatchingParameters(Parameters):
    """How print and picture are softened and compared, and how often the light is learned anew."""

    margin: int = parameter(3, "px", "about a pose within which a print may lie", CHOSEN)
    rim: int = parameter(2, "px", "left out at a tile's edges: scuffed, or its neighbour's", CHOSEN)
    softened: float = parameter(0.8, "px", "by which small tiles are soft at the least", CHOSEN)
    sigma: float = parameter(7.0, "grey levels", "grain, JPEG and wear", CHOSEN)
    cap: float = parameter(5.0, "squared standard deviations", "at which a pixel's disagreement stops to count", CHOSEN)
    ordinary: float = parameter(2.0, "squared standard deviations", "that fade a pixel's weight to a half", CHOSEN)
    repeated: float = parameter(6.0, "px", "that share their noise", CHOSEN)
    own_counts: float = parameter(12.0, "nats", "of what is so unusual that weigh as much as a cost of 1", CHOSEN)
    shown_whole: float = parameter(248.0, "grey levels", "from which a print should burn", CHOSEN)
    seen_whole: float = parameter(244.0, "grey levels", "from which it has burnt", CHOSEN)
    rounds: int = parameter(3, "rounds", "in which what disagrees is left out", CHOSEN)
    tried: int = parameter(24, "count", "prints that are fitted at each place, of those that correlate best", CHOSEN)
    least_alike: float = parameter(0.05, "correlation", "with its print for which a tile counts at the least", CHOSEN)
    dark: float = parameter(8.0, "grey levels", "what a camera shows of black", CHOSEN)
    own: tuple[float, ...] = parameter(
        (0.3, 0.1, 0.1, 0.1, 0.2, 0.3, 0.3), "spreads", "of the light that a place has of its own, term by term", CHOSEN
    )
    at_once: int = parameter(8, "places", "for each thread", CHOSEN)


PARAMETERS = PrintMatchingParameters()
# Standard deviations of what a tile has of its own: brightness; blue, green and red; glare at its middle and across it.


def prints_of(edition: Edition) -> Patches:
    """(4 v, N, N, 3) every view of an edition in all four directions, BGR levels, as soft as small tiles are."""
    found = []
    for reference in edition.references:
        small = cv2.resize(reference.image, (N, N), interpolation=cv2.INTER_AREA).astype(np.float32)
        soft = cv2.GaussianBlur(small, (0, 0), PARAMETERS.softened, borderType=cv2.BORDER_REPLICATE)
        found += [turned(soft, turns) for turns in range(4)]
    return np.stack(found).astype(np.float32)


def light_of(
    layers: Layers, poses: NDArray[np.float64], prints: Patches, shown: NDArray[np.intp], trust: NDArray[np.float64]
) -> Illumination:
    """The light on a map of tiles (b, 3, 3) that are believed (b,) to show these prints (b,)."""
    patches = levels_of(layers.cut(poses, N)[0])
    alike = np.clip((_unit(patches) * _unit(prints[shown])).sum(axis=1), PARAMETERS.least_alike, 1.0)
    inner = slice(PARAMETERS.rim, N - PARAMETERS.rim)
    return learn_light(
        patches[:, inner, inner], prints[shown][:, inner, inner], middle_px(poses), trust * np.square(alike)
    )


def print_costs(
    layers: Layers,
    poses: NDArray[np.float64],
    prints: Patches,
    also: Sequence[NDArray[np.intp]],
    light: Illumination,
) -> NDArray[np.float32]:
    """(b, 4 v) mean bounded squared disagreement of every print at places (b, 3, 3) in this light, 0 to about cap.

    Args:
        also: for each place, prints that are fitted besides those that correlate best. A print that is not fitted
            disagrees as much as the worst of those that are.
    """
    known = _unit(prints)

    def part(places: NDArray[np.intp]) -> NDArray[np.float32]:
        patches = levels_of(layers.cut(poses[places], N, PARAMETERS.margin)[0])
        gains = light.gains(middle_px(poses[places])).astype(np.float32)
        level = light.level.astype(np.float32)
        each = zip(patches, gains, places.tolist(), strict=True)
        return np.stack([_costs_at(patch, prints, known, also[place], (gain, level)) for patch, gain, place in each])

    if not len(poses):
        return np.zeros((0, len(prints)), np.float32)
    return np.concatenate(side_by_side(part, in_parts(len(poses), PARAMETERS.at_once)))


def light_on(
    layers: Layers, poses: NDArray[np.float64], prints: Patches, shown: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How places (b, 3, 3) look beside the prints (b,) that they are taken for.

    Returns:
        (b, 3) logarithms of how much brighter they are: blue beside green, green itself, red beside green; and (b,)
        the correlation with them, blind to light.
    """
    patches = levels_of(layers.cut(poses, N)[0])
    seen, printed = (np.log(np.median(_inner(part), axis=1) + PARAMETERS.dark) for part in (patches, prints[shown]))
    brighter = (seen - printed).astype(np.float64)
    alike = (_unit(patches) * _unit(prints[shown])).sum(axis=1)
    brighter[:, [0, 2]] -= brighter[:, [1]]
    return brighter, alike.astype(np.float64)


def _costs_at(
    patch: NDArray[np.float32],
    prints: Patches,
    known: NDArray[np.float32],
    also: NDArray[np.intp],
    light: tuple[NDArray[np.float32], NDArray[np.float32]],
) -> NDArray[np.float32]:
    """(4 v,) costs at one place, cut with its margin, in its light: gain (3,) and level (3,)."""
    width = 2 * PARAMETERS.margin + 1
    windows = np.lib.stride_tricks.sliding_window_view(patch, (N, N), axis=(0, 1)).transpose(0, 1, 3, 4, 2)
    windows = np.ascontiguousarray(windows.reshape(width * width, N, N, 3))
    similarity = _unit(windows) @ known.T  # (shifts, 4 v)
    chosen = np.union1d(np.argsort(-similarity.max(axis=0))[: PARAMETERS.tried], also)
    costs = _fitted(windows[similarity[:, chosen].argmax(axis=0)], prints[chosen], *light)
    found = np.full(len(prints), costs.max(), np.float32)
    found[chosen] = costs
    return found


def _fitted(
    seen: Patches, prints: Patches, gain: NDArray[np.float32], level: NDArray[np.float32]
) -> NDArray[np.float32]:
    """(k,) how much patches (k, N, N, 3) disagree with prints in this light, what each has of its own being fitted."""
    lit, shown = gain * _inner(prints), _inner(seen)
    count, pixels, _ = lit.shape
    predicted = lit + level
    of_each = (lit[..., None] * np.eye(3, dtype=np.float32)).reshape(count, 3 * pixels, 3)
    glare = (np.float32(255) - predicted)[..., None] * _across()[:, None]
    terms = np.concatenate([lit.reshape(count, -1, 1), of_each, glare.reshape(count, -1, 3)], axis=2)
    left = (shown - predicted).reshape(count, -1, 1)
    error = left
    hold = np.diag(1 / np.array(PARAMETERS.own, np.float32) ** 2)
    own = np.zeros((count, len(np.array(PARAMETERS.own, np.float32)), 1), np.float32)
    away = _away(error)
    for _ in range(PARAMETERS.rounds):
        weight = 1 / (PARAMETERS.sigma**2 * PARAMETERS.repeated * (1 + np.square(away / PARAMETERS.ordinary)))
        counted = np.swapaxes(terms * np.repeat(weight, 3, axis=1)[..., None], 1, 2)
        own = np.linalg.solve(counted @ terms + hold, counted @ left)
        error = left - terms @ own
        saturated = (shown.reshape(left.shape) > PARAMETERS.seen_whole) & (
            shown.reshape(left.shape) - error > PARAMETERS.shown_whole
        )
        away = _away(np.where(saturated, 0, error))
    unusual = 0.5 * np.square(own[..., 0] / np.array(PARAMETERS.own, np.float32)).sum(axis=1)
    return np.asarray(np.minimum(away, PARAMETERS.cap).mean(axis=1) + unusual / PARAMETERS.own_counts, np.float32)


def _away(error: NDArray[np.float32]) -> NDArray[np.float32]:
    """(k, p) squared standard deviations of errors (k, 3 p, 1)."""
    return over_channels(np.square(error.reshape(len(error), -1, 3) / np.float32(PARAMETERS.sigma))) / np.float32(3)


@cache
def _across() -> NDArray[np.float32]:
    """(p, 3) 1 and how far right and down of the middle each inner pixel of a tile lies, in its sides."""
    places = (
        (grid(N) - 0.5)
        .reshape(1, N, N, 2)[:, PARAMETERS.rim : N - PARAMETERS.rim, PARAMETERS.rim : N - PARAMETERS.rim]
        .reshape(-1, 2)
    )
    return np.column_stack([np.ones(len(places)), places]).astype(np.float32)


def _unit(patches: Patches) -> NDArray[np.float32]:
    """(b, 3 p) patches without their rim and each channel's mean, each channel of the same length, of unit length."""
    inner = _inner(patches)
    centred = inner - inner.mean(axis=1, keepdims=True)
    length = np.sqrt(np.square(centred).sum(axis=1, keepdims=True) + 1.0)
    return np.asarray((centred / length).reshape(len(patches), -1) / np.sqrt(3.0), np.float32)


def _inner(patches: Patches) -> NDArray[np.float32]:
    """(b, p, 3) the pixels of patches (b, N, N, 3) without their rim."""
    return patches[:, PARAMETERS.rim : N - PARAMETERS.rim, PARAMETERS.rim : N - PARAMETERS.rim].reshape(
        len(patches), -1, 3
    )
