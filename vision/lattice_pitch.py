"""How large the tiles of a map are and where their seams run, from straight edges alone.

On a table plane that faces the tiles, seams recur at even distances. For each bundle of edges the strength of a period
is the length of its first Fourier coefficient, and that coefficient's angle says where the seams lie. Hand-laid maps
drift, so only a window is looked at; whether it really holds tiles is for someone else to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Matrix, project
from vision.lattice_segments import Edges, Facing

UPRIGHT = np.deg2rad(4.0)  # how far an edge may lean to belong to a seam
WINDOWS = (0.11, 0.2, 0.34)  # half the width of what is looked at, of the longer side of what may hold the map
CENTRES = 4  # windows of each width
PITCHES = (0.18, 0.8)  # of half the window's width: sizes of tiles that it can tell
STEP = 1.02  # from one pitch to the next
SQUARE = 0.12  # logarithm by which a plane's two pitches may differ
BEST = 5  # answers of each window

Spectrum = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Guess:
    """A tile that may lie there: ``pose`` its unit square to px; ``score`` how well the edges around keep its pitch."""

    pose: Matrix
    score: float


def guesses(edges: Edges, facing: Facing, extent: int) -> Iterator[Guess]:
    """Tiles in the middle of windows on a plane, those with the strongest seams first within each window.

    Args:
        extent: longer side of what may hold the map, px.
    """
    flat = project(np.linalg.inv(facing.plane), edges.reshape(-1, 2)).reshape(-1, 2, 2)
    along = flat[:, 1] - flat[:, 0]
    lean = np.abs(np.arctan2(along[:, 1], along[:, 0]))
    lies = np.minimum(lean, np.pi - lean) < UPRIGHT
    stands = np.abs(lean - np.pi / 2) < UPRIGHT
    middles, lengths = flat.mean(axis=1), np.linalg.norm(along, axis=1)
    for width in WINDOWS:
        half = width * extent
        for centre in _crowded(middles, lengths, lies, stands, half):
            near = np.abs(middles - centre).max(axis=1) < half
            yield from _in_window(middles, lengths, stands & near, lies & near, centre, half, facing)


def _crowded(
    middles: NDArray[np.float64],
    lengths: NDArray[np.float64],
    lies: NDArray[np.bool_],
    stands: NDArray[np.bool_],
    half: float,
) -> Iterator[NDArray[np.float64]]:
    """Centres of windows in which many edges of both kinds lie, well apart."""
    both = np.flatnonzero(lies | stands)
    if not len(both):
        return
    within = np.abs(middles[both, None] - middles[None, both]).max(axis=2) < half
    counts = [(within * (lengths * kind)[both]).sum(axis=1) for kind in (lies, stands)]
    score = np.minimum(*counts)
    for _ in range(CENTRES):
        top = int(score.argmax())
        if score[top] <= 4 * half * 0.2:  # not even two seams
            return
        yield middles[both[top]]
        score[np.abs(middles[both] - middles[both[top]]).max(axis=1) < 0.9 * half] = 0


def _in_window(
    middles: NDArray[np.float64],
    lengths: NDArray[np.float64],
    stands: NDArray[np.bool_],
    lies: NDArray[np.bool_],
    centre: NDArray[np.float64],
    half: float,
    facing: Facing,
) -> Iterator[Guess]:
    pitches = half * np.geomspace(*PITCHES, int(np.log(PITCHES[1] / PITCHES[0]) / np.log(STEP)))
    across = _spectrum(middles[stands, 0] - centre[0], lengths[stands], pitches)
    down = _spectrum(middles[lies, 1] - centre[1], lengths[lies], pitches)
    allowed = np.abs(np.log(pitches[:, None] / pitches[None])) < SQUARE
    product = np.sqrt(across[0][:, None] * down[0][None]) * allowed
    for _ in range(BEST):
        i, j = np.unravel_index(int(product.argmax()), product.shape)
        if product[i, j] <= 0.15:
            return
        corner = centre + np.array([_nearest_seam(across, int(i), pitches), _nearest_seam(down, int(j), pitches)])
        cell = np.array([[pitches[i], 0.0, corner[0]], [0.0, pitches[j], corner[1]], [0.0, 0.0, 1.0]])
        yield Guess(facing.plane @ cell, float(product[i, j]))
        close = np.abs(np.log(pitches / np.sqrt(pitches[i] * pitches[j]))) < 0.1
        product[np.ix_(close, close)] = 0


def _spectrum(places: NDArray[np.float64], weights: NDArray[np.float64], pitches: NDArray[np.float64]) -> Spectrum:
    """Strength (0 to 1) and angle of each period."""
    if not len(places):
        return np.zeros(len(pitches)), np.zeros(len(pitches))
    waves = np.exp(2j * np.pi * places[None] / pitches[:, None]) @ weights
    return np.abs(waves) / weights.sum(), np.angle(waves)


def _nearest_seam(spectrum: Spectrum, index: int, pitches: NDArray[np.float64]) -> float:
    """Where, beside the window's middle, the nearest seam to its left or above runs: that tile holds the middle."""
    seam = spectrum[1][index] / (2 * np.pi) * pitches[index]
    return float(seam - pitches[index] if seam > 0 else seam)
