"""A place of the map is written and read in one way."""

import pytest

from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.tiles import FeatureKind


@pytest.mark.parametrize(
    ("place", "notation"),
    [
        (PlaceOnMap(2, -1), "2,-1"),
        (PlaceOnMap(-3, 0, FeatureKind.CITY, "N.E"), "-3,0 City N.E"),
    ],
)
def test_a_place_reads_as_it_is_written(place: PlaceOnMap, notation: str) -> None:
    assert place.notation == notation
    assert PlaceOnMap.read(notation) == place


@pytest.mark.parametrize("beside", ["window 2", "", "2", "cell:1:Visby"])
def test_what_lies_beside_the_map_is_no_place_of_it(beside: str) -> None:
    assert PlaceOnMap.read(beside) is None
