"""Who takes glass, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.carcassonne.moment import StepKey
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.windows import glass_kinds
from games.carcassonne.state import State
from tests.games.carcassonne.stained_glass.glass_table import (
    ANNA,
    BEN,
    INNS,
    SEATS,
    holding,
    legal,
    lines,
    play,
    refusal,
    surrounded,
    table,
)
from tests.games.carcassonne.stained_glass.rulebook import says


@says(
    "drawing a cloister or cathedral tile (obligatory)",
    "taken by the player who drew the cloister or cathedral tile",
)
@pytest.mark.parametrize("tile", ["B 0,1", "A 0,1", "IC/LRFR 1,0", "IC/Cccc.c 0,-1"])
def test_a_cloister_or_cathedral_tile_brings_glass(tile: str) -> None:
    state, _ = play(table(expansions=INNS), f"lay {tile}")
    assert state.step is GlassStepKey.GLASS
    assert legal(state) == {f"glass {kind}" for kind in glass_kinds()}
    assert refusal(state, "skip").phrase.key == "carcassonne.wrong_step"
    state, events = play(state, "glass 3b")
    assert glass_of(state).held == ({"3b": 1}, {}, {})
    assert (events[0].phrase.key, events[0].player) == ("carcassonne.glass_taken", ANNA)
    assert state.step is StepKey.FOLLOWER


def test_any_other_tile_brings_none() -> None:
    state, _ = play(table(), "lay U 1,0")
    assert state.step is StepKey.FOLLOWER


def no_place_for_a_cathedral(*options: tuple[str, str]) -> State:
    """Ben is to move, and the only open sides are roads and fields."""
    return play(table(expansions=INNS, options=options), "lay E 0,-1 r180", "skip")[0]


@says(
    "drawing a cloister or cathedral tile (obligatory)",
    "taken by the player who drew the cloister or cathedral tile",
)
def test_a_cathedral_that_fits_nowhere_brings_glass_to_whoever_drew_it() -> None:
    """Given no open city, when Ben draws a cathedral and puts it away, then he takes glass and draws again."""
    state, events = play(no_place_for_a_cathedral(), "discard IC/Cccc.c")
    assert (state.step, state.seat, glass_of(state).due) == ("glass", BEN, 1)
    assert [event.phrase.key for event in events] == ["carcassonne.discarded"]
    assert refusal(state, "lay U 1,0").phrase.key == "carcassonne.wrong_step"
    state, _ = play(state, "glass 3b")
    assert glass_of(state).held[BEN] == {"3b": 1}
    assert (state.step, state.seat, glass_of(state).due) == ("lay", BEN, 0)
    state, _ = play(state, "lay U 1,0", "skip")  # the other tile brings none
    assert glass_of(state).held[BEN] == {"3b": 1}


def test_the_players_may_settle_that_a_tile_put_away_brings_none() -> None:
    """The summary speaks of drawing and playing it."""
    state, _ = play(no_place_for_a_cathedral(("glass-put-away", "nothing")), "discard IC/Cccc.c")
    assert (state.step, state.seat, glass_of(state).due) == ("lay", BEN, 0)


def test_the_last_tile_of_all_brings_glass_too_where_it_fits_nowhere() -> None:
    state = replace(no_place_for_a_cathedral(), bag={"IC/Cccc.c": 1})
    state, _ = play(state, "discard IC/Cccc.c")
    assert state.step is GlassStepKey.GLASS
    state, events = play(state, "glass 3b")
    assert state.is_over
    assert [(line.player, line.points) for line in lines(events) if "glass" in line.reason.key] == [(BEN, 1)]


def test_two_tiles_put_away_bring_two() -> None:
    state, _ = play(no_place_for_a_cathedral(), "discard IC/Cccc.c", "glass 3b", "discard IC/Cccc.c", "glass 3b")
    assert glass_of(state).held[BEN] == {"3b": 2}


def test_a_hole_where_glass_was_due_for_a_tile_put_away_goes_on_with_drawing() -> None:
    state, _ = play(no_place_for_a_cathedral(), "discard IC/Cccc.c")
    state, _ = CARCASSONNE_STAINED_GLASS.skipped(state)
    assert (state.step, state.seat, glass_of(state).held[BEN]) == ("lay", BEN, {})


def test_a_game_that_was_kept_before_is_played_as_it_was() -> None:
    """Its set-up was written in format 1, when kept windows were safe and tiles put away brought nothing."""
    game = CARCASSONNE_STAINED_GLASS
    now = game.setup(SEATS, expansions=INNS, options=(("glass-window-3", 8),))
    assert game.setup_from_json(game.setup_to_json(now)) == now
    before = game.setup_from_json({**game.setup_to_json(now), "format": 1})
    assert dict(before.options) == {
        "glass-window-3": 8,
        "glass-stealable": "unfinished",
        "glass-put-away": "nothing",
        "glass-kept-windows": "best",
    }
    settled = game.setup(SEATS, options=(("glass-stealable", "all"),))
    again = game.setup_from_json({**game.setup_to_json(settled), "format": 1})
    assert dict(again.options)["glass-stealable"] == "all"


@says(
    "finishing a cloister or city with cathedral (obligatory), occupation is irrelevant",
    "who finishes a cloister or city with cathedral takes another",
    "not necessary for it to be meepled",
)
def test_who_finishes_an_empty_cloister_takes_glass() -> None:
    state, _ = play(surrounded(), "lay B 0,2")
    assert glass_of(state).due == 2  # one for the tile itself, one for what it finishes
    state, _ = play(state, "glass 1a", "glass 2c")
    assert glass_of(state).held[BEN] == {"1a": 1, "2c": 1}
    assert state.step is StepKey.FOLLOWER


@says(
    "the finisher is the only one to obtain a tile",
    "points go to the player whose follower is present as usual",
)
def test_glass_for_the_finisher_points_for_the_follower() -> None:
    state, _ = play(surrounded("follower small Monastery I"), "lay B 0,2")
    state, events = play(state, "glass 1a", "glass 2c", "skip")
    assert glass_of(state).held == ({}, {"1a": 1, "2c": 1}, {})
    (line,) = lines(events)
    assert (line.player, line.points) == (ANNA, 9)


def test_a_finished_city_with_a_cathedral_brings_glass() -> None:
    """Ben closes the last side of Anna's city; another finished city brings none."""
    state, _ = play(table(expansions=INNS), "lay IC/Cccc.c 0,-1", "glass 1a", "follower small City N.E.S.W")
    state, _ = play(state, "lay E -1,-1 r90", "skip", "lay E 1,-1 r270", "skip", "lay E 0,-2 r180")
    assert (state.step, state.seat, glass_of(state).due) == ("glass", ANNA, 1)
    state, events = play(state, "glass 4a", "skip")
    assert [line.points for line in lines(events)] == [15]
    plain, _ = play(table(), "lay E 0,-1 r180")
    assert plain.step is StepKey.FOLLOWER


@says("ignored while all the glass is in use, until tiles have returned")
def test_no_glass_from_an_empty_bag() -> None:
    twelve = " ".join(glass_kinds())
    empty = holding(table(), twelve, twelve)
    state, events = play(empty, "lay B 0,1")
    assert state.step is StepKey.FOLLOWER
    assert events[0].phrase.key == "carcassonne.no_glass_in_supply"
    state, _ = play(state, "skip", "count 1", "skip")  # Anna's window goes back into the bag
    state, _ = play(state, "lay B 0,2")
    assert legal(state) == {"glass 1a", "glass 1b", "glass 1c"}
    assert refusal(state, "glass 2a").phrase.key == "carcassonne.no_glass_left"
