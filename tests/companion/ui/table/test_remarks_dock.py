"""Glass that lies against the rules is pointed out on the tablet, in words and on the picture, and play goes on."""

import numpy as np

from companion.session.looking.sighting import Sighting
from companion.ui.docks.remarks import RemarksDock
from companion.ui.kit.pictures.live_picture import StillPicture
from games.carcassonne.actions import Lay, Skip
from games.game import Phrase
from vision.explanation import Candidate, Explanation, TableRemark
from vision.eyes import Attention, Glance

SMALL = np.full((270, 480, 3), 90, np.uint8)
SQUARE = np.array([(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)], np.float32)
DOUBLE = TableRemark(("glass 0 1a",), Phrase.of("glass.fault_double", tiles="1a"), (SQUARE,))
ROAD = (Lay("BA/RFr", 1, 0, 0), Skip())


def see(tablet, *remarks):
    session = tablet.session
    explanation = Explanation((Candidate(ROAD, 0.0, 0.97, ("1,0",)),), 0.03, 1, remarks=remarks)
    glance = Glance(1, 0.0, Attention.STILL)
    session.see(Sighting(SMALL, glance, explanation, session.record_version, SMALL[:90, :90], differing=(SQUARE,)))
    tablet.wait(0.3)


def test_a_double_is_told_with_whose_it_is_and_where(tablet):
    tablet.start_game()
    see(tablet, DOUBLE)
    assert isinstance(tablet.screen.docks.dock, RemarksDock)
    assert tablet.reads("Anna: The same tile twice in one window (1a): start a second window with it.")
    assert any(one.hatched for one in tablet.widgets(StillPicture))


def test_it_goes_when_it_was_read_and_stays_away(tablet):
    tablet.start_game()
    see(tablet, DOUBLE)
    tablet.tap("Got it")
    see(tablet, DOUBLE)
    assert tablet.screen.docks.dock is None


def test_play_goes_on_meanwhile(tablet):
    tablet.start_game()
    see(tablet, DOUBLE)
    tablet.done()
    assert tablet.session.record.actions == ("lay BA/RFr 1,0 r0", "skip")


def test_outlines_that_move_are_drawn_where_they_are_now(tablet, caplog):
    tablet.start_game()
    still = StillPicture()
    still.outlines = (SQUARE, SQUARE)
    still.outlines = (SQUARE, SQUARE + 0.1)
    assert np.array_equal(still.outlines[1], SQUARE + 0.1)
    assert not caplog.records  # kivy complains where it can't tell two outlines apart
