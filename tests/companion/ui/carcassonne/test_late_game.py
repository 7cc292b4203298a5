"""Late in a game on the smallest tablet, fingers still hit every place: the first tap zooms in, the next chooses."""

import random

import pytest

from companion.ui.kit.theme import TARGET_LEAST
from tests.companion.ui.conftest import Finger

TURNS = 45


@pytest.fixture
def late(make_tablet):
    """A game of Carcassonne with more than 40 tiles on the table, played without a camera."""
    tablet = make_tablet(size=(800, 480))
    session = tablet.start_game("Anna Ben Cleo", turns=TURNS)
    assert len(session.record.state.board.laid) > 40
    return tablet


def touch(board, place):
    """A finger at the middle of a place, at once."""
    finger = Finger(*board.to_px(place[0] + 0.5, place[1] + 0.5))
    finger.down()
    finger.up()


def test_every_place_is_chosen_by_touches_that_need_no_more_than_a_finger(late):
    board, chosen = late.screen.board, []
    places = sorted(late.session.record.state.board.frontier)
    assert board.cell < TARGET_LEAST, "the whole map is too small for fingers"
    board.on_place = lambda thing: chosen.append((thing.x, thing.y))
    for number, place in enumerate(places):
        board.fit()
        touch(board, place)
        assert len(chosen) == number, "the first tap only zooms in"
        assert board.cell * board.target_units >= TARGET_LEAST
        touch(board, place)
    assert chosen == places


def test_the_place_that_was_zoomed_in_on_is_chosen_for_the_tile(late):
    board, play = late.screen.board, late.screen.touch
    place = min(late.session.record.state.board.frontier)
    touch(board, place)
    assert not play.busy
    touch(board, place)
    assert play.busy
    assert board.held == [place]


def test_the_whole_map_is_back_when_the_turn_is_over(late):
    board = late.screen.board
    fitted = board.cell
    touch(board, min(late.session.record.state.board.frontier))
    assert board.cell > fitted
    late.session.play(late.session.record.game.sample(late.session.record.state, random.Random(1)))
    late.wait()
    assert board.cell < TARGET_LEAST
