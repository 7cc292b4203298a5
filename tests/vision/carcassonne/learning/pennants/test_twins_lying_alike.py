"""A doubt about arms is none about the turn."""

from games.carcassonne.actions import Lay, Skip
from vision.carcassonne.learning.pennants.twins_lying_alike import twins_lying_alike
from vision.explanation import Candidate

BARE, ARMED = "BA/CFc.1", "BA/CFc+"  # a city from side to side


def twin_of(key):
    return {BARE: ARMED, ARMED: BARE}.get(key, key)


def candidate(key, turns):
    return Candidate((Lay(key, -1, 2, turns), Skip()), 0.0, 0.0)


def turns_of(*rows):
    """Kind, turns and score of each candidate; which turns they have then."""
    weights = [(candidate(key, turns), score) for key, turns, score in rows]
    return [one.actions[0].turns for one, _ in twins_lying_alike(weights, twin_of)]


def test_the_twin_lies_as_the_tile_that_is_told_first_where_the_rules_see_no_difference():
    assert turns_of((ARMED, 3, -0.3), (BARE, 1, -1.6)) == [3, 3]


def test_what_lies_otherwise_to_the_rules_and_other_kinds_stay_as_they_are():
    assert turns_of((ARMED, 3, -0.3), (BARE, 0, -1.6), ("BA/Rr", 1, -4.0)) == [3, 0, 1]
    assert turns_of(("BA/Rr", 3, -0.3), (BARE, 1, -1.6)) == [3, 1]
    assert twins_lying_alike([], twin_of) == []
