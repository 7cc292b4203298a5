"""What seems to lie on a place instead of what is recorded there is drawn on it."""

import numpy as np

from games.carcassonne.actions import Lay
from tests.companion.ui.table.test_docks import ON_ROAD, ROAD, see
from vision.explanation import Discrepancy


def place_px(tablet, lay):
    """(left, bottom, width, height) of a place of the map, px of the glass."""
    (left, bottom), (wide, high) = tablet.screen.board._box(lay.x, lay.y)
    return left, bottom, wide, high


def test_a_tile_that_seems_to_be_another_is_shown_with_what_lies_there(tablet):
    tablet.start_game()
    tablet.session.play(ROAD)
    tablet.session.play(ON_ROAD)
    left, bottom, wide, high = place_px(tablet, ROAD)

    def middle():
        tablet.wait(0.3)
        return tablet.picture()[-bottom - high * 3 // 5 : -bottom - high * 2 // 5, left : left + wide].astype(int)

    other = Lay("BA/RRRR", 1, 0, 0).notation
    seen = []
    for correction in (None, (ROAD.notation, other)):
        differs = Discrepancy("1,0", "carcassonne.seen_tile", "carcassonne.seen_other_tile", 0.8, correction)
        see(tablet, differing=[differs])
        seen.append(middle())
    assert np.abs(seen[1] - seen[0]).max(axis=-1).mean() > 10
    tablet.tap("Table is right")
    assert tablet.session.record.actions[0] == other
