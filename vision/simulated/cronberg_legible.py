"""Which rhombi of a simulated photograph nobody could read: told from the truth, never from a reading.

A rhomb can't be read where it can't be told from one of its rivals: another rhomb that is still in the box, or itself
the other way round. Both are put into the same light, exposure and mirrored lamp. An even brightening between them
tells nothing, since nobody knows how strong the lamp is. What is left must stand out of the grain, over some of what
the tokens leave to be seen: a detail is seen where it exceeds the grain, evened out over the detail, five times
(A. Rose, "The sensitivity performance of the human eye on an absolute scale", JOSA 38, 1948). Wear is left out, which
makes prints easier to read than they are, so that too few are called unreadable rather than too many.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.cronberg.copy import Copy, Floats
from vision.cronberg.evidence import placed_spots, site_pose
from vision.cronberg.templates import Templates, templates
from vision.simulated.cronberg_board import BOARD_THICK_MM
from vision.simulated.cronberg_copy import own_copy
from vision.simulated.cronberg_pieces import TOKEN_HIGH_MM, TOKEN_RADIUS_MM
from vision.simulated.cronberg_rhombi import THICK_MM
from vision.simulated.cronberg_table import Photograph

_PX_PER_MM = 0.5
_SHOWN = 0.02  # share of a rhomb's face that must be seen to differ: about as much as one of its numbers covers
_STANDS_OUT = 2.5  # times the grain: five times over a detail of two px each way


def unreadable(photograph: Photograph) -> frozenset[frozenset[str]]:
    """The two triangles, by name, of each rhomb of our own copy that nobody could read."""
    copy = own_copy()
    base = softened(copy, photograph)
    laid = photograph.state.rhombi
    away = np.array([kind.count for kind in copy.edition.kinds])
    for rhomb in laid:
        away[rhomb.kind] -= 1
    found = []
    for rhomb in laid:
        number = copy.lattice.sites.index(rhomb.site)
        rivals = np.flatnonzero(away > 0)
        if told_apart(photograph, copy, base, number, rhomb.kind, rivals) < _SHOWN:
            found.append(frozenset(copy.lattice.triangle_names[triangle] for triangle in rhomb.site.triangles))
    return frozenset(found)


def softened(copy: Copy, photograph: Photograph) -> Templates:
    """The rhombi as sharp as lens and motion leave them on this photograph."""
    conditions = photograph.conditions
    blur_px = math.hypot(conditions.blur_px, conditions.motion_px / math.sqrt(12))
    scale = float(np.linalg.norm(np.diff(photograph.camera.project(np.array([[0.0, 0.0], [1.0, 0.0]])), axis=0)))
    return templates(copy, _PX_PER_MM, soften_px=blur_px / scale * _PX_PER_MM)


def told_apart(
    photograph: Photograph, copy: Copy, base: Templates, site: int, kind: int, rivals: NDArray[np.intp]
) -> float:
    """Share of a rhomb's face that tells it from the rival that is most like it, 0 to 1."""
    middle, turn = site_pose(copy, copy.lattice.sites[site])
    spots = placed_spots(base, middle, turn, ((0.0, 0.0, 0.0),))[0].astype(np.float64)
    high = np.full((len(spots), 1), BOARD_THICK_MM + THICK_MM)
    pixels = photograph.camera.project(np.hstack([spots, high]))
    seen = ~_behind_tokens(photograph, copy, pixels)
    both, kinds = base.both_ways, len(base.values)
    rival = np.concatenate([both[rivals], both[kinds + rivals], both[kinds + kind][None]])
    shown = photograph.photographer.lit(pixels, np.concatenate([both[kind][None], rival]))
    differs = shown[1:] - shown[0]
    if not seen.any():
        return 0.0
    differs = differs - differs[:, seen].mean(axis=1, keepdims=True)
    tells = (np.abs(differs).max(axis=2) > _STANDS_OUT * photograph.conditions.grain) & seen
    return float(tells.mean(axis=1).min())


def _behind_tokens(photograph: Photograph, copy: Copy, pixels: Floats) -> NDArray[np.bool_]:
    """(n,) which of these px (n, 2) a token hides."""
    hidden = np.zeros(len(pixels), bool)
    for crossing in photograph.tokens:
        x, y = copy.crossings_mm[crossing]
        ends = [(x, y, BOARD_THICK_MM), (x, y, BOARD_THICK_MM + THICK_MM + TOKEN_HIGH_MM)]
        foot, head, side = photograph.camera.project([*ends, (x + TOKEN_RADIUS_MM, y, BOARD_THICK_MM)])
        along = head - foot
        at = np.clip((pixels - foot) @ along / max(float(along @ along), 1e-9), 0, 1)
        off = np.linalg.norm(pixels - foot - at[:, None] * along, axis=1)
        hidden |= off < np.linalg.norm(side - foot)
    return hidden
