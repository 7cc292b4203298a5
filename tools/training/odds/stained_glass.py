"""Places on drawn tables with glass, as the reader of photographs asks for them, and whether that glass lies there."""

from __future__ import annotations

import numpy as np

from calibration.arrays import BoolMask, Float64Array
from tools.training.odds.regression import OddsExamples
from vision.artwork.stained_glass.edition import own_glass
from vision.simulator.stained_glass.still import GlassTableTruth, StillGlass
from vision.stained_glass import context
from vision.stained_glass import judge as glass_judge
from vision.stained_glass.context import (
    against_the_box,
    against_the_uneven,
    borne_out,
    chance_support,
    confidences,
    distinct,
    glass_signs,
    part_signs,
    predicted_by,
)
from vision.stained_glass.judge import Sightings, tiles_away
from vision.stained_glass.parts import half_hidden
from vision.stained_glass.plane import squareness
from vision.stained_glass.survey import quads, survey

ON_IT = 0.2  # tile sides between middles up to which a sighting is of a tile
BESIDE_IT = 0.4  # from which it is not; those between teach nothing


def examples_of(still: StillGlass) -> dict[str, OddsExamples]:
    """What the reader asks about one picture, regression by regression."""
    edition = own_glass()
    found = survey(still.picture, edition)
    if found is None:
        return {}
    seen = found.sightings
    off_mm = squareness(found.plane, quads(seen.poses))
    uneven = against_the_uneven(seen, context.PARAMETERS.even)
    whole = _labelled(glass_signs(seen, off_mm), seen, still.truth, uneven)
    sure = confidences(seen, off_mm)
    chosen = distinct(seen, sure)
    seen = seen.at(chosen)
    read = seen.at(against_the_box(seen, sure[chosen], edition.kinds) > context.PARAMETERS.read)
    hidden = half_hidden(found, read)
    chance = chance_support(hidden)
    parts = [_of_parts(hidden, borne_out(found.judge, read, hidden), chance, still.truth)]
    poses, views = predicted_by(found.judge, read)
    if len(views):
        there = found.judge.compare_parts(poses, views, glass_judge.PARAMETERS.beside)
        parts.append(_of_parts(there, np.ones(len(there), bool), chance, still.truth))
    return {"stained_glass": whole, "stained_glass_part": OddsExamples.together(parts)}


def _of_parts(seen: Sightings, predicted: BoolMask, chance: float, truth: GlassTableTruth) -> OddsExamples:
    uneven = against_the_uneven(seen, context.PARAMETERS.even_in_part)
    return _labelled(part_signs(seen, predicted, chance), seen, truth, uneven)


def _labelled(signs: Float64Array, seen: Sightings, truth: GlassTableTruth, offset: Float64Array) -> OddsExamples:
    right, plain = _lies_there(seen, truth)
    return OddsExamples(signs[plain], right[plain], offset[plain])


def _lies_there(seen: Sightings, truth: GlassTableTruth) -> tuple[BoolMask, BoolMask]:
    """(n,) which sightings are of a tile of their kind, and which plainly are or are not."""
    kinds = own_glass().kinds
    spots = np.stack([tile.corners_px.mean(axis=0) for tile in truth.tiles])
    alike = np.array([[tile.kind == kinds[view] for tile in truth.tiles] for view in seen.views]).reshape(len(seen), -1)
    away = np.where(alike, tiles_away(seen.poses, spots), np.inf).min(axis=1)
    return away < ON_IT, (away < ON_IT) | (away > BESIDE_IT)
