"""People who were taken for one another where they stand close: a merchant's parts for people of their own."""

from __future__ import annotations

import numpy as np

from vision.istanbul.mosaic import Mosaic
from vision.istanbul.shapes import FIGURES
from vision.istanbul.stamps import stamp_of
from vision.istanbul.trying import (
    IN_VIEW,
    INDEPENDENT,
    LEAST,
    Kind,
    Tried,
    among,
    collides,
    cost,
    gain_of,
    less,
    looks,
    shapes_of,
    swept,
)

PLAINLY_LIKE = 2.0  # mean squared standard deviations from its paint of who takes others' place: larger explains more
PARTS_PX = 11  # from one part of a merchant to the others, where they were taken for people


def joined(mosaic: Mosaic, pieces: list[Tried], others: list[Tried], allowed: set[Kind]) -> list[Tried]:
    """The pieces with a larger one in the stead of those that its parts were taken for, where it explains more: a
    turban that was put down first looks like somebody pale."""
    regrouped = list(pieces)
    for piece in pieces:
        if piece not in regrouped or not _small(piece):
            continue
        parts = [one for one in regrouped if _small(one) and np.hypot(one.x - piece.x, one.y - piece.y) < PARTS_PX]
        rest = [one for one in (*regrouped, *others) if one not in parts]
        together = [(one, *among(mosaic, one, [*regrouped, *others])) for one in parts]
        explained = sum(gain_of(mosaic, one, weight, behind) for one, weight, behind in together)
        unlike = max(looks(mosaic, weight, one)[1] for one, weight, _ in together)
        found = _capped(mosaic, piece, rest, allowed, max(unlike, PLAINLY_LIKE))
        if found is not None and found[0] > explained:
            regrouped = [*(one for one in regrouped if one not in parts), found[1]]
    return regrouped


def _small(piece: Tried) -> bool:
    return piece.stamp.shape.kind != "merchant" and piece.colour not in FIGURES


def _capped(
    mosaic: Mosaic, about: Tried, others: list[Tried], allowed: set[Kind], unlike: float
) -> tuple[float, Tried] | None:
    """Who of those with something pale on top explains what is about there best among the others, and how much of it;
    nobody who is farther from his paint than ``unlike``."""
    weight, behind = among(mosaic, about, others)
    gains, lean = less(mosaic, behind), mosaic.lean(about.x, about.y)
    capped = {(kind, colour) for kind, colour in allowed if kind in ("merchant", "companion")}
    best: tuple[float, float, Tried] | None = None
    for colour in sorted({colour for _, colour in capped}):
        for shape in shapes_of(colour, capped):
            stamp = stamp_of(shape, lean)
            gain, foot = swept(gains, weight, colour, stamp, (about.x, about.y), PARTS_PX)
            gain, tried = INDEPENDENT * gain - cost(shape), Tried(colour, stamp, *foot)
            if gain < LEAST or collides(tried, others):
                continue
            in_view, like = looks(mosaic, weight, tried)
            fits = gain / (1 + like)  # what is larger explains more, be it ever so unlike itself
            if in_view >= IN_VIEW and like <= unlike and (best is None or fits > best[0]):
                best = fits, gain, tried
    return None if best is None else best[1:]
