"""Where tiles of a map are looked for on a whole picture, however it is looked at."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.map_lock.map_seeds import seen_anywhere, seen_coarsely, seen_in_the_middle
from vision.frames import Picture
from vision.registration.feature_seeds import ReferenceFeatures, TileSeed, edition_features

KEY, EDGE, LEFT, TOP = "BA/RCr", 120, 880, 500  # px of the picture: a tile's side, and its left upper corner


@pytest.fixture(scope="module")
def features() -> ReferenceFeatures:
    north, east, south, west = tile_type(KEY).turned[0].sides
    drawing = Reference(tile_type(KEY).name, (north, east, south, west), tile_picture(KEY, 160, 0), "r")
    return edition_features(edition_of("one", [drawing]))


@pytest.fixture(scope="module")
def picture() -> Picture:
    table = np.full((1080, 1920, 3), (70, 90, 130), np.uint8)
    table[TOP : TOP + EDGE, LEFT : LEFT + EDGE] = tile_picture(KEY, EDGE, 0)
    return table


@pytest.mark.parametrize("seen", [seen_coarsely, seen_in_the_middle, seen_anywhere])
def test_a_tile_in_the_middle_is_seen_there_however_it_is_looked_for(
    picture: Picture, features: ReferenceFeatures, seen: Callable[[Picture, ReferenceFeatures], list[TileSeed]]
) -> None:
    middle = seen(picture, features)[0].pose @ [0.5, 0.5, 1.0]
    assert middle[:2] == pytest.approx((LEFT + EDGE / 2, TOP + EDGE / 2), abs=3)
