import json
from dataclasses import replace

import pytest

from games.cronberg.components import (
    CronbergBox,
    RhombKind,
    Symbol,
    default_edition,
    edition_from_json,
    edition_to_json,
)
from games.cronberg.outlook import nearly_cut_off
from games.cronberg.rules import CRONBERG
from games.cronberg.state import CUTS_OFF, LEAVES_OPEN, Setup
from games.game import Refusal, RefusalKind, Seat

TWO = (Seat("Anne", "blue"), Seat("Karl", "green"))


def refused(state, line):
    with pytest.raises(Refusal) as caught:
        CRONBERG.apply(state, CRONBERG.read(line))
    return caught.value


def test_a_fresh_board_offers_every_crossing_and_every_rhomb_both_ways_round(fresh):
    actions = [CRONBERG.write(action) for action in CRONBERG.legal(fresh)]
    assert sum(line.startswith("token") for line in actions) == 37
    assert sum(line.startswith("rhomb") for line in actions) == 28 * 72 * 2
    assert "pass" not in actions


@pytest.mark.parametrize(
    ("before", "line", "key", "place"),
    [
        ((), "pass", "must_place", None),
        ((), "token H9", "no_such_crossing", "H9"),
        (("token D4",), "token D4", "occupied", "D4"),
        ((), "rhomb castle 1.1+1.2 head A2", "no_such_rhomb", "castle"),
        ((), "rhomb church 1.1+9.9 head A1", "no_such_triangle", "9.9"),
        ((), "rhomb church 1.1+1.3 head A1", "no_such_site", "A1"),  # they share no edge
        ((), "rhomb church 1.1+1.2 head A1", "no_such_site", "A1"),  # A1 lies under a wide corner
        (("rhomb church 1.1+1.2 head A2",), "rhomb church 1.3+1.4 head A3", "none_left", "church"),
        (("rhomb church 1.1+1.2 head A2",), "rhomb inn 1.2+1.3 head A1", "covered", "1.2"),
        (("rhomb church 1.1+1.2 head A2",), "token A1", "no_free_triangle", "A1"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_its_reason_and_place(fresh, play, before, line, key, place):
    refusal = refused(play(fresh, *before), line)
    assert refusal.phrase.key == f"cronberg.refused.{key}"
    assert (refusal.value, refusal.place) == (line, place)


def test_the_fifth_token_of_a_player_is_refused(play):
    state = CRONBERG.new(Setup(TWO, default_edition()))
    state = play(state, *(f"token {place}" for place in ("D1", "A1", "D2", "A2", "D3", "A3", "D4", "A4")))
    assert refused(state, "token G1").phrase.key == "cronberg.refused.no_token_left"
    assert not any(CRONBERG.write(action).startswith("token") for action in CRONBERG.legal(state))


def small(symbol=Symbol.PARK, count=3, tokens=1, numbers=(2, 1, 2, 1), **changes):
    """A board of six triangles around one crossing."""
    kinds = (RhombKind("house", "cottage", numbers, count),)
    return CRONBERG.new(replace(Setup(TWO, CronbergBox("small", 1, (symbol,) * 6, kinds, tokens)), **changes))


def test_passing_is_for_those_who_can_place_neither_and_the_game_goes_on_for_others(play):
    state = play(small(), "token A1", "token A2")
    state = play(state, "rhomb house 1.1+1.2 head A2", "rhomb house 1.3+2.3 head A2")
    # Four triangles are covered, 2.1 and 2.2 are free: Anne may lay the last rhomb, and must.
    assert {CRONBERG.write(action).split()[0] for action in CRONBERG.legal(state)} == {"token", "rhomb"}


def test_the_last_rhomb_of_the_stack_cuts_off_whatever_is_free(play):
    state = play(small(count=1), "token C1", "rhomb house 1.1+1.2 head A2")
    assert len(state.activated) == 4
    # Anne's token counts the park; both players may still place, then the game ends.
    assert state.to_move == 0


def test_who_reads_it_otherwise_leaves_triangles_open_that_a_rhomb_would_fit_on(play):
    state = play(small(count=1, empty_stack=LEAVES_OPEN), "token C1", "rhomb house 1.1+1.2 head A2")
    assert state.activated == frozenset()
    assert nearly_cut_off(small(count=1, empty_stack=LEAVES_OPEN)) == ()


def test_a_reading_survives_as_plain_data_and_an_unknown_one_is_refused():
    setup = small(empty_stack=LEAVES_OPEN).setup
    data = dict(CRONBERG.setup_to_json(setup))
    assert CRONBERG.setup_from_json(data) == setup
    before = {key: one for key, one in data.items() if key != "empty_stack"}  # a game kept by an earlier version
    assert CRONBERG.setup_from_json(before).empty_stack == CUTS_OFF
    with pytest.raises(Refusal, match="empty_stack"):
        CRONBERG.setup_from_json({**data, "empty_stack": "whatever"})


def test_a_guard_that_the_last_rhomb_cuts_off_drives_every_token_home(play):
    state = play(small(Symbol.GUARD, count=1), "token C1", "rhomb house 1.1+1.2 head A2")
    assert state.to_move is None  # every crossing is barred or closed
    assert state.tokens == ()
    assert state.scores == (0, 0)


def test_a_corner_crossing_of_the_board_is_scored_when_its_two_triangles_are_covered(play):
    state = play(small(), "token A1")
    state, events = CRONBERG.apply(state, CRONBERG.read("rhomb house 1.1+1.2 head A2"))
    (line,) = [event.line for event in events if event.line]
    assert (line.player, line.points, line.places, line.rule) == (
        0, 1, ("A1",), "Cronberg, B placing a rhomb, 1. intermediate scoring"
    )  # fmt: skip
    assert state.tokens_in_hand(0) == 1


def test_scores_are_carried_over_a_series_of_games(play):
    state = small(start_scores=(12, -3))
    state = play(state, "token A1", "rhomb house 1.1+1.2 head A2")
    assert state.scores == (13, -3)


def test_equal_scores_share_a_rank():
    assert [standing.rank for standing in CRONBERG.standings(small(start_scores=(5, 5)))] == [1, 1]


@pytest.mark.parametrize(
    ("seats", "scores", "key"),
    [
        (TWO[:1], (), "seats"),
        ((*TWO, *TWO, *TWO), (), "seats"),
        ((TWO[0], TWO[0]), (), "colours"),
        ((TWO[0], Seat("Ulla", "puce")), (), "colours"),
        (TWO, (1, 2, 3), "start_scores"),
    ],
)
def test_an_impossible_set_up_is_refused(seats, scores, key):
    with pytest.raises(Refusal) as caught:
        CRONBERG.new(Setup(seats, default_edition(), scores))
    assert caught.value.phrase.key == f"cronberg.refused.{key}"


@pytest.mark.parametrize("text", ["", "token", "token 4C", "rhomb church 1.1 head A1", "pass pass", "rhomb x 1.1+1.2"])
def test_what_is_no_notation_is_refused_as_invalid(text):
    with pytest.raises(Refusal) as caught:
        CRONBERG.read(text)
    assert caught.value.kind is RefusalKind.INVALID


def test_triangles_may_be_named_in_either_order():
    assert CRONBERG.read("rhomb church 2.2+1.1 head A1") == CRONBERG.read("rhomb church 1.1+2.2 head A1")


def test_the_default_copy_says_that_it_is_one():
    edition = default_edition()
    assert edition.marks == ("default",)
    assert sum(kind.count for kind in edition.kinds) == 28
    assert {kind.building for kind in edition.kinds} >= {"town_hall", "church", "cemetery"}
    for kind in edition.kinds:
        tip, wide, tail, left = kind.numbers
        assert tip == tail == 2 * wide == 2 * left
        assert kind.phrase.key.startswith("cronberg.")


def test_a_set_up_survives_as_plain_data(four):
    setup = Setup(four, default_edition(), (1, 2, -3, 4))
    assert CRONBERG.setup_from_json(json.loads(json.dumps(CRONBERG.setup_to_json(setup)))) == setup


def broken(**changes):
    return {**edition_to_json(default_edition()), **changes}


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (broken(side=0), "side"),
        (broken(side="three"), "side"),
        (broken(symbols={"1.1": "park"}), "symbols"),
        (broken(symbols=[]), "symbols"),
        (broken(rhombi=[{"key": "a", "building": "inn", "numbers": [1, 2, 3]}]), "rhombi"),
        (broken(rhombi=[{"key": "a b", "building": "inn", "numbers": [1, 2, 1, 2]}]), "rhombi"),
        (broken(rhombi=[]), "rhombi"),
        (broken(tokens_each=0), "tokens"),
    ],
)
def test_an_edition_that_can_not_be_names_the_part_that_is_wrong(data, part):
    with pytest.raises(Refusal) as caught:
        edition_from_json(data)
    assert caught.value.kind is RefusalKind.INVALID
    assert dict(caught.value.phrase.values)["part"].key == f"cronberg.part.{part}"
