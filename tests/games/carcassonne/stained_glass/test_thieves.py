"""Thieves: where they may stand, what they steal, when they come home."""

from __future__ import annotations

from dataclasses import replace

from games.carcassonne.board import Board, Follower
from games.carcassonne.stained_glass.glass import glass_of, with_glass
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.thieves import thief_spots
from games.carcassonne.tiles import FeatureKind, tile_from_print, tile_type
from tests.games.carcassonne.stained_glass.glass_table import (
    ANNA,
    BEN,
    INNS,
    PASSING,
    holding,
    legal,
    lines,
    play,
    refusal,
    steps,
    table,
)
from tests.games.carcassonne.stained_glass.rulebook import says

FOUR_ROADS = tile_from_print(
    "XX/LRRRR",
    {
        "monastery": True,
        "roads": [{"sides": [side]} for side in "NESW"],
        "fields": [{"edges": corner} for corner in (["NR", "EL"], ["ER", "SL"], ["SR", "WL"], ["WR", "NL"])],
    },
)


COMING_BACK = tile_from_print(
    "XX/LRrR",
    {
        "monastery": True,
        "roads": [{"sides": ["W", "E"]}, {"sides": ["S"]}],
        "fields": [{"edges": ["WR", "NL", "NR", "EL"]}, {"edges": ["ER", "SL"]}, {"edges": ["SR", "WL"]}],
    },
)


def spots(board: Board) -> list[str]:
    return [board.laid[-1].turned.features[index].location for index in thief_spots(board)]


@says("a follower can be placed as usual on the cloister, in the city or on a field")
def test_the_usual_follower_stands_where_it_likes() -> None:
    state, _ = play(table(), "lay A 0,1", "glass 1a")
    usual = {action for action in legal(state) if action.startswith("follower")}
    assert {"follower small Monastery I", "follower small Field NL.NR.EL.ER.SL.SR.WL.WR"} < usual


@says("one road: one follower and one thief in the same turn")
def test_a_follower_and_a_thief() -> None:
    state, _ = play(holding(table(), "", "1a"), "lay A 0,1", "glass 1b", "follower small Monastery I")
    assert legal(state) == {"skip", "thief small S"}
    state, _ = play(state, "thief small S")
    assert state.supply[ANNA]["small"] == 5
    assert {state.board.feature_of(one.part).kind for one in state.board.followers()} == {
        FeatureKind.MONASTERY,
        FeatureKind.ROAD,
    }


@says(
    "entitles to steal a single tile from a player with a window in progress",
    "stealing from another player's window construction (optional)",
)
def test_one_thief_steals_one_tile_or_none() -> None:
    state, _ = play(holding(table(), "4c", "1a 1a 2c"), "lay A 0,1", "glass 1b", "skip", "thief small S")
    assert legal(state) == {"skip", "steal 1a from 1", "steal 2c from 1"}  # Cleo has nothing, Anna's is her own
    assert refusal(state, "steal 4c from 0").phrase.key == "carcassonne.nothing_to_steal"
    robbed, events = play(state, "steal 1a from 1")
    assert glass_of(robbed).held == ({"4c": 1, "1b": 1, "1a": 1}, {"1a": 1, "2c": 1}, {})
    assert events[0].places == ("glass 1 1a", "glass 0 1a")
    assert (robbed.seat, robbed.step) == (BEN, "lay")
    kept, _ = play(state, "skip")
    assert glass_of(kept).held[BEN] == {"1a": 2, "2c": 1}
    assert glass_of(kept).thieves == 0


def test_a_window_left_for_further_construction_is_still_under_construction() -> None:
    """So its tiles may be stolen, unless the players settle that kept windows are safe."""
    held = ("", "1a 1b 1c 1c 2a")
    actions = ("lay A 0,1", "glass 4b", "skip", "thief small S")
    state, _ = play(holding(table(), *held), *actions)
    assert legal(state) == {"skip", *(f"steal {tile} from 1" for tile in ("1a", "1b", "1c", "2a"))}
    state, _ = play(holding(table(options=(("glass-stealable", "unfinished"),)), *held), *actions)
    assert legal(state) == {"skip", "steal 1c from 1", "steal 2a from 1"}


@says(
    "extra meeples, only as many as roads lead to the cloister",
    "as many stolen tiles as thieves",
    "different players or one and the same",
)
def test_two_roads_two_thieves_two_tiles() -> None:
    state = holding(table(expansions=INNS), "", "1a 1b", "2a")
    state, _ = play(state, "lay IC/LRFR 1,0", "glass 4b", "follower small Monastery I", "thief small W")
    assert refusal(state, "thief small W").phrase.key == "carcassonne.already_held"
    state, _ = play(state, "thief big E")
    assert (state.step, glass_of(state).thieves) == ("steal", 2)
    different, _ = play(state, "steal 1a from 1", "steal 2a from 2")
    assert glass_of(different).held == ({"4b": 1, "1a": 1, "2a": 1}, {"1b": 1}, {})
    same, _ = play(state, "steal 1a from 1", "steal 1b from 1")
    assert glass_of(same).held[BEN] == {}
    assert refusal(same, "steal 2a from 2").phrase.key == "carcassonne.wrong_step"


@says("the thief steals in the turn in which it is placed")
def test_a_thief_who_stole_nothing_steals_nothing_later() -> None:
    state = holding(table(), "", "1a")
    state, _ = play(state, "lay A 0,1 r0", "glass 4b", "skip", "thief small S", "skip")
    state = replace(state, seat=ANNA)
    assert steps(state, "lay U 1,0 r0", "skip") == ["lay", "follower", "lay"]


@says("may steal according to the thieves, four at most")
def test_four_thieves_steal_four_tiles() -> None:
    state = holding(table(), "", "1a 1b 2a 2b 3a 3b")
    state = replace(with_glass(state, replace(glass_of(state), thieves=4)), step=GlassStepKey.STEAL)
    state, _ = play(state, "steal 1a from 1", "steal 1b from 1", "steal 2a from 1", "steal 2b from 1")
    assert glass_of(state).held[:2] == ({"1a": 1, "1b": 1, "2a": 1, "2b": 1}, {"3a": 1, "3b": 1})
    assert (state.seat, state.step) == (BEN, "lay")


@says("the extra meeples stand on the newly drawn cloister tile")
def test_a_road_to_an_older_cloister_takes_no_thief() -> None:
    board = table().board.lay(tile_type("A").turned[1], 1, 0)
    assert spots(board) == ["W"]
    assert spots(board.lay(tile_type("U").turned[0], -1, 0)) == []


@says(
    "2, 3 or 4 roads: a follower and extra followers on all of the roads",
    "the cloister has to mark an end to the road",
)
def test_four_roads_take_four_thieves() -> None:
    board = table().board.lay(FOUR_ROADS.turned[0], 1, 0)
    assert spots(board) == ["N", "E", "S", "W"]
    assert len([one for one in FOUR_ROADS.features if one.kind is FeatureKind.FIELD]) == 4
    assert spots(table().board.lay(tile_type("IC/LRFR").turned[0], 1, 0)) == ["W", "E"]
    assert spots(table().board.lay(tile_type("B").turned[0], 0, 1)) == []


def test_a_thief_needs_a_road_that_nobody_holds() -> None:
    state, _ = play(table(expansions=INNS), "lay U 1,0", "follower small Road E.W", "lay IC/LRFR 2,0", "glass 1a")
    state, _ = play(state, "skip")
    assert legal(state) == {"skip", "thief small E", "thief big E"}
    assert refusal(state, "thief small W").phrase.key == "carcassonne.already_held"


@says(
    "a road that passes by the cloister cannot be extra meepled",
    "the road passes by this cloister, it does not lead straight to it",
)
def test_a_passing_road_takes_no_thief() -> None:
    assert spots(table().board.lay(PASSING.turned[0], 1, 0)) == []


@says("an unmeepled road that leads to a cloister on another tile takes an extra thief")
def test_a_passing_road_to_another_cloister_takes_a_thief() -> None:
    board = table().board.lay(tile_type("A").turned[1], 1, 0).lay(PASSING.turned[0], -1, 0)
    assert spots(board) == ["E.W"]


def test_a_passing_road_that_comes_back_to_its_own_cloister_takes_no_thief() -> None:
    """It has to lead to "a cloister on another cloister tile"."""
    board = table().board.lay(tile_type("B").turned[0], 0, 1)
    for (x, y), road in (((1, 1), "N.E"), ((2, 1), "N.W"), ((2, 0), "S.W")):
        curve = next(one for one in tile_type("V").turned if one.index_at(FeatureKind.ROAD, road) is not None)
        board = board.lay(curve, x, y)
    board = board.lay(COMING_BACK.turned[0], 1, 0)
    passing, ending = (COMING_BACK.turned[0].index_at(FeatureKind.ROAD, road) or 0 for road in ("E.W", "S"))
    parts = board.parts_of(len(board.laid) - 1)
    assert board.roots[parts[passing]] == board.roots[parts[ending]]
    assert spots(board) == ["S"]


@says("there can be more tiles in between, as long as the road is connected and not meepled")
def test_the_other_cloister_may_be_far_but_the_road_must_be_free() -> None:
    board = table().board
    for x in (1, 2):
        board = board.lay(tile_type("U").turned[0], x, 0)
    board = board.lay(tile_type("A").turned[1], 3, 0)
    assert spots(board.lay(PASSING.turned[0], -1, 0)) == ["E.W"]
    road = tile_type("A").turned[1].index_at(FeatureKind.ROAD, "W")
    held = board.deploy(Follower(BEN, "small", board.parts_of(3)[road or 0]))
    assert spots(held.lay(PASSING.turned[0], -1, 0)) == []


@says("thieves stay until the road is completed and counted")
def test_a_thief_comes_home_with_its_road() -> None:
    state = holding(table(), "", "1a")
    state, _ = play(state, "lay A 0,1 r0", "glass 4b", "skip", "thief small S", "steal 1a from 1")
    assert state.supply[ANNA]["small"] == 6
    state, events = play(state, "lay A 0,2 r180", "glass 4b", "skip")
    (line,) = lines(events)
    assert (line.player, line.points, line.reason.key) == (ANNA, 2, "carcassonne.road_finished")
    assert state.supply[ANNA]["small"] == 7
