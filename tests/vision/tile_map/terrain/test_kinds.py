from collections import Counter

import pytest

from vision.tile_map.terrain.kinds import column_of, kinds, placements


def test_the_base_game_has_24_kinds_and_79_distinct_ways_to_lie() -> None:
    base = [place for place in placements() if place.kind.in_base_game]
    assert "".join(kind.letter for kind in kinds() if kind.in_base_game) == "ABCDEFGHIJKLMNOPQRSTUVWX"
    ways = Counter(place.kind.letter for place in base)
    assert (ways["B"], ways["C"], ways["X"]) == (1, 1, 1)  # turning them changes nothing that the rules know
    assert (ways["F"], ways["G"], ways["H"], ways["U"]) == (2, 2, 2, 2)
    assert sum(ways.values()) == 79


def test_a_road_tile_turned_by_half_is_read_as_the_same() -> None:
    assert column_of("BA/RFr", 3) == column_of("BA/RFr", 1) != column_of("BA/RFr", 0)


def test_turning_clockwise_takes_the_city_from_north_to_east() -> None:
    start = placements()[column_of("BA/RCr", 1)]
    assert start.kind.sides(start.turns) == ("road", "city", "road", "field")


def test_a_joined_city_and_two_apart_are_different_looks() -> None:
    joined, apart = placements()[column_of("BA/CFc.1", 0)].kind, placements()[column_of("BA/CFC.2", 1)].kind
    assert joined.sides(0) == apart.sides(1)
    assert joined.look(0) != apart.look(1)


def test_the_wall_that_parts_two_fields_sets_one_kind_apart() -> None:
    assert [kind.key for kind in kinds() if kind.split] == ["IC/C!"]


def test_a_kind_never_taught_is_refused() -> None:
    with pytest.raises(KeyError):
        column_of("TR/C", 0)
