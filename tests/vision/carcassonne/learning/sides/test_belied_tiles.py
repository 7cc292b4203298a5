"""A new tile that does not go with what is on record beside it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from games.carcassonne.tiles import tile_type
from vision.carcassonne.learning.sides.belied_tiles import BesideRecord, Said
from vision.carcassonne.poses import TileAsLaid, tile_as_laid
from vision.explanation import Candidate, Discrepancy, Explanation

CURVE, STRAIGHT, CAP, CITY = "BA/Rr", "BA/RFr", "BA/C", "BA/Cc.1"
START, NEW, BESIDE = (0, 0), (1, 1), (0, 1)  # row, column: the new tile lies below the one beside the start tile
LEFT = {CURVE: 4, STRAIGHT: 5, CAP: 3, CITY: 1}  # what may still be drawn
EVERY = {tile_as_laid(key, turns) for key, turns in itertools.product(LEFT, range(4))}
TILES = {START: ("BA/RCr", 0), BESIDE: (STRAIGHT, 0)}  # the road goes on to the east


def said(likely: Mapping[TileAsLaid, float]) -> Said:
    """What is seen at a place: these ways to lie, and every other one hardly."""
    return {tile: likely.get(tile, -9.0) for tile in EVERY}


def held(seen: Said, earlier: Mapping[tuple[int, int], Said]) -> BesideRecord:
    return BesideRecord(NEW, seen, lambda cell: earlier.get(cell, {}), TILES, LEFT)


def sides(tile: TileAsLaid) -> tuple[str, ...]:
    return tile_type(tile[0]).turned[tile[1]].sides


SOUTHWARD = tile_as_laid(CURVE, 0)  # a road that comes from the west and turns south
NORTHWARD = tile_as_laid(STRAIGHT, 1)  # goes on with it, not with the straight road


def test_given_these_tiles_the_curve_leads_to_where_the_new_road_begins() -> None:
    assert sides(SOUTHWARD)[2] == "road" == sides(SOUTHWARD)[3]
    assert sides(NORTHWARD)[0] == "road" == sides(NORTHWARD)[2]
    assert sides(TILES[BESIDE])[2] == "field"


def test_a_new_road_belies_a_straight_one_that_might_have_been_a_curve() -> None:
    """When a curve was recorded as a straight road, though it had been the next likely."""
    earlier = {BESIDE: said({tile_as_laid(*TILES[BESIDE]): 0.0, SOUTHWARD: -2.0})}
    differs = held(said({NORTHWARD: 0.0}), earlier).differing()
    assert differs is not None
    assert (differs.place, differs.seen) == ("1,0", "carcassonne.seen_other_tile")
    assert differs.correction == ("lay BA/RFr 1,0 r0", "lay BA/Rr 1,0 r0")
    assert differs.confidence > 0.9


def test_where_nothing_was_open_about_it_the_new_tile_is_what_does_not_fit() -> None:
    earlier = {BESIDE: said({tile_as_laid(*TILES[BESIDE]): 0.0})}
    for known in (earlier, {}):
        differs = held(said({NORTHWARD: 0.0}), known).differing()
        assert differs is not None
        assert (differs.place, differs.seen, differs.correction) == ("1,1", "carcassonne.seen_misfit", None)


@pytest.mark.parametrize("likely", [{tile_as_laid(CAP, 2): 0.0}, {NORTHWARD: 0.0, SOUTHWARD: -2.0}])
def test_a_tile_that_goes_with_the_record_or_may_be_one_that_does_belies_nothing(
    likely: dict[TileAsLaid, float],
) -> None:
    earlier = {BESIDE: said({tile_as_laid(*TILES[BESIDE]): 0.0, SOUTHWARD: -2.0})}
    assert held(said(likely), earlier).differing() is None


def test_kinds_of_which_no_tile_is_left_are_no_reason_for_doubt() -> None:
    earlier = {BESIDE: said({tile_as_laid(*TILES[BESIDE]): 0.0, SOUTHWARD: -2.0})}
    bag = {key: count for key, count in LEFT.items() if key != CURVE}
    differs = BesideRecord(NEW, said({NORTHWARD: 0.0}), lambda cell: earlier.get(cell, {}), TILES, bag).differing()
    assert differs is not None
    assert differs.correction is None


def test_what_differs_is_told_with_the_explanation_and_once() -> None:
    explanation = Explanation((Candidate((), 0.0, 0.9),), 0.1, 7)
    beside = held(said({NORTHWARD: 0.0}), {})
    differing = beside.added_to(explanation)
    assert [one.place for one in differing.discrepancies] == ["1,1"]
    assert beside.added_to(differing) is differing
    already = Explanation((), 1.0, 7, (Discrepancy("1,1", "carcassonne.seen_tile", "carcassonne.seen_empty", 0.9),))
    assert beside.added_to(already) is already
