"""Where people keep their glass beside a simulated map."""

from __future__ import annotations

import numpy as np

from vision.simulator.scene import PiecePose
from vision.simulator.stained_glass.mats import Mat, Needs

MAT = Mat(Needs(("1a", "1b"), doubles=0), PiecePose(0.0, 0.0))


def test_a_tile_two_hand_breadths_away_is_clear_of_a_mat() -> None:
    assert MAT.is_clear_of(np.array([[150.0, 0.0], [0.0, -160.0]]))


def test_a_tile_that_would_come_to_lie_under_glass_is_not() -> None:
    beside = MAT.middles()[1] + (40.0, 0.0)
    assert not MAT.is_clear_of(np.array([[150.0, 0.0], beside]))


def test_who_holds_no_glass_is_in_nobodys_way() -> None:
    assert Mat(Needs((), doubles=0), PiecePose(0.0, 0.0)).is_clear_of(np.array([[0.0, 0.0]]))
