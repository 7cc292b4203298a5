"""Where tiles of a map are looked for on a whole picture, however it is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.map_lock.map_seeds import seen_in_turn
from vision.frames import Picture
from vision.registration.feature_seeds import ReferenceFeatures, edition_features

KEY, EDGE = "BA/RCr", 120  # px of the picture: a tile's side


@pytest.fixture(scope="module")
def features() -> ReferenceFeatures:
    north, east, south, west = tile_type(KEY).turned[0].sides
    drawing = Reference(tile_type(KEY).name, (north, east, south, west), tile_picture(KEY, 160, 0), "r")
    return edition_features(edition_of("one", [drawing]))


def table_with_a_tile(left: int, top: int) -> Picture:
    table = np.full((1080, 1920, 3), (70, 90, 130), np.uint8)
    table[top : top + EDGE, left : left + EDGE] = tile_picture(KEY, EDGE, 0)
    return table


@pytest.mark.parametrize(
    ("left", "top", "searches"),
    [
        (880, 500, (0, 1, 2, 3, 4)),
        (450, 500, (1, 2, 3, 4)),
        (60, 500, (2, 4)),
        (1750, 20, (2, 4)),
        (330, 160, (2, 4)),
    ],
    ids=["in the heart", "in the middle", "at the left", "in a corner", "across the middle's corner"],
)
def test_a_tile_is_seen_where_it_lies_by_each_search_that_looks_there(
    features: ReferenceFeatures, left: int, top: int, searches: tuple[int, ...]
) -> None:
    in_turn = list(seen_in_turn(table_with_a_tile(left, top), features))
    assert [more for _, more in in_turn] == [True, True, True, True, False]
    for number in searches:
        middle = in_turn[number][0][0].pose @ [0.5, 0.5, 1.0]
        assert middle[:2] == pytest.approx((left + EDGE / 2, top + EDGE / 2), abs=3)
