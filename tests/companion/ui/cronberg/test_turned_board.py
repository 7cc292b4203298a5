"""The board of Cronberg is turned in quarters, too; numbers that the tablet writes stay upright and in place."""

import numpy as np
import pytest

from companion.ui.kit.boards.turning import turned
from games.cronberg.rules import CRONBERG
from games.game import Seat


@pytest.fixture
def board(tablet):
    setup = CRONBERG.setup((Seat("Anna", "red"), Seat("Ben", "blue")))
    session = tablet.shelf.start("cronberg", CRONBERG.setup_to_json(setup))
    session.play(CRONBERG.read("rhomb church 2.4+2.5 head B2"))
    tablet.app.sit_down(session)
    tablet.open("table")
    return tablet.screen.board


def shown(tablet, board):
    """The board's part of the window."""
    picture = tablet.picture()
    high = picture.shape[0]
    left, bottom, side = round(board.x), round(board.y), round(min(board.width, board.height))
    return picture[high - bottom - side : high - bottom, left : left + side].astype(float)


def test_every_crossing_is_where_it_is_seen_and_found_where_it_is_tapped(tablet, board):
    before = {name: board.to_px(*board.point(name)) for name in board.state.lattice.crossing_names}
    tablet.screen.turning.turn()
    middle = np.array(board.to_px(0, 0))
    for name, spot in before.items():
        now = board.to_px(*board.point(name))
        assert board.thing_at(*board.to_world(*now)) == name
        away = turned(*board.point(name), 1)
        assert np.abs(np.array(now) - middle - np.array((away[0], -away[1])) * board.cell).max() <= 2
        assert spot != now or board.point(name) == (0, 0)


def test_after_four_turns_the_board_looks_as_before(tablet, board):
    tablet.wait(0.5)
    first = shown(tablet, board)
    tablet.screen.turning.turn()
    tablet.wait(0.5)
    quarter = shown(tablet, board)
    for _ in range(3):
        tablet.screen.turning.turn()
    tablet.wait(0.5)
    assert np.abs(shown(tablet, board) - first).mean() < 0.5
    assert np.abs(quarter - first).mean() > 3
