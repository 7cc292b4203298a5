"""Where tiles of the map may lie on a whole picture: looked for with little work first, and in earnest where that does
not settle it (docs/findings/a-small-processor.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.feature_seeds import (
    ReferenceFeatures,
    TileSeed,
    Window,
    keypoints_seen,
    seeds_at,
    seeds_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSeedsParameters(Parameters):
    """How many seeds of a map are tried, how coarsely first, and how far beyond the map it is looked."""

    seeds_tried: int = parameter(40, "seeds", "from which the recorded map is laid on", CHOSEN)
    middle_px: int = parameter(
        1440,
        "px",
        "a whole picture's longer side as finely as its middle is looked at",
        "docs/findings/a-small-processor.md",
    )
    coarsely_px: int = parameter(960, "px", "a picture's longer side at which all of it is looked at first", CHOSEN)
    beyond: float = parameter(
        0.2, "share of a picture", "on each side that is not its middle: cameras are turned to the map", CHOSEN
    )
    beyond_heart: float = parameter(
        0.362,
        "share of a picture",
        "on each side that is not the heart of it, which is looked at first: one tile that is seen tells of all",
        "docs/findings/a-small-processor.md",
    )


PARAMETERS = MapSeedsParameters()


def seen_in_turn(picture: Picture, features: ReferenceFeatures) -> Iterator[tuple[list[TileSeed], bool]]:
    """Seeds of a picture (h, w, 3), best first, poses in its px: those of its heart, where cameras mostly have the map,
    and of its middle, a little coarsely; those of all of it coarsely; of its middle as it is; of all of it as it is,
    for which what was seen of the middle need not be looked for again. With each, whether more are to come."""
    grey, most = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), PARAMETERS.seeds_tried
    heart, (middle, around) = _within(grey, PARAMETERS.beyond_heart), _middle_and_around(grey)
    yield seeds_at(grey, PARAMETERS.middle_px, features, part=heart, most=most), True
    yield seeds_at(grey, PARAMETERS.middle_px, features, part=middle, most=most), True
    yield seeds_at(grey, PARAMETERS.coarsely_px, features, most=most), True
    within = keypoints_seen(grey, (middle,))
    yield seeds_of(*within, features, most=most), True
    beyond = keypoints_seen(grey, around)
    points, raw = np.concatenate([within[0], beyond[0]]), np.concatenate([within[1], beyond[1]])
    strongest = np.argsort(-points[:, 4], kind="stable")
    yield seeds_of(points[strongest], raw[strongest], features, most=most), False


def _within(grey: NDArray[np.uint8], beyond: float) -> Window:
    """What of a picture (h, w) is left without this share of it on each side."""
    (top, left), (high, wide) = (round(beyond * side) for side in grey.shape), grey.shape
    return slice(top, high - top), slice(left, wide - left)


def _middle_and_around(grey: NDArray[np.uint8]) -> tuple[Window, tuple[Window, ...]]:
    """The middle of a picture (h, w), and what lies above and below it, left and right of it."""
    (high, wide), (down, across) = grey.shape, _within(grey, PARAMETERS.beyond)
    top, left = down.start, across.start
    sides = (slice(0, top), slice(0, wide)), (slice(high - top, high), slice(0, wide))
    return (down, across), (*sides, (down, slice(0, left)), (down, slice(wide - left, wide)))
