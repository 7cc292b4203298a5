"""Where on the picture it is worth searching for a card that was laid down: where something has changed, and first of
all away from the market, where cards come and go with every purchase and nobody builds."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter

Box = tuple[int, int, int, int]  # left, top, right, bottom, px


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedParameters(Parameters):
    """How much a picture must have changed for a card to be sought there."""

    changed: float = parameter(
        9.0, "grey levels", "root of the unexplained variance in a window: it has changed", CHOSEN
    )
    above_grain: float = parameter(2.2, "times", "the median of the whole picture", CHOSEN)
    margin: float = parameter(1.1, "share of a card's width", "around a change: what is looked at closely", CHOSEN)
    within: float = parameter(
        0.9, "share", "of a change that lies in the market, where it counts as the market's", CHOSEN
    )


PARAMETERS = ChangedParameters()


@dataclass(frozen=True, slots=True)
class Places:
    """Where to search: what has changed elsewhere, and in the market."""

    elsewhere: tuple[Box, ...]
    market: tuple[Box, ...]


def places(
    image: Picture, change: NDArray[np.float32], scale: float, card_px: float, market: NDArray[np.uint8] | None
) -> Places:
    """The parts of a picture to search.

    Args:
        image: BGR. change: unexplained change, grey levels, (h, w) of the small picture.
        scale: full-size px for one px of that one. card_px: how wide cards are.
        market: (h, w) of the small picture, non-zero where the market lies; None where nobody knows.
    """
    changed = changed_enough(change).astype(np.uint8)
    reach = max(3, round(2 * PARAMETERS.margin * card_px / scale)) | 1
    grown = cv2.dilate(changed, np.ones((reach, reach)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(grown, np.uint8))
    high, wide = image.shape[:2]
    elsewhere: list[Box] = []
    within: list[Box] = []
    for number in range(1, count):
        x, y, across, down = (int(value * scale) for value in stats[number][:4])
        box = (x, y, min(wide, x + across), min(high, y + down))
        mine = (labels == number) & (changed > 0)
        in_market = market is not None and float((market[mine] > 0).mean()) > PARAMETERS.within
        (within if in_market else elsewhere).append(box)
    return Places(tuple(elsewhere), tuple(within))


def changed_enough(change: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(h, w): where the change is more than the grain of a whole picture."""
    return np.asarray(change > max(PARAMETERS.changed, PARAMETERS.above_grain * float(np.median(change))))


def market_mask(shape: tuple[int, int], scale: float, quads: list[NDArray[np.float64]]) -> NDArray[np.uint8] | None:
    """(h, w) of the small picture: non-zero where these cards lie and around them; None where there are none."""
    if not quads:
        return None
    mask = np.zeros(shape, np.uint8)
    for quad in quads:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(mask, np.rint((middle + 1.6 * (quad - middle)) / scale).astype(np.int32), 1)
    return mask
