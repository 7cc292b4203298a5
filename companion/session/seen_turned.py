"""How the map lies in the camera's picture, in quarter turns: so that the tablet can show it the same way up."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CLEARLY = math.radians(60)  # a map that is shown some way is turned once it lies so far from that: no to and fro at 45


def quarter_turns(outlines: Sequence[NDArray[np.float32]], frame: tuple[int, int], shown: int) -> int:
    """How many quarter turns clockwise the map lies turned in the picture.

    Args:
        outlines: of tiles, polylines (5, 2) as shares of the picture, clockwise from each tile's own north-west corner;
            others tell nothing.
        frame: width and height of the picture, px.
        shown: how the map is shown now; it stays as long as that is not clearly wrong, and where nothing is seen.
    """
    tiles = [outline for outline in outlines if len(outline) == 5]
    if not tiles or min(frame) < 1:
        return shown
    norths = np.array([outline[1] - outline[0] for outline in tiles]) * frame  # from north-west to north-east
    souths = np.array([outline[2] - outline[3] for outline in tiles]) * frame
    across, down = (norths + souths).sum(axis=0)
    off = math.atan2(down, across) - shown * math.pi / 2
    off = math.atan2(math.sin(off), math.cos(off))
    if abs(off) < CLEARLY:
        return shown
    return round(math.atan2(down, across) / (math.pi / 2)) % 4
