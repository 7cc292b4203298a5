from __future__ import annotations

import pytest

from games.place_before import GLASS, ROUTE, PlaceBefore


@pytest.mark.parametrize(
    ("notation", "place"),
    [("glass 1 4a", PlaceBefore(GLASS, 1, "4a")), ("route 0", PlaceBefore(ROUTE, 0))],
)
def test_a_place_before_a_player_is_read_as_it_is_written(notation: str, place: PlaceBefore) -> None:
    assert PlaceBefore.read(notation) == place
    assert place.notation == notation


@pytest.mark.parametrize("notation", ["2,-1", "C4", "glass", "glass one 4a", "card:Riga-3", ""])
def test_other_places_are_none(notation: str) -> None:
    assert PlaceBefore.read(notation) is None
