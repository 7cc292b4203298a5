"""First tiles where features tell nothing: what stands out from its table, and the lattice of its straight edges.

In dim light a sensor's grain makes more keypoints than small tiles do, and of tens of thousands hardly one is a map's.
But a map is still brighter and more colourful than a dark table, by many times the grain that is left once pixels are
averaged; its rim runs in two directions, and its corners recur at the pitch of its tiles.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice, shifted
from vision.lattice_first import tiles_among
from vision.lattice_patches import Layers, lab_of
from vision.lattice_pitch import Guess
from vision.lattice_seeds import Seed, stretched
from vision.lattice_segments import Edges, facings, line_segments
from vision.lattice_unseen import AROUND, apart, fitted, promising_on
from vision.recognise_atlas import Atlas
from vision.recognise_judge import Judge

LONG_SIDE, SMOOTH_PX = 960, 1.0  # px at which the table is told from what lies on it, so that grain averages out
COARSER, AROUND_PX = 8, 41  # times smaller, and px there of what a place is compared with: about a third of the picture
STANDS_OUT, LEAST_SPREAD = 6.0, 0.5  # times the usual deviation from what is around, and the least that is called usual
CLOSED_PX = 5  # gaps between tiles that do not part a map
SHARE = 0.002, 0.5  # of the picture that a map covers
MOST_REGIONS = 4
RIM_PX = 8  # around a region, px at that size
REGION_PX = 720  # longer side at which a region's edges are looked for
GRAIN_TIMES = 2.0  # how much stronger than a region's grain what is smoothed away may be
SHORTEST = 0.02  # of the region's longer side
GUESSES, SAME = 8, 0.04  # of each region that are compared with the edition; of a tile's side, from another guess

Box = tuple[int, int, int, int]  # left, top, right, bottom, px


def standing_tiles(image: NDArray[np.uint8], atlas: Atlas) -> Iterator[tuple[Lattice, Judge]]:
    """Tiles to begin with in what stands out from the table, the likeliest first, each with a judge of its light."""
    layers: dict[int, Layers] = {}
    regions = [guesses for box in standing_out(image) if (guesses := _guesses_in(image, box, layers))]
    for guesses in sorted(regions, key=lambda guesses: -guesses[0][0]):
        yield from tiles_among(image, [seed for _, seeds in guesses for seed in seeds], atlas)


def standing_out(image: NDArray[np.uint8]) -> list[Box]:
    """Boxes around connected regions that differ from what is around them, largest first."""
    scale = min(1.0, LONG_SIDE / max(image.shape))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    lab = lab_of(np.asarray(cv2.GaussianBlur(small, (0, 0), SMOOTH_PX), np.uint8))
    off = lab - _around(lab)
    usual = 1.4826 * np.median(np.abs(off), axis=(0, 1))
    strange = np.linalg.norm(off / np.maximum(usual, LEAST_SPREAD), axis=2) > STANDS_OUT
    joined = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((CLOSED_PX, CLOSED_PX), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    likely = [each for each in stats[1:] if SHARE[0] < each[cv2.CC_STAT_AREA] / joined.size < SHARE[1]]
    likely.sort(key=lambda each: -int(each[cv2.CC_STAT_AREA]))
    height, width = image.shape[:2]
    return [
        (
            max(0, int((left - RIM_PX) / scale)),
            max(0, int((top - RIM_PX) / scale)),
            min(width, int((left + wide + RIM_PX) / scale)),
            min(height, int((top + high + RIM_PX) / scale)),
        )
        for left, top, wide, high, _ in likely[:MOST_REGIONS]
    ]


def _around(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """The median colour far around each pixel: the table there, for it changes slowly."""
    tiny = cv2.resize(lab, None, fx=1 / COARSER, fy=1 / COARSER, interpolation=cv2.INTER_AREA)
    medians = [cv2.medianBlur(np.clip(tiny[..., part] + 128, 0, 255).astype(np.uint8), AROUND_PX) for part in range(3)]
    back = cv2.resize(np.dstack(medians), (lab.shape[1], lab.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(back, np.float32) - 128


def _guesses_in(image: NDArray[np.uint8], box: Box, layers: dict[int, Layers]) -> list[tuple[float, list[Seed]]]:
    """The region's best guesses of a lattice, best first: how much speaks for each, and the tiles that it foretells."""
    left, top, right, bottom = box
    edges = region_edges(image, box)
    found = [
        each
        for facing in facings(edges, image.shape[:2], np.random.default_rng(1))
        for each in promising_on(facing, edges, image, layers, max(right - left, bottom - top))
    ]
    kept: list[tuple[float, Guess]] = []
    for score, guess in sorted(found, key=lambda each: -each[0]):
        if len(kept) < GUESSES and all(apart(guess.pose, other.pose) > SAME for _, other in kept):
            kept.append((score, guess))
    return [
        (score, [Seed(fitted(shifted(guess.pose, column, row), edges), guess.score) for row, column in AROUND])
        for score, guess in kept
    ]


def region_edges(image: NDArray[np.uint8], box: Box) -> Edges:
    """Straight edges of a region in px of the picture, with its grain smoothed away by non-local means (Buades et al.,
    "A Non-Local Algorithm for Image Denoising", CVPR 2005)."""
    left, top, right, bottom = box
    gray = stretched(cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_BGR2GRAY))
    scale = REGION_PX / max(gray.shape)
    if scale < 1.0:
        gray = np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    fine = gray - cv2.GaussianBlur(gray, (0, 0), 2.0).astype(np.float32)
    grain = 1.4826 * float(np.median(np.abs(fine)))
    clean = cv2.fastNlMeansDenoising(gray, None, GRAIN_TIMES * grain, 5, 15)
    if scale > 1.0:
        clean = cv2.resize(clean, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    found = line_segments(np.asarray(clean, np.uint8), SHORTEST * REGION_PX, scale)
    return np.asarray(found + np.array([left, top]), np.float64)
