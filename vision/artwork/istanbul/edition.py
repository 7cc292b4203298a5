"""Tableside's own Istanbul as an edition that the eyes know."""

from __future__ import annotations

from functools import lru_cache

from vision.artwork.istanbul.places import PLACES, place_picture
from vision.istanbul.layout.edition import PlaceEdition, edition_of

PX_PER_MM = 3.0  # more than a camera over a table sees of a place


@lru_cache(maxsize=1)
def own_places() -> PlaceEdition:
    """The 25 places that ``tableside print istanbul`` prints."""
    return edition_of({number: place_picture(number, PX_PER_MM) for number in PLACES})
