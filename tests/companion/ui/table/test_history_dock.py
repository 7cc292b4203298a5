"""The history: a strip of all moves under the board, which shows the table as it stood then."""

import numpy as np
import pytest

from companion.ui.docks.history import gains_of
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.tour.faults import faults


def dock(tablet):
    return tablet.screen.docks.dock


def test_the_history_follows_the_finger_and_play_goes_on_from_there(tablet):
    session = tablet.start_game(turns=12)
    tablet.tap(tablet.screen.bar.ids.menu)
    tablet.tap("History")
    strip = dock(tablet)
    tiles = len(session.view.state.board.laid)
    tablet.drag((strip.x + 60, strip.y + 80), (strip.x + 900, strip.y + 80), steps=6)
    assert 0 <= strip.chosen < 11
    shown = len(tablet.screen.board.view.state.board.laid)
    assert shown < tiles
    assert len(session.view.state.board.laid) == tiles  # only looked at
    past = tablet.screen.board.view  # scores, whose turn it was and its number are of that moment, too
    assert tablet.reads(f"Turn {tablet.screen.face.turn(past)}")
    assert [card.score for card in tablet.screen.rail.cards] == list(past.scores)
    assert [card.active for card in tablet.screen.rail.cards].index(True) == past.active
    line = session.record.line
    tablet.tap("Play from here")
    assert len(session.view.state.board.laid) == shown
    assert dock(tablet) is None
    tablet.tap("Undo")
    assert session.record.line == line


def test_the_history_builds_what_is_in_sight_and_says_who_did_what(tablet):
    """A long game opens as fast as a short one; what is dragged into sight is built then."""
    session = tablet.start_game(turns=30)
    tablet.screen.docks.history()
    tablet.wait()
    strip = dock(tablet)
    assert len(strip.moments) == 30
    assert len(strip.built) < 12
    assert max(strip.built) == 29
    assert strip.built[29].deeds == "lay and deploy"  # a farmer, as the record has it
    first, last = strip.moments[29]
    assert next(iter(gains_of(session.record, first, last))) == session.record.line[first].doer
    tablet.drag((strip.x + 60, strip.y + 80), (strip.x + 900, strip.y + 80), steps=6)
    assert min(strip.built) < 20
    assert strip.built[strip.chosen].chosen


@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_the_history_leaves_the_board_room_on_a_small_tablet(make_tablet, text_scale):
    """The board is what one looks back at."""
    tablet = make_tablet(size=(800, 480), language="de", text_scale=text_scale)
    tablet.start_game(turns=12)
    tablet.screen.docks.history()
    tablet.wait()
    assert tablet.screen.board.height > tablet.screen.board_area[3] / 2
    assert faults(tablet.app.stage) == ()


def test_the_photograph_of_a_moment_stands_in_the_history_and_below_its_score(make_tablet, monkeypatch):
    tablet = make_tablet(size=(800, 480), language="de", text_scale=1.3)
    session, seen = tablet.start_game(turns=30), np.full((180, 320, 3), 90, np.uint8)
    monkeypatch.setattr(type(session), "photo_of", lambda *_: seen)
    for opened in (tablet.screen.docks.history, lambda: tablet.screen.docks.why(None)):
        opened()
        tablet.wait()
        photos = [one for one in dock(tablet).walk() if isinstance(one, StillPicture)]
        assert photos
        assert all(one.picture is seen and one.height >= 48 for one in photos), "no lower than what is tapped"
        assert faults(tablet.app.stage) == ()
        tablet.screen.docks.close()
