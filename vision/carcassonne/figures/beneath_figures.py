"""What the terrain tells of tiles on which somebody stands, once it is known what he hides of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.figures import FoundPiece
from vision.registration.lattice import project
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.terrain.reader import CROP, LogPosteriors


@dataclass(frozen=True, slots=True, kw_only=True)
class BeneathFiguresParameters(Parameters):
    """When a figure hides enough of a tile to look at it again, and how much that look counts."""

    surely: float = parameter(0.9, "probability", "that a figure is there", CHOSEN)
    least: float = parameter(0.02, "share of a tile", "that it hides", CHOSEN)
    around: float = parameter(
        0.08, "tile sides", "around a figure that it hides as well, as the network was taught", CHOSEN
    )
    each: float = parameter(
        0.6,
        "times",
        "what the look past figures says, and what the look that is shown what they hide says: they look at the same"
        " tile, but err on others",
        "docs/findings/learning-while-they-play.md",
    )


PARAMETERS = BeneathFiguresParameters()


def hidden_of(poses: NDArray[np.float64], figures: Sequence[FoundPiece], side: int) -> NDArray[np.uint8]:
    """(b, side, side) 255 where somebody hides tiles that lie at poses (b, 3, 3), unit square to px of the picture."""
    masks = np.zeros((len(poses), side, side), np.uint8)
    reach = 2 * round(PARAMETERS.around * side) + 1
    grown = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    sure = [one.outline.astype(np.float64) for one in figures if one.confidence >= PARAMETERS.surely]
    for mask, pose in zip(masks, poses, strict=True):
        back = np.linalg.inv(pose)
        for outline in sure:
            corners = project(back, outline)
            if corners.min() > 1 or corners.max() < 0:
                continue
            cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(corners * side).astype(np.int32)), 255)
        mask[:] = cv2.dilate(mask, grown)
    return masks


def looked_beneath(
    layers: Layers, poses: NDArray[np.float64], logs: LogPosteriors, figures: Sequence[FoundPiece]
) -> tuple[LogPosteriors, NDArray[np.bool_]]:
    """What was told of tiles at poses (b, 3, 3), (b, columns + 1), and the same with a second look at those on which
    somebody stands; and which those are, (b,)."""
    masks = hidden_of(poses, figures, CROP)
    hidden = (masks > 0).mean(axis=(1, 2)) >= PARAMETERS.least
    if not hidden.any():
        return logs, hidden
    beneath, _ = terrain_reader().look_past(crops_of(layers, poses[hidden]), masks[hidden])
    both = logs.copy()
    both[hidden] = PARAMETERS.each * (logs[hidden] + beneath)
    return both, hidden
