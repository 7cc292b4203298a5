"""A Swiss tournament on a club's evening."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.matching import largest_matching
from companion.club.swiss import Pairing, begun, next_round, standings, with_match_result
from games.game import Refusal


def played_round(tournament, draw):
    """One more round, each game ending as ``draw`` says: 0, 1 or 2 for first, second, nobody."""
    tournament = next_round(tournament)
    for one in tournament.rounds[-1]:
        if one.second is not None:
            result = draw()
            won = (one.first, one.second, "")[result]
            tournament = with_match_result(tournament, one.first, one.second, (50 - result, 40), won)
    return tournament


def first_always_wins():
    return 0


# Rounds as people know them


def test_in_the_first_round_neighbours_of_the_list_meet():
    tournament = next_round(begun("carcassonne", ("Anna", "Ben", "Cleo", "Dora")))
    assert tournament.rounds[0] == (Pairing("Anna", "Ben"), Pairing("Cleo", "Dora"))


def test_winners_meet_winners():
    tournament = played_round(begun("carcassonne", ("Anna", "Ben", "Cleo", "Dora")), first_always_wins)
    assert next_round(tournament).rounds[1] == (Pairing("Anna", "Cleo"), Pairing("Ben", "Dora"))


def test_the_odd_one_out_is_free_and_has_a_point_for_it():
    tournament = next_round(begun("carcassonne", ("Anna", "Ben", "Cleo")))
    assert tournament.rounds[0] == (Pairing("Anna", "Ben"), Pairing("Cleo"))
    assert {one.name: one.halves for one in standings(tournament)}["Cleo"] == 2


def test_no_round_begins_before_the_last_is_over():
    tournament = next_round(begun("carcassonne", ("Anna", "Ben")))
    with pytest.raises(Refusal) as refused:
        next_round(tournament)
    assert refused.value.phrase.key == "club.round_open"


def test_a_result_told_from_the_other_side_of_the_table_is_the_same():
    tournament = next_round(begun("carcassonne", ("Anna", "Ben")))
    assert with_match_result(tournament, "ben", "anna", (31, 62), "anna") == with_match_result(
        tournament, "Anna", "Ben", (62, 31), "Anna"
    )


def test_people_who_do_not_play_each_other_have_no_result():
    with pytest.raises(Refusal):
        with_match_result(
            next_round(begun("carcassonne", ("Anna", "Ben", "Cleo", "Dora"))), "Anna", "Dora", (1, 2), "Dora"
        )


def test_a_name_is_in_a_tournament_once():
    with pytest.raises(Refusal):
        begun("carcassonne", ("Anna", "anna "[:4]))
    with pytest.raises(Refusal):
        begun("carcassonne", ("Anna",))


def test_equal_points_are_told_apart_by_whom_people_played_then_by_the_difference_of_scores():
    tournament = next_round(begun("carcassonne", ("Anna", "Ben", "Cleo", "Dora")))
    tournament = with_match_result(tournament, "Anna", "Ben", (60, 50), "Anna")
    tournament = with_match_result(tournament, "Cleo", "Dora", (80, 50), "Cleo")
    assert [one.name for one in standings(tournament, ("buchholz", "margin"))] == ["Cleo", "Anna", "Ben", "Dora"]
    assert [one.rank for one in standings(tournament, ("buchholz",))] == [1, 1, 3, 3]


# What always holds


sizes, results = st.integers(2, 12), st.integers(0, 2)


@given(sizes, st.data())
@settings(max_examples=60)
def test_everybody_plays_or_is_free_in_every_round(size, data):
    tournament = begun("carcassonne", [f"P{n}" for n in range(size)])
    for _ in range(data.draw(st.integers(1, size + 1))):
        tournament = played_round(tournament, lambda: data.draw(results))
        seated = [name for one in tournament.rounds[-1] for name in (one.first, one.second) if name is not None]
        assert sorted(seated) == sorted(tournament.players)
        assert sum(one.second is None for one in tournament.rounds[-1]) == size % 2


@given(sizes, st.data())
@settings(max_examples=60)
def test_nobody_is_free_twice_before_everybody_was_once(size, data):
    tournament = begun("carcassonne", [f"P{n}" for n in range(size)])
    for _ in range(size + 1):
        tournament = played_round(tournament, lambda: data.draw(results))
        free = Counter(one.first for rounds in tournament.rounds for one in rounds if one.second is None)
        assert max(free.values(), default=0) - min(free[name] for name in tournament.players) <= 1


def fewest_repeats(names, met):
    """Tried one by one: how many pairs of a round must have met before."""
    if not names:
        return 0
    first, rest = names[0], names[1:]
    return min(
        (frozenset((first, other)) in met) + fewest_repeats([one for one in rest if one != other], met)
        for other in rest
    )


@given(st.sampled_from((2, 4, 6, 8)), st.data())
@settings(max_examples=40)
def test_nobody_meets_twice_where_that_can_be_avoided(size, data):
    tournament = begun("carcassonne", [f"P{n}" for n in range(size)])
    met = set()
    for _ in range(size + 1):
        tournament = played_round(tournament, lambda: data.draw(results))
        pairs = [frozenset((one.first, one.second)) for one in tournament.rounds[-1]]
        assert sum(pair in met for pair in pairs) == fewest_repeats(list(tournament.players), met)
        met.update(pairs)


@given(st.integers(0, 7), st.data())
def test_the_largest_matching_is_as_large_as_one_that_was_tried_out(size, data):
    pairs = [pair for pair in combinations(range(size), 2) if data.draw(st.booleans())]
    edges = [[b if a == vertex else a for a, b in pairs if vertex in (a, b)] for vertex in range(size)]

    def tried(left):
        return max((1 + tried([p for p in left if not set(p) & set(one)]) for one in left), default=0)

    assert largest_matching(edges) == tried(pairs)
