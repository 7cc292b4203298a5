"""A move of which nobody knows yet whether an assistant was left: two taps say it."""

from __future__ import annotations

import pytest

from companion.session.answering import Commits
from companion.session.open_twins import actions_left_open
from games.game import Seat
from games.istanbul.actions import Move
from games.istanbul.rules import ISTANBUL
from games.record import Source

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.fixture
def moved(tablet):
    """Anna's merchant has come to a place by the camera."""
    session = tablet.shelf.start("istanbul", ISTANBUL.setup_to_json(ISTANBUL.setup(SEATS)))
    while session.record.state.asks:
        session.play(next(iter(ISTANBUL.legal(session.record.state))))
    tablet.app.sit_down(session)
    tablet.open("table")
    move = next(one for one in ISTANBUL.legal(session.record.state) if isinstance(one, Move) and not one.alone)
    session._accept(Commits((move,), Source.BUTTON, left_open=frozenset((move,))))
    tablet.wait()
    return tablet, move


def test_one_tap_says_that_nobody_was_left_and_the_next_player_is_to_move(moved):
    tablet, move = moved
    assert tablet.reads("or say that nobody was left")
    tablet.tap("No assistant was left")
    assert tablet.session.record.line[-1].action == Move(move.place, "alone")
    assert tablet.reads("Ben's turn")


def test_another_says_that_somebody_was_and_the_turn_goes_on(moved):
    tablet, move = moved
    tablet.tap("An assistant was left")
    assert tablet.session.record.line[-1].action == move
    assert actions_left_open(tablet.session.record) == ()
    assert not tablet.reads("No assistant was left")
    assert tablet.session.active == 0
