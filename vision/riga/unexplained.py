"""Whether something as large as a card has come to the table that nothing explains: a card that is burnt to white shows
no print to be told by, and is a building all the same.

Commodities come and go with every purchase, and hardly all of them are recognised: what changes between those that are
is the market's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging import change
from vision.imaging.change import PictureStatistics, level_change, structural_change
from vision.parameters import CHOSEN, Parameters, parameter
from vision.riga.changed import changed_enough


@dataclass(frozen=True, slots=True, kw_only=True)
class UnexplainedParameters(Parameters):
    """How large something is that may be a card, and how far what is known reaches."""

    as_wide: float = parameter(
        0.8, "widths", "of a card: what has changed may be one that lies far off where it is as wide each way", CHOSEN
    )
    level_ratio: float = parameter(
        0.35, "log of brightness", "from which what edges enclose is another thing, too", CHOSEN
    )
    around: float = parameter(1.3, "card sizes", "within which change is a known card's own", CHOSEN)
    market: float = parameter(
        1.6, "card sizes", "round a card of the market within which change is the market's", CHOSEN
    )


PARAMETERS = UnexplainedParameters()


def unexplained(
    before: PictureStatistics,
    after: PictureStatistics,
    known: Sequence[Float64Array],
    market: Sequence[Float64Array],
    card: float,
) -> bool:
    """True where a card may have come to the table that is neither known nor the market's.

    Args:
        before, after: small pictures of the table.
        known: outlines (4, 2) of what is on record, or was seen now. market: of commodities and buildings on offer.
        card: how wide cards are. All in px of the small picture.
    """
    left = _other(before, after, card).astype(np.uint8)
    for outline in known:
        cv2.fillConvexPoly(left, _px(_grown(outline, PARAMETERS.around)), 0)
    if market:
        corners = np.concatenate([_grown(outline, PARAMETERS.market) for outline in market])
        cv2.fillConvexPoly(left, cv2.convexHull(_px(corners)), 0)
    reach = change.PARAMETERS.window // 2  # the window shows a change that far beyond it
    return bool(cv2.morphologyEx(left, cv2.MORPH_OPEN, _disc(PARAMETERS.as_wide * card + reach)).any())


def _other(before: PictureStatistics, after: PictureStatistics, card: float) -> NDArray[np.bool_]:
    """(h, w): what has changed, and what its edges enclose where it has another brightness: within a card that is burnt
    to white there is no structure."""
    changed = changed_enough(structural_change(before, after))
    enclosed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, _disc(card)) > 0
    return changed | (enclosed & (level_change(before, after) > PARAMETERS.level_ratio))


def _disc(across: float) -> NDArray[np.uint8]:
    """A card may lie at any angle."""
    side = max(3, round(across))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _grown(outline: Float64Array, size: float) -> Float64Array:
    middle = outline.mean(axis=0)
    return np.asarray(middle + size * (outline - middle), np.float64)


def _px(outline: Float64Array) -> NDArray[np.int32]:
    return np.rint(outline).astype(np.int32)
