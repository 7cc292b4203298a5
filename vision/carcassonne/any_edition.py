"""Reads a map of which nobody said what edition it is: a set that is known, or one that nobody has seen.

Whoever looks for his own set long enough finds it on any map, badly, for tiles of all editions are laid out alike. So
the known set is searched for patiently only where it shows, or where the map can't be found by what all have in common;
where a glance shows another's tiles it is asked last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from calibration.references import Edition
from vision.carcassonne import unseen as carcassonne_unseen
from vision.carcassonne.observation import CarcassonneObservation, nothing_found
from vision.carcassonne.reading import grew_astray, read_map
from vision.carcassonne.same_edition import another_shows, shows_another
from vision.carcassonne.unseen import read_found
from vision.imaging.side_by_side import meanwhile
from vision.networks.tile_field.field import whole_tile_field
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map import survey
from vision.tile_map.aslant import seen_however_aslant
from vision.tile_map.edition_atlas import EditionAtlas, atlas_of
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.survey import survey_among, survey_at_once
from vision.tile_map.terrain import terrain_reader
from vision.tile_map.unknown_edition import find_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyEditionParameters(Parameters):
    """From when a map surely lies where a known set found it, so that no other edition is asked."""

    sure_lock: float = parameter(
        0.75, "chance", "of a map from which it surely lies there; that of a few tiles, with few seams, is 0.8", CHOSEN
    )


PARAMETERS = AnyEditionParameters()


def read_any(
    image: NDArray[np.uint8], edition: Edition, stock: Mapping[str, int], *, profile: Profile | None = None
) -> CarcassonneObservation:
    """Read a photograph as :func:`vision.carcassonne.reading.read_picture` does if it shows the edition, otherwise as
    :func:`vision.carcassonne.unseen.read_unseen` does. Raises :class:`~vision.tile_map.terrain.UnknownKind`."""
    view, made_ready = TilesInView(image, whole_tile_field), meanwhile(lambda: _made_ready(edition))
    _ = view.plain_from_afar  # what both of the next look at
    atlas = made_ready()

    def seen_at_once() -> CarcassonneObservation | None:
        at_once = survey_at_once(image, atlas, view)
        seen = None if at_once is None else read_map(at_once, edition, stock, profile)
        return seen if seen is not None and (seen.tiles or (seen.several and not grew_astray(seen))) else None

    however_aslant = meanwhile(lambda: seen_however_aslant(view))
    ours_last = another_shows(image, view, atlas)
    if not ours_last and (seen := seen_at_once()) is not None:
        return seen
    there = find_unseen(image, however_aslant())
    if there is None or len(there.lattice) < carcassonne_unseen.PARAMETERS.least_tiles:
        return (seen_at_once() if ours_last else None) or nothing_found(image)
    poses = np.stack(list(there.lattice.cells.values()))
    drawn_as_anothers = meanwhile(lambda: shows_another(there.layers, poses, atlas))
    unseen = read_found(there, stock, profile)
    surely_another = drawn_as_anothers() and unseen.lock >= PARAMETERS.sure_lock
    if surely_another and not there.view.small:
        return unseen
    if ours_last and (seen := seen_at_once()) is not None:
        return seen
    found = survey_among(
        there, atlas, survey.PARAMETERS.own_detail if surely_another else survey.PARAMETERS.least_detail
    )
    ours = nothing_found(image) if found is None else read_map(found, edition, stock, profile)
    return ours if ours.tiles or ours.several or not unseen.tiles else unseen


def _made_ready(edition: Edition) -> EditionAtlas:
    """The edition's atlas; and what is read once for all pictures is read."""
    terrain_reader()
    np.median(np.zeros(1))  # for which NumPy reads a part of it that nobody else needs
    return atlas_of(edition)
