"""Where feet stand on a tile of which there is no picture, by the terrain that the network paints on this very one.

Where an edition's roads bend and its walls run differs from where they usually do (:mod:`vision.carcassonne.live.plan`)
by as much as tells a thief from a farmer. The network sees that on tiles of any drawing, also beneath whoever stands
there, as far as his surroundings tell it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures.followers import usual_footing
from vision.carcassonne.live import drawn
from vision.carcassonne.live.drawn import footing, inwards, nearest, road_along, turned_clockwise, usually_there, whole
from vision.carcassonne.live.plan import NOWHERE, SIZE, Labels, usual, with_fields
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain.reader import TERRAINS

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintedFootingParameters(Parameters):
    """How far what is painted on a tile is believed to be where its features lie."""

    faint: float = parameter(0.02, "chance", "of a terrain beyond which it is not told apart any more", CHOSEN)
    unlike_road: float = parameter(
        0.75, "cost", "of a px that a road runs through, for each unit of log-odds against one", FINDING
    )
    # Of 99 followers on twelve tables of two foreign editions 96 and 85 stood likeliest where they did, by feet that
    # were misjudged by 0.05 and 0.08 of a tile, and 97 and 92 with this; 0.5 to 0.85 tell the same.
    believed: float = parameter(
        0.7, "share", "of where feet stand that is told by what is painted, not by the usual plan", FINDING
    )


PARAMETERS = PaintedFootingParameters()
_PAINTED = {
    FeatureKind.CITY: (TERRAINS.index("city"), TERRAINS.index("shield")),
    FeatureKind.MONASTERY: (TERRAINS.index("cloister"),),
    FeatureKind.ROAD: (TERRAINS.index("road"),),
}


def painted_footing(key: str, turns: int, ground: Float32Array) -> Float32Array:
    """(features, SIZE, SIZE) where feet stand on each feature of a tile with so many quarter turns.

    Args:
        ground: (terrains, SIZE, SIZE) how likely each spot of the tile as it lies shows which terrain: see
            :meth:`vision.tile_map.terrain.reader.TerrainReader.look`.
    """
    at_rest = np.rot90(ground, turns, axes=(1, 2))
    seen = turned_clockwise(footing(key, painted_labels(key, at_rest)), turns)
    return np.asarray(PARAMETERS.believed * seen + (1 - PARAMETERS.believed) * usual_footing(key, turns), np.float32)


def painted_labels(key: str, ground: NDArray[np.float32]) -> Labels:
    """(SIZE, SIZE): the index of the feature that is painted there on a tile at rest, or -1."""
    features, plan = tile_type(key).features, usual(key)
    found = np.full((SIZE, SIZE), NOWHERE, np.int8)
    for kind in (FeatureKind.MONASTERY, FeatureKind.CITY):
        usually = usually_there(key, kind)
        if usually.any():
            as_usual = np.clip(inwards(usually) / drawn.PARAMETERS.border_strays, -5, 5)
            where = whole(_log_odds(ground, kind) + as_usual > 0) & (found == NOWHERE)
            found[where] = nearest(plan, [i for i, one in enumerate(features) if one.kind is kind])[where]
    unlike = PARAMETERS.unlike_road * np.maximum(-_log_odds(ground, FeatureKind.ROAD).astype(np.float64), 0.0)
    for index, feature in enumerate(features):
        if feature.kind is FeatureKind.ROAD:
            found[road_along(feature.edges, plan == index, unlike) & (found == NOWHERE)] = index
    for index, feature in enumerate(features):  # gardens and the like
        if feature.kind not in (*_PAINTED, FeatureKind.FIELD):
            found[(plan == index) & (found == NOWHERE)] = index
    return with_fields(key, found)


def _log_odds(ground: NDArray[np.float32], kind: FeatureKind) -> Float32Array:
    """(SIZE, SIZE) of each spot, that it shows the terrain of such features."""
    chance = np.clip(ground[list(_PAINTED[kind])].sum(axis=0), PARAMETERS.faint, 1 - PARAMETERS.faint)
    return np.asarray(np.log(chance / (1 - chance)), np.float32)
