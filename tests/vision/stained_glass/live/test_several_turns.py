"""Turns that were played on while nobody pressed: the glass of each goes to whoever played it."""

from __future__ import annotations

from games.carcassonne.actions import Lay
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import without_glass
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind
from games.game import Seat
from vision.explanation import Explanation
from vision.stained_glass.live.changes import LaterTurn, turn_endings
from vision.stained_glass.live.followers import takers_of
from vision.stained_glass.live.holdings import Held, Noticed
from vision.stained_glass.live.turns import MapHypothesis, explain_turns

ANNA, BEN = 0, 1
CLOISTER, ROAD, NEXT_CLOISTER = "lay BA/L 0,1 r0", "lay BA/RFr 1,0 r0", "lay BA/L 1,1 r0"


def lay(notation: str) -> Lay:
    action = GAME.read(notation)
    assert isinstance(action, Lay)
    return action


def begun() -> State:
    return GAME.new(GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))


def played(first: str, *later: LaterTurn) -> MapHypothesis:
    """Anna laid the first tile and put nobody on it; others have played since."""
    state = begun()
    return MapHypothesis(lay(first), GAME.apply(state, lay(first))[0], (), 0.99, (), later)


def noticed(*ways: tuple[dict[str, int], dict[str, int]]) -> Noticed:
    """Who holds what now, the first way ten times as likely as each other one."""
    return Noticed(tuple(Held(way, 1.0 if not n else 0.1) for n, way in enumerate(ways)), (), (), (), True)


def stories(explanation: Explanation) -> list[tuple[str, ...]]:
    return [tuple(action.notation for action in one.actions) for one in explanation.candidates]


def test_a_road_and_then_bens_cloister_are_two_turns_and_the_glass_is_bens() -> None:
    sight = played(ROAD, LaterTurn(lay(NEXT_CLOISTER), (("small", FeatureKind.MONASTERY, "I"),)))
    explanation = explain_turns(GAME, begun(), [sight], noticed(({}, {"2b": 1})), 0.0, 1)
    assert stories(explanation)[0] == (ROAD, "skip", NEXT_CLOISTER, "glass 2b", "follower small Monastery I")
    assert explanation.candidates[0].probability > 0.95


def test_two_cloisters_share_their_glass_as_the_rules_and_the_table_say() -> None:
    sight = played(CLOISTER, LaterTurn(lay(NEXT_CLOISTER)))
    ways = (({"1a": 1}, {"2b": 1}), ({"2b": 1}, {"1a": 1}), ({"1a": 1, "2b": 1}, {}))
    explanation = explain_turns(GAME, begun(), [sight], noticed(*ways), 0.0, 1)
    assert stories(explanation)[0] == (CLOISTER, "glass 1a", "skip", NEXT_CLOISTER, "glass 2b", "skip")
    assert explanation.candidates[0].probability > 0.9


def test_annas_turn_is_told_while_bens_cloister_still_waits_for_its_glass() -> None:
    sight = played(ROAD, LaterTurn(lay(NEXT_CLOISTER)))
    explanation = explain_turns(GAME, begun(), [sight], noticed(({}, {})), 0.0, 1)
    annas = sum(one.probability for one in explanation.candidates if one.actions[:2] == (lay(ROAD), GAME.read("skip")))
    assert annas > 0.95
    assert (ROAD, "skip", NEXT_CLOISTER) in stories(explanation)


def test_nobody_gets_glass_for_tiles_that_bring_none() -> None:
    state, _ = GAME.apply(begun(), lay(ROAD))
    assert not list(turn_endings(GAME, state, ({}, {"2b": 1}), (), [LaterTurn(lay("lay BA/RFr 2,0 r0"))]))


def test_whoever_lays_a_cloister_may_have_got_what_is_new() -> None:
    assert takers_of(begun(), [played(ROAD, LaterTurn(lay(NEXT_CLOISTER)))]) == (BEN,)
    assert takers_of(begun(), [played(CLOISTER, LaterTurn(lay(NEXT_CLOISTER)))]) == (ANNA, BEN)
    assert takers_of(begun(), [played(CLOISTER)]) == ()


def test_the_map_alone_is_a_game_without_glass() -> None:
    state = without_glass(begun())
    state, _ = GAME.apply(state, lay(CLOISTER))
    assert "stained-glass" not in state.setup.expansions
    assert state.board == GAME.apply(begun(), lay(CLOISTER))[0].board
    assert GAME.apply(state, GAME.read("skip"))[0].seat == BEN
