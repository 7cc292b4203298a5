"""What stands where a board is pushed to is found, so that it can be pushed along."""

import numpy as np

from vision.simulator.bump import covered_by_push
from vision.simulator.players.laying import nudged
from vision.simulator.scene import PiecePose

SQUARE = np.array([[-100.0, -100.0], [100.0, -100.0], [100.0, 100.0], [-100.0, 100.0]])


def test_a_token_beside_the_board_is_in_the_way_of_a_push_towards_it_only():
    beside = PiecePose(130.0, 0.0)

    assert not covered_by_push(beside, SQUARE, (0.0, 0.0), 0.0)
    assert covered_by_push(beside, SQUARE, (60.0, 0.0), 3.0)
    assert not covered_by_push(beside, SQUARE, (-60.0, 0.0), 3.0)


def test_what_is_pushed_along_with_the_board_stands_beside_it_again():
    push, turn = (60.0, 10.0), 5.0
    pushed = nudged(PiecePose(130.0, 0.0), push, turn, (0.0, 0.0))

    assert not covered_by_push(pushed, SQUARE, push, turn)
