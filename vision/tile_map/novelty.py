"""Whether a tile is one of the edition at all: what it shows that none of the edition's tiles would show there.

A follower, a hand or glare differs from the tile below it in colours that no tile has; another tile differs in the
colours of land. So what counts against a tile is the part of it that disagrees with the best template and still looks
like printed land.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers, over_channels, over_pixels
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import Tone
from vision.registration.lucas_kanade import middle_px
from vision.registration.templates import Templates, softly

_LEAST, _SPAN = np.array([0.0, -50.0, -40.0], np.float32), np.array([50.0, 100.0, 100.0], np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoveltyParameters(Parameters):
    """How much of a tile no tile of the edition would show."""

    common: float = parameter(0.9, "share", "of an edition's print that has colours that count as land", CHOSEN)
    differs: float = parameter(5.0, "squared standard deviations", "from which a pixel disagrees", CHOSEN)
    rim: int = parameter(2, "px", "at a tile's edge that a small misfit spoils", CHOSEN)
    bins: int = parameter(14, "bins", "of each channel of the colours of land", CHOSEN)


PARAMETERS = NoveltyParameters()
_SOLID = np.ones((3, 3), np.uint8)  # thinner things are the edges of what is a little misplaced


def land_colours(templates: Templates) -> NDArray[np.bool_]:
    """(bins, bins, bins) colours that an edition's tiles are made of, with their neighbours."""
    counts = np.zeros((PARAMETERS.bins,) * 3)
    np.add.at(counts, _bins(templates.patches[::4].reshape(-1, 3)), 1.0)
    order = np.sort(counts.ravel())[::-1]
    least = order[int(np.searchsorted(order.cumsum(), PARAMETERS.common * counts.sum()))]
    return np.asarray(counts >= max(least, 1.0))


def land_against(
    layers: Layers,
    tone: Tone,
    templates: Templates,
    poses: NDArray[np.float64],
    shown: NDArray[np.intp],
    land: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """(b,) share of each tile that looks like land and disagrees with the template (b,) it is thought to show."""
    patches, inside = layers.cut(poses, templates.n)
    toned = softly(tone.apply(patches, middle_px(poses)))
    error = (toned - templates.patches[shown]) / tone.sigma.astype(np.float32)
    shift = np.zeros((len(error), 1, 1, 3), np.float32)
    for _ in range(3):
        mean = over_pixels(np.clip(error - shift, -1.5, 1.5)) / np.float32(templates.n**2)
        shift = np.float32(0.77) * (shift + mean)
    away = over_channels(np.square(error - shift)) / np.float32(3.0)
    is_land = land[_bins(toned.reshape(-1, 3))].reshape(away.shape)
    counts = inside.copy()
    counts[:, : PARAMETERS.rim] = counts[:, -PARAMETERS.rim :] = counts[:, :, : PARAMETERS.rim] = counts[
        :, :, -PARAMETERS.rim :
    ] = False
    against = (away > PARAMETERS.differs) & is_land & counts
    solid = np.stack([cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _SOLID) for mask in against])
    return np.asarray(solid.sum(axis=(1, 2)) / np.maximum(counts.sum(axis=(1, 2)), 1), np.float64)


def _bins(lab: NDArray[np.float32]) -> tuple[NDArray[np.intp], ...]:
    place = np.clip((lab - _LEAST) / _SPAN * PARAMETERS.bins, 0, PARAMETERS.bins - 1).astype(np.intp)
    return place[..., 0], place[..., 1], place[..., 2]
