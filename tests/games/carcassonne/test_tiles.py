"""What is printed on the tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from games.carcassonne.tiles import (
    HALVES,
    INNER,
    SIDES,
    FeatureKind,
    stock,
    tile_type,
    tile_types,
    turned_edge,
    turns_alike,
    usual_turns,
)
from games.game import Refusal, RefusalKind

C, F, R = "city", "field", "road"
# Letter -> sides north, east, south, west of its usual picture, and how many there are in the box.
LETTERS = {
    "A": ((F, F, R, F), 2),
    "B": ((F, F, F, F), 4),
    "C": ((C, C, C, C), 1),
    "D": ((C, R, F, R), 4),
    "E": ((C, F, F, F), 5),
    "F": ((F, C, F, C), 2),
    "G": ((F, C, F, C), 1),
    "H": ((C, F, C, F), 3),
    "I": ((C, F, F, C), 2),
    "J": ((C, R, R, F), 3),
    "K": ((C, F, R, R), 3),
    "L": ((C, R, R, R), 3),
    "M": ((C, F, F, C), 2),
    "N": ((C, F, F, C), 3),
    "O": ((C, R, R, C), 2),
    "P": ((C, R, R, C), 3),
    "Q": ((C, C, F, C), 1),
    "R": ((C, C, F, C), 3),
    "S": ((C, C, R, C), 2),
    "T": ((C, C, R, C), 1),
    "U": ((R, F, R, F), 8),
    "V": ((F, F, R, R), 9),
    "W": ((F, R, R, R), 4),
    "X": ((R, R, R, R), 1),
}
PENNANTS = "CFMOQS"
WHOLE_CITY = "FGMNOPQRST"  # where the city sides are one city


@pytest.mark.parametrize(
    ("letter", "ways"),
    [("U", 2), ("B", 4), ("A", 1), ("C", 4), ("X", 4), ("F", 2), ("G", 2), ("H", 2), ("V", 1), ("I", 1)],
)
def test_how_many_turns_are_the_same_to_the_rules(letter: str, ways: int) -> None:
    for turns in range(4):
        alike = turns_alike(letter, turns)
        assert turns in alike
        assert len(alike) == ways
        assert {tile_type(letter).turned[one].sides for one in alike} == {tile_type(letter).turned[turns].sides}


@pytest.mark.parametrize("letter", LETTERS)
def test_letter(letter: str) -> None:
    sides, count = LETTERS[letter]
    kind = tile_type(letter)
    assert kind.letter == letter
    assert kind.turned[usual_turns(kind.key)].sides == sides
    assert stock(["basic"])[kind.key] == count
    cities = [feature for feature in kind.features if feature.kind is FeatureKind.CITY]
    assert sum(city.pennants for city in cities) == (letter in PENNANTS)
    if letter in WHOLE_CITY:
        assert len(cities) == 1
    if letter in "HI":
        assert len(cities) == 2
    assert any(feature.kind is FeatureKind.MONASTERY for feature in kind.features) == (letter in "AB")


def test_boxes() -> None:
    assert stock(["basic"]).total() == 72
    assert stock(["basic", "inns-and-cathedrals"]).total() == 90
    assert stock(["inns-and-cathedrals"])["IC/Cccc.c"] == 2
    assert len([kind for kind in tile_types().values() if kind.letter]) == 24


def test_gardens_are_played_like_tiles_without_them() -> None:
    assert tile_type("BA/CcG") is tile_type("BA/Cc.1")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        tile_type("BA/Nonsense")
    assert refused.value.kind is RefusalKind.INVALID
    with pytest.raises(Refusal):
        stock(["river"])


@pytest.mark.parametrize("key", tile_types())
def test_features_part_the_edges_of_every_tile(key: str) -> None:
    """Every side has one city or road, or is all field; every half side that borders no city has one field."""
    for turned in tile_type(key).turned:
        edges = Counter(edge for feature in turned.features for edge in feature.edges if edge != INNER)
        assert max(edges.values()) == 1
        for side in SIDES:
            halves = [half for half in HALVES if half[0] == side]
            if side in edges:
                kind = turned.sides[SIDES.index(side)]
                assert all((half in edges) == (kind == R) for half in halves)
            else:
                assert turned.sides[SIDES.index(side)] == F
                assert all(half in edges for half in halves)


@pytest.mark.parametrize("key", tile_types())
def test_four_turns_are_no_turn(key: str) -> None:
    kind = tile_type(key)
    for turns, turned in enumerate(kind.turned):
        assert turned.sides == tuple(kind.turned[0].sides[(side - turns) % 4] for side in range(4))
        for feature, upright in zip(turned.features, kind.features, strict=True):
            assert set(feature.edges) == {turned_edge(edge, turns) for edge in upright.edges}
            assert feature.cities == upright.cities


@pytest.mark.parametrize("key", tile_types())
def test_fits_agrees_with_the_sides(key: str) -> None:
    codes = {"": 0, F: 1, R: 2, C: 3}
    kind = tile_type(key)
    for north in codes:
        for east in codes:
            for south in codes:
                for west in codes:
                    wanted = (north, east, south, west)
                    demand = sum(codes[name] << 2 * side for side, name in enumerate(wanted))
                    turns = tuple(
                        turned.turns
                        for turned in kind.turned
                        if all(want in ("", side) for want, side in zip(wanted, turned.sides, strict=True))
                    )
                    assert kind.fits.get(demand, ()) == turns


def test_fields_know_their_cities() -> None:
    """The start tile's field beside the city touches it, the one across the road does not."""
    fields = [feature for feature in tile_type("D").features if feature.kind is FeatureKind.FIELD]
    assert sorted(len(field.cities) for field in fields) == [0, 1]
    (inner,) = (feature for feature in tile_type("IC/CCCC").features if feature.kind is FeatureKind.FIELD)
    assert len(inner.cities) == 4
