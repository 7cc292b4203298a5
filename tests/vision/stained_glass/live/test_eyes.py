"""A watched table with Stained Glass: real eyes before simulated pictures, and what they make of whole turns."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import pytest

from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS as GAME
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.game import Seat
from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.stained_glass.edition import own_glass
from vision.explanation import Explanation
from vision.eyes import Attention
from vision.frames import Frame
from vision.simulator.carcassonne.live import BRISK
from vision.simulator.conditions import Level
from vision.simulator.played import Scenario
from vision.simulator.stained_glass.live import GlassTable, sampled_glass_game
from vision.stained_glass.live.eyes import StainedGlassEyes

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


@dataclass(frozen=True, eq=False)
class Watched:
    """What the eyes said of each turn, the eyes after the last one, and as they were before the first was read; the
    table after each turn."""

    found: list[tuple[str, ...]]
    eyes: StainedGlassEyes
    still: Frame
    before: StainedGlassEyes
    stills: list[Frame]


def watched(*turns: tuple[str, ...]) -> Watched:
    """The eyes see the table before anybody plays and read each turn when its button is pressed; the record follows."""
    actions = [GAME.read(line) for turn in turns for line in turn]
    state = GAME.new(SETUP)
    table = GlassTable(SETUP, actions, Scenario(Level.EASY, 5, pace=BRISK, bump=False, light_change=False))
    eyes = StainedGlassEyes(own_edition(CARCASSONNE.box(SETUP)), own_glass(), state)
    found: list[tuple[str, ...]] = []
    last: Explanation | None = None
    before: StainedGlassEyes | None = None
    stills: list[Frame] = []
    still: Frame | None = None
    while (frame := table.read()) is not None:
        glance = eyes.look(frame)
        if glance.attention is Attention.STILL:
            still = frame
        begins = not found and last is None
        pressed = len(table.presses) > len(found)
        if pressed and before is None:
            assert still is not None
            before = deepcopy(eyes)
        if pressed or (glance.attention is Attention.STILL and begins):
            assert still is not None
            last = eyes.explain(state, still)
        if pressed:
            assert last is not None
            assert last.is_clear(), last
            assert still is not None
            stills.append(still)
            found.append(tuple(action.notation for action in last.candidates[0].actions))
            for action in last.candidates[0].actions:
                state, _ = GAME.apply(state, action)
            eyes.committed(state)
            last = None
    assert before is not None
    assert still is not None
    return Watched(found, eyes, still, before, stills)


@pytest.fixture(scope="module")
def game() -> Watched:
    return watched(ANNA_TAKES, BEN_TAKES, ANNA_STEALS_AND_COUNTS)


def test_a_tile_out_of_the_bag_belongs_to_whose_turn_it_is(game) -> None:
    assert game.found[0] == ANNA_TAKES
    assert game.found[1] == BEN_TAKES


def test_follower_thief_theft_and_count_are_one_turn(game) -> None:
    assert game.found[2] == ANNA_STEALS_AND_COUNTS


def test_what_was_counted_has_left_the_table(game) -> None:
    assert game.eyes.outline_of("glass 0 1a") is None
    assert game.eyes.outline_of("0,1") is not None


def test_who_enters_the_tile_by_touch_is_asked_for_the_glass_and_nothing_breaks(game) -> None:
    state = GAME.new(SETUP)
    for notation in (*(action for turn in game.found for action in turn), "lay BA/LR 2,1 r0"):
        state, _ = GAME.apply(state, GAME.read(notation))
    assert state.step is GlassStepKey.GLASS
    game.eyes.committed(state)
    assert game.eyes.explain(state, game.still).is_idle()  # no glass was taken out of the bag yet: no turn ends so


def test_glass_and_followers_are_seen_after_a_tile_that_was_entered_by_touch(game) -> None:
    state, _ = GAME.apply(GAME.new(SETUP), GAME.read(ANNA_TAKES[0]))
    game.before.committed(state)
    best = game.before.explain(state, game.stills[0]).candidates[0]
    assert tuple(action.notation for action in best.actions) == ANNA_TAKES[1:]
    assert best.probability > 0.9


def test_turns_that_nobody_pressed_for_are_told_together_each_with_its_glass(game) -> None:
    eyes, state = deepcopy(game.before), GAME.new(SETUP)
    eyes.explain(state, game.stills[0])  # Anna's turn is seen, and nobody presses
    best = eyes.explain(state, game.stills[1]).candidates[0]
    assert tuple(action.notation for action in best.actions) == (*ANNA_TAKES, *BEN_TAKES)
    assert best.probability > 0.9


def test_sampled_games_are_told_as_the_rules_take_them() -> None:
    for seed in range(2):
        state = GAME.new(SETUP)
        for action in sampled_glass_game(SETUP, seed, 25):
            state, _ = GAME.apply(state, action)
        assert len(state.board.laid) == 26
        assert sum(glass_of(state).supply.values()) <= 24
