"""Two pieces of one paint that touch show one patch: larger than a piece, and narrow where they meet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import BoolMask, Float64Array
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchingPiecesParameters(Parameters):
    """When a patch is two pieces."""

    # Of 903 patches of one piece on 82 pictures seven have more than 1.5 times the usual area and a waist below 0.87: a
    # piece and another colour's, or its own shade. Of 12 patches of two pieces on 98 pictures eleven have both.
    larger: float = parameter(
        1.5, "times", "the usual piece's area from which a patch may be two", "docs/findings/followers.md"
    )
    waist: float = parameter(
        0.84, "times", "the narrower half's width up to which a patch is narrow between", "docs/findings/followers.md"
    )
    middle: tuple[float, float] = parameter((0.3, 0.7), "share of its length", "between which two meet", CHOSEN)
    slices: float = parameter(24.0, "slices", "of the root of its area, into which its length is cut at most", CHOSEN)
    evened: int = parameter(3, "slices", "over which its width is evened out", CHOSEN)
    each: tuple[float, float] = parameter((0.5, 1.5), "times", "the usual piece's area that each of two shows", CHOSEN)
    # The amber ground of printed cities has waists as well; it says 0.96 to 1.39, and pieces that touch 1.62 to 3.5.
    least_said: float = parameter(
        1.5, "log-odds", "of each one's pixels in the mean, below which it is a ground", "docs/findings/followers.md"
    )


PARAMETERS = TouchingPiecesParameters()


def two_of(patch: BoolMask, usual_px: float) -> tuple[BoolMask, BoolMask] | None:
    """The two halves of a patch (h, w) at whose waist two pieces touch; None where it is one.

    Args:
        usual_px: what a piece there usually shows, px.
    """
    pixels = int(patch.sum())
    if pixels <= PARAMETERS.larger * usual_px:
        return None
    along = _along(patch) * min(PARAMETERS.slices / np.sqrt(pixels), 1.0)
    along -= along.min()
    slices = np.floor(along).astype(np.intp)
    into_next = along - slices  # shared between two slices: a slice is no wider for having one more row of pixels in it
    count = int(slices.max()) + 2
    widths = np.bincount(slices, 1 - into_next, count) + np.bincount(slices + 1, into_next, count)
    reach = PARAMETERS.evened // 2
    even = np.convolve(np.pad(widths, reach, mode="edge"), np.ones(PARAMETERS.evened) / PARAMETERS.evened, "valid")
    first, last = (round(share * len(even)) for share in PARAMETERS.middle)
    if last <= first:
        return None
    cut = first + int(even[first:last].argmin())
    if even[cut] > PARAMETERS.waist * min(even[:cut].max(), even[cut:].max()):
        return None
    halves = tuple(np.zeros(patch.shape, np.bool_) for _ in range(2))
    halves[0][patch], halves[1][patch] = slices < cut, slices >= cut
    low, high = PARAMETERS.each
    if not all(low * usual_px <= half.sum() <= high * usual_px for half in halves):
        return None
    return halves[0], halves[1]


def _along(patch: BoolMask) -> Float64Array:
    """(n,) how far along a patch each of its pixels lies, px."""
    places = np.argwhere(patch).astype(np.float64)
    places -= places.mean(axis=0)
    _, axes = np.linalg.eigh(places.T @ places)
    return np.asarray(places @ axes[:, -1])
