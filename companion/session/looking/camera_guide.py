"""What would let the camera see more, told by where what it tracks lies on the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase

RIM = 0.004  # share of the picture's width or height from its edge: what comes closer is cut off by a knock
# Share of the picture's width of the smallest side of what is tracked: 42 px of a full HD picture, below which even
# references tell little of a tile (vision.carcassonne.reading.SMALL_PX).
SMALL = 42 / 1920
SHAPE = 9 / 16  # of a picture: its height for its width, as it is shown


def camera_guide(outlines: Sequence[NDArray[np.float32]]) -> Phrase | None:
    """One sentence on what to change, the gravest first; None where all is well or nothing is tracked.

    Args:
        outlines: polylines (n, 2) of what is tracked, as shares of the picture's width and height.
    """
    if not outlines:
        return None
    points = np.concatenate(outlines)
    low, high = points.min(axis=0), points.max(axis=0)
    cut_off = {
        "guide.left": low[0] < RIM,
        "guide.right": high[0] > 1 - RIM,
        "guide.above": low[1] < RIM,
        "guide.below": high[1] > 1 - RIM,
    }
    sides = tuple(Phrase.of(key) for key, cut in cut_off.items() if cut)
    small = float(np.median([_side(outline) for outline in outlines])) < SMALL
    if sides:
        return Phrase.of("guide.too_close" if len(sides) > 2 else "guide.leaves", sides=sides)
    return Phrase.of("guide.nearer") if small else None


def _side(outline: NDArray[np.float32]) -> float:
    """The shorter way across one outline, as a share of the picture's width."""
    across = np.ptp(outline, axis=0) * [1.0, SHAPE]
    area = 0.5 * abs(np.sum(outline[:-1, 0] * outline[1:, 1] - outline[1:, 0] * outline[:-1, 1])) * SHAPE
    return float(min(across.min(), np.sqrt(area)))
