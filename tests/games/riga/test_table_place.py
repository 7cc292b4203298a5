"""A place of the table is written and read in one way."""

import pytest

from games.riga.table_place import CardPlace, CellPlace, TablePlace, TilePlace, table_place


@pytest.mark.parametrize(
    ("place", "notation"),
    [
        (CellPlace(1, "Visby"), "cell:1:Visby"),
        (CardPlace("Riga-3"), "card:Riga-3"),
        (TilePlace("Merchant-2"), "tile:Merchant-2"),
    ],
)
def test_a_place_reads_as_it_is_written(place: TablePlace, notation: str) -> None:
    assert place.notation == notation
    assert table_place(notation) == place


@pytest.mark.parametrize("other", ["row:2", "", "cell:Visby", "2,-1"])
def test_a_row_of_the_market_and_what_is_written_otherwise_is_none_of_them(other: str) -> None:
    assert table_place(other) is None
