"""Which rhombi of a simulated photograph nobody could read: told from the truth, never from a reading.

A rhomb can't be read where it can't be told from one of its rivals: another rhomb that is still in the box, or itself
the other way round. Both are put into the same light, exposure and mirrored lamp. A brightening between them that bends
slowly tells nothing, since nobody knows the lamp. What is left must stand out of the grain: a detail is seen where the
grain, evened out over the detail, is exceeded five times (A. Rose, "The sensitivity performance of the human eye on an
absolute scale", JOSA 38, 1948). The details that tell rhombi apart are their numbers and what is drawn as large, so the
grain is evened out over the area of a number, not of a pixel: print that is fainter than the grain of each pixel by
itself is read all the same, by people and by programs. Tokens hide what they hide. Wear and compression are left out,
which makes prints easier to read than they are, so that too few are called unreadable rather than too many.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.artwork.cronberg.board import BOARD_THICK_MM
from vision.artwork.cronberg.drawn_set import TOKEN_HIGH_MM, TOKEN_RADIUS_MM, drawn_set
from vision.artwork.cronberg.rhombi import THICK_MM
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.evidence import placed_spots, site_pose
from vision.cronberg.templates import RhombTemplates, templates
from vision.simulator.cronberg.table import CronbergPhotograph
from vision.simulator.photograph import grain_covariance

_PX_PER_MM = 0.5
_NUMBER_MM = 3.3  # radius of the area over which the grain is evened out: about what a rhomb's number covers
_STANDS_OUT = 5.0  # times the grain that is left


def unreadable(photograph: CronbergPhotograph) -> frozenset[frozenset[str]]:
    """The two triangles, by name, of each rhomb of our own copy that nobody could read."""
    prints = drawn_set()
    base = softened(prints, photograph)
    laid = photograph.state.rhombi
    away = np.array([kind.count for kind in prints.edition.kinds])
    for rhomb in laid:
        away[rhomb.kind] -= 1
    found = []
    for rhomb in laid:
        number = prints.lattice.sites.index(rhomb.site)
        rivals = np.flatnonzero(away > 0)
        if distinctness_in_grain(photograph, prints, base, number, rhomb.kind, rivals) < _STANDS_OUT:
            found.append(frozenset(prints.lattice.triangle_names[triangle] for triangle in rhomb.site.triangles))
    return frozenset(found)


def softened(prints: CronbergSet, photograph: CronbergPhotograph) -> RhombTemplates:
    """The rhombi as sharp as lens and motion leave them on this photograph."""
    conditions = photograph.conditions
    blur_px = math.hypot(conditions.blur_px, conditions.motion_px / math.sqrt(12))
    scale = float(np.linalg.norm(np.diff(photograph.camera.project(np.array([[0.0, 0.0], [1.0, 0.0]])), axis=0)))
    return templates(prints, _PX_PER_MM, soften_px=blur_px / scale * _PX_PER_MM)


def distinctness_in_grain(
    photograph: CronbergPhotograph,
    prints: CronbergSet,
    base: RhombTemplates,
    site: int,
    kind: int,
    rivals: NDArray[np.intp],
) -> float:
    """How many times the grain the clearest detail stands out that tells a rhomb from the rival most like it."""
    middle, turn = site_pose(prints, prints.lattice.sites[site])
    spots = placed_spots(base, middle, turn, ((0.0, 0.0, 0.0),))[0].astype(np.float64)
    high = np.full((len(spots), 1), BOARD_THICK_MM + THICK_MM)
    pixels = photograph.camera.project(np.hstack([spots, high]))
    seen = ~_behind_tokens(photograph, prints, pixels)
    both, kinds = base.both_ways, len(base.values)
    rival = np.concatenate([both[rivals], both[kinds + rivals], both[kinds + kind][None]])
    shown = photograph.photographer.lit(pixels, np.concatenate([both[kind][None], rival]))[:, seen]
    if not seen.any():
        return 0.0
    differs = _without_bends(shown[1:] - shown[0], base.spots_mm[seen])
    noise = grain_covariance(photograph.conditions.grain) / _px_of_a_spot(photograph, middle)
    squares = np.einsum("nsc,cd,nsd->ns", differs, np.linalg.inv(noise), differs)
    near = np.linalg.norm(base.spots_mm[seen][:, None] - base.spots_mm[seen][None], axis=2) < _NUMBER_MM
    return float(np.sqrt((squares @ near).max(axis=1).min()))


def _px_of_a_spot(photograph: CronbergPhotograph, middle: Float64Array) -> float:
    """Area on the picture, px², that each of the compared spots stands for."""
    square = np.array([[*(middle + off), BOARD_THICK_MM + THICK_MM] for off in ([0, 0], [1, 0], [0, 1])])
    corner, across, along = photograph.camera.project(square)
    return abs(float(np.linalg.det([across - corner, along - corner]))) / _PX_PER_MM**2


def _without_bends(differs: NDArray[np.float32], spots: Float64Array) -> Float64Array:
    """Differences (n, s, 3) without what is a brightening, of any colour, that bends slowly over the spots (s, 2)."""
    x, y = (spots / np.abs(spots).max(axis=0)).T
    basis, _ = np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1))
    left: Float64Array = differs - basis @ (basis.T @ differs)
    return left


def _behind_tokens(photograph: CronbergPhotograph, prints: CronbergSet, pixels: Float64Array) -> NDArray[np.bool_]:
    """(n,) which of these px (n, 2) a token hides."""
    hidden = np.zeros(len(pixels), bool)
    for crossing in photograph.tokens:
        x, y = prints.crossings_mm[crossing]
        ends = [(x, y, BOARD_THICK_MM), (x, y, BOARD_THICK_MM + THICK_MM + TOKEN_HIGH_MM)]
        foot, head, side = photograph.camera.project([*ends, (x + TOKEN_RADIUS_MM, y, BOARD_THICK_MM)])
        along = head - foot
        at = np.clip((pixels - foot) @ along / max(float(along @ along), 1e-9), 0, 1)
        off = np.linalg.norm(pixels - foot - at[:, None] * along, axis=1)
        hidden |= off < np.linalg.norm(side - foot)
    return hidden
