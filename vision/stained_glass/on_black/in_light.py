"""How strongly a place whose outline is known speaks for each kind of glass, where noise is as strong as the pattern.

Compared is light, not how bright it looks: what film lets through is added to what it throws back, so in light its
pattern on any ground that is plain is a constant and a small share of how it looks on white. Each channel has a share
of its own, and a slope of the lamp's light over the tile is left out. How far correlation goes by chance is told by the
kinds and turns that do not lie there, so a place with a pattern of its own has to speak louder than a noisy one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.frames import Picture
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.srgb import srgb_to_light
from vision.registration.pattern_fitting import Views
from vision.stained_glass.edition import GlassEdition


@dataclass(frozen=True, slots=True, kw_only=True)
class InLightParameters(Parameters):
    """At which size light is compared, and what counts as chance."""

    tile_px: float = parameter(64.0, "px", "of a tile's side in the picture whose light is looked at, at most", CHOSEN)
    side_px: int = parameter(16, "px", "of a tile's side where it is compared", CHOSEN)
    finer: int = parameter(6, "times", "as many px are cut out, and averaged", CHOSEN)
    soft_px: float = parameter(0.7, "px", "sigma by which both are softened", CHOSEN)
    rim: float = parameter(
        0.05, "tile sides", "that is left out: beside an outline that is a little off lies the table", CHOSEN
    )
    aside: float = parameter(0.02, "tile sides", "right and left, up and down, that a place is tried", CHOSEN)
    likest: int = parameter(3, "count", "of kinds and turns that may lie there and tell nothing of chance", CHOSEN)
    least_chance: float = parameter(0.1, "correlation", "that chance brings forth at the least", CHOSEN)
    heavier: float = parameter(
        1.15, "times", "the variance of the rest that chance has: the likest are left out", CHOSEN
    )


PARAMETERS = InLightParameters()
LightPatterns = NDArray[np.float32]  # (views, 4 quarter turns clockwise, px, 3) each channel of unit length
_TABLE_OF_LIGHT = srgb_to_light(np.arange(256, dtype=np.float64)).astype(np.float32)


def light_of(image: Picture, tile_px: float) -> NDArray[np.float32]:
    """(h, w, 3) linear light, shrunk until a tile of ``tile_px`` is no larger than it need be."""
    shrink = min(1.0, PARAMETERS.tile_px / tile_px)
    small = image if shrink > 0.95 else cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return _in_light(np.asarray(small, np.uint8))


def _in_light(image: Picture) -> NDArray[np.float32]:
    return np.asarray(cv2.LUT(image, _TABLE_OF_LIGHT), np.float32)


@lru_cache(maxsize=4)
def light_patterns(edition: GlassEdition) -> LightPatterns:
    """Every view of an edition in each of the four directions, worked out once."""
    turned = [[np.rot90(image, -turn) for turn in range(4)] for image in edition.images]
    inset = round(PARAMETERS.rim * edition.images.shape[1])
    inner = np.s_[inset : edition.images.shape[1] - inset]
    small = [_small(_in_light(np.ascontiguousarray(one[inner, inner]))) for view in turned for one in view]
    return _level(np.stack(small)).reshape(len(turned), 4, -1, 3)


def evidence(
    light: NDArray[np.float32], size: tuple[int, int], outlines: Float64Array, patterns: LightPatterns
) -> Float64Array:
    """(n, views, 4) log-likelihood of each view in each of four directions, over that of none; 0 at the least.

    Args:
        light: see :func:`light_of`. size: (height, width) px of the picture of which ``outlines`` (n, 4, 2) tell px.
    """
    fit = np.array([light.shape[1] / size[1], light.shape[0] / size[0]])
    best = np.zeros((len(outlines), *patterns.shape[:2]))
    for number, outline in enumerate((outlines + 0.5) * fit - 0.5):
        said = _log_likelihoods(_tried(light, outline), patterns)
        best[number] = said[said.max(axis=(1, 2)).argmax()]
    return best


def without_any_part(
    light: NDArray[np.float32],
    size: tuple[int, int],
    outlines: Float64Array,
    own: NDArray[np.float32],
    patterns: LightPatterns,
) -> Float64Array:
    """(n,) log-likelihood of each place's ``own`` pattern (n, px, 3) that is left whatever quarter is left out: of a
    figure on bare ground, which is like a tile of one pane, hardly any is."""
    fit = np.array([light.shape[1] / size[1], light.shape[0] / size[0]])
    left = np.zeros(len(outlines))
    for number, outline in enumerate((outlines + 0.5) * fit - 0.5):
        patches = _tried(light, outline)
        best = int(np.einsum("pc,npc->n", own[number], patches).argmax())
        explained = _explained_without(patches[best], own[number])
        left[number] = (-0.5 * np.log(1 - explained) / _chance(_alike(patches[[best]], patterns))).sum(axis=1).min()
    return left


def _explained_without(patch: NDArray[np.float32], own: NDArray[np.float32]) -> Float64Array:
    """(9, 3) squared correlation, 0 of what is contrary, without each quarter of a patch (px, 3)."""
    side = PARAMETERS.side_px
    rest = np.ones((9, side, side, 1))
    for number, (down, right) in enumerate(np.ndindex(3, 3)):
        rest[number, down * side // 4 :, right * side // 4 :][: side // 2, : side // 2] = 0.0
    kept = rest.reshape(9, -1, 1)
    count = kept.sum(axis=1, keepdims=True)
    seen, known = (kept * (one - (kept * one).sum(axis=1, keepdims=True) / count) for one in (patch, own))
    lengths = np.sqrt((seen**2).sum(axis=1) * (known**2).sum(axis=1))
    return np.asarray(np.clip((seen * known).sum(axis=1) / np.maximum(lengths, 1e-9), 0.0, 0.999) ** 2, np.float64)


def lead_of(said: Float64Array, views: Views, kinds: Sequence[str]) -> Float64Array:
    """(n,) how far each view (n,), upright, is ahead of all other kinds and turns; less than 0 of what is not likest.

    Args:
        said: (n, views, 4) as :func:`evidence` has it. kinds: of the views.
    """
    if not len(views):
        return np.zeros(0)
    same = np.array(kinds)[views][:, None] == np.array(kinds)
    own = np.where(same, said[..., 0], 0.0).max(axis=1)
    others = said.copy()
    others[..., 0] = np.where(same, 0.0, others[..., 0])
    return np.asarray(own - others.max(axis=(1, 2)), np.float64)


def _log_likelihoods(patches: Patches, patterns: LightPatterns) -> Float64Array:
    """(n, views, 4) of patches (n, px, 3)."""
    alike = _alike(patches, patterns)
    explained = np.clip(alike, 0.0, 0.999) ** 2
    return np.asarray((-0.5 * np.log(1 - explained) / _chance(alike)[:, None, None]).sum(axis=3), np.float64)


def _alike(patches: Patches, patterns: LightPatterns) -> Float64Array:
    """(n, views, 4, 3) correlation of each channel."""
    return np.asarray(np.einsum("vtpc,npc->nvtc", patterns, patches, optimize=True), np.float64)


def _chance(alike: Float64Array) -> Float64Array:
    """(n, 3) variance of correlation where nothing of what is compared lies: of all but the likest kinds and turns."""
    every = np.sort(alike.reshape(len(alike), -1, 3) ** 2, axis=1)
    rest = every[:, : max(1, every.shape[1] - PARAMETERS.likest)]
    return np.asarray(np.maximum(PARAMETERS.heavier * rest.mean(axis=1), PARAMETERS.least_chance**2), np.float64)


def _tried(light: NDArray[np.float32], outline: Float64Array) -> Patches:
    """(4, px, 3) what lies within an outline (4, 2) px of ``light`` that is pushed a little each way."""
    right, down = outline[1] - outline[0], outline[3] - outline[0]
    each = (-PARAMETERS.aside, PARAMETERS.aside)
    return _level(np.stack([_cut(light, outline + x * right + y * down) for x in each for y in each]))


def _cut(light: NDArray[np.float32], outline: Float64Array) -> NDArray[np.float32]:
    """(side, side, 3) what lies within an outline (4, 2) px, without its rim."""
    across = PARAMETERS.side_px * PARAMETERS.finer
    within = outline + (outline.mean(axis=0) - outline) * 2 * PARAMETERS.rim
    square = np.array([[0, 0], [across, 0], [across, across], [0, across]], np.float32) - np.float32(0.5)
    to_square = cv2.getPerspectiveTransform(within.astype(np.float32), square)
    return _small(
        np.asarray(cv2.warpPerspective(light, to_square, (across, across), flags=cv2.INTER_LINEAR), np.float32)
    )


def _small(light: NDArray[np.float32]) -> NDArray[np.float32]:
    shape = (PARAMETERS.side_px,) * 2
    small = cv2.resize(light, shape, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), PARAMETERS.soft_px, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(soft, np.float32)


def _level(patches: NDArray[np.float32]) -> Patches:
    """(n, side, side, 3) to (n, px, 3): each channel without its mean and slopes, of unit length."""
    slopes = _slopes()
    flat = patches.reshape(len(patches), -1, 3)
    flat = flat - np.einsum("pk,nkc->npc", slopes, np.einsum("pk,npc->nkc", slopes, flat))
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9), np.float32)


@lru_cache(maxsize=1)
def _slopes() -> NDArray[np.float32]:
    """(px, 3) a constant and the slopes to the right and down, at right angles to each other and of unit length."""
    down, right = np.mgrid[0 : PARAMETERS.side_px, 0 : PARAMETERS.side_px].reshape(2, -1).astype(np.float64)
    return np.linalg.qr(np.column_stack([np.ones(len(down)), right, down]))[0].astype(np.float32)
