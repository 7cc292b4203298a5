"""Where something lies on the table that is neither the table nor glass that was read.

A table is made out by what most of the surroundings of a place look like: two tiles and more to each side. So neither
the lamp's uneven light nor a table's grain passes for a thing, and no thing has to be known: hands, cups, paper and
whatever else people put down all look otherwise than the table about them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from calibration.table_plane import TablePlane
from vision.imaging.scatter import OF_MEDIAN, median_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass.judge import Sightings
from vision.stained_glass.straight import straightened
from vision.stained_glass.survey import GlassSurvey, quads

FINDINGS = "docs/findings/stained-glass.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveringParameters(Parameters):
    """What looks otherwise than the table about a place."""

    tile_px: float = parameter(16.0, "px", "of a tile's side on the table as seen from straight above", CHOSEN)
    about: float = parameter(3.0, "tile sides", "to each side of a place that tell what the table looks like", CHOSEN)
    every: int = parameter(4, "px", "of these surroundings one is looked at, across and down", CHOSEN)
    least: int = parameter(30, "px", "of surroundings from which they tell it", CHOSEN)
    soft_px: float = parameter(1.0, "px", "sigma by which the table is softened: its grain is finer", CHOSEN)
    spread: float = parameter(
        1.5, "times", "what half of the surroundings are off their median that the table may be off", CHOSEN
    )
    sigma: tuple[float, float, float] = parameter(
        (4.0, 3.0, 3.0), "half-L Lab", "that a table may be off its colour at the least", CHOSEN
    )
    other: float = parameter(
        2.0, "squared standard deviations", "off the table's colour from which a px is no table", FINDINGS
    )
    within: float = parameter(0.9, "of a tile's side", "about a place's middle that is looked at", CHOSEN)
    pattern: float = parameter(
        1.5, "times", "what a tile's size of the surroundings mostly has of such px, that a place has as well", CHOSEN
    )
    free: float = parameter(
        0.3, "of a place", "clear of glass that was read and in the picture, from which it tells anything", CHOSEN
    )


PARAMETERS = CoveringParameters()
_NEAR = np.ones((3, 3), np.uint8)  # a px and those that touch it


@dataclass(frozen=True, eq=False, slots=True)
class TableFromAbove:
    """The table as it is seen straight from above.

    Attributes:
        lab: (h, w, 3) half-L Lab. soft: the same without its grain.
        shown: (h, w) in the picture. free: of that, what is not on glass that was read.
        plane: how the picture shows it; low: (2,) mm of its upper left corner; scale: mm for each of its px.
    """

    lab: Float32Array
    soft: Float32Array
    shown: BoolMask
    free: BoolMask
    plane: TablePlane
    low: Float64Array
    scale: float

    @classmethod
    def of(cls, found: GlassSurvey, read: Sightings) -> TableFromAbove:
        """The table of a picture with what was read on it."""
        layers = found.judge.layers
        lab, low, scale = straightened(layers.finest, layers.size, found.plane, PARAMETERS.tile_px)
        shown = cv2.erode(np.asarray(lab.any(axis=2), np.uint8), _NEAR, borderValue=1) > 0
        soft = np.asarray(cv2.GaussianBlur(lab, (0, 0), PARAMETERS.soft_px), np.float32)
        return cls(lab, soft, shown, shown, found.plane, low, scale).with_glass(read)

    def with_glass(self, read: Sightings) -> TableFromAbove:
        """The same table, free where none of this glass lies."""
        glass = np.zeros(self.shown.shape, np.uint8)
        for outline in quads(read.poses):
            cv2.fillConvexPoly(glass, np.rint(self._from_above(outline)).astype(np.int32), 1)
        return replace(self, free=np.asarray(self.shown & (cv2.dilate(glass, _NEAR) == 0)))

    def covered(self, outline: Float64Array) -> float:
        """The share of a place (4, 2) px of the picture that is no table, beyond what a patterned cloth has of that; 0
        where too little of it is free, or of what is about it."""
        corners = self._from_above(outline)
        middle = corners.mean(axis=0)
        place = np.zeros(self.free.shape, np.uint8)
        within = middle + PARAMETERS.within * (corners - middle)
        cv2.fillConvexPoly(place, np.rint(within).astype(np.int32), 1)
        there = self.free & (place > 0)
        if not place.any() or there.sum() < PARAMETERS.free * place.sum():
            return 0.0
        low, high = ((middle + sign * PARAMETERS.about * PARAMETERS.tile_px).astype(int) for sign in (-1, 1))
        about = np.s_[max(0, low[1]) : max(0, high[1]), max(0, low[0]) : max(0, high[0])]
        free = self.free[about]
        thin = np.s_[:: PARAMETERS.every, :: PARAMETERS.every]
        table = self.lab[about][thin][free[thin]]
        if len(table) < PARAMETERS.least:
            return 0.0
        usual = median_of(table)
        spread = PARAMETERS.spread * OF_MEDIAN * median_of(np.abs(table - usual))
        off = (self.soft[about] - usual) / np.maximum(spread, np.array(PARAMETERS.sigma, np.float32))
        other = free & (np.square(off).mean(axis=2) > PARAMETERS.other)
        return float(other[there[about]].mean()) - PARAMETERS.pattern * _usual_share(other, free)

    def _from_above(self, outline: Float64Array) -> Float64Array:
        """(n, 2) px of the table for (n, 2) px of the picture."""
        return (self.plane.to_table(outline) - self.low) / self.scale


def _usual_share(other: BoolMask, free: BoolMask) -> float:
    """The share of a square of a tile's size that is other than the table, as often as not: 0 but on a patterned cloth,
    as long as what lies there leaves half of the squares alone."""
    side = round(PARAMETERS.tile_px)
    rows, columns = (length // side for length in free.shape)
    both = np.stack([other, free])[:, : rows * side, : columns * side].reshape(2, rows, side, columns, side)
    others, free_px = both.sum(axis=(2, 4), dtype=np.float64).reshape(2, -1)
    shown = free_px > PARAMETERS.free * side**2
    return float(np.median(others[shown] / free_px[shown])) if shown.any() else 0.0
