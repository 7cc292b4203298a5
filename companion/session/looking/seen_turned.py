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
        outlines: as :meth:`vision.eyes.Eyes.overlay` tells them, as shares of the picture; the first lies as the map.
        frame: width and height of the picture, px.
        shown: how the map is shown now; it stays as long as that is not clearly wrong, and where nothing is seen.
    """
    if not outlines or min(frame) < 1:
        return shown
    across, down = (outlines[0][1] - outlines[0][0]) * frame
    off = math.atan2(down, across) - shown * math.pi / 2
    off = math.atan2(math.sin(off), math.cos(off))
    if abs(off) < CLEARLY:
        return shown
    return round(math.atan2(down, across) / (math.pi / 2)) % 4
