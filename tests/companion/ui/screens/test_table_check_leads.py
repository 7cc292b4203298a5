"""The table check leads somewhere: to the camera where none looks, back to it, and back to where people came from. All
of it is in sight.
"""

import numpy as np
from kivy.uix.scrollview import ScrollView

from companion.editions.kept_tiles import OURS, SetInPlay, choice, choose
from companion.session.looking.sighting import Sighting
from companion.session.table_check import CheckedState, CheckRow
from companion.ui.screens.cameras import table_check
from games.game import Phrase
from vision.eyes import Attention, Glance
from vision.held_settings import CameraSetting, SettingsState


def opened_at_the_check(tablet, **wishes):
    tablet.start_game()
    tablet.open("table_check", **wishes)
    return tablet.session.record


def test_without_a_camera_it_leads_to_the_choice_of_one_and_back_to_the_same_game(tablet):
    record = opened_at_the_check(tablet)
    tablet.tap("Choose")
    assert tablet.screen.name == "camera"
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "table_check"
    assert tablet.session.record.setup == record.setup
    assert not tablet.session.view.over


def test_the_arrow_leads_back_to_the_table_that_it_was_opened_from(tablet):
    opened_at_the_check(tablet, back="table")
    tablet.tap("Choose")
    tablet.screen.leave()
    tablet.wait()
    tablet.tap(tablet.thing(icon="back"))
    assert tablet.screen.name == "table"


def test_before_the_game_the_arrow_leads_home_where_it_waits(tablet):
    opened_at_the_check(tablet)
    tablet.tap(tablet.thing(icon="back"))
    assert tablet.screen.name == "home"
    assert tablet.session is None
    assert len(tablet.shelf.saved()) == 1


def test_with_a_slow_camera_every_row_is_in_sight_without_scrolling(tablet, monkeypatch):
    nothing_known, held = Phrase("calibration.row_none"), SettingsState(held=tuple(CameraSetting))
    known = (  # as long as they get
        CheckRow("tile", CheckedState.OK, Phrase("edition.row"), nothing_known, opens="editions"),
        CheckRow("fit", CheckedState.NONE, Phrase("calibration.row"), nothing_known, opens="calibrate"),
    )

    def rows(view, hands, rate, kept, outlines, **_):
        return all_rows(view, hands, 0, known, outlines, watching=True, can_leave=True, settings=held)

    all_rows = table_check.check_rows
    monkeypatch.setattr(table_check, "check_rows", rows)
    tablet.start_game()
    still = Sighting(np.zeros((270, 480, 3), np.uint8), Glance(1, 0.0, Attention.STILL))
    tablet.session.see(still)
    tablet.open("table_check")
    assert len(tablet.screen.rows.children) == 7
    (scroll,) = tablet.widgets(ScrollView)
    assert scroll.children[0].height <= scroll.height


def test_one_tap_says_whose_tiles_these_are_where_nobody_can_tell(tablet, monkeypatch):
    """Given tiles that may be Tableside's own, "They are" takes them for these and the same game is looked at anew."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tablet.folder / "data"))
    choose(SetInPlay(None, found="Edition", perhaps=OURS))
    record = opened_at_the_check(tablet)
    tablet.session.see(Sighting(np.zeros((270, 480, 3), np.uint8), Glance(1, 0.0, Attention.STILL)))
    tablet.wait()
    assert tablet.reads("Are they: Tableside's own?")
    tablet.tap("They are")
    assert choice() == SetInPlay(OURS, found="Edition")
    assert tablet.screen.name == "table_check"
    assert tablet.session.record.setup == record.setup
    assert not tablet.reads("They are")
