"""Level dice look up as the table does; a cocked one does not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.level import odd_ones, up_of
from vision.simulated.camera import Camera
from vision.simulated.dice import still_dice
from vision.simulated.dice_lay import Lie

SIZE = (1920, 1080)
DOWN_ON_IT = np.array([0.0, 0.0, -1.0])


def test_a_die_seen_from_straight_above_looks_at_the_camera() -> None:
    assert np.allclose(up_of((0.0, 0.0), 959.5, 539.5, SIZE), DOWN_ON_IT)


def test_the_face_lies_away_from_the_die_s_middle() -> None:
    """Tipped to the left by 30 degrees, its middle appears tan 15 degrees of a side to the right of the face's."""
    up = up_of((np.tan(np.radians(15)), 0.0), 959.5, 539.5, SIZE)
    assert np.degrees(np.arccos(up @ DOWN_ON_IT)) == pytest.approx(30.0)
    assert up[0] < 0


def test_three_level_dice_outvote_a_cocked_one() -> None:
    level = up_of((0.0, 0.1), 959.5, 539.5, SIZE)
    cocked = up_of((0.3, -0.2), 959.5, 539.5, SIZE)
    assert odd_ones([level, cocked, level, level]) == [False, True, False, False]


def test_of_two_that_disagree_the_one_that_faces_the_camera_is_level() -> None:
    facing, tipped = up_of((0.0, 0.05), 959.5, 539.5, SIZE), up_of((0.4, 0.0), 959.5, 539.5, SIZE)
    assert odd_ones([tipped, facing]) == [True, False]


def test_a_known_table_decides_about_a_single_die() -> None:
    tipped = up_of((0.3, 0.0), 959.5, 539.5, SIZE)
    assert odd_ones([tipped]) == [False]
    assert odd_ones([tipped], DOWN_ON_IT) == [True]


def test_nothing_is_odd_about_no_dice() -> None:
    assert odd_ones([]) == []


@pytest.mark.parametrize("seed", range(4))
def test_true_leans_of_simulated_dice_share_one_up(seed: int) -> None:
    still = still_dice(seed, "ordinary", lies=[Lie.FLAT] * 4)
    camera: Camera = still.camera
    ups = [up_of(die.lean, die.x, die.y, (camera.width, camera.height), camera.focal_px) for die in still.dice]
    assert odd_ones(ups) == [False] * 4
    table = camera.rotation @ DOWN_ON_IT
    assert all(np.degrees(np.arccos(up @ table)) < 4 for up in ups)
