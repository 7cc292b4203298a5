"""Another table in place of the board: some of its points look like the print's, and lie anywhere."""

import numpy as np
import pytest

from vision.registration.board_finding import FoundBoard
from vision.thurn_and_taxis import locate
from vision.thurn_and_taxis.locate import PostalBoardFinder


@pytest.mark.parametrize(("error_px", "is_found"), [(0.4, True), (2.7, False)])
def test_pairs_that_lie_anywhere_within_reach_are_no_board(monkeypatch, error_px, is_found):
    """Given a table of Carcassonne, 91 pairs agreed with a sliver of a board, half of them 2.9 px from their place; a
    board's lie within half a pixel."""
    found = FoundBoard(None, 91, error_px)
    monkeypatch.setattr(locate, "matched", lambda *_: range(200))
    monkeypatch.setattr(locate, "view_from_matches", lambda *_, **__: object())
    monkeypatch.setattr(locate, "refined", lambda *_: found)
    finder = PostalBoardFinder.__new__(PostalBoardFinder)
    assert (finder._found(None, None, np.zeros((4, 4), np.uint8)) is found) is is_found
