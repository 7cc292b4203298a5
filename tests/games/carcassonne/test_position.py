"""A table that nobody recorded: given what lies on it, the rules count what is left to count."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.carcassonne.board import Board, Place
from games.carcassonne.moment import StepKey
from games.carcassonne.position import (
    FoundFollower,
    Seam,
    broken_seams,
    final_count,
    left_standing,
    position,
    too_many,
)
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import MOST_FEATURES, FeatureKind, Turned, tile_type
from games.game import Refusal, Seat

SETUP = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))


def tiles(**letters: str) -> dict[Place, Turned]:
    """``a0="E1"``: tile E turned once at column 0 (a) of row 0."""
    found = {}
    for name, result in letters.items():
        found["abcdef".index(name[0]), int(name[1:])] = tile_type(result[0]).turned[int(result[1])]
    return found


def standing(lying: Mapping[Place, Turned], seat: int, place: Place, kind: FeatureKind, location: str) -> FoundFollower:
    index = lying[place].index_at(kind, location)
    assert index is not None
    return FoundFollower(seat, "small", place, index)


def found_of(board: Board) -> list[FoundFollower]:
    def place(part: int) -> Place:
        return board.tile_of(part).x, board.tile_of(part).y

    return [FoundFollower(one.seat, one.kind, place(one.part), one.part % MOST_FEATURES) for one in board.followers()]


def last_state(setup: Setup, seed: int) -> State:
    """A game just before its final scoring."""
    state, chance = CARCASSONNE.new(setup), random.Random(seed)
    while True:
        after, _ = CARCASSONNE.apply(state, CARCASSONNE.sample(state, chance))
        if after.is_over:
            return state
        state = after


@given(st.integers(0, 10**9), st.integers(0, 60))
@example(1782, 10)
def test_a_photographed_game_is_counted_as_if_it_ended_there(seed: int, actions: int) -> None:
    state, chance = CARCASSONNE.new(SETUP), random.Random(seed)
    for _ in range(actions):
        state, _ = CARCASSONNE.apply(state, CARCASSONNE.sample(state, chance))
    while state.step is not StepKey.LAY:  # what a tile finishes is scored at the end of its turn
        state, _ = CARCASSONNE.apply(state, CARCASSONNE.sample(state, chance))
    by_record, _ = CARCASSONNE.finish(state)
    lying = {(tile.x, tile.y): tile.turned for tile in state.board.laid}
    seen = position(SETUP, lying, found_of(state.board), state.scores)
    counted, _ = final_count(seen)
    assert counted.scores == by_record.scores
    assert seen.supply == state.supply
    assert not left_standing(seen.board)
    assert not broken_seams(lying)
    assert not too_many(lying, SETUP)


def test_a_seam_that_does_not_match_is_named_and_joins_nothing() -> None:
    lying = tiles(a0="E1", b0="V1")  # a city to the east meets a tile without any
    assert lying[0, 0].sides[1] == "city"
    assert lying[1, 0].sides[3] != "city"
    assert broken_seams(lying) == (Seam((0, 0), (1, 0)),)
    anna = standing(lying, 0, (0, 0), FeatureKind.CITY, "E")
    counted, _ = final_count(position(SETUP, lying, [anna], (10, 0)))
    assert counted.scores == (11, 0)  # one tile of an unfinished city


def test_a_tile_that_was_not_read_leaves_a_gap_and_the_rest_is_counted() -> None:
    lying = tiles(a0="B0", c0="B0")  # two monasteries with one place between them
    followers = [standing(lying, seat, (2 * seat, 0), FeatureKind.MONASTERY, "I") for seat in (0, 1)]
    counted, _ = final_count(position(SETUP, lying, followers, (0, 0)))
    assert counted.scores == (1, 1)


def test_who_was_left_standing_on_a_finished_city_is_not_counted_again() -> None:
    lying = tiles(a0="E2", a1="E0")
    ben = standing(lying, 1, (0, 0), FeatureKind.CITY, "S")
    state = position(SETUP, lying, [ben], (0, 4))
    assert [one.seat for one in left_standing(state.board)] == [1]
    counted, events = final_count(state)
    assert counted.scores == (0, 4)
    assert not [event for event in events if event.line]
    assert list(counted.board.followers())  # still to be seen


def test_more_tiles_of_a_kind_than_the_box_has_are_told() -> None:
    lying = {(x, 0): tile_type("C").turned[0] for x in range(3)}  # the box has one
    assert too_many(lying, SETUP) == {tile_type("C").key: 2}


def test_two_cannot_stand_on_one_spot_and_nobody_beside_the_tiles() -> None:
    lying = tiles(a0="B0")
    monk = standing(lying, 0, (0, 0), FeatureKind.MONASTERY, "I")
    with pytest.raises(Refusal) as refused:
        position(SETUP, lying, [monk, monk], (0, 0))
    assert refused.value.phrase.key == "carcassonne.two_on_one"
    with pytest.raises(Refusal) as refused:
        position(SETUP, lying, [FoundFollower(0, "small", (5, 5), 0)], (0, 0))
    assert refused.value.phrase.key == "carcassonne.nothing_to_stand_on"
