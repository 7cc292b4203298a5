"""Tableside's own Istanbul as an edition that the eyes know: drawn once, then kept in the user's cache."""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path

import cv2

from vision.artwork.checksum import drawing_checksum
from vision.artwork.drawing_cache import ENDING, drawings_folder, drawn_once
from vision.artwork.istanbul.icons import place_signs
from vision.artwork.istanbul.places import PLACES, box_facts, place_picture
from vision.frames import Picture
from vision.istanbul.layout.edition import PlaceEdition, edition_of

PX_PER_MM = 3.0  # more than a camera over a table sees of a place


@lru_cache(maxsize=1)
def own_places() -> PlaceEdition:
    """The 25 places that ``tableside print istanbul`` prints."""
    pictures = drawn_once(_kept_at(), map(str, PLACES), _drawn)
    return edition_of({number: pictures[str(number)] for number in PLACES})


def _drawn() -> dict[str, Picture]:
    return {str(number): place_picture(number, PX_PER_MM) for number in PLACES}


def _kept_at() -> Path:
    """Another file for each way of drawing and whatever the places say."""
    signs = repr([place_signs(number, box_facts()) for number in PLACES])
    checksum = drawing_checksum("istanbul", zlib.crc32(f"{signs} {cv2.__version__}".encode()))
    return drawings_folder() / f"own-places-{checksum:08x}{ENDING}"
