"""The glass and the windows that it makes."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.windows import glass_kinds, legal_windows, tiles_of, whole_supply, whole_windows
from tests.games.carcassonne.stained_glass.glass_table import (
    ANNA,
    INNS,
    SEATS,
    holding,
    legal,
    lines,
    play,
    refusal,
    table,
)
from tests.games.carcassonne.stained_glass.rulebook import says


@says(
    "24 stained glass tiles (12 different), 1 supply bag",
    "shuffle the new tiles, keep them in a supply bag",
    "12 different tiles, of each there are 2",
)
def test_all_glass_is_in_the_bag_at_first() -> None:
    glass = glass_of(table())
    assert len(glass_kinds()) == 12
    assert set(glass.supply.values()) == {2}
    assert sum(glass.supply.values()) == 24
    assert glass.held == ({}, {}, {})


@says("no extra meeples are required", "all rules of the basic game apply, no rules are changed")
def test_everything_else_is_as_without_it() -> None:
    """The box, the followers, where tiles go and what they score."""
    plain, extra = table(CARCASSONNE), table()
    assert (plain.bag, plain.supply) == (extra.bag, extra.supply)
    for action in ("lay E 0,-1 r180", "follower small City S", "lay U 1,0", "follower small Road E.W"):
        plain, _ = CARCASSONNE.apply(plain, CARCASSONNE.read(action))
        extra, _ = play(extra, action)
        assert (plain.scores, plain.seat, plain.step) == (extra.scores, extra.seat, extra.step)
        assert plain.board == extra.board


@says("can be played with the basic game and with all other expansions")
@pytest.mark.parametrize("expansions", [(), INNS])
def test_with_and_without_inns_and_cathedrals(expansions: tuple[str, ...]) -> None:
    """Whole casual games, in which no glass is ever lost."""
    for seed in range(3):
        rng = random.Random(seed)
        state = table(expansions=expansions)
        while not state.is_over:
            action = CARCASSONNE_STAINED_GLASS.sample(state, rng)
            assert CARCASSONNE_STAINED_GLASS.read(action.notation) == action
            if state.step is not StepKey.LAY:
                assert action in set(CARCASSONNE_STAINED_GLASS.legal(state))
            state, _ = play(state, action.notation)
            glass = glass_of(state)
            assert sum((Counter(held) for held in glass.held), Counter(glass.supply)) == whole_supply()
        found = CARCASSONNE_STAINED_GLASS.state_to_json(state)
        assert json.loads(json.dumps(found)) == found


def test_it_is_played_with_its_expansion_switched_on() -> None:
    state = CARCASSONNE_STAINED_GLASS.new(CARCASSONNE.setup(SEATS))
    assert "stained-glass" in state.setup.expansions


@says(
    "4 separate small windows of 3 tiles each",
    "two windows form one of 6 tiles, only three possibilities",
    "three windows form one of 9 tiles, only two possibilities",
    "four windows form the biggest of 12 tiles",
)
def test_the_ten_legal_windows() -> None:
    assert Counter(len(tiles_of(window)) for window in legal_windows()) == {3: 4, 6: 3, 9: 2, 12: 1}
    everything = Counter(glass_kinds())
    assert set(whole_windows(everything)) == set(legal_windows())


@says("not possible to connect window 1 with 3 or 4")
@pytest.mark.parametrize("window", ["1+3", "1+4", "2+4", "1+3+4", "1+2+4"])
def test_windows_that_do_not_join(window: str) -> None:
    state, _ = play(holding(table(), " ".join(glass_kinds())), "lay U 1,0", "skip")
    assert state.step is GlassStepKey.WINDOWS
    assert refusal(state, f"count {window}").phrase.key == "carcassonne.no_such_window"
    assert f"count {window}" not in legal(state)


@says("double tiles can be drawn during the game", "work on two equal windows at the same time")
def test_doubles_make_two_windows() -> None:
    state = holding(table(), "1a 1b")
    state, _ = play(state, "lay B 0,1", "glass 1a", "skip")
    assert glass_of(state).held[ANNA] == {"1a": 2, "1b": 1}
    both = holding(table(), "1a 1b 1c 1a 1b 1c")
    state, events = play(both, "lay U 1,0", "skip", "count 1", "count 1")
    assert [line.points for line in lines(events)] == [6, 6]
    assert glass_of(state).held[ANNA] == {}


@says("never part of one and the same window")
def test_a_window_takes_each_tile_once() -> None:
    state, _ = play(holding(table(), "1a 1a 1b 2a 2b 2c"), "lay U 1,0", "skip")
    assert legal(state) == {"skip", "count 2"}
    assert refusal(state, "count 1+2").phrase.key == "carcassonne.window_not_whole"
