"""Where the shadow of somebody lies who stands on a tile: beneath a low lamp it crosses a side and passes for a road.

A cast shadow is a strip as wide as who casts it, that begins where he stands, takes most of the lamp's light and leaves
the colour of what it falls on (Salvador, Cavallaro and Ebrahimi, "Cast shadow segmentation using invariant color
features", 2004). Nothing is known of the lamp, so all directions are tried; roads are narrower, woods and roofs are of
other colours than the ground beside them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from calibration.references import Outline
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.srgb import srgb_to_light

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CastShadowParameters(Parameters):
    """What beside a figure is his shadow."""

    directions: int = parameter(24, "count", "in which it is sought all around", CHOSEN)
    longest: float = parameter(0.7, "tile sides", "from where he ends", CHOSEN)
    least: float = parameter(
        0.1, "tile sides", "that it reaches beyond what he hides himself, else it is no more", CHOSEN
    )
    # Of 435 tiles with somebody on them, composed photographs of two editions (looked at), a strip was found on 35, on
    # eight of which it was none of a shadow.
    darker: float = parameter(0.5, "nats", "than what lies beside it, mean of its whole length", FINDING)
    goes_on: float = parameter(0.12, "nats", "by which each part of it is", CHOSEN)
    recoloured: float = parameter(
        0.14, "nats", "by which red or blue beside green may change in one that is hardly darker than that", CHOSEN
    )
    # What falls into a shadow is the room's light, of another colour than the lamp's: the darker, the more of it is
    # that alone. On one table 0.16 to 0.27 where shadows are 1 darker.
    recoloured_more: float = parameter(0.3, "times", "what it is darker than that by: the same besides", FINDING)
    # What he hides is told a little wide, and beginnings of his shadow are taken for him.
    as_wide: tuple[tuple[float, float], ...] = parameter(
        ((0.8, 0.0), (0.65, -0.25), (0.65, 0.0), (0.65, 0.25)),
        "times",
        "half of what he hides: half its width, and how far aside it lies",
        CHOSEN,
    )
    margin: float = parameter(0.05, "tile sides", "about it that is not looked at, either", CHOSEN)
    inner: float = parameter(0.8, "times", "its width, within which all of it is dark", CHOSEN)
    beside: tuple[float, float] = parameter(
        (0.04, 0.14), "tile sides", "from its edges, between which it is not", CHOSEN
    )
    nearly_all: float = parameter(0.75, "share", "of a part of it that is so dark", CHOSEN)
    shows: float = parameter(0.5, "share", "of a part of it, and of what is beside it, that must be seen", CHOSEN)
    step: float = parameter(2.0, "px", "along it between places that are looked at", CHOSEN)
    soft: float = parameter(0.8, "px", "over which a crop's grain is smoothed", CHOSEN)


PARAMETERS = CastShadowParameters()


def cast_shadow(crop: Picture, hidden: NDArray[np.uint8]) -> Outline:
    """What of a tile lies in the shadow of somebody on it; empty where none is seen.

    Args:
        crop: (n, n, 3) BGR, the tile.
        hidden: (n, n) not 0 where he hides it.

    Returns:
        four corners in tile units.
    """
    spots = np.argwhere(hidden > 0)[:, ::-1].astype(np.float64)
    if not len(spots):
        return ()
    n, middle = len(crop), spots.mean(axis=0)
    strips = _Strips.about(spots - middle)
    length, darker = strips.shaded(_colours(crop, hidden), middle)
    best = int((length * darker).argmax())
    if length[best] < PARAMETERS.least * n or darker[best] < PARAMETERS.darker:
        return ()
    corners = (middle + strips.corners(best, float(length[best]), PARAMETERS.margin * n) + 0.5) / n
    return tuple((float(x), float(y)) for x, y in corners)


def _colours(crop: Picture, hidden: NDArray[np.uint8]) -> Float32Array:
    """(n, n, 4) logarithm of the light, of red and of blue beside green, and 1 where somebody hides it."""
    light = np.maximum(srgb_to_light(np.maximum(crop, 2)), 1e-4).astype(np.float32)
    blue, green, red = np.moveaxis(np.log(cv2.GaussianBlur(light, (0, 0), PARAMETERS.soft)), -1, 0)
    return np.dstack([(blue + green + red) / 3, red - green, blue - green, (hidden > 0).astype(np.float32)])


@dataclass(frozen=True, eq=False)
class _Strips:
    """Where a shadow may fall; everything in px of the crop, from the middle of who casts it.

    Attributes:
        along, across: (s, 2) units.
        begins: (s,) how far along he ends himself.
        aside, half: (s,) where the middle of each lies across, and half its width.
    """

    along: Float64Array
    across: Float64Array
    begins: Float64Array
    aside: Float64Array
    half: Float64Array

    @classmethod
    def about(cls, spots: Float64Array) -> _Strips:
        """In all directions from who hides these spots (k, 2)."""
        angles = np.arange(PARAMETERS.directions) * 2 * np.pi / PARAMETERS.directions
        along = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        across = np.stack([-along[:, 1], along[:, 0]], axis=1)
        wide = spots @ across.T
        middle, half = (wide.max(axis=0) + wide.min(axis=0)) / 2, np.ptp(wide, axis=0) / 2
        ways = np.array(PARAMETERS.as_wide).repeat(len(angles), axis=0).T
        again = len(PARAMETERS.as_wide)
        along, across = np.tile(along, (again, 1)), np.tile(across, (again, 1))
        middle, half = np.tile(middle, again), np.tile(half, again)
        return cls(along, across, (spots @ along.T).max(axis=0), middle + ways[1] * half, ways[0] * half)

    def corners(self, strip: int, length: float, margin: float) -> Float64Array:
        """(4, 2) of one that ends so far beyond who casts it, with a margin at either side."""
        half, end = self.half[strip] + margin, self.begins[strip] + length
        ways = ((0.0, -half), (0.0, half), (end, half), (end, -half))
        along, across = self.along[strip], self.across[strip]
        return np.array([far * along + (self.aside[strip] + wide) * across for far, wide in ways])

    def shaded(self, seen: Float32Array, middle: Float64Array) -> tuple[Float64Array, Float64Array]:
        """(s,) how long a shadow lies in each, px, and how much darker it is than what lies beside it, nats; 0 where
        none does."""
        n = len(seen)
        inner = np.linspace(-1, 1, 7) * self.half[:, None] * PARAMETERS.inner
        flank = np.linspace(*PARAMETERS.beside, 5) * n + self.half[:, None]
        inside, left, right = (self._looked_at(seen, middle, columns) for columns in (inner, flank, -flank))
        bright, _ = _rank(inside[..., 0], PARAMETERS.nearly_all)
        colour, shows = _rank(inside, 0.5)
        (by_left, at_left), (by_right, at_right) = _rank(left, 0.5), _rank(right, 0.5)
        darker = np.fmin(by_left[..., 0], by_right[..., 0]) - bright
        usable = (shows > PARAMETERS.shows) & (np.maximum(at_left, at_right) > PARAMETERS.shows)
        covered = (np.arange(usable.shape[1]) * PARAMETERS.step < 3) & ~usable  # he ends nowhere as straight as that
        on = (usable & (darker > PARAMETERS.goes_on)) | covered
        of_it = np.logical_and.accumulate(on, axis=1)
        length, counts = of_it.sum(axis=1) * PARAMETERS.step, of_it & usable
        changed = np.abs(colour - np.where(np.isnan(by_left), by_right, by_left))[..., 1:]
        recoloured = _mean(changed, counts[..., None]).max(axis=-1)
        mean = _mean(darker, counts)
        most = PARAMETERS.recoloured + PARAMETERS.recoloured_more * np.maximum(mean - PARAMETERS.darker, 0.0)
        shadow = counts.any(axis=1) & (recoloured <= most)
        return np.where(shadow, length, 0.0), np.where(shadow, mean, 0.0)

    def _looked_at(self, seen: Float32Array, middle: Float64Array, columns: Float64Array) -> Float32Array:
        """(s, rows, columns, 3) what is seen there; NaN beside the tile, and where somebody hides it."""
        rows = self.begins[:, None] + np.arange(-1, PARAMETERS.longest * len(seen), PARAMETERS.step)
        along = rows[:, :, None, None] * self.along[:, None, None]
        across = (self.aside[:, None] + columns)[:, None, :, None] * self.across[:, None, None]
        spots = middle + along + across
        u, v = np.moveaxis(spots.astype(np.float32).reshape(-1, columns.shape[1], 2), -1, 0)
        got = cv2.remap(seen, u, v, cv2.INTER_LINEAR).reshape(*spots.shape[:3], -1)
        usable = ((spots >= 1) & (spots <= len(seen) - 2)).all(axis=-1) & (got[..., 3] < 0.3)
        return np.where(usable[..., None], got[..., :3], np.float32(np.nan))


def _rank(values: Float32Array, share: float) -> tuple[Float32Array, Float64Array]:
    """What a share of the values (s, rows, columns, ...) of each row is not above, NaN where there are none; and
    (s, rows) how large a share of each row there are."""
    known = np.isfinite(values)
    at = np.floor(share * np.maximum(known.sum(axis=2, keepdims=True) - 1, 0)).astype(np.intp)
    found = np.take_along_axis(np.sort(values, axis=2), at, axis=2)[:, :, 0]
    return found, known.reshape(*known.shape[:3], -1)[..., 0].mean(axis=2)


def _mean(values: Float32Array, counts: NDArray[np.bool_]) -> Float64Array:
    """(s, ...) of the values (s, rows, ...) that count; 0 where none does."""
    total = np.where(counts, values, 0.0).sum(axis=1, dtype=np.float64)
    return np.asarray(total / np.maximum(counts.sum(axis=1), 1), np.float64)
