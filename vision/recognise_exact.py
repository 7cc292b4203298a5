"""Where tiles lie exactly: the likeliest of the edition's laid onto a place pixel by pixel, the best of them kept.

A tile that is thought to lie a little beside itself looks like another one, foretells its neighbours wrongly and shows
a rim of table that passes for a piece. So whatever is taken for a tile is laid on before anything is built on it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.alignment import LAID_BY_HAND, Freedom, laid_onto
from vision.lattice_patches import Layers
from vision.recognise_align import middle_px
from vision.recognise_atlas import Atlas
from vision.recognise_judge import disagreement
from vision.recognise_tone import Tone

LIKELIEST = 4  # tiles that are laid on at each place
COARSELY, FINELY = 4, 3  # steps
BOUND = 6.0  # squared standard deviations beyond which a pixel's disagreement is all the same
STRAIN_COUNTS = 60.0  # squared standard deviations of strain that weigh as much as a cost of 1


def laid_exactly(
    layers: Layers,
    tone: Tone,
    atlas: Atlas,
    poses: NDArray[np.float64],
    costs: NDArray[np.float32],
    freedom: Freedom = LAID_BY_HAND,
) -> NDArray[np.float64]:
    """Where the tiles lie that are about at these poses: (b, 3, 3).

    Args:
        poses: (b, 3, 3), unit square to picture px.
        costs: (b, 4 v) how badly each template fits there.
        freedom: how far they may lie beside the poses.
    """
    if not len(poses):
        return poses
    templates = _likeliest(costs, atlas.alike)
    count, tried = templates.shape
    chosen, starts = templates.ravel(), np.repeat(poses, tried, axis=0)
    rounds = [(atlas.coarse_ground[chosen], COARSELY), (atlas.fine_ground[chosen], FINELY)]
    found = laid_onto(layers, tone, starts, rounds, freedom=freedom)
    patches, inside = layers.cut(found, atlas.fine.n)
    away = disagreement(tone.apply(patches, middle_px(found)), atlas.fine.patches[chosen], inside, tone)
    cost = np.minimum(away, BOUND).sum(axis=(1, 2)) / np.maximum(inside.sum(axis=(1, 2)), 1)
    strain = np.array([freedom.strain(start, end) for start, end in zip(starts, found, strict=True)])
    best = (cost + strain / STRAIN_COUNTS).reshape(count, tried).argmin(axis=1)
    return np.asarray(found.reshape(count, tried, 3, 3)[np.arange(count), best])


def _likeliest(costs: NDArray[np.float32], alike: NDArray[np.intp]) -> NDArray[np.intp]:
    """(b, k) the templates that fit best, each tile once: views of one kind must not crowd out the others."""
    most = min(LIKELIEST, len(np.unique(alike)))
    chosen = np.empty((len(costs), most), np.intp)
    for row, order in zip(chosen, np.argsort(costs, axis=1), strict=True):
        _, first = np.unique(alike[order], return_index=True)
        row[:] = order[np.sort(first)[:most]]
    return chosen
