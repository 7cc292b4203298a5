"""Where the market of Riga lies: within the width of the matrix, nothing hidden."""

from itertools import pairwise

import pytest

from companion.ui.riga.market import LARGE, LARGEST, LOW

WIDE = 11.54  # of the matrix with Riga's own buildings
ROWS = (("cloth",) * 2, ("glass",) * 3, (), ("wine",) * 4, ("grain",))
OFFER = tuple(f"b{number}" for number in range(6))


@pytest.mark.parametrize("market", [LARGEST, LARGE, LOW])
@pytest.mark.parametrize("rows", [ROWS, (("cloth",) * 4,) * 5, (("cloth",) * 6,) * 6])
def test_it_stays_within_the_width_of_the_matrix_where_its_rows_are_as_long_as_they_get(market, rows):
    places = market.places(rows, OFFER, top=5.0, wide=WIDE)
    if market.two_lines:
        assert max(right for _, _, right, _ in places.values()) <= WIDE + 1e-9
    assert max(bottom for _, _, _, bottom in places.values()) == pytest.approx(5.0 + market.high)


def test_rows_and_buildings_lie_apart_and_buildings_are_half_as_large_again_where_there_is_room():
    places = LARGE.places(ROWS, OFFER, top=0.0, wide=WIDE)
    for kind in ("row", "card"):
        boxes = [box for place, box in places.items() if place.startswith(kind)]
        assert all(one[2] <= other[0] for one, other in pairwise(boxes))
    assert LARGE.building >= 1.5 * LOW.building
