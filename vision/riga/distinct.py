"""Of all that was seen, what lies apart: one card is not told twice, nor a part of its print as another card."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np

from vision.cards.judging import CardSighting


def distinct(seen: Iterable[CardSighting], plain: float) -> list[CardSighting]:
    """Sightings that lie apart, likest first; what is less than ``plain`` (likeness) and has its middle on a card that
    is plain belongs to that card: nobody lays half of one over another."""
    kept: list[CardSighting] = []
    for one in sorted(seen, key=lambda sighting: -sighting.similarity):
        apart = all(math.dist(one.middle, other.middle) > 0.4 * one.wide for other in kept)
        shows = one.similarity > plain or not any(_covers(other, one) for other in kept if other.similarity > plain)
        if apart and shows:
            kept.append(one)
    return kept


def _covers(card: CardSighting, one: CardSighting) -> bool:
    x, y = (float(value) for value in one.middle)
    return cv2.pointPolygonTest(card.quad.astype(np.float32), (x, y), False) >= 0
