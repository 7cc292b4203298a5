"""All that is worked out once for an edition, before any picture of it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.references import TERRAINS, Edition
from vision.lattice_seeds import Features, edition_features
from vision.recognise import COARSE, DIM, FINE, SOFT, Templates, templates_of


@dataclass(frozen=True, eq=False)
class Atlas:
    """An edition made ready for reading: keypoints for the first guess, templates for searching, aligning, naming.

    ``dim`` are the coarse templates softened as a small tile out of focus is.
    ``edges`` (4 v, 4) is the terrain of each template's north, east, south and west, by its place in TERRAINS.
    """

    edition: Edition
    features: Features
    coarse: Templates
    dim: Templates
    fine: Templates
    soft: Templates
    edges: NDArray[np.int8]


@lru_cache(maxsize=4)
def atlas_of(edition: Edition) -> Atlas:
    """The edition's atlas; a fraction of a second the first time, then at once."""
    return Atlas(
        edition,
        edition_features(edition),
        templates_of(edition, COARSE),
        templates_of(edition, COARSE, DIM),
        templates_of(edition, FINE),
        templates_of(edition, FINE, SOFT),
        np.array(
            [
                np.roll([TERRAINS.index(side) for side in view.sides], turns)
                for view in edition.references
                for turns in range(4)
            ],
            dtype=np.int8,
        ),
    )
