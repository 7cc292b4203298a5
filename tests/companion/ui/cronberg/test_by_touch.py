"""Cronberg by fingers alone: tokens, rhombi, a pass, the sum of a score and how a move is mended."""

from __future__ import annotations

import random

import pytest

from companion.ui.cronberg.pictures import RhombPicture, SpotPicture
from companion.ui.screens.step_graph import running_scores
from games.cronberg.rules import CRONBERG
from games.cronberg.state import LayRhomb, PlaceToken
from games.game import Seat

TWO = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.fixture
def table(tablet):
    """A new game of Cronberg on the table screen."""

    def begin(*turns):
        session = tablet.shelf.start("cronberg", CRONBERG.setup_to_json(CRONBERG.setup(TWO)))
        for turn in turns:
            session.play(CRONBERG.read(turn))
        tablet.app.sit_down(session)
        tablet.open("table")
        return tablet

    return begin


def tap_place(tablet, place):
    board = tablet.screen.board
    tablet.tap_at(*board.to_px(*board.point(place)))


def pick(tablet, key):
    """Pick a rhomb from the dock."""
    place = CRONBERG.setup(TWO).edition.kind_index(key)
    tablet.tap(next(one for one in tablet.widgets(RhombPicture) if one._kind == place).parent)


def test_a_token_is_set_with_one_tap_and_done(table):
    tablet = table()
    assert tablet.reads("28 rhombi left")
    tap_place(tablet, "D4")
    assert tablet.session.view.proposal.actions == (PlaceToken("D4"),)
    tap_place(tablet, "C3")  # no, rather there
    tablet.done()
    assert [step.action for step in tablet.session.record.line] == [PlaceToken("C3")]
    assert tablet.reads("Ben's turn")


def test_what_crossings_are_worth_is_shown_and_explained_once_somebody_asks(table):
    tablet = table()
    board = tablet.screen.board
    assert not board.values_shown, "the art is seen"
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Values on the board")
    assert board.values_shown
    assert tablet.reads("what it can count at best")
    assert tablet.reads("Hatched: a triangle that the next rhomb may cut off")
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("Board without values")
    assert not board.values_shown


def test_a_rhomb_is_picked_laid_on_two_triangles_and_turned_round(table):
    tablet = table("token D4")
    tablet.tap("Rhomb by touch")
    board, corner = tablet.screen.board, tablet.screen.board.point("D4")
    assert board.thing_at(*corner) == "D4"
    pick(tablet, "church")
    assert board.thing_at(corner[0], corner[1] + 0.1) in board.open_places, "a triangle is meant, up to its corners"
    tap_place(tablet, "3.5")
    tap_place(tablet, "3.6")
    (first,) = tablet.session.view.proposal.actions
    other = next(
        one for one in tablet.screen.touch._draft.options() if one != first and one.triangles == ("3.5", "3.6")
    )
    tablet.screen.touch._take(other)
    tablet.wait()
    tablet.done()
    laid = tablet.session.record.line[-1].action
    assert isinstance(laid, LayRhomb)
    assert (laid.kind, laid.triangles) == ("church", ("3.5", "3.6"))
    assert laid == other
    assert tablet.reads("27 rhombi left")


def test_a_score_is_written_out(table):
    tablet = table("token A1", "rhomb mill 1.1+2.2 head A1", "token D4", "rhomb inn 1.2+1.3 head A1")
    assert tablet.session.view.scores == (8, 0)
    (line,) = tablet.session.view.last_lines
    tablet.screen.board.celebrate([line])
    tablet.wait(0.3)
    assert f"{line.working} = {line.points}" == "4 + 4 = 8"
    assert tablet.reads("Anna +8: token built in")


def test_a_misplaced_token_is_mended_with_two_taps(table):
    tablet = table("token D4")
    tap_place(tablet, "D4")
    chip = next(one for one in tablet.widgets() if getattr(one, "amends", None) is not None)
    wanted = chip.amends.action
    picture = next(one for one in chip.walk() if isinstance(one, SpotPicture))
    x, y = picture.to_window(picture.center_x + 12, picture.center_y + 12)
    assert max(tablet.colour_at(x, y)) > 60  # the board about it, also in a list that scrolls
    tablet.tap(chip)
    assert [step.action for step in tablet.session.record.line] == [wanted]


@pytest.mark.parametrize("size", [(1280, 800), (960, 540), (800, 1280)])
def test_it_fits_any_tablet(make_tablet, size):
    tablet = make_tablet(size=size, language="de")
    session = tablet.shelf.start("cronberg", CRONBERG.setup_to_json(CRONBERG.setup(TWO)))
    tablet.app.sit_down(session)
    tablet.open("table")
    board = tablet.screen.board
    for place in ("A1", "D1", "D7", "G4"):
        x, y = board.to_px(*board.point(place))
        assert board.x < x < board.right
        assert board.y < y < board.top
    assert tablet.reads("noch 28 Rauten")


def test_in_a_series_the_markers_stay_where_they_are(table):
    tablet = table()
    rng = random.Random(7)
    while not tablet.session.view.over:
        tablet.session.play(CRONBERG.sample(tablet.session.record.state, rng))
    scores = tablet.session.view.scores
    tablet.open("result")
    tablet.tap("Next of the series")
    assert tablet.screen.name == "table"
    assert tablet.session.view.scores == scores
    assert len(tablet.session.record.line) == 0
    assert running_scores(tablet.session.record)[0] == scores
