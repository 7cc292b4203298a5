"""What earlier looks at a tile say of which one it is."""

from __future__ import annotations

import math

import pytest

from vision.carcassonne.live.earlier import kinds_seen
from vision.carcassonne.live.earlier.kinds_seen import KindsSeen

CITY, ROAD, CURVE = ("BA/RCr", 2), ("BA/RFr", 0), ("BA/Rr", 3)


def after(*sightings: dict[tuple[str, int], float]) -> KindsSeen:
    found = KindsSeen()
    for scores in sightings:
        found = found.with_look(scores)
    return found


def ahead(earlier: KindsSeen, now: dict[tuple[str, int], float]) -> float:
    """By how many nats a city is ahead of a road."""
    chances = earlier.pooled(now)
    return chances[CITY] - chances[ROAD]


def test_where_nobody_looked_before_the_picture_of_now_tells_alone() -> None:
    assert ahead(KindsSeen(), {CITY: 70.0, ROAD: 67.0}) == pytest.approx(3.0)


def test_two_looks_that_contradict_each_other_leave_it_open() -> None:
    assert abs(ahead(after({CITY: 5.0, ROAD: 0.0}), {CITY: 0.0, ROAD: 5.0})) < math.log(9)


def test_one_look_does_not_outvote_two_before_it() -> None:
    city, road = {CITY: 5.0, ROAD: 0.0}, {CITY: 0.0, ROAD: 3.0}
    assert ahead(after(city, city), road) > 0


def test_a_look_that_hardly_tells_them_apart_says_little() -> None:
    """Given a look that told a city; a blurred one, for which both are alike, leaves it a city."""
    assert ahead(after({CITY: 8.0, ROAD: 0.0}), {CITY: 0.0, ROAD: 0.1}) > math.log(9)


@pytest.mark.parametrize("often", [2, 10, 1000])
def test_looks_at_one_still_table_are_hardly_worth_more_than_one(often: int) -> None:
    once = {CITY: 2.0, ROAD: 0.0}
    worth = ahead(after(*[once] * (often - 1)), once)
    assert 2.0 < worth < 2.0 / kinds_seen.PARAMETERS.in_common


@pytest.mark.parametrize("often", [1, 3, 50])
def test_a_tile_that_was_turned_is_believed_at_the_first_plain_look(often: int) -> None:
    found = after(*[{CITY: 500.0, ROAD: 0.0}] * often)
    assert ahead(found, {CITY: 0.0, ROAD: 30.0}) < -math.log(9)


def test_a_tile_whose_turn_is_over_is_asked_about_before_it_is_believed_to_be_another() -> None:
    """A lamp's mirror image lies on it after the map was pushed: given looks that told a city; when one tells a road
    plainly, then both may be."""
    found = after(*[{CITY: 20.0, ROAD: 0.0}] * 2).pooled({CITY: 0.0, ROAD: 30.0}, over=True)
    assert abs(found[CITY] - found[ROAD]) < math.log(9)


@pytest.mark.parametrize("often", [1, 3, 50])
def test_a_table_that_is_looked_at_again_and_again_says_no_more_than_once(often: int) -> None:
    """Nobody answers, and a lamp shines on the tile: given a look that told a city before the lamp did; when a road is
    told however often, then it is asked about as after the first time."""
    city, road = {CITY: 20.0, ROAD: 0.0}, {CITY: 0.0, ROAD: 20.0}
    found = after(city, city, road)
    for _ in range(often):
        found = found.with_look(road, unchanged=True)
    again, first = found.pooled(road, unchanged=True, over=True), after(city, city).pooled(road, over=True)
    assert again[CITY] - again[ROAD] == pytest.approx(first[CITY] - first[ROAD], abs=1.0)


def test_what_a_shaken_picture_has_wrong_the_next_one_of_the_same_table_mends() -> None:
    shaken, sharp = {CITY: 0.0, ROAD: 4.0}, {CITY: 10.0, ROAD: 0.0}
    chances = after(shaken).pooled(sharp, unchanged=True)
    assert chances[CITY] > math.log(0.9)


def test_a_kind_that_a_look_did_not_tell_of_was_far_behind() -> None:
    found = after({CITY: 30.0, ROAD: 29.0}, {CITY: 30.0}, {CITY: 30.0})
    assert found.behind[ROAD] == pytest.approx((1.0 + kinds_seen.PARAMETERS.most_behind) / 2)
    assert CURVE not in found.behind
