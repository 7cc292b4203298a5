"""Level dice look up as the table does; a cocked one does not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.level import Lean, odd_ones, up_of
from vision.simulated.camera import Camera
from vision.simulated.dice import still_dice
from vision.simulated.dice_lay import Lie

SIZE = (1920, 1080)
FOCAL = 1500.0
DOWN_ON_IT = np.array([0.0, 0.0, -1.0])


def seen(right: float, down: float, x: float = 959.5, y: float = 539.5) -> Lean:
    return Lean(right, down, x, y)


def test_a_die_seen_from_straight_above_looks_at_the_camera() -> None:
    assert np.allclose(up_of(seen(0, 0), SIZE, FOCAL), DOWN_ON_IT)


def test_the_face_lies_away_from_the_die_s_middle() -> None:
    """Tipped to the left by 30 degrees, its middle appears tan 15 degrees of a side to the right of the face's."""
    up = up_of(seen(np.tan(np.radians(15)), 0), SIZE, FOCAL)
    assert np.degrees(np.arccos(up @ DOWN_ON_IT)) == pytest.approx(30.0)
    assert up[0] < 0


def test_three_level_dice_outvote_a_cocked_one() -> None:
    level, cocked = seen(0, 0.1), seen(0.3, -0.2)
    assert odd_ones([level, cocked, level, level], SIZE) == [False, True, False, False]


def test_of_two_that_disagree_the_one_that_faces_the_camera_is_level() -> None:
    assert odd_ones([seen(0.4, 0), seen(0, 0.05)], SIZE) == [True, False]


def test_what_is_not_sure_to_be_a_die_has_no_vote() -> None:
    dice = [seen(0, 0.05), seen(0.4, 0), seen(0.4, 0)]
    assert odd_ones(dice, SIZE, voting=[True, False, False]) == [False, True, True]


def test_a_known_table_decides_about_a_single_die() -> None:
    assert odd_ones([seen(0.3, 0)], SIZE) == [False]
    assert odd_ones([seen(0.3, 0)], SIZE, table_up=DOWN_ON_IT) == [True]


def test_dice_far_apart_under_a_near_camera_lean_away_from_each_other() -> None:
    """Either side of the point straight below the camera; seen through a long lens, one of them would be cocked."""
    tip = np.tan(np.arctan(600 / (0.85 * 1920)) / 2)
    dice = [seen(tip, 0, 359.5), seen(-tip, 0, 1559.5)]
    assert odd_ones(dice, SIZE) == [False, False]
    assert odd_ones(dice, SIZE, focal_px=20 * 1920) == [False, True]


def test_nothing_is_odd_about_no_dice() -> None:
    assert odd_ones([], SIZE) == []


@pytest.mark.parametrize("seed", range(4))
def test_true_leans_of_simulated_dice_share_one_up(seed: int) -> None:
    still = still_dice(seed, "ordinary", lies=[Lie.FLAT] * 4)
    camera: Camera = still.camera
    leans = [Lean(*die.lean, die.x, die.y) for die in still.dice]
    assert odd_ones(leans, SIZE) == [False] * 4
    table = camera.rotation @ DOWN_ON_IT
    ups = [up_of(lean, SIZE, camera.focal_px) for lean in leans]
    assert all(np.degrees(np.arccos(up @ table)) < 4 for up in ups)
