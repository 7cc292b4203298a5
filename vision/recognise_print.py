"""Which tile a place shows by its print alone, in whatever light falls there.

A lamp multiplies what a camera shows of each colour and glare adds to it, so each tile's gain and level are fitted to
a place in each channel on its own, by iterated reweighting (Holland and Welsch 1977): what stands on a tile, burns it
or covers it says nothing. Of 105 tiles of four hard tables this names 95 by itself where colours learnt for the whole
picture name 87; with terrain, seams and the box's stock, 104 to 99.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from vision.lattice_patches import LAB_SCALE, Layers, Patches
from vision.recognise import turned
from vision.side_by_side import in_parts, side_by_side

N = 32  # px a side at which prints are compared
MARGIN = 3  # px about a pose within which a print may lie
RIM = 2  # px left out at a tile's edges: scuffed, or its neighbour's
SOFTENED = 0.8  # px by which small tiles are soft at the least
SIGMA = 12.0  # of 255: grain, JPEG and wear
CAP = 9.0  # squared standard deviations at which a pixel's disagreement stops to count
GAINS = 0.1, 2.0  # how dull and how bright a print may show
ORDINARY = 4.0  # squared standard deviations that fade a pixel's weight to a half
TRIED = 24  # prints that are fitted at each place, of those that correlate best
DARK = 8.0  # of 255: what a camera shows of black
AT_ONCE = 8  # places for each thread


def prints_of(edition: Edition) -> Patches:
    """(4 v, N, N, 3) every view of an edition in all four directions, BGR levels, as soft as small tiles are."""
    found = []
    for reference in edition.references:
        small = cv2.resize(reference.image, (N, N), interpolation=cv2.INTER_AREA).astype(np.float32)
        soft = cv2.GaussianBlur(small, (0, 0), SOFTENED, borderType=cv2.BORDER_REPLICATE)
        found += [turned(soft, turns) for turns in range(4)]
    return np.stack(found).astype(np.float32)


def print_costs(
    layers: Layers, poses: NDArray[np.float64], prints: Patches, also: Sequence[NDArray[np.intp]]
) -> NDArray[np.float32]:
    """(b, 4 v) mean bounded squared disagreement of every print at places (b, 3, 3), 0 to CAP.

    Args:
        also: for each place, prints that are fitted besides those that correlate best. A print that is not fitted
            disagrees as much as the worst of those that are.
    """
    known = _unit(prints)

    def part(places: NDArray[np.intp]) -> NDArray[np.float32]:
        patches = _levels(layers.cut(poses[places], N, MARGIN)[0])
        each = zip(patches, places.tolist(), strict=True)
        return np.stack([_costs_at(patch, prints, known, also[place]) for patch, place in each])

    if not len(poses):
        return np.zeros((0, len(prints)), np.float32)
    return np.concatenate(side_by_side(part, in_parts(len(poses), AT_ONCE)))


def light_on(
    layers: Layers, poses: NDArray[np.float64], prints: Patches, shown: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How places (b, 3, 3) look beside the prints (b,) that they are taken for.

    Returns:
        (b, 3) logarithms of how much brighter they are: blue beside green, green itself, red beside green; and (b,)
        the correlation with them, blind to light.
    """
    patches = _levels(layers.cut(poses, N)[0])
    seen, printed = (np.log(np.median(_inner(part), axis=1) + DARK) for part in (patches, prints[shown]))
    brighter = (seen - printed).astype(np.float64)
    alike = (_unit(patches) * _unit(prints[shown])).sum(axis=1)
    brighter[:, [0, 2]] -= brighter[:, [1]]
    return brighter, alike.astype(np.float64)


def _costs_at(
    patch: NDArray[np.float32], prints: Patches, known: NDArray[np.float32], also: NDArray[np.intp]
) -> NDArray[np.float32]:
    """(4 v,) costs at one place, cut with its margin."""
    width = 2 * MARGIN + 1
    windows = np.lib.stride_tricks.sliding_window_view(patch, (N, N), axis=(0, 1)).transpose(0, 1, 3, 4, 2)
    windows = np.ascontiguousarray(windows.reshape(width * width, N, N, 3))
    likeness = _unit(windows) @ known.T  # (shifts, 4 v)
    chosen = np.union1d(np.argsort(-likeness.max(axis=0))[:TRIED], also)
    costs = _fitted(windows[likeness[:, chosen].argmax(axis=0)], prints[chosen])
    found = np.full(len(prints), costs.max(), np.float32)
    found[chosen] = costs
    return found


def _fitted(seen: Patches, prints: Patches) -> NDArray[np.float32]:
    """(k,) how much patches (k, N, N, 3) disagree with prints once each channel's gain and level are fitted."""
    x, y = _inner(prints), _inner(seen)
    weight = np.ones((*x.shape[:2], 1), np.float32)
    away = weight[..., 0]
    for _ in range(3):
        total = weight.sum(axis=1, keepdims=True)
        flat = weight.swapaxes(1, 2)
        a, b = x - flat @ x / total, y - flat @ y / total
        gain = np.clip((flat @ (a * b) + total) / (flat @ (a * a) + 2 * total), *GAINS)
        error = b - gain * a
        away = np.square(error / np.float32(SIGMA)).mean(axis=2)
        weight = (1 / (1 + np.square(away / ORDINARY)))[..., None]
    return np.asarray(np.minimum(away, CAP).mean(axis=1), np.float32)


def _unit(patches: Patches) -> NDArray[np.float32]:
    """(b, 3 p) patches without their rim and each channel's mean, each channel of the same length, of unit length."""
    inner = _inner(patches)
    centred = inner - inner.mean(axis=1, keepdims=True)
    length = np.sqrt(np.square(centred).sum(axis=1, keepdims=True) + 1.0)
    return np.asarray((centred / length).reshape(len(patches), -1) / np.sqrt(3.0), np.float32)


def _inner(patches: Patches) -> NDArray[np.float32]:
    """(b, p, 3) the pixels of patches (b, N, N, 3) without their rim."""
    return patches[:, RIM : N - RIM, RIM : N - RIM].reshape(len(patches), -1, 3)


def _levels(patches: Patches) -> Patches:
    """Lab patches (b, m, m, 3) as BGR levels, 0 to 255."""
    b, m = patches.shape[:2]
    lab = np.ascontiguousarray((patches / LAB_SCALE).reshape(b * m, m, 3), dtype=np.float32)
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR) * 255, np.float32).reshape(b, m, m, 3)
