"""How a piece stands out from the print around it, where no picture of the bare tiles is known.

Painted wood ends where no print ends, and ends at once. So along a piece's outline colours inside are compared with
colours outside, but only with those that lie on the same tile and, as the terrain network tells, on the same terrain:
that grass ends at a road, a city at its wall and a tile at the table is no wood. Lit ground, half a shadow or a
mirrored lamp fade out instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures import Figure, Scene

Floats = NDArray[np.float32]

STRETCHES = 12  # of an outline that are compared one by one
WIDE = (0.01, 0.06), (0.03, 0.08)  # tile sides from the outline, inside and outside, between which it is compared
NARROW = (0.0, 0.03), (0.0, 0.03)  # the same where it has to end at once
LEAST_PX = 2  # inside, and outside, for a stretch to tell anything
LEAST_STRETCHES = 3
MIDDLING = 0.7, 0.35  # contrasts of an outline of which too little can be compared
LEAST_SPREAD = 4.0  # half-L Lab units


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """What outlines on a scene are compared with.

    Attributes:
        soft: (h, w, 3) the scene's colours, softened.
        ground: (h, w) a number for each terrain of each tile, -1 beyond the map.
        spread: half-L Lab units by which the print's own colours differ.
    """

    scene: Scene
    soft: Floats
    ground: NDArray[np.int32]
    spread: float

    @classmethod
    def on(cls, scene: Scene, ground: NDArray[np.int32]) -> Outlines:
        """Those on a scene whose ``ground`` is known."""
        print_ = scene.raw[scene.owner >= 0]
        spread = float(np.sqrt(print_.var(axis=0).sum())) if len(print_) else 0.0
        soft = cv2.GaussianBlur(scene.raw, (0, 0), max(0.5, 0.012 * scene.tile_px))
        return cls(scene, np.asarray(soft, np.float32), ground, max(spread, LEAST_SPREAD))

    def contrasts(self, figure: Figure) -> tuple[float, float]:
        """By how many ``spread`` half of a piece's outline stands out, compared widely and narrowly."""
        tile_px = self.scene.tile_px
        outline = (figure.outline + 0.5) * self.scene.scale - 0.5 - np.array(self.scene.offset)
        reach = 2 + 0.1 * tile_px
        left, top = np.maximum(np.floor(outline.min(axis=0) - reach), 0).astype(int)
        right, bottom = (np.ceil(outline.max(axis=0) + reach) + 1).astype(int)
        window = (slice(int(top), int(bottom)), slice(int(left), int(right)))
        outline = outline - [left, top]
        shape = np.zeros(self.ground[window].shape, np.uint8)
        cv2.fillPoly(shape, [np.round(outline).astype(np.int32)], 1)
        within = cv2.distanceTransform(shape, cv2.DIST_L2, 5) / tile_px
        beyond = cv2.distanceTransform(1 - shape, cv2.DIST_L2, 5) / tile_px
        found = []
        for (inside, outside), middling in zip((WIDE, NARROW), MIDDLING, strict=True):
            one = (within > inside[0]) & (within < inside[1])
            other = (beyond > outside[0]) & (beyond < outside[1])
            differ = _differ(self.soft[window], self.ground[window], one, other, outline)
            found.append(float(np.median(differ)) / self.spread if len(differ) >= LEAST_STRETCHES else middling)
        return found[0], found[1]


def _differ(
    lab: Floats,
    ground: NDArray[np.int32],
    inside: NDArray[np.bool_],
    outside: NDArray[np.bool_],
    outline: NDArray[np.float64],
) -> list[float]:
    """By how much colours on the two sides of an outline (n, 2) px differ, stretch by stretch that tells."""
    known = ground >= 0
    stretch = _stretches((inside | outside) & known, outline)
    found = []
    for number in range(STRETCHES):
        here = stretch == number
        one = here & inside
        if np.count_nonzero(one) < LEAST_PX:
            continue
        other = here & outside & (ground == np.bincount(ground[one]).argmax())
        if np.count_nonzero(other) >= LEAST_PX:
            found.append(float(np.linalg.norm(np.median(lab[one], axis=0) - np.median(lab[other], axis=0))))
    return found


def _stretches(asked: NDArray[np.bool_], outline: NDArray[np.float64]) -> NDArray[np.int8]:
    """(h, w) the stretch of an outline (n, 2) px that is nearest to each pixel asked for, -1 for the others."""
    marks = outline[np.linspace(0, len(outline) - 1, 5 * STRETCHES).astype(int)]
    spots = np.argwhere(asked)[:, ::-1]
    nearest = ((spots[:, None] - marks[None]) ** 2).sum(axis=2).argmin(axis=1)
    stretch = np.full(asked.shape, -1, np.int8)
    stretch[asked] = nearest // 5
    return stretch
