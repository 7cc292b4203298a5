"""Examples of the rules: given a table, when somebody plays, then this happens."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.carcassonne.actions import Action
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Refusal, RefusalKind
from tests.games.carcassonne.played_lines import INNS, SEATS, final, lines, play, refusal, table

ANNA, BEN = 0, 1


# Cities


def test_a_city_of_two_tiles_scores_four() -> None:
    state, events = play(table(), "E 0,-1 r180: small City S")
    (line,) = lines(events)
    assert (line.player, line.points, line.reason.key) == (ANNA, 4, "carcassonne.city_finished")
    assert line.working == "2 × 2"
    assert line.places == ("0,0", "0,-1", "0,-1 City S")
    assert state.scores == (4, 0)
    assert state.seat == BEN


def test_a_city_of_two_tiles_scores_two_where_the_oldest_rules_are_played() -> None:
    state, _ = play(table(options=(("tiny-city-scoring", 2),)), "E 0,-1 r180: small City S")
    assert state.scores == (2, 0)


def test_a_pennant_brings_two_more() -> None:
    _, events = play(table(), "F 0,-1 r90: small City N.S", "E 0,-2 r180")
    (line,) = lines(events)
    assert line.points == 8
    assert line.working == "3 × 2 + 1 × 2"
    assert [item.points for item in line.items] == [6, 2]
    assert line.items[1].places == ("0,-1",)


def test_an_unfinished_city_scores_half() -> None:
    state, _ = play(table(), "F 0,-1 r90: small City N.S")
    (line,) = final(state)
    assert (line.points, line.working, line.final) == (3, "2 × 1 + 1 × 1", True)


def test_nobody_gets_points_for_a_city_that_nobody_holds() -> None:
    state, events = play(table(), "E 0,-1 r180")
    assert [str(event.phrase) for event in events] == ["carcassonne.city_closed_empty(tiles=2)"]
    assert state.scores == (0, 0)


def test_two_caps_on_one_tile_can_be_two_cities() -> None:
    """The tile closes both at once: each is a city of its own, each scores four."""
    _, events = play(table(), "U -1,0", "E -1,-1 r90: small City E", "I 0,-1 r270: small City S")
    assert sorted((line.player, line.points) for line in lines(events)) == [(ANNA, 4), (BEN, 4)]


# Roads


def test_a_road_between_two_crossings() -> None:
    _, events = play(table(), "W 1,0 r90: small Road W", "W -1,0 r270")
    (line,) = lines(events)
    assert (line.player, line.points, line.working) == (ANNA, 3, "3 × 1")


def test_a_road_that_ends_on_the_same_crossing_counts_the_tile_once() -> None:
    """It leaves the crossing to the east and comes back from the south."""
    _, events = play(table(), "X 1,0", "V 2,0: small Road S.W", "V 2,1 r90", "V 1,1 r180")
    (line,) = lines(events)
    assert (line.player, line.points, line.working) == (BEN, 4, "4 × 1")


def test_a_road_without_an_end_is_finished() -> None:
    """Four curves make a ring."""
    _, events = play(table(), "V 0,1 r270: small Road E.S", "V 1,1", "V 1,2 r90", "V 0,2 r180")
    (line,) = lines(events)
    assert (line.player, line.points) == (ANNA, 4)


# Monasteries


def test_an_unfinished_monastery_scores_what_lies_around_it() -> None:
    state, _ = play(table(), "B 0,1: small Monastery I", "U 1,0", "U -1,0", "E 0,-1 r180")
    (line,) = final(state)
    assert (line.points, line.working) == (4, "1 + 3")
    assert "0,1 Monastery I" in line.places


def test_a_monastery_is_finished_by_the_eighth_tile_around_it() -> None:
    around = ["U 1,0", "U -1,0", "E 1,1 r90", "E -1,1 r270", "E 1,2 r90", "E -1,2 r270"]
    state, events = play(table(), "B 0,1: small Monastery I", *around)
    assert not lines(events)
    _, events = play(state, "B 0,2")
    (line,) = lines(events)
    assert (line.player, line.points, line.working) == (ANNA, 9, "1 + 8")
    assert len(line.places) == 10


# Fields


def test_a_field_scores_three_for_each_finished_city_once() -> None:
    """The field touches the same city on two tiles; it counts once. The city beyond is not finished."""
    state, _ = play(table(), "E 0,-1 r180: small Field NL.NR.EL.ER.WL.WR", "U 1,0", "E 1,-1")
    (line,) = final(state)
    assert (line.player, line.points, line.reason.key) == (ANNA, 3, "carcassonne.field")
    assert line.working == "1 × 3"
    assert set(line.items[0].places) == {"0,0", "0,-1"}


def test_a_farmer_never_comes_home() -> None:
    state, events = play(table(), "E 0,-1 r180: small Field NL.NR.EL.ER.WL.WR", "U 1,0")
    assert state.supply[ANNA]["small"] == 6
    assert not any(event.phrase.key == "carcassonne.follower_home" for event in events)


def test_a_field_without_a_finished_city_says_so() -> None:
    state, _ = play(table(), "B 0,1: small Field NL.NR.EL.ER.SL.SR.WL.WR")
    (line,) = final(state)
    assert (line.points, line.working) == (0, "0 × 3")


def test_without_farmers_nobody_goes_onto_a_field_and_fields_bring_nothing() -> None:
    state = table(options=(("farmers", "without"),))
    state, _ = CARCASSONNE.apply(state, CARCASSONNE.read("lay E 0,-1 r180"))
    assert not any("Field" in action.notation for action in CARCASSONNE.legal(state))
    assert not any("Field" in action.notation for action in CARCASSONNE.deployments(state))
    refused = refusal(state, "follower small Field N")
    assert (refused.kind, refused.phrase.key) == (RefusalKind.ILLEGAL, "carcassonne.no_farmers")
    rng = random.Random(8)
    while not state.is_over:
        state, events = CARCASSONNE.apply(state, CARCASSONNE.sample(state, rng))
        assert not any(line.rule == "Carcassonne, fields" for line in lines(list(events)))


def test_a_photographed_farmer_counts_nothing_where_there_are_none() -> None:
    """Given the last two tiles of a table with farmers, when it is counted without, then the field is left out."""
    state, _ = play(table(), "E 0,-1 r180: small Field NL.NR.EL.ER.WL.WR")
    without = replace(state, setup=replace(state.setup, options=(("farmers", "without"),)))
    assert [line.points for line in final(state)] == [3]
    assert final(without) == []


def test_a_field_inside_four_cities() -> None:
    """The tile with four caps has a field that no side reaches."""
    state, _ = play(table(expansions=INNS), "IC/CCCC 0,-1: small Field I")
    (line,) = final(state)
    assert (line.points, line.places) == (3, ("0,-1", "0,-1 Field I"))


# Followers


def test_a_follower_comes_home_when_its_feature_is_finished() -> None:
    state, events = play(table(), "E 0,-1 r180: small City S")
    home = events[-1]
    assert (home.phrase.key, home.player, home.places) == ("carcassonne.follower_home", ANNA, ("0,-1 City S",))
    assert state.supply[ANNA]["small"] == 7
    assert not list(state.board.followers())


def test_a_feature_that_somebody_holds_is_refused() -> None:
    state, _ = play(table(), "U 1,0: small Road E.W")
    state, _ = CARCASSONNE.apply(state, CARCASSONNE.read("lay U 2,0"))
    refused = refusal(state, "follower small Road E.W")
    assert refused.kind is RefusalKind.ILLEGAL
    assert refused.phrase.key == "carcassonne.already_held"
    assert dict(refused.phrase.values)["player"] == "Anna"
    assert refused.place == "2,0 Road E.W"


# Anna's road runs through the start tile; Ben's begins below it; two curves join them.
JOINED = ("U 1,0: {} Road E.W", "V 0,1: small Road S.W", "V -1,0 r270", "V -1,1 r180")


def test_two_who_tie_both_score_in_full() -> None:
    state, _ = play(table(), *(turn.format("small") for turn in JOINED))
    anna, ben = final(state)
    assert (anna.player, anna.points, ben.player, ben.points) == (ANNA, 5, BEN, 5)
    assert str(anna.items[-1].phrase) == "carcassonne.item_tie(others=('Ben',))"
    assert "1,0 Road E.W" in anna.places
    assert "0,1 Road S.W" in ben.places


def test_the_big_follower_counts_for_two() -> None:
    state, _ = play(table(expansions=INNS), *(turn.format("big") for turn in JOINED))
    (line,) = final(state)
    assert (line.player, line.points) == (ANNA, 5)
    assert str(line.items[-1].phrase) == "carcassonne.item_majority(most=2, others=('Ben 1',))"
    assert state.supply == ({"small": 7, "big": 0}, {"small": 6, "big": 1})


def test_who_has_no_big_follower_left_cannot_place_one() -> None:
    state, _ = play(table(expansions=INNS), "U 1,0: big Road E.W", "U 2,0")
    state, _ = CARCASSONNE.apply(state, CARCASSONNE.read("lay B 0,1"))
    assert refusal(state, "follower big Monastery I").phrase.key == "carcassonne.none_at_hand"


# Laying


def test_a_tile_that_does_not_fit_says_where() -> None:
    refused = refusal(table(), "lay E 0,1 r0")
    assert refused.kind is RefusalKind.ILLEGAL
    assert refused.place == "0,0"
    assert str(refused.phrase) == (
        "carcassonne.bad_seam(mine=carcassonne.seam_city, side=carcassonne.side_N, theirs=carcassonne.seam_field)"
    )


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("lay B 0,0", "place_taken"),
        ("lay B 3,3", "no_neighbour"),
        ("skip", "wrong_step"),
        ("follower small City N", "wrong_step"),
        ("discard B", "fits_somewhere"),
    ],
)
def test_refused_at_the_start(action: str, key: str) -> None:
    assert refusal(table(), action).phrase.key == f"carcassonne.{key}"


def test_a_tile_is_drawn_as_often_as_the_box_has_it() -> None:
    state, _ = play(table(), "C 0,-1")
    assert refusal(state, "lay C 0,-2").phrase.key == "carcassonne.none_left"


def test_a_tile_that_fits_nowhere_is_put_away_and_another_drawn() -> None:
    state, _ = play(table(), "E 0,-1 r180")
    state, events = CARCASSONNE.apply(state, CARCASSONNE.read("discard C"))
    assert events[0].phrase.key == "carcassonne.discarded"
    assert state.discarded == ("BA/Cccc+",)
    assert (state.seat, state.step) == (BEN, "lay")
    assert "BA/Cccc+" not in state.bag


def test_the_game_ends_with_the_last_tile_even_if_it_is_put_away() -> None:
    """A box that has lost all but two tiles: the second fits nowhere."""
    everything = CARCASSONNE.box(Setup(SEATS))
    everything["BA/RCr"] -= 1
    everything["BA/C"] -= 1
    everything["BA/Cccc+"] -= 1
    missing = tuple(key for key, count in everything.items() for _ in range(count))
    state, _ = play(table(missing=missing), "E 0,-1 r180: small Field NL.NR.EL.ER.WL.WR")
    assert not state.is_over
    state, events = CARCASSONNE.apply(state, CARCASSONNE.read("discard C"))
    assert state.is_over
    assert state.scores == (3, 0)
    assert [line.final for line in lines(list(events))] == [True]
    assert CARCASSONNE.player_to_move(state) is None
    assert not list(CARCASSONNE.legal(state))
    assert refusal(state, "skip").phrase.key == "carcassonne.game_is_over"


# Inns & Cathedrals


def test_an_inn_doubles_a_finished_road() -> None:
    _, events = play(table(expansions=INNS), "IC/RFr.i 1,0: small Road E.W", "W 2,0 r90", "W -1,0 r270")
    (line,) = lines(events)
    assert (line.points, line.working) == (8, "4 × 2")
    assert line.items[-1].phrase.key == "carcassonne.item_inn"
    assert line.items[-1].places == ("1,0",)


def test_an_inn_beside_an_unfinished_road_takes_everything() -> None:
    state, _ = play(table(expansions=INNS), "IC/RFr.i 1,0: small Road E.W")
    (line,) = final(state)
    assert (line.points, line.working) == (0, "2 × 0")


def test_an_unfinished_city_with_a_cathedral_scores_nothing() -> None:
    state, _ = play(table(expansions=INNS), "IC/Cccc.c 0,-1: small City N.E.S.W")
    (line,) = final(state)
    assert line.points == 0
    assert line.items[-1].phrase.key == "carcassonne.item_cathedral"


def test_the_set_switches_its_expansion_on() -> None:
    state = CARCASSONNE.new(Setup(SEATS, sets=("basic", "inns-and-cathedrals")))
    assert state.supply[ANNA] == {"small": 7, "big": 1}
    assert state.tiles_left == 89


def test_without_the_expansion_there_is_no_big_follower() -> None:
    state, _ = CARCASSONNE.apply(table(), CARCASSONNE.read("lay U 1,0"))
    assert refusal(state, "follower big Road E.W").phrase.key == "carcassonne.no_such_follower"


# Notation


@pytest.mark.parametrize(
    ("line", "normal"),
    [
        ("lay D 0,1 r90", "lay BA/RCr 0,1 r90"),
        ("lay BA/RCr -3,12", "lay BA/RCr -3,12 r0"),
        ("follower small Road W.E", "follower small Road E.W"),
        ("follower big Field WR.NL", "follower big Field NL.WR"),
        ("skip", "skip"),
        ("discard B", "discard BA/L"),
    ],
)
def test_notation(line: str, normal: str) -> None:
    action: Action = CARCASSONNE.read(line)
    assert CARCASSONNE.write(action) == normal
    assert CARCASSONNE.read(normal) == action


@pytest.mark.parametrize(
    "line",
    [
        "",
        "jump",
        "lay",
        "lay B",
        "lay B 0;1",
        "lay B 0,1 r45",
        "lay QQ 0,1",
        "lay B 0,1 r90 now",
        "follower small Road",
        "follower small Castle N",
        "follower small Road Q",
        "skip it",
        "discard",
        "discard B C",
    ],
)
def test_notation_that_is_none(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        CARCASSONNE.read(line)
    assert refused.value.kind is RefusalKind.INVALID
