"""Followers on a map that is followed: who is accepted at once, who is looked at again, who has gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.carcassonne.following.standing_followers import FollowersInView, StandingFollowers, seen_again
from vision.carcassonne.observation import SeenFollower

HERE = (0, 1)
RED = SeenFollower(*HERE, "red", "city", "N", 0.99, (0.0, 0.0), (0.5, 0.5), True)
FAINT = replace(RED, confidence=0.7)


class Map:
    """A single tile on which somebody may stand; every picture tells something of it."""

    def __init__(self):
        self.followers = StandingFollowers()

    def shows(self, who=None, *, steady=True, arms=False, moved=False):
        seen = {} if who is None else {HERE: who}
        view = FollowersInView(seen, [HERE], {HERE}, set() if moved else {HERE}, arms, steady)
        return [(kind.value, who.colour) for kind, _, who, _ in self.followers.take(view)]


@pytest.fixture
def table():
    return Map()


def test_a_clear_follower_is_accepted_at_once_and_told_once(table):
    assert table.shows(RED) == [("follower", "red")]
    assert table.shows(RED) == []


def test_one_that_a_hand_is_over_is_looked_at_again(table):
    assert table.shows(RED, arms=True) == []
    assert table.shows(RED) == [("follower", "red")]


def test_a_faint_one_is_accepted_once_it_has_been_seen_three_times(table):
    assert table.shows(FAINT) == []
    assert table.shows(FAINT) == []
    assert table.shows(FAINT) == [("follower", "red")]


def test_people_are_told_where_nobody_can_say_what_it_stands_on(table):
    between = replace(RED, on_feature=0.6)
    assert [table.shows(between) for _ in range(4)] == [[], [], [("unsure", "red")], []]
    assert table.followers.known == {}
    assert table.followers.unclear == {HERE: between}


def test_once_people_were_told_a_little_more_certainty_is_not_enough(table):
    for _ in range(3):
        table.shows(replace(RED, on_feature=0.85))
    assert table.shows(replace(RED, on_feature=0.91)) == []
    assert table.shows(replace(RED, on_feature=0.99)) == [("follower", "red")]


def test_a_follower_has_gone_once_two_pictures_show_nobody(table):
    table.shows(RED)
    assert table.shows() == []
    assert HERE in table.followers.unsettled
    assert table.shows() == [("follower_gone", "red")]


def test_nobody_has_gone_from_behind_what_moves_over_the_tile(table):
    table.shows(RED)
    assert [table.shows(moved=True) for _ in range(4)] == [[]] * 4
    assert table.shows(RED) == []


def test_one_that_is_hardly_seen_any_more_has_not_gone_and_one_that_is_hardly_seen_has_not_come(table):
    hardly = replace(RED, confidence=0.1)
    assert [table.shows(hardly) for _ in range(4)] == [[]] * 4
    table.shows(RED)
    assert [table.shows(hardly) for _ in range(4)] == [[]] * 4


def test_while_the_light_changes_nobody_has_gone(table):
    table.shows(RED)
    assert [table.shows(steady=False) for _ in range(4)] == [[]] * 4
    assert table.shows(RED) == []


def test_what_the_last_picture_did_not_show_counts_at_the_end(table):
    table.shows(RED)
    table.shows()
    assert [(kind.value, sure) for kind, _, _, sure in table.followers.finish()] == [("follower_gone", 0.45)]


def test_seeing_the_same_again_tells_more_but_less_than_as_much_anew():
    assert seen_again(0.7, 1) == pytest.approx(0.7)
    assert seen_again(0.7, 2) < seen_again(0.7, 3) < 0.99
