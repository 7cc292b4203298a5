"""The eyes at a live board: hands come and go, a rhomb is pushed home, the table is knocked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.cronberg.components import default_edition
from games.cronberg.rules import CRONBERG
from games.cronberg.state import Setup
from games.game import Seat
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.live.eyes import CronbergEyes
from vision.eyes import Attention, NotFoundYet
from vision.frames import Frame
from vision.simulator.conditions import Conditions
from vision.simulator.cronberg.live import BRISK, PlayedCronberg
from vision.simulator.played import Scenario

SETUP = Setup((Seat("Anna", "red"), Seat("Ben", "blue")), default_edition())
TURNS = tuple(CRONBERG.read(turn) for turn in ("token D4", "rhomb church 3.5+3.6 head C4", "token E3"))


def small_pictures():
    """Ordinary conditions, but of a cheap camera: less to look at."""
    usual = Conditions.from_level("ordinary", np.random.default_rng(4))
    share = 2 / 3
    size = {"width": round(usual.width * share), "height": round(usual.height * share)}
    return replace(usual, **size, focal_px=usual.focal_px * share, piece_px=50.0)


@pytest.fixture(scope="module")
def watched():
    """Every turn of a short game with a knock in it: what the eyes proposed when the button was pressed."""
    board = PlayedCronberg(SETUP, TURNS, Scenario(small_pictures(), 4, pace=BRISK, light_change=False))
    state = CRONBERG.new(SETUP)
    eyes = CronbergEyes(drawn_set(), state)
    proposals, hands, attention, explanation = [], 0, set(), None
    while (frame := board.read()) is not None:
        glance = eyes.look(frame)
        attention.add(glance.attention)
        hands += board.truth.hand_in_view and glance.attention is Attention.STILL
        if glance.attention is Attention.STILL:
            still = frame
            if glance.changed:
                explanation = eyes.explain(state, still)
        if len(board.presses) > len(proposals):
            proposals.append(explanation.best)
            state, _ = CRONBERG.apply(state, TURNS[len(proposals) - 1])
            eyes.committed(state)
            explanation = eyes.explain(state, still)
    return eyes, proposals, hands, attention


def test_every_turn_is_proposed_before_the_button(watched):
    _, proposals, _, _ = watched
    assert [one.actions for one in proposals] == [(turn,) for turn in TURNS]
    assert min(one.probability for one in proposals) > 0.9


def test_turns_that_nobody_pressed_for_are_told_in_the_order_in_which_they_were_seen():
    """Ben lays a rhomb after Anna's, and both lie alone: only the looks tell which came first."""
    turns = tuple(CRONBERG.read(turn) for turn in ("rhomb church 3.5+3.6 head C4", "rhomb ruin 5.5+5.6 head F4"))
    board = PlayedCronberg(SETUP, turns, Scenario(small_pictures(), 4, pace=BRISK, light_change=False))
    state = CRONBERG.new(SETUP)
    eyes, explanation = CronbergEyes(drawn_set(), state), None
    while (frame := board.read()) is not None:
        glance = eyes.look(frame)
        if glance.attention is Attention.STILL and glance.changed:
            explanation = eyes.explain(state, frame)
    assert explanation.best.actions == turns
    assert explanation.is_clear()


def test_nothing_is_read_while_a_hand_is_over_the_board(watched):
    _, _, hands, _ = watched
    assert hands == 0


def test_a_knock_is_noticed_and_the_board_found_again(watched):
    eyes, _, _, attention = watched
    assert Attention.BUMPED in attention
    assert eyes.outline_of("D4") is not None


def test_places_show_where_the_overlay_is(watched):
    eyes, *_ = watched
    board, rhomb = eyes.overlay()
    low, high = board.min(axis=0), board.max(axis=0)
    for outline in (rhomb, eyes.outline_of("3.5"), eyes.outline_of("E3")):
        assert (outline > low - 12).all()
        assert (outline < high + 12).all()
    assert eyes.outline_of("Z9") is None


def test_a_table_without_a_board_is_lost_and_cannot_be_read():
    eyes = CronbergEyes(drawn_set(), CRONBERG.new(SETUP))
    picture = np.full((270, 480, 3), 120, np.uint8)
    glances = [eyes.look(Frame(picture, 200.0 * number, number)) for number in range(4)]
    assert {glance.attention for glance in glances} == {Attention.LOST}
    with pytest.raises(NotFoundYet):
        eyes.explain(CRONBERG.new(SETUP), Frame(picture, 800.0, 4))
