"""A game of Istanbul on the living table: every action is told once, by a press, a tap or a throw."""

from __future__ import annotations

import random
from dataclasses import replace

from games.game import Seat
from games.istanbul.actions import Move, Use
from games.istanbul.layout import faults
from games.istanbul.rules import LETTERS_AND_SEALS
from vision.simulator.istanbul.live import BRISK, PlayedIstanbul, laid_out, shows_by_itself
from vision.simulator.played import Scenario, sampled_turns
from vision.simulator.players.gestures import Throw, Touch
from vision.simulator.sequence import SimulatedPress

GAME = LETTERS_AND_SEALS
SETUP = laid_out(GAME, GAME.setup((Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"))), 3)


def test_a_layout_is_drawn_by_the_rules_and_by_its_seed():
    assert not faults(SETUP.layout, GAME.layout_rule())
    assert laid_out(GAME, replace(SETUP, layout=()), 3) == SETUP


def test_each_action_is_one_gesture():
    actions = sampled_turns(GAME, SETUP, 3, turns=1)
    table = PlayedIstanbul(GAME, SETUP, actions, Scenario("easy", 3, pace=BRISK, bump=False, light_change=False))
    frames = 0
    while table.read() is not None:
        frames += 1
    assert frames > 10
    assert len(table.presses) == len(actions)
    for gesture, action in zip(table.presses, actions, strict=True):
        if isinstance(gesture, Touch):
            assert gesture.action == action
        elif isinstance(gesture, Throw):
            assert gesture.pips == (action.first, action.second)
        else:
            assert isinstance(gesture, SimulatedPress)


def test_what_moves_nothing_is_never_left_to_the_camera():
    state, rng = GAME.new(SETUP), random.Random(8)
    found = set()
    for _ in range(300):
        action = GAME.sample(state, rng)
        after, _ = GAME.apply(state, action)
        if shows_by_itself(action, state, after):
            found.add(type(action))
            assert not isinstance(action, Use) or state.place in (7, 12)
        state = after
        if state.is_over:
            break
    assert Move in found
