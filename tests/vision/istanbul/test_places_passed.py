"""A merchant has gone on before anybody pressed for where he went first: people are asked, not the last picture."""

from __future__ import annotations

import pytest

from vision.explanation import Candidate, Explanation
from vision.istanbul.places_passed import PlacesPassed

ON_RECORD = {(9, "merchant", "red"), (5, "merchant", "blue")}


def with_red_on(place):
    return {(place, "merchant", "red"), (5, "merchant", "blue")}


def clear(*actions):
    return Explanation((Candidate(actions, 0.0, 0.95),), 0.05, 7)


@pytest.fixture
def passed():
    return PlacesPassed()


def test_who_was_plainly_seen_elsewhere_may_have_had_a_turn_there(passed):
    assert passed.heeded(clear("move 12"), ON_RECORD, with_red_on(12)) == clear("move 12")
    doubtful = passed.heeded(clear("move 2"), ON_RECORD, with_red_on(2))
    assert doubtful.best.probability < 0.9
    assert doubtful.best.probability + doubtful.unexplained == pytest.approx(1.0)


def test_who_goes_on_once_the_record_has_him_there_passed_over_nothing(passed):
    passed.heeded(clear("move 12"), ON_RECORD, with_red_on(12))
    passed.recorded(with_red_on(12))
    assert passed.heeded(clear("move 2"), with_red_on(12), with_red_on(2)) == clear("move 2")


def test_a_move_that_was_taken_back_is_forgotten(passed):
    passed.heeded(clear("move 12"), ON_RECORD, with_red_on(12))
    passed.heeded(clear(), ON_RECORD, ON_RECORD)
    assert passed.heeded(clear("move 2"), ON_RECORD, with_red_on(2)) == clear("move 2")


def test_the_next_one_who_goes_on_from_his_own_place_is_no_doubt(passed):
    passed.heeded(clear("move 12"), ON_RECORD, with_red_on(12))
    both = {(12, "merchant", "red"), (6, "merchant", "blue")}
    assert passed.heeded(clear("move 12", "end", "move 6"), ON_RECORD, both) == clear("move 12", "end", "move 6")
