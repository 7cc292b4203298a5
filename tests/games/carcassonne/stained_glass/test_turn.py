"""The steps of a turn with glass, and what is written of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.windows import tiles_of
from games.game import Refusal, RefusalKind
from tests.games.carcassonne.stained_glass.glass_table import ANNA, BEN, holding, lines, play, steps, table
from tests.games.carcassonne.stained_glass.rulebook import says


@says("the steps of a turn")
def test_the_steps_of_a_turn_are_those_of_the_summary() -> None:
    """Tile, glass, follower, thieves, stealing, counting of roads and cloisters, windows."""
    state = holding(table(), "1a 1b", "1c 2a")
    turn = ["lay A 0,1 r0", "glass 2b", "follower small Monastery I", "thief small S", "steal 1c from 1", "count 1"]
    assert steps(state, *turn) == ["lay", "glass", "follower", "thieves", "steal", "windows", "lay"]
    after, events = play(state, *turn)
    assert after.seat == BEN
    assert after.scores == (6, 0, 0)
    assert [event.phrase.key for event in events] == [
        "carcassonne.glass_taken",
        "carcassonne.glass_stolen",
        "carcassonne.window_counted",
        "carcassonne.glass_returned",
    ]


@says("finished roads and cloisters are counted, then the new glass is fitted")
def test_a_road_is_counted_before_the_window() -> None:
    state = holding(table(), "1a 1b 1c")
    state, _ = play(state, "lay A 0,1 r0", "glass 4b", "skip", "thief small S", "skip")
    state = replace(state, seat=ANNA)
    state, events = play(state, "lay A 0,2 r180", "glass 4b", "skip")
    assert [line.reason.key for line in lines(events)] == ["carcassonne.road_finished"]
    assert (state.step, state.scores) == ("windows", (2, 0, 0))


@says("when counted, the window tiles return to the supply bag")
def test_counted_tiles_go_back() -> None:
    state, events = play(holding(table(), "2a 2b 2c 3a 3b 3c 4a"), "lay U 1,0", "skip", "count 2+3")
    (line,) = lines(events)
    assert (line.player, line.points, line.marks) == (ANNA, 15, ("house rule",))
    assert line.places == tuple(f"glass 0 {tile}" for tile in tiles_of((2, 3)))
    assert glass_of(state).held[ANNA] == {"4a": 1}
    assert sum(glass_of(state).supply.values()) == 23


@says(
    "a finished window is immediately counted or left for further construction",
    "at the end of the turn the player can count or not count",
)
def test_a_window_can_be_kept() -> None:
    state, _ = play(holding(table(), "1a 1b 1c"), "lay U 1,0", "skip", "skip")
    assert glass_of(state).held[ANNA] == {"1a": 1, "1b": 1, "1c": 1}
    state, _ = play(state, "lay U -1,0", "skip", "lay U 2,0", "skip", "lay U 3,0", "skip")
    assert state.step is GlassStepKey.WINDOWS
    assert play(state, "count 1")[0].scores[ANNA] == 6


@says("the windows under construction are visible for all", "each player constructs a window of their own")
def test_everybody_has_glass_of_their_own_in_sight() -> None:
    state = holding(table(), "1a", "2b 2b")
    found = CARCASSONNE_STAINED_GLASS.state_to_json(state)["expansions"]
    assert found["stained-glass"]["held"] == [{"1a": 1}, {"2b": 2}, {}]


@pytest.mark.parametrize("line", ["glass 5a", "glass", "thief small", "steal 1a by 1", "steal 1a from x", "count 5"])
def test_notation_that_is_none(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        CARCASSONNE_STAINED_GLASS.read(line)
    assert refused.value.kind is RefusalKind.INVALID
