"""A paused table: it says so large, nothing below can be tapped, one tap goes on."""

from __future__ import annotations

import random

import pytest

from companion.ui.kit.base import Words
from companion.ui.table.pause_cover import PauseSheet
from companion.ui.tour.faults import faults
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.tiles import FeatureKind


def begun(tablet):
    session = tablet.start_game()
    session.stage((Lay("BA/RFr", 1, 0, 0), Deploy("small", FeatureKind.ROAD, "E.W")))
    tablet.wait()
    session.commit()
    tablet.wait(3)
    return session


def test_two_taps_pause_and_one_goes_on(tablet):
    session = begun(tablet)
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Pause")
    assert session.view.paused_since_ms is not None
    (head,) = (one for one in tablet.widgets(Words) if one.text == "Paused")
    assert head.font_size == 96  # read from two metres
    assert tablet.reads("Ben's turn")
    tablet.tap("Go on")
    assert session.view.paused_since_ms is None
    assert not list(tablet.widgets(PauseSheet))


def test_a_finger_anywhere_goes_on_and_reaches_nothing_below(tablet):
    session = begun(tablet)
    session.stage((Lay("BA/RFr", 2, 0, 0), Skip()))
    tablet.screen.pause.begin()
    tablet.wait()
    moves = len(session.record.line)
    tablet.tap_at(*tablet.screen.buttons.done.center)
    assert session.view.paused_since_ms is None
    assert len(session.record.line) == moves
    tablet.tap_at(*tablet.screen.buttons.done.center)
    assert len(session.record.line) > moves


def test_it_says_how_long_and_stays_through_a_restart(tablet):
    session = begun(tablet)
    tablet.screen.pause.begin()
    path = session.path
    tablet.app.leave_table()
    tablet.shelf.finish()
    tablet.now_ms += 25 * 60_000
    again, _ = tablet.shelf.resume(path)
    tablet.app.sit_down(again)
    tablet.open("table")
    assert tablet.reads("For 25 minutes now")
    tablet.screen.go_back()
    assert again.view.paused_since_ms is None


def test_a_game_that_is_over_offers_no_pause_nor_another_move_and_the_result_says_what_time_was_used(tablet):
    session = tablet.start_game()
    tools = tablet.screen.buttons
    assert all(on_the_glass(tool) for tool in (tools.fit, tools.lay, tools.what_if))
    rng = random.Random(2)
    while not session.view.over:
        tablet.now_ms += 20_000
        session.play(CARCASSONNE.sample(session.record.state, rng))
    tablet.wait()
    assert [on_the_glass(tool) for tool in (tools.fit, tools.lay, tools.what_if)] == [True, False, False]
    tablet.screen.open_menu()
    tablet.wait()
    assert "Pause" not in tablet.texts()
    tablet.screen.docks.close()
    tablet.screen.undo()
    tablet.wait()
    assert all(on_the_glass(tool) for tool in (tools.fit, tools.lay, tools.what_if))
    tablet.screen.attempt(session.redo)
    tablet.open("result")
    for used in session.times_used:
        assert tablet.reads(f"{round(used / 60_000)} minutes")


def on_the_glass(widget):
    """A finger could reach it."""
    return widget.x >= 0 and widget.y >= 0


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (1920, 1200), (800, 1280)])
def test_its_cover_keeps_the_rules(make_tablet, size):
    tablet = make_tablet(size=size, language="de", text_scale=1.3)
    begun(tablet)
    tablet.screen.pause.begin()
    tablet.wait()
    assert faults(tablet.app.stage) == ()
