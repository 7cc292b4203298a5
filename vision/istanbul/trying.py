"""A piece as it is tried on the layout: what it explains of the picture, among others before and behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from games.istanbul.standing import NEUTRAL
from vision.istanbul.mosaic import CAP as BARE_CAP
from vision.istanbul.mosaic import Mosaic
from vision.istanbul.paints import CAP
from vision.istanbul.shapes import FIGURES, Shape
from vision.istanbul.stamps import Stamp, alone, pawns, players_shapes

Floats = NDArray[np.float32]
Kind = tuple[str, str]  # kind, colour

LEAST = 22.0  # log-likelihood that a piece must bring
INDEPENDENT = 0.22  # neighbouring pixels repeat each other
LIKE = 5.0  # mean squared standard deviations from its paint at which a piece is still believed
IN_VIEW = 0.35  # share of a piece that others must leave in view
_RADIUS_PX = {"merchant": 8.2, "assistant": 7.5, "family member": 4.5, "companion": 5.0}
_PAWN_PX = 6.0
APART = 0.7  # of what two pieces measure, between their feet: the picture may be a few px off
NEAR = 44  # px within which pieces hide one another
PILE = 40.0  # nats: assistants of one colour meet below their merchant only, "pick it up"
COMPANION = 10.0  # nats: its surfaces run into each other, so they look like more than others do


@dataclass(eq=False, slots=True)
class Tried:
    """A piece as it is tried: its colour, its stamp, its foot in px."""

    colour: str
    stamp: Stamp
    x: int
    y: int


def hide(rest: Floats, piece: Tried) -> None:
    """Nothing more is seen where a piece stands."""
    window, part = _overlap(rest, piece)
    rest[window] *= 1 - piece.stamp.cover[part]


def shapes_of(colour: str, allowed: set[Kind]) -> Sequence[Shape]:
    """Every shape that may be painted so."""
    if colour in FIGURES:
        return (pawns()[colour],)
    if colour == NEUTRAL:
        return (alone(),)
    return [shape for shape in players_shapes() if (shape.kind, colour) in allowed]


def cost(shape: Shape) -> float:
    """Nats that it takes to believe in such a piece at all."""
    if shape.kind == "companion":
        return COMPANION
    return PILE * (shape.count - 1) if shape.kind == "assistant" else 0.0


def surface_of(shows: str, colour: str) -> str:
    """The name of a painted surface, as :class:`vision.istanbul.paints.Paints` has it."""
    if shows == "paint":
        return colour
    return f"{colour} {shows}" if shows in ("side", "rim", "ring", "patch") else shows


def swept(
    gains: Callable[[str], Floats], weight: Floats, colour: str, stamp: Stamp, at: tuple[int, int], roam: int
) -> tuple[float, tuple[int, int]]:
    """The most that a stamp explains with its foot within ``roam`` px of a px, and where that is."""
    inner, first = sweep(gains, weight, colour, stamp, at, roam)
    row, column = np.unravel_index(int(inner.argmax()), inner.shape)
    return float(inner[row, column]), (int(column) + first[0], int(row) + first[1])


def sweep(
    gains: Callable[[str], Floats], weight: Floats, colour: str, stamp: Stamp, at: tuple[int, int], roam: int
) -> tuple[Floats, tuple[int, int]]:
    """What a stamp explains with its foot on each px within ``roam`` px of a px, and the first of these px."""
    reach = stamp.reach + roam
    height, width = weight.shape
    left, top = max(0, at[0] - reach), max(0, at[1] - reach)
    right, bottom = min(width, at[0] + reach + 1), min(height, at[1] + reach + 1)
    window = (slice(top, bottom), slice(left, right))
    around = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)  # beyond the layout nothing speaks for anybody
    inside = around[top - at[1] + reach : bottom - at[1] + reach, left - at[0] + reach : right - at[0] + reach]
    total = np.zeros((2 * roam + 1, 2 * roam + 1), np.float32)
    for shows, mask in zip(stamp.shows, stamp.masks, strict=True):
        np.multiply(gains(surface_of(shows, colour))[window], weight[window], out=inside)
        total += cv2.matchTemplate(around, mask, cv2.TM_CCORR)
    first = (max(0, at[0] - roam), max(0, at[1] - roam))  # feet stand on the layout
    inner = total[
        first[1] - at[1] + roam : height - at[1] + roam,
        first[0] - at[0] + roam : width - at[0] + roam,
    ]
    return np.asarray(inner, np.float32), first


def _overlap(whole: Floats, piece: Tried) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The window of a piece in a picture, and the part of its stamp that lies in it."""
    reach = piece.stamp.reach
    height, width = whole.shape
    left, top = piece.x - reach, piece.y - reach
    right, bottom = piece.x + reach + 1, piece.y + reach + 1
    window = (_between(top, bottom, height), _between(left, right, width))
    part = (
        slice(window[0].start - top, window[0].stop - top),
        slice(window[1].start - left, window[1].stop - left),
    )
    return window, part


def _between(low: int, high: int, most: int) -> slice:
    start = min(max(0, low), most)
    return slice(start, max(start, min(high, most)))


def collides(piece: Tried, standing: Sequence[Tried], *, but: Tried | None = None) -> bool:
    """Whether a piece would stand inside another."""
    own = _RADIUS_PX.get(piece.stamp.shape.kind, _PAWN_PX)
    return any(
        np.hypot(piece.x - other.x, piece.y - other.y)
        < APART * (own + _RADIUS_PX.get(other.stamp.shape.kind, _PAWN_PX))
        for other in standing
        if other is not but
    )


def believable(mosaic: Mosaic, rest: Floats, piece: Tried) -> bool:
    """Whether enough of a piece is in view, and that looks like its paint."""
    seen, like = looks(mosaic, rest, piece)
    return seen >= IN_VIEW and like <= LIKE


def looks(mosaic: Mosaic, weight: Floats, piece: Tried) -> tuple[float, float]:
    """Share of a piece that is in view, and how far what is in view is from its paint."""
    window, part = _overlap(weight, piece)
    total, off = 0.0, 0.0
    for shows, mask in zip(piece.stamp.shows, piece.stamp.masks, strict=True):
        share = mask[part] * weight[window]
        total += float(share.sum())
        off += float((share * mosaic.paints[surface_of(shows, piece.colour)][window]).sum())
    # What leans over the layout's edge is not known to be hidden.
    beyond = float((piece.stamp.cover[part] * (1 - mosaic.known[window])).sum())
    return (total + 0.7 * beyond) / piece.stamp.area, off / total if total > 1 else CAP


def less(mosaic: Mosaic, behind: Floats) -> Callable[[str], Floats]:
    """What surfaces gain over the bare place and over what stands behind."""
    if not behind.any():
        return mosaic.gain
    return lru_cache(maxsize=None)(lambda name: mosaic.gain(name) - behind)


def among(mosaic: Mosaic, piece: Tried, pieces: list[Tried]) -> tuple[Floats, Floats]:
    """(h, w) what of a piece those in front of it leave in view, and what those behind it explain there."""
    weight = mosaic.known.copy()
    behind = np.zeros_like(weight)
    own = _far(mosaic, piece)
    near = [one for one in pieces if one is not piece and abs(one.x - piece.x) < NEAR and abs(one.y - piece.y) < NEAR]
    free = np.ones_like(weight) if near else weight
    for one in sorted(near, key=lambda other: _far(mosaic, other)):
        window, part = _overlap(weight, one)
        if _far(mosaic, one) <= own:
            weight[window] *= 1 - one.stamp.cover[part]
            continue
        for shows, mask in zip(one.stamp.shows, one.stamp.masks, strict=True):
            behind[window] += mask[part] * free[window] * mosaic.gain(surface_of(shows, one.colour))[window]
        free[window] *= 1 - one.stamp.cover[part]
    return weight, behind


def _far(mosaic: Mosaic, piece: Tried) -> float:
    return float(np.hypot(piece.x - mosaic.eye_px[0], piece.y - mosaic.eye_px[1]))


def gain_of(mosaic: Mosaic, piece: Tried, weight: Floats, behind: Floats) -> float:
    """Log-likelihood of a piece over its not being there, given what :func:`among` told."""
    window, part = _overlap(weight, piece)
    total = 0.0
    for shows, mask in zip(piece.stamp.shows, piece.stamp.masks, strict=True):
        gain = mosaic.gain(surface_of(shows, piece.colour))[window] - behind[window]
        total += float((mask[part] * weight[window] * gain).sum())
    return INDEPENDENT * total - cost(piece.stamp.shape)


def contrast_of(mosaic: Mosaic) -> Callable[[str], Floats]:
    """What surfaces gain over the bare place where somebody stands, px by px, as :attr:`Mosaic.gain` has it."""
    return lambda name: np.minimum(mosaic.contrasts[name], BARE_CAP)


def most_there(mosaic: Mosaic, piece: Tried) -> float:
    """The log-likelihood that a piece brings where nothing hides it: little on a place that is painted like itself."""
    contrast = contrast_of(mosaic)
    window, part = _overlap(mosaic.known, piece)
    total = sum(
        float((mask[part] * contrast(surface_of(shows, piece.colour))[window]).sum())
        for shows, mask in zip(piece.stamp.shows, piece.stamp.masks, strict=True)
    )
    return INDEPENDENT * total
