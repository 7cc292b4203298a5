"""Cards side by side on a bare table in dim, warm light with a veil over them, and the noise of a small camera."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.card_key import CardKind

WIDE, HIGH = 40, 61  # px
PITCH, LEFT, TOP = 43, 100, 120


def pose_at(left, top, wide=WIDE):
    """(3, 3) of a card so many px wide."""
    return np.array([[wide, 0.0, left], [0.0, wide * HIGH / WIDE, top], [0.0, 0.0, 1.0]])


def table_with(edition, views):
    """(300, 500, 3) with the first of these at ``LEFT``, ``TOP``, each other ``PITCH`` further to the right."""
    picture = np.full((300, 500, 3), 70.0)
    for place, view in enumerate(views):
        card = cv2.resize(edition.views[view].image, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
        picture[TOP : TOP + HIGH, LEFT + place * PITCH :][:, :WIDE] = card * (0.22, 0.3, 0.4) + (30, 30, 35)
    grain = np.random.default_rng(5).normal(0, 4, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 1.0) + grain, 0, 255).astype(np.uint8)


def cards_of(edition):
    """Which views of an edition are cards."""
    return [number for number, view in enumerate(edition.views) if view.key.kind is CardKind.CARD]
