"""People put few farmers down; how few, the table tells."""

from __future__ import annotations

import numpy as np
import pytest

from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind
from games.game import Seat
from vision.carcassonne.live.followers.farming_habits import FarmingHabits
from vision.carcassonne.live.remembering import habits_after

STATE = CARCASSONNE.new(CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
LAY = Lay("BA/RFr", 1, 0, 0)  # a straight road between two fields, beside the start tile
OPTIONS = list(CARCASSONNE.deployments(STATE, LAY))
THIEF = next(one for one in OPTIONS if one.feature is FeatureKind.ROAD)
FARMER = next(one for one in OPTIONS if one.feature is FeatureKind.FIELD)


def share_of_fields(habits):
    shares = zip(OPTIONS, habits.shares(OPTIONS).tolist(), strict=True)
    return sum(share for one, share in shares if one.feature is FeatureKind.FIELD)


def often(chosen, times=8):
    habits = FarmingHabits()
    for _ in range(times):
        habits = habits.put_down(OPTIONS, chosen)
    return habits


def test_two_fields_are_chosen_less_often_than_one_road():
    assert len(OPTIONS) == 3
    assert 0.3 < share_of_fields(FarmingHabits()) < 0.5
    assert FarmingHabits().shares(OPTIONS).sum() == pytest.approx(1.0)


def test_people_who_never_lay_a_farmer_down_are_expected_to_do_so_less():
    assert 0.05 < share_of_fields(often(THIEF)) < 0.7 * share_of_fields(FarmingHabits())


def test_people_who_love_farmers_are_believed():
    assert share_of_fields(often(FARMER)) > 0.65


def test_a_large_and_a_small_follower_on_one_feature_share_what_is_its():
    both = [Deploy(size, one.feature, one.location) for one in OPTIONS for size in ("small", "big")]
    assert np.allclose(FarmingHabits().shares(both)[::2], FarmingHabits().shares(OPTIONS))


def put_on_record(*actions):
    state = STATE
    for action in actions:
        state, _ = CARCASSONNE.apply(state, action)
    return habits_after(FarmingHabits(), STATE, state)


def test_the_record_tells_what_was_chosen():
    thief, farmer = put_on_record(LAY, THIEF), put_on_record(LAY, FARMER)
    assert share_of_fields(thief) < share_of_fields(FarmingHabits()) < share_of_fields(farmer)


def test_where_nobody_was_put_down_nothing_is_told():
    assert put_on_record(LAY, Skip()).choices is None
    assert put_on_record(LAY).choices is None


def test_what_was_taken_back_tells_nothing():
    laid, _ = CARCASSONNE.apply(STATE, LAY)
    assert habits_after(FarmingHabits(), CARCASSONNE.apply(laid, THIEF)[0], STATE).choices is None
