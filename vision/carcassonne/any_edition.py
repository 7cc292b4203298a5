"""Reads a map of which nobody said what edition it is: a set that is known, or one that nobody has seen.

Whoever looks for his own set long enough finds it on any map, badly, for tiles of all editions are laid out alike. So
the known set is searched for patiently only where it shows, or where the map can't be found by what all have in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from calibration.references import Edition
from vision.carcassonne.observation import CarcassonneObservation, nothing_found
from vision.carcassonne.reading import read_picture
from vision.carcassonne.same_edition import shows
from vision.carcassonne.unseen import LEAST_TILES, read_found
from vision.lattice_unseen import find_unseen
from vision.recognise_atlas import atlas_of

SURE_LOCK = 0.75  # chance of a map from which it surely lies there; that of a few tiles, with few seams, is 0.8


def read_any(
    image: NDArray[np.uint8], edition: Edition, stock: Mapping[str, int], *, profile: Profile | None = None
) -> CarcassonneObservation:
    """Read a photograph as :func:`vision.carcassonne.reading.read_picture` does if it shows the edition, otherwise as
    :func:`vision.carcassonne.unseen.read_unseen` does. Raises :class:`~vision.terrain.UnknownKind`."""
    at_once = read_picture(image, edition, stock, profile=profile, closely=False)
    if at_once.tiles:
        return at_once
    seek = cache(lambda: find_unseen(image))
    found = seek()
    if found is None or len(found.lattice) < LEAST_TILES:
        unseen, known = nothing_found(image), True
    else:
        unseen = read_found(found, stock, profile)
        known = shows(found.layers, np.stack(list(found.lattice.cells.values())), atlas_of(edition))
    if unseen.lock >= SURE_LOCK and not known:
        return unseen
    patiently = read_picture(image, edition, stock, profile=profile, unseen=seek)
    return patiently if patiently.tiles or patiently.unread else unseen
