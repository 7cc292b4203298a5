"""Where a camera goes: how high it may hang over a map of this size, with this lens and so many px. No kivy here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from games.game import Phrase

TILE_MM = 45.0  # of Carcassonne's tiles, and of the prints of ours
TILE_PX = 45.0  # so large a tile should be in the picture; see docs/guide/camera.md
ROOM = 1.1  # the picture shows so much more than the map: for hands to come and go, and for a knock
_ROUND_CM = 5


@dataclass(frozen=True, slots=True)
class Height:
    """How high the camera may hang straight above the middle of a map.

    Attributes:
        lowest_mm: lower than this the map would leave the picture.
        highest_mm: higher than this a tile would have fewer than :data:`TILE_PX` px.
        lens_known: False where the lens was never calibrated, and an ordinary one is taken for it.
    """

    lowest_mm: float
    highest_mm: float
    lens_known: bool

    @property
    def possible(self) -> bool:
        """True where there is any height between."""
        return self.lowest_mm <= self.highest_mm


def height_for(map_mm: tuple[float, float], lens: Lens) -> Height:
    """The heights at which a map of so many mm, across and down the picture, is seen well.

    A pinhole at height h shows h / f mm for each px (f: focal length, px), so the map fits where h >= f * mm / px of
    both sides, and a tile has enough px where h <= f * TILE_MM / TILE_PX.
    """
    across, down = (
        focal * mm * ROOM / px for focal, mm, px in zip(lens.focal, map_mm, (lens.width, lens.height), strict=True)
    )
    return Height(max(across, down), min(lens.focal) * TILE_MM / TILE_PX, lens.error_px is not None)


def widest_map_mm(width_px: int) -> float:
    """How wide a map may be at most for a picture of so many px: it is the same for every lens."""
    return width_px * TILE_MM / TILE_PX / ROOM


def angle_of(lens: Lens) -> float:
    """What the lens sees from left to right, degrees."""
    return 2 * math.degrees(math.atan(lens.width / 2 / lens.focal[0]))


def placing_advice(height: Height, map_mm: tuple[float, float], lens: Lens) -> Phrase:
    """How high to hang the camera, or what to change first."""
    if not height.possible:
        widest = int(widest_map_mm(lens.width) / 10)
        return Phrase.of("placing.too_wide", cm=round(map_mm[0] / 10), widest=widest, tiles=int(widest * 10 / TILE_MM))
    low = math.ceil(height.lowest_mm / 10 / _ROUND_CM) * _ROUND_CM
    high = max(low, math.floor(height.highest_mm / 10 / _ROUND_CM) * _ROUND_CM)
    return Phrase.of("placing.height", low=low, high=high, cm=round(map_mm[0] / 10))


def sides_px(outlines: Sequence[NDArray[np.float32]]) -> float:
    """The median side of tiles that are seen, px: their outlines are polylines (5, 2) in px."""
    sides = [np.linalg.norm(np.diff(outline, axis=0), axis=1).mean() for outline in outlines]
    return float(np.median(sides)) if sides else 0.0
