"""Tells a card by its left part, as sharply as the picture shows it: a few letters of a name are all there is.

Likeness of soft pictures says where a card lies; what it is called is in strokes that softening takes away.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.edition import WIDE_PX, CardEdition
from vision.cards.judging import told_apart
from vision.cards.pose import beside, turned
from vision.lattice_patches import Layers, Patches, lab_of
from vision.stained_glass.fitting import unit_vectors

Floats = NDArray[np.float64]

SHARP_PX = WIDE_PX  # of a card, whatever its shape
_SOFT = 0.9  # px: a camera over a table shows that much less than a print
_ASIDE_PX, _UP_PX, _TURNED = 3, 6, (-1.5, 0.0, 1.5)  # how far a pose that was found on soft pictures may lie off
_HEARD = 5
_EDGE_PX = 2  # left out beside the card above, whose edge and shadow are there


@lru_cache(maxsize=4)
def _sharp_views(cards: CardEdition) -> Patches:
    """(cards, SHARP_PX, SHARP_PX, 3) Lab."""
    return np.stack([cv2.GaussianBlur(lab_of(view), (0, 0), _SOFT) for view in cards.squares]).astype(np.float32)


def told_by_left_part(
    layers: Layers, cards: CardEdition, pose: Floats, share: float = 1.0
) -> tuple[Floats, NDArray[np.float64]]:
    """Exactly where a card lies of which this share of the width shows, from its left edge on, and which one it is.

    Args:
        layers: the picture, at a working size at which a card is about SHARP_PX wide.
        pose: (3, 3) from the card's unit square to px, where soft pictures put it.

    Returns:
        Its pose (3, 3), and the chances (views,) of each card.
    """
    shown = SHARP_PX if share >= 1 else max(6, round(share * SHARP_PX) - _EDGE_PX - _ASIDE_PX)
    views = _sharp_views(cards)[:, :, :shown]
    around, _ = layers.cut(np.stack([turned(pose, degrees) for degrees in _TURNED]), SHARP_PX, _UP_PX)
    ways = [(turn, up, aside) for turn in range(len(_TURNED)) for up in _steps(_UP_PX) for aside in _steps(_ASIDE_PX)]
    nudged = np.stack([_window(around[turn], up, aside, shown) for turn, up, aside in ways])
    alike = np.asarray(unit_vectors(nudged) @ unit_vectors(views).T, np.float32)
    turn, up, aside = ways[int(alike.max(axis=1).argmax())]
    exact = beside(turned(pose, _TURNED[turn]), (aside / SHARP_PX, up / SHARP_PX))
    # Each of the likeliest cards is heard where it fits best: a wrong one pulls the pose its own way.
    likeliest = np.argsort(-alike.max(axis=0))[:_HEARD]
    heard = np.unique(alike[:, likeliest].argmax(axis=0))
    return exact, np.mean([told_apart(nudged[way], views, alike[way]) for way in heard], axis=0)


def _steps(reach: int) -> range:
    return range(-reach, reach + 1)


def _window(around: NDArray[np.float32], up: int, aside: int, shown: int) -> NDArray[np.float32]:
    """The left part of a patch with a margin, moved down and to the right by so many px."""
    top, left = _UP_PX + up, _UP_PX + aside
    return around[top : top + SHARP_PX, left : left + shown]
