"""A watched table with Stained Glass: real eyes before simulated pictures, and what they make of whole turns."""

from __future__ import annotations

import pytest

from companion.own_edition import own_edition
from companion.own_glass import own_glass
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import glass_of
from games.game import Seat
from vision.explanation import Explanation
from vision.eyes import Attention
from vision.simulated.carcassonne_live import BRISK
from vision.simulated.conditions import Level
from vision.simulated.stained_glass_live import GlassTable, sampled_glass_game
from vision.stained_glass.eyes import StainedGlassEyes

SETUP = GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
ANNA_TAKES = ("lay BA/L 0,1 r0", "glass 1a", "follower small Monastery I")
BEN_TAKES = ("lay BA/L 1,1 r0", "glass 1b", "skip")
ANNA_STEALS_AND_COUNTS = (
    "lay BA/LR -1,1 r0",
    "glass 1c",
    "follower small Monastery I",
    "thief small S",
    "steal 1b from 1",
    "count 1",
)


def watched(*turns: tuple[str, ...]) -> tuple[list[tuple[str, ...]], StainedGlassEyes]:
    """What the eyes say of each turn when its player presses the button; the record follows them."""
    actions = [GAME.read(line) for turn in turns for line in turn]
    state = GAME.new(SETUP)
    table = GlassTable(SETUP, actions, Level.EASY, 5, pace=BRISK, bump=False, light_change=False)
    eyes = StainedGlassEyes(own_edition(CARCASSONNE.box(SETUP)), own_glass(), state)
    told: list[tuple[str, ...]] = []
    last: Explanation | None = None
    while (frame := table.read()) is not None:
        glance = eyes.look(frame)
        begins, ends = not told and last is None, len(told) + 1 == len(turns)
        pressed = len(table.presses) > len(told)
        # The last turn is followed as it grows, the others are read when their button is pressed.
        if pressed or (glance.attention is Attention.STILL and (begins or (ends and glance.changed))):
            last = eyes.explain(state)
        if pressed:
            assert last is not None
            assert last.is_clear(), last
            told.append(tuple(action.notation for action in last.candidates[0].actions))
            for action in last.candidates[0].actions:
                state, _ = GAME.apply(state, action)
            eyes.committed(state)
            last = None
    return told, eyes


@pytest.fixture(scope="module")
def game() -> tuple[list[tuple[str, ...]], StainedGlassEyes]:
    return watched(ANNA_TAKES, BEN_TAKES, ANNA_STEALS_AND_COUNTS)


def test_a_tile_out_of_the_bag_belongs_to_whose_turn_it_is(game) -> None:
    told, _ = game
    assert told[0] == ANNA_TAKES
    assert told[1] == BEN_TAKES


def test_follower_thief_theft_and_count_are_one_turn(game) -> None:
    told, _ = game
    assert told[2] == ANNA_STEALS_AND_COUNTS


def test_what_was_counted_has_left_the_table(game) -> None:
    _, eyes = game
    assert eyes.outline_of("glass 0 1a") is None
    assert eyes.outline_of("0,1") is not None


def test_who_enters_the_tile_by_touch_is_asked_for_the_glass_and_nothing_breaks(game) -> None:
    told, eyes = game
    state = GAME.new(SETUP)
    for notation in (*(action for turn in told for action in turn), "lay BA/LR 2,1 r0"):
        state, _ = GAME.apply(state, GAME.read(notation))
    assert state.step == "glass"
    eyes.committed(state)
    assert eyes.explain(state).candidates == ()  # no glass was taken out of the bag yet: no turn ends so


def test_glass_and_followers_are_seen_after_a_tile_that_was_entered_by_touch() -> None:
    state = GAME.new(SETUP)
    actions = [GAME.read(line) for line in ANNA_TAKES]
    table = GlassTable(SETUP, actions, Level.EASY, 5, pace=BRISK, bump=False, light_change=False)
    eyes = StainedGlassEyes(own_edition(CARCASSONNE.box(SETUP)), own_glass(), state)
    begun = False
    while not table.presses and (frame := table.read()) is not None:
        if eyes.look(frame).attention is Attention.STILL and not begun:
            eyes.explain(state)
            begun = True
    state, _ = GAME.apply(state, actions[0])
    eyes.committed(state)
    best = eyes.explain(state).candidates[0]
    assert tuple(action.notation for action in best.actions) == ANNA_TAKES[1:]
    assert best.probability > 0.9


def test_sampled_games_are_told_as_the_rules_take_them() -> None:
    for seed in range(2):
        state = GAME.new(SETUP)
        for action in sampled_glass_game(SETUP, seed, 25):
            state, _ = GAME.apply(state, action)
        assert len(state.board.laid) == 26
        assert sum(glass_of(state).supply.values()) <= 24
