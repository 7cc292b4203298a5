"""Whoever stands on a tile of an unknown edition stands on what is painted there, wherever it usually lies."""

from __future__ import annotations

import numpy as np
import pytest

from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.learning.faceless import Onlooker
from vision.carcassonne.learning.painted_footing import painted_footing, painted_labels
from vision.carcassonne.live.plan import SIZE, usual
from vision.tile_map.terrain.reader import TERRAINS

BEND, CAP = "BA/Rr", "BA/C"
TERRAIN_OF = {
    FeatureKind.FIELD: "field",
    FeatureKind.ROAD: "road",
    FeatureKind.CITY: "city",
    FeatureKind.MONASTERY: "cloister",
}


def painted(key, turns=0, **over):
    """(terrains, SIZE, SIZE) of a tile that is drawn as usual, but for the spots of some terrains."""
    chances = np.full((len(TERRAINS), SIZE, SIZE), 0.01, np.float32)
    shown = np.full((SIZE, SIZE), TERRAINS.index("field"))
    for index, feature in enumerate(tile_type(key).features):
        shown[usual(key) == index] = TERRAINS.index(TERRAIN_OF[feature.kind])
    for terrain, spots in over.items():
        shown[shown == TERRAINS.index(terrain)] = TERRAINS.index("field")
        shown[spots] = TERRAINS.index(terrain)
    np.put_along_axis(chances, shown[None], 0.95, axis=0)
    return np.rot90(chances, -turns, axes=(1, 2))


def square_bend():
    """(SIZE, SIZE) a road from the south that goes straight to the middle of its tile and turns to the west there."""
    spots = np.zeros((SIZE, SIZE), bool)
    spots[14:, 14:18] = spots[14:18, :18] = True
    return spots


@pytest.mark.parametrize("turns", range(4))
def test_a_thief_in_the_corner_of_a_square_bend_is_no_farmer(turns):
    """Usually a road bends round the corner of its tile and leaves out the middle."""
    lay = Lay(BEND, 0, 0, turns)
    options = [Deploy("small", one.kind, one.location) for one in tile_type(BEND).turned[turns].features]
    in_the_middle = Onlooker(0.99, (0.5, 0.5))
    road = next(place for place, one in enumerate(options) if one.feature is FeatureKind.ROAD)
    drawn = painted_footing(BEND, turns, painted(BEND, turns, road=square_bend()))
    assert in_the_middle.near(lay, options)[road] < 0.2
    assert in_the_middle.near(lay, options, drawn)[road] > 0.8


def test_a_wall_stands_where_it_is_painted():
    deep = np.zeros((SIZE, SIZE), bool)
    deep[:14] = True
    (city,) = (index for index, one in enumerate(tile_type(CAP).features) if one.kind is FeatureKind.CITY)
    usually, now = (painted_labels(CAP, ground) for ground in (painted(CAP), painted(CAP, city=deep)))
    assert (usually[11, 4:28] != city).all()
    assert (now[11, 4:28] == city).all()


@pytest.mark.parametrize("key", ["BA/L", "BA/RRRR", "BA/CcRr", "BA/CFC.2", "BA/Cccc+"])
def test_what_is_painted_as_usual_is_where_it_usually_is(key):
    assert (painted_labels(key, painted(key)) == usual(key)).mean() > 0.9
