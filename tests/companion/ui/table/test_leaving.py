"""Leaving a table: home stands there at once, and what was left is whole when people come back."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

from kivy.clock import Clock

from companion.session.shelf import Shelf
from companion.session.views import ChipKind
from companion.ui.kit.base import Tap
from companion.ui.kit.game_tile import GameTile
from games.carcassonne.rules import CARCASSONNE


def test_home_stays_built_while_people_play_and_shows_nothing_of_before_at_first(tablet):
    tablet.open("home")
    home, tiles = tablet.screen, list(tablet.widgets(GameTile))
    assert tablet.reads("No games yet")
    tablet.start_game(turns=2)
    tablet.screen.leave()
    assert tablet.screen is home
    assert list(tablet.widgets(GameTile)) == tiles
    assert not tablet.reads("No games yet")
    tablet.settle()
    assert tablet.reads("Go on")


def test_where_all_games_are_over_home_does_not_say_that_there_are_none(tablet):
    session, rng = tablet.begun_game("Anna Ben"), random.Random(1)
    while not session.view.over:
        session.play(CARCASSONNE.sample(session.record.state, rng))
    session.close()
    tablet.open("home")
    assert tablet.reads("No game is going on")
    assert not tablet.reads("No games yet")


def test_home_in_another_language_is_built_anew(tablet):
    tablet.open("home")
    home = tablet.screen
    tablet.open("settings")
    tablet.app.prefer(language="de")
    tablet.open("home")
    assert tablet.screen is not home
    assert tablet.reads("Noch keine Spiele")


def test_people_who_leave_home_before_it_is_filled_in_find_it_whole_afterwards(tablet):
    tablet.start_game(turns=1)
    tablet.screen.leave()
    tablet.wait(0.1)
    tablet.open("settings")
    tablet.open("home")
    assert len([one for one in tablet.widgets(Tap) if one.text == "Go on"]) == 1


def test_what_is_left_of_a_table_is_given_back_once_home_is_filled_in(tablet):
    tablet.start_game(turns=1)
    board = weakref.ref(tablet.screen.board)
    gc.disable()
    try:
        tablet.screen.leave()
        tablet.settle()
        tablet.wait(0.2)
        assert board() is None
    finally:
        gc.enable()


def test_a_game_that_is_left_and_opened_again_at_once_is_never_open_in_another_window(tmp_path: Path, two_seats):
    shelf, rng = Shelf(tmp_path, lambda: 0), random.Random(4)
    session = shelf.start("carcassonne", CARCASSONNE.setup_to_json(CARCASSONNE.setup(two_seats)))
    path = shelf.path_of(session)
    for times in range(1, 11):
        session.play(CARCASSONNE.sample(session.record.state, rng))
        session.close()
        session, rescue = shelf.resume(path)
        assert rescue is None
        assert len(session.record.line) == times
        assert not any(chip.kind is ChipKind.SAVE for chip in session.view.chips)
    session.close()
    shelf.delete(path)
    assert shelf.saved() == ()


def test_an_app_that_is_asked_to_end_closes_its_table_with_the_next_tick(tablet):
    session = tablet.start_game(turns=4)
    tablet.app.end_asked = lambda: True
    tablet.wait()
    assert tablet.app.session is None
    assert tablet.shelf.glimpse(session.path).actions == session.record.actions


def test_nothing_is_laid_out_any_more_once_an_app_was_asked_to_end(tablet):
    """Kivy ticks its clock for a window that the desktop resizes, also when no app runs any more."""
    tablet.open("home")
    laid_out = Clock.create_trigger(lambda _: None, 60.0)
    laid_out()
    tablet.app.end_asked = lambda: True
    tablet.wait()
    assert not laid_out.is_triggered
