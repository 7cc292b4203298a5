"""Stained Glass: every sentence of the known rulebook has a test that names it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.carcassonne.board import Board, Follower
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import Glass, glass_of, with_glass
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.thieves import thief_spots
from games.carcassonne.stained_glass.windows import (
    can_share_a_window,
    glass_kinds,
    legal_windows,
    tiles_of,
    whole_supply,
    whole_windows,
)
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_from_print, tile_type
from games.game import Event, Refusal, RefusalKind, ScoreLine, Seat

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "stained_glass_cases.json").read_text())
SENTENCES = {entry["says"] for entry in json.loads((DATA / "stained_glass_sentences.json").read_text())}
NAMED: set[str] = set()

ANNA, BEN, CLEO = 0, 1, 2
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))
INNS = ("inns-and-cathedrals",)


def says(*sentences: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The sentences of the rulebook that a test holds the rules to."""
    for sentence in sentences:
        assert sentence in SENTENCES, sentence
        NAMED.add(sentence)
    return lambda test: test


def table(game: Carcassonne = CARCASSONNE_STAINED_GLASS, **setup: Any) -> State:
    return game.new(game.setup(SEATS, **setup))


def holding(state: State, *held: str) -> State:
    """The state with glass in the areas of Anna, Ben and Cleo: ``"1a 1b"``."""
    supply = whole_supply()
    areas: list[Mapping[str, int]] = []
    for tiles in (*held, "", "", "")[:3]:
        areas.append(Counter(tiles.split()))
        supply.subtract(tiles.split())
    return with_glass(state, Glass(+supply, tuple(areas)))


def play(state: State, *actions: str) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for action in actions:
        state, more = CARCASSONNE_STAINED_GLASS.apply(state, CARCASSONNE_STAINED_GLASS.read(action))
        events.extend(more)
    return state, events


def steps(state: State, *actions: str) -> list[str]:
    """The step that waits before each action and after the last."""
    found = [state.step]
    for action in actions:
        state, _ = play(state, action)
        found.append(state.step)
    return found


def refusal(state: State, action: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        play(state, action)
    return refused.value


def lines(events: list[Event]) -> list[ScoreLine]:
    return [event.line for event in events if event.line]


def legal(state: State) -> set[str]:
    return {action.notation for action in CARCASSONNE_STAINED_GLASS.legal(state)}


# The glass


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
        told = CARCASSONNE_STAINED_GLASS.state_to_json(state)
        assert json.loads(json.dumps(told)) == told


def test_it_is_played_with_its_expansion_switched_on() -> None:
    state = CARCASSONNE_STAINED_GLASS.new(CARCASSONNE.setup(SEATS))
    assert "stained-glass" in state.setup.expansions


# Windows


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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_rule_case(case: dict[str, Any]) -> None:
    given, then = case["given"], case["then"]
    if "tiles" in given:
        assert can_share_a_window(given["tiles"]) is then["legal"]
    elif "sub_windows" in given:
        window = tuple(given["sub_windows"])
        assert (window in legal_windows()) is then["legal"]
        assert len(tiles_of(window)) == then["tiles"]
    elif case["id"] == "tiles-return":
        state, _ = play(holding(table(), "1a 1b 1c"), "lay U 1,0", "skip", "count 1")
        assert (glass_of(state).supply == whole_supply()) is then["to_bag"]
    elif case["id"] == "draw-on-cathedral":
        state, _ = play(table(expansions=INNS), f"lay {given['tile']} 0,-1")
        assert glass_of(state).due == then["glass_drawn"]
    elif case["id"] == "complete-unoccupied":
        state, events = play(surrounded(), "lay B 0,2")
        state, more = play(state, "glass 1a", "glass 1b", "skip")
        assert SEATS[state.seat - 1].name[0] == then["glass_to"]
        assert glass_of(state).held[BEN] == {"1a": 1, "1b": 1}
        assert sum(line.points for line in lines(events + more)) == then["points"]
    else:
        assert case["id"] == "no-thief-on-passing-road"
        board = table().board.lay(PASSING.turned[0], 0, 1)
        assert bool(thief_spots(board)) is then["legal"]


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


# Taking glass


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


def surrounded(follower: str = "skip") -> State:
    """A cloister with seven tiles around it; Ben is to lay the eighth, at 0,2. Its glass went back into the bag."""
    state, _ = play(table(), "lay B 0,1", "glass 1a", follower)
    around = ["U 1,0", "U -1,0", "E 1,1 r90", "E -1,1 r270", "E 1,2 r90", "E -1,2 r270"]
    for tile in around:
        state, _ = play(state, f"lay {tile}", "skip")
    state = with_glass(state, Glass.start(3))
    assert state.seat == BEN
    return state


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


# The turn


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
    told = CARCASSONNE_STAINED_GLASS.state_to_json(state)["expansions"]
    assert told["stained-glass"]["held"] == [{"1a": 1}, {"2b": 2}, {}]


# Thieves

PASSING = tile_from_print(
    "XX/LRr", {"monastery": True, "roads": [{"sides": ["W", "E"]}], "fields": [{"edges": ["WR", "NL", "NR", "EL"]}]}
)
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


@pytest.mark.parametrize("line", ["glass 5a", "glass", "thief small", "steal 1a by 1", "steal 1a from x", "count 5"])
def test_notation_that_is_none(line: str) -> None:
    with pytest.raises(Refusal) as refused:
        CARCASSONNE_STAINED_GLASS.read(line)
    assert refused.value.kind is RefusalKind.INVALID


def test_every_sentence_of_the_rulebook_is_named() -> None:
    assert NAMED == SENTENCES
