"""All that is worked out once for an edition, before any picture of it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.references import TERRAINS, Edition
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration import templates
from vision.registration.alignment import AlignmentTarget
from vision.registration.feature_seeds import ReferenceFeatures, edition_features
from vision.registration.templates import Templates, templates_of
from vision.tile_map.novelty import land_colours
from vision.tile_map.print_matching import prints_of
from vision.tile_map.terrain import column_of, kind_named, turns_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionAtlasParameters(Parameters):
    """How soft a usual camera shows an edition before any picture tells."""

    usual_blur: float = parameter(0.8, "px of a fine patch", "by which cameras soften what they see", CHOSEN)


PARAMETERS = EditionAtlasParameters()


@dataclass(frozen=True, eq=False)
class EditionAtlas:
    """An edition made ready for reading: keypoints for the first guess, templates for searching, aligning, naming.

    ``dim`` are the coarse templates softened as a small tile out of focus is.
    ``edges`` (4 v, 4) is the terrain of each template's north, east, south and west, by its place in TERRAINS.
    """

    edition: Edition
    features: ReferenceFeatures
    coarse: Templates
    dim: Templates
    fine: Templates
    soft: Templates
    edges: NDArray[np.int8]

    @cached_property
    def alike(self) -> NDArray[np.intp]:
        """(4 v,) a number for each tile and way of lying, the same for all views of it."""
        names = [(view.kind, *(np.roll(view.sides, turns))) for view in self.edition.references for turns in range(4)]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
        return np.array([numbers[name] for name in names], np.intp)

    @cached_property
    def columns(self) -> NDArray[np.intp]:
        """(4 v,) the column in which the terrain reader reads each template. Raises :class:`UnknownKind`."""
        starts = [(kind_named(view.kind), view.sides) for view in self.edition.references]
        turned = [(kind, turns_of(kind, sides) + more) for kind, sides in starts for more in range(4)]
        return np.array([column_of(kind.key, turns % 4) for kind, turns in turned], np.intp)

    @cached_property
    def land(self) -> NDArray[np.bool_]:
        """(bins, bins, bins) colours that its tiles are made of: see :func:`vision.tile_map.novelty.land_colours`."""
        return land_colours(self.soft)

    @cached_property
    def prints(self) -> Patches:
        """Every template as it is printed: see :func:`vision.tile_map.print_matching.prints_of`."""
        return prints_of(self.edition)

    @cached_property
    def coarse_ground(self) -> AlignmentTarget:
        """The coarse templates made ready for laying tiles onto them."""
        return AlignmentTarget.of(
            templates_of(
                self.edition,
                templates.PARAMETERS.coarse,
                PARAMETERS.usual_blur * templates.PARAMETERS.coarse / templates.PARAMETERS.fine,
            ).patches
        )

    @cached_property
    def fine_ground(self) -> AlignmentTarget:
        """The same of the fine ones."""
        return AlignmentTarget.of(templates_of(self.edition, templates.PARAMETERS.fine, PARAMETERS.usual_blur).patches)


@lru_cache(maxsize=4)
def atlas_of(edition: Edition) -> EditionAtlas:
    """The edition's atlas; a fraction of a second the first time, then at once."""
    return EditionAtlas(
        edition,
        edition_features(edition),
        templates_of(edition, templates.PARAMETERS.coarse),
        templates_of(edition, templates.PARAMETERS.coarse, templates.PARAMETERS.dim),
        templates_of(edition, templates.PARAMETERS.fine),
        templates_of(edition, templates.PARAMETERS.fine, templates.PARAMETERS.soft),
        np.array(
            [
                np.roll([TERRAINS.index(side) for side in view.sides], turns)
                for view in edition.references
                for turns in range(4)
            ],
            dtype=np.int8,
        ),
    )
