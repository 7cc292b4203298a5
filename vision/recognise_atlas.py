"""All that is worked out once for an edition, before any picture of it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from calibration.references import Edition
from vision.lattice_seeds import Features, edition_features
from vision.recognise import COARSE, FINE, SOFT, Templates, templates_of


@dataclass(frozen=True, eq=False)
class Atlas:
    """An edition made ready for reading: keypoints for the first guess, templates for searching, aligning, naming."""

    edition: Edition
    features: Features
    coarse: Templates
    fine: Templates
    soft: Templates


@lru_cache(maxsize=4)
def atlas_of(edition: Edition) -> Atlas:
    """The edition's atlas; a fraction of a second the first time, then at once."""
    return Atlas(
        edition,
        edition_features(edition),
        templates_of(edition, COARSE),
        templates_of(edition, FINE),
        templates_of(edition, FINE, SOFT),
    )
