"""First guesses where tiles lie that are too small for features: wherever an outline on the picture is about square."""

from __future__ import annotations

import numpy as np

from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.seeds import CardSeed
from vision.frames import Picture
from vision.registration.quads import Quad
from vision.registration.small_squares import small_squares


def outlined_tiles(image: Picture, edition: CardEdition) -> list[CardSeed]:
    """A seed for each small square of a picture, BGR, and each way a tile may lie in it; none where the edition has no
    tiles."""
    if CardKind.TILE not in edition.kinds:
        return []
    return [seed for quad in small_squares(image) for seed in _ways(quad)]


def _ways(quad: Quad) -> list[CardSeed]:
    kind = KINDS.index(CardKind.TILE)
    middle = quad.mean(axis=0)
    sides = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    ways = []
    for right, down in ((sides[0], sides[1]), (sides[1], -sides[0]), (-sides[0], -sides[1]), (-sides[1], sides[0])):
        pose = np.eye(3)
        pose[:2, 0], pose[:2, 1], pose[:2, 2] = right, down, middle - (right + down) / 2
        ways.append(CardSeed(kind, pose, 0.0, {}))
    return ways
