"""Cards that were laid beside others: the quick look before a part of the picture is searched.

Most buildings are laid down beside or below their owner's others, so where the picture has changed, the places beside
known cards are tried first. Only where that leaves much of the change unexplained is anything searched for.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.cards import growing
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.judging import CardSighting, judged, prepared_edition, similarity_near
from vision.cards.pose import beside, taken, wide_of
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import project
from vision.riga.changed import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class RigaLayingParameters(Parameters):
    """How much a place has changed, and how like a card it looks, before it is searched."""

    changed_share: float = parameter(
        0.4, "share of a place", "that must have changed for a card to have been laid there", CHOSEN
    )
    like_a_card: float = parameter(0.62, "likeness", "from which something surely is a card", CHOSEN)
    left_over: float = parameter(
        0.5,
        "widths",
        "of a card: what else has changed is worth a search where it is as wide as this, edges are not",
        CHOSEN,
    )
    around: float = parameter(1.3, "card sizes", "within which change is its own", CHOSEN)
    most: int = parameter(4, "count", "cards that are laid down between two looks", CHOSEN)


PARAMETERS = RigaLayingParameters()


def laid_beside(
    layers: Layers, edition: CardEdition, known: list[Float64Array], changed: NDArray[np.bool_], scale: float, box: Box
) -> list[CardSighting]:
    """Cards that lie beside known ones where the picture has changed; none where they don't explain the change.

    Args:
        layers: the picture.
        known: poses (3, 3) of cards, from the unit square to px.
        changed: (h, w) of the small picture. scale: full-size px for one px of that one.
        box: the part of the picture that is meant.
    """
    prepared, card = prepared_edition(edition), KINDS.index(CardKind.CARD)
    here = _within(changed, scale, box)
    if not here.any():
        return []
    left, found, poses = here.copy(), list[CardSighting](), list(known)
    for pose in poses:  # what is found tells where the next one may lie
        for side in growing.places_beside(CardKind.CARD):
            place = beside(pose, side)
            if (
                len(found) == PARAMETERS.most
                or _share(left, place, scale) < PARAMETERS.changed_share
                or taken(place, poses, growing.PARAMETERS.taken)
            ):
                continue
            if similarity_near(layers, prepared, place, card) < growing.PARAMETERS.glimpse:
                continue
            one = judged(layers, prepared, place, card)
            if one.similarity < PARAMETERS.like_a_card or taken(one.pose, poses, growing.PARAMETERS.taken):
                continue
            found.append(one)
            poses.append(one.pose)
            left &= ~_mask(left.shape, one.pose, scale, PARAMETERS.around)
    return found if found and not _large(left, PARAMETERS.left_over * wide_of(found[0].pose) / scale) else []


def _within(changed: NDArray[np.bool_], scale: float, box: Box) -> NDArray[np.bool_]:
    x0, y0, x1, y1 = (round(value / scale) for value in box)
    inside = np.zeros_like(changed)
    inside[y0:y1, x0:x1] = changed[y0:y1, x0:x1]
    return inside


def _large(changed: NDArray[np.bool_], wide: float) -> bool:
    """True where something that has changed is at least so many px wide, each way."""
    side = max(2, round(wide))
    opened = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return bool(opened.any())


def _share(changed: NDArray[np.bool_], pose: Float64Array, scale: float) -> float:
    mask = _mask(changed.shape, pose, scale, 1.0)
    return float(changed[mask].mean()) if mask.any() else 0.0


def _mask(shape: tuple[int, ...], pose: Float64Array, scale: float, size: float) -> NDArray[np.bool_]:
    low, high = 0.5 - size / 2, 0.5 + size / 2
    corners = project(pose, [[low, low], [high, low], [high, high], [low, high]])
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners / scale).astype(np.int32), 1)
    return mask > 0
