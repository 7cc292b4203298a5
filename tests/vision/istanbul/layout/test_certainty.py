"""How sure a name is."""

from __future__ import annotations

import numpy as np

from vision.istanbul.layout.certainty import certainties

GIVEN = np.array([0, 1, 2])


def sure(says: list[list[float]], doubts: list[float]) -> list[float]:
    return certainties(np.array(says), GIVEN, np.array(doubts)).tolist()


def test_places_that_look_like_nothing_else_are_sure() -> None:
    assert min(sure([[9, 0, 0], [0, 9, 0], [0, 0, 9]], [0.5, 0.5, 0.5])) > 0.99


def test_two_that_could_as_well_lie_the_other_way_round_are_a_toss_up() -> None:
    chances = sure([[9, 0, 0], [0, 3, 3], [0, 3, 3]], [0.5, 0.5, 0.5])
    assert chances[0] > 0.99
    assert chances[1] == chances[2] == 0.5


def test_three_that_could_have_gone_round_are_no_surer_than_that() -> None:
    assert max(sure([[3, 3, 0], [0, 3, 3], [3, 0, 3]], [0.5, 0.5, 0.5])) == 0.5


def test_a_crowded_place_is_less_sure_than_a_bare_one_that_looks_as_different() -> None:
    says = [[9.0, 0, 0], [0, 3, 1], [0, 1, 3]]
    assert sure(says, [0.5, 2.5, 2.5])[1] < 0.8 < sure(says, [0.5, 0.5, 0.5])[1]
