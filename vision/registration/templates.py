"""Which tile of the edition a patch shows, by comparing it with every view of every tile in all four directions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.references import Edition
from vision.imaging.patches import Patches, grid, lab_of, over_pixels
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationTemplatesParameters(Parameters):
    """At which sizes a patch is compared with the views of an edition, and how much a block may say."""

    coarse: int = parameter(16, "px a side", "at which tiles are searched", CHOSEN)
    fine: int = parameter(32, "px a side", "at which they are aligned and told apart", CHOSEN)
    soft: float = parameter(
        1.5,
        "px",
        "by which fine patches are blurred for naming: copies of a type differ in small things, not in large",
        CHOSEN,
    )
    dim: float = parameter(
        0.7, "px", "by which coarse templates are blurred to look like small tiles out of focus", CHOSEN
    )
    at_once: int = parameter(16, "count", "of entries whose slopes are worked out at once", CHOSEN)
    blocks: int = parameter(4, "count", "a tile is compared in 4 by 4 blocks while it may be covered", CHOSEN)
    block_cap: float = parameter(
        7.0,
        "squared standard deviations",
        "mean squared standard deviations at which a block counts as covered",
        CHOSEN,
    )


PARAMETERS = RegistrationTemplatesParameters()


def turned(image: NDArray[np.generic], turns: int) -> NDArray[np.generic]:
    """The picture after quarter turns clockwise, over its first two axes."""
    return np.ascontiguousarray(np.rot90(image, -turns, axes=(0, 1)))


@dataclass(frozen=True, eq=False)
class Templates:
    """Every view of an edition in all four directions, at one size.

    Attributes:
        patches: (4 v, n, n, 3) Lab; entry ``4 view + turns``.
    """

    patches: Patches

    @property
    def n(self) -> int:
        """Px a side."""
        return int(self.patches.shape[1])

    @cached_property
    def unit(self) -> NDArray[np.float32]:
        """(4 v, 3 n n): each channel's mean taken away, unit length, for correlation by one matrix product."""
        return unit_vectors(self.patches)

    def slopes_of(self, chosen: NDArray[np.intp]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(b, 3 n n, 6) how each value of some entries (b,) changes as the patch moves right and down and as it is
        stretched, and (b, 6, 6) the normal matrices of that. Worked out once for each entry that is asked for: those of
        a whole box take 14 MB.

        The motion is du = p0 + p2 u + p3 v, dv = p1 + p4 u + p5 v with u, v from the tile's middle, in tile widths.
        """
        slopes, firmness, known = self._slopes
        missing = np.unique(chosen[~known[chosen]])
        for start in range(0, len(missing), PARAMETERS.at_once):
            some = missing[start : start + PARAMETERS.at_once]
            part = slopes[some] = _slopes(self.patches[some])
            firmness[some] = np.swapaxes(part, 1, 2) @ part
            known[some] = True
        return slopes[chosen], firmness[chosen]

    @cached_property
    def _slopes(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
        """Room for the slopes of all entries, of which no page is touched before it is written; which are known."""
        count, values = len(self.patches), 3 * self.n * self.n
        return np.empty((count, values, 6), np.float32), np.empty((count, 6, 6), np.float32), np.zeros(count, np.bool_)


def _slopes(patches: Patches) -> NDArray[np.float32]:
    """(b, 3 n n, 6) slopes of patches (b, n, n, 3)."""
    n = patches.shape[1]
    soft = np.stack([cv2.GaussianBlur(patch, (0, 0), 0.8) for patch in patches])
    down, right = (slope[..., None] * n for slope in np.gradient(soft, axis=(1, 2)))
    u, v = (grid(n) - 0.5).T.reshape(2, 1, n, n, 1, 1)
    motion = np.concatenate([right, down, right * u, right * v, down * u, down * v], axis=-1)
    return np.asarray(motion.reshape(len(patches), -1, 6), dtype=np.float32)


def unit_vectors(patches: Patches) -> NDArray[np.float32]:
    """Patches (..., n, n, 3) as vectors (..., 3 n n) without each channel's mean, of unit length."""
    shape = patches.shape
    single = patches.reshape(-1, *shape[-3:])
    centred = single - over_pixels(single) / np.float32(shape[-2] * shape[-3])
    flat = centred.reshape(*shape[:-3], shape[-3] * shape[-2] * shape[-1])
    length = np.linalg.norm(flat, axis=-1, keepdims=True)
    return np.asarray(flat / np.maximum(length, 1e-3), dtype=np.float32)


def softly(patches: Patches) -> Patches:
    """Patches (b, n, n, 3) as soft as those that tiles are told apart by; b at least 1."""
    return np.stack([cv2.GaussianBlur(patch, (0, 0), PARAMETERS.soft) for patch in patches])


def templates_of(edition: Edition, n: int, blur: float = 0.0) -> Templates:
    """The edition's views at n px a side, softened by ``blur`` (sigma, px of the patch) to match a soft picture."""
    views = np.empty((len(edition.references), n, n, 3), np.float32)
    for view, reference in zip(views, edition.references, strict=True):
        small = cv2.resize(reference.image, (n, n), interpolation=cv2.INTER_AREA)
        lab = lab_of(np.asarray(small, dtype=np.uint8))
        view[...] = cv2.GaussianBlur(lab, (0, 0), blur, borderType=cv2.BORDER_REPLICATE) if blur > 0 else lab
    every = [np.rot90(views, -turns, axes=(1, 2)) for turns in range(4)]
    return Templates(np.ascontiguousarray(np.stack(every, axis=1).reshape(-1, n, n, 3)))


def search(patches: Patches, templates: Templates, margin: int, best: int) -> tuple[NDArray[np.intp], ...]:
    """Slide every template over patches that are ``margin`` px larger on each side; correlation, blind to tone.

    Args:
        patches: (b, n + 2 margin, n + 2 margin, 3).
        best: how many different templates to name for each patch.

    Returns:
        template indices (b, best) and their shifts right and down in px (b, best, 2).
    """
    n, width = templates.n, 2 * margin + 1
    windows = np.lib.stride_tricks.sliding_window_view(patches, (n, n), axis=(1, 2))  # (b, w, w, 3, n, n)
    windows = np.ascontiguousarray(windows.transpose(0, 1, 2, 4, 5, 3))
    scores = unit_vectors(windows).reshape(len(patches), width * width, -1) @ templates.unit.T
    return _peaks(scores, margin, best)


def search_covered(
    patches: Patches, templates: Templates, sigma: NDArray[np.float64], margin: int, best: int
) -> tuple[NDArray[np.intp], ...]:
    """As :func:`search`, for patches in the references' colours that things may stand on.

    The tile is compared block by block and no block's disagreement counts beyond a bound, so that a covered part
    speaks neither for nor against a tile.
    """
    n, width, side = templates.n, 2 * margin + 1, templates.n // PARAMETERS.blocks
    scale = np.float32(1.0) / sigma.astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(patches * scale, (n, n), axis=(1, 2))
    cut = windows.reshape(len(patches), width, width, 3, PARAMETERS.blocks, side, PARAMETERS.blocks, side)
    cut = cut.transpose(4, 6, 0, 1, 2, 5, 7, 3).reshape(PARAMETERS.blocks**2, -1, side * side * 3)
    views = (templates.patches * scale).reshape(-1, PARAMETERS.blocks, side, PARAMETERS.blocks, side, 3)
    views = views.transpose(1, 3, 0, 2, 4, 5).reshape(PARAMETERS.blocks**2, -1, side * side * 3)
    scores = np.zeros((cut.shape[1], views.shape[1]), dtype=np.float32)
    for block, view in zip(cut, views, strict=True):
        product = block @ view.T
        apart = (block * block).sum(axis=1)[:, None] + (view * view).sum(axis=1)[None] - 2 * product
        scores -= np.minimum(apart / (3 * side * side), PARAMETERS.block_cap)
    return _peaks(scores.reshape(len(patches), width * width, -1), margin, best)


def _peaks(scores: NDArray[np.float32], margin: int, best: int) -> tuple[NDArray[np.intp], ...]:
    width = 2 * margin + 1
    peak = scores.max(axis=1)  # (b, 4 v)
    chosen = np.argsort(-peak, axis=1)[:, :best]
    at = np.take_along_axis(scores.argmax(axis=1), chosen, axis=1)
    return chosen, np.stack([at % width - margin, at // width - margin], axis=-1)
