"""Tableside's own Istanbul as an edition that the eyes know, or the owner's from a folder of pictures."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from calibration.references import ReferencesError
from companion.commands import CommandError
from games.game import Phrase
from vision.istanbul.edition import PlaceEdition, edition_of, load_edition
from vision.simulated.istanbul_art import PLACES, place_picture

PX_PER_MM = 3.0  # more than a camera over a table sees of a place


@lru_cache(maxsize=1)
def own_places() -> PlaceEdition:
    """The 25 places that ``tableside print istanbul`` prints."""
    return edition_of({number: place_picture(number, PX_PER_MM) for number in PLACES})


def places_in_use(folder: Path | None) -> PlaceEdition:
    """The owner's edition, or without one our own. Raises :class:`CommandError` where the folder can't be used."""
    if folder is None:
        return own_places()
    try:
        return load_edition(folder)
    except ReferencesError as error:
        raise CommandError(Phrase.of(error.key, name=error.place, value=error.value)) from error
