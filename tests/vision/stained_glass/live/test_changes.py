"""What was done with glass, from what lies there before and after."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import glass_of, with_glass
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from games.game import Seat
from vision.stained_glass.live.changes import Follower, glass_changes, turn_endings

ANNA, BEN = 0, 1


def test_a_new_tile_came_out_of_the_bag() -> None:
    changes = glass_changes({"bottom": {"1a": 1}}, {"bottom": {"1a": 1, "2b": 1}})
    assert changes.taken == (("bottom", "2b"),)
    assert not changes.stolen
    assert not changes.returned


def test_a_tile_that_moved_to_another_area_was_stolen() -> None:
    changes = glass_changes({"top": {"3c": 1}, "left": {}}, {"left": {"3c": 1}})
    assert changes.stolen == (("3c", "top", "left"),)
    assert not changes.taken


def test_a_window_that_left_was_counted() -> None:
    changes = glass_changes({"left": {"1a": 1, "1b": 1, "1c": 1, "4a": 1}}, {"left": {"4a": 1}})
    assert changes.returned == (("left", ("1a", "1b", "1c")),)


def test_the_same_glass_tells_of_nothing() -> None:
    assert not glass_changes({"top": {"3c": 2}}, {"top": {"3c": 2}, "left": {}})


def after_a_cloister(anna: dict[str, int], ben: dict[str, int]) -> State:
    """Anna has just laid a cloister with a road that ends at it; who had which glass before is told."""
    state = GAME.new(GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    glass = glass_of(state)
    for seat, tiles in ((ANNA, anna), (BEN, ben)):
        for tile, count in tiles.items():
            for _ in range(count):
                glass = glass.taken(seat, tile)
    state = with_glass(state, glass)
    lay = next(action for action in GAME.legal(state) if isinstance(action, Lay) and action.tile == "BA/LR")
    return GAME.apply(state, lay)[0]


def road_of(state: State) -> str:
    """The road of the cloister tile just laid."""
    return next(one.location for one in state.board.laid[-1].turned.features if one.kind is FeatureKind.ROAD)


def test_glass_for_a_cloister_is_taken_and_nobody_placed() -> None:
    state = after_a_cloister({}, {})
    ways = list(turn_endings(GAME, state, ({"2a": 1}, {})))
    assert ways == [(TakeGlass("2a"), Skip(), Skip())]


def test_a_turn_without_its_obligatory_glass_has_no_explanation() -> None:
    assert not list(turn_endings(GAME, after_a_cloister({}, {}), ({}, {})))


def test_a_theft_tells_a_thief_from_a_usual_follower() -> None:
    state = after_a_cloister({}, {"3c": 1})
    on_road: list[Follower] = [("small", FeatureKind.ROAD, road_of(state))]
    (way,) = turn_endings(GAME, state, ({"2a": 1, "3c": 1}, {}), on_road)
    assert way == (TakeGlass("2a"), Skip(), PlaceThief("small", road_of(state)), Steal("3c", BEN))


def test_without_a_theft_a_follower_on_the_road_may_be_either() -> None:
    state = after_a_cloister({}, {"3c": 1})
    road = road_of(state)
    ways = set(turn_endings(GAME, state, ({"2a": 1}, {"3c": 1}), [("small", FeatureKind.ROAD, road)]))
    assert (TakeGlass("2a"), Deploy("small", FeatureKind.ROAD, road)) in {way[:2] for way in ways}
    assert (TakeGlass("2a"), Skip(), PlaceThief("small", road), Skip()) in ways


def test_a_window_finished_by_the_new_tile_and_counted_at_once_leaves_nothing() -> None:
    state = after_a_cloister({"1a": 1, "1b": 1}, {})
    ways = list(turn_endings(GAME, state, ({}, {})))
    assert ways == [(TakeGlass("1c"), Skip(), Skip(), CountWindow((1,)))]


def test_a_finished_window_may_be_kept() -> None:
    state = after_a_cloister({"1a": 1, "1b": 1}, {})
    ways = list(turn_endings(GAME, state, ({"1a": 1, "1b": 1, "1c": 1}, {})))
    assert ways == [(TakeGlass("1c"), Skip(), Skip(), Skip())]


@pytest.mark.parametrize("seed", range(4))
def test_what_casual_players_do_is_always_among_the_explanations(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.new(GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))))
    for _ in range(40):
        while state.step is StepKey.LAY and not state.is_over:
            state, _ = GAME.apply(state, GAME.sample(state, rng))
        if state.is_over:
            break
        start, turn, done = state, state.turn, []
        followers: list[Follower] = []
        while state.turn == turn and state.step not in (StepKey.LAY, StepKey.OVER):
            action = GAME.sample(state, rng)
            if isinstance(action, Deploy):
                followers.append((action.kind, action.feature, action.location))
            if isinstance(action, PlaceThief):
                followers.append((action.kind, FeatureKind.ROAD, action.location))
            done.append(action)
            state, _ = GAME.apply(state, action)
        ways = list(turn_endings(GAME, start, glass_of(state).held, followers))
        counted = {frozenset(Counter(way).items()) for way in ways}
        assert frozenset(Counter(done).items()) in counted


def test_looking_changes_nothing() -> None:
    state = after_a_cloister({"1a": 1}, {})
    before = replace(state)
    list(turn_endings(GAME, state, ({"1a": 1, "1b": 1}, {})))
    assert state == before
