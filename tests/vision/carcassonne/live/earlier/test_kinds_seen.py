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


def test_who_never_looked_says_nothing() -> None:
    assert KindsSeen().say(CITY) == 0.0


def test_what_looks_told_speaks_for_it_and_against_everything_else() -> None:
    found = after({CITY: 70.0, ROAD: 66.0})
    assert found.say(CITY) > found.say(ROAD) > found.say(CURVE)


def test_a_look_that_leaves_it_open_says_nothing() -> None:
    assert after({CITY: 70.0, ROAD: 70.0}).say(CITY) == after({CITY: 70.0, ROAD: 70.0}).say(ROAD)


def test_looks_at_one_still_table_repeat_each_other() -> None:
    """Given that half of what two looks say is in common, many of them say no more than one that stands alone."""
    once, often = after({CITY: 2.0, ROAD: 0.0}), after(*[{CITY: 2.0, ROAD: 0.0}] * 1000)
    assert often.say(ROAD) - often.say(CITY) >= -2.0
    assert once.say(ROAD) > often.say(ROAD)


@pytest.mark.parametrize("often", [1, 3, 50])
def test_however_often_a_tile_was_told_it_may_have_been_turned_since(often: int) -> None:
    found = after(*[{CITY: 500.0, ROAD: 0.0}] * often)
    assert found.say(ROAD) >= math.log(kinds_seen.PARAMETERS.changed)


def test_a_kind_that_a_look_did_not_tell_of_was_far_behind() -> None:
    found = after({CITY: 30.0, ROAD: 29.0}, {CITY: 30.0})
    assert found.behind[ROAD] == pytest.approx((1.0 + kinds_seen.PARAMETERS.most_behind) / 2)
