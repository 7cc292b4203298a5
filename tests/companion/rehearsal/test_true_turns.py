"""What was really played, turn by turn: a rehearsal's people tell no more than that."""

from __future__ import annotations

import pytest

from companion.rehearsal.true_turns import TrueTurns
from games.carcassonne.actions import Deploy, Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

ANNA = (Lay("BA/RFr", 1, 0, 0), Skip())
BEN = Lay("BA/RFr", 2, 0, 0)


@pytest.fixture
def played() -> TrueTurns:
    """A tile of Anna's, a tile of Ben's, and one more of Anna's that nobody came to the end of."""
    record = Record.start(CARCASSONNE, CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    legal = CARCASSONNE.legal(record.play(*ANNA).play(BEN).state)
    stands = next(action for action in legal if isinstance(action, Deploy))
    return TrueTurns.after(record, (*ANNA, BEN, stands, Lay("BA/RFr", 3, 0, 0)))


def test_a_turn_ends_where_somebody_else_is_to_move(played: TrueTurns) -> None:
    assert played.numbers == (0, 0, 1, 1, 2)
    assert len(played) == 3


def test_a_turn_counts_from_its_first_action_on(played: TrueTurns) -> None:
    assert [played.passed(done) for done in range(6)] == [0, 1, 1, 2, 2, 3]


def test_people_tell_of_one_turn_and_of_no_more_than_was_done(played: TrueTurns) -> None:
    assert played.from_here(0, 4) == ANNA
    assert played.from_here(2, 3) == (BEN,)
    assert (played.is_whole(2, 3), played.is_whole(2, 4)) == (False, True)
    assert played.from_here(4, 4) == ()


def test_a_turn_in_whose_middle_the_game_was_cut_short_is_not_whole(played: TrueTurns) -> None:
    assert not played.is_whole(4, 5)
    assert not played.last_is_over


def test_where_nobody_said_how_far_play_has_come_a_press_ends_the_turn(played: TrueTurns) -> None:
    assert [played.end_of_next(done) for done in range(6)] == [2, 2, 4, 4, 5, 5]


def test_what_is_entered_by_touch_tells_how_far_play_has_come(played: TrueTurns) -> None:
    assert played.done_by(ANNA[1], 1) == 2
    assert played.done_by(played.actions[3], 0) == 4
