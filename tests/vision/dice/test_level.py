"""Level dice look up as the table does; a cocked one does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.dice.level import Lean, stances, up_of
from vision.simulator.camera import SimulatedCamera
from vision.simulator.dice.lay import DiePose
from vision.simulator.dice.still import still_dice

SIZE = (1920, 1080)
FOCAL = 1500.0
DOWN_ON_IT = np.array([0.0, 0.0, -1.0])


def seen(right: float, down: float, x: float = 959.5, y: float = 539.5) -> Lean:
    return Lean(right, down, x, y)


def cocked_chances(leans: list[Lean], size: tuple[int, int], **known: Any) -> list[float]:
    """The chance of each die that it does not lie level."""
    return [1 - each.level for each in stances(leans, size, **known)[0]]


def odd(leans: list[Lean], **known: Any) -> list[bool]:
    return [chance > 0.5 for chance in cocked_chances(leans, SIZE, **known)]


def test_a_die_seen_from_straight_above_looks_at_the_camera() -> None:
    assert np.allclose(up_of(seen(0, 0), SIZE, FOCAL), DOWN_ON_IT)


def test_the_face_lies_away_from_the_die_s_middle() -> None:
    """Tipped to the left by 30 degrees, its middle appears tan 15 degrees of a side to the right of the face's."""
    up = up_of(seen(np.tan(np.radians(15)), 0), SIZE, FOCAL)
    assert np.degrees(np.arccos(up @ DOWN_ON_IT)) == pytest.approx(30.0, abs=0.5)
    assert up[0] < 0


def test_three_level_dice_outvote_a_cocked_one() -> None:
    level, cocked = seen(0, 0.1), seen(0.3, -0.2)
    assert odd([level, cocked, level, level]) == [False, True, False, False]


def test_spots_that_are_hardly_upper_faces_don_t_outvote_a_die() -> None:
    die, spot = seen(0, 0.1), replace(seen(0.3, -0.2), informs=False)
    assert odd([die, die, spot, spot, spot]) == [False, False, True, True, True]
    alone = cocked_chances([die, die], SIZE)
    assert cocked_chances([die, die, spot, spot], SIZE)[:2] == pytest.approx(alone)


@pytest.mark.parametrize("sure", [0, 1])
def test_where_fewer_than_two_faces_tell_how_the_table_lies_they_are_all_asked(sure: int) -> None:
    leans = [seen(0, 0.1), seen(0.3, -0.2), seen(0, 0.12)]
    silent = leans[:sure] + [replace(lean, informs=False) for lean in leans[sure:]]
    assert cocked_chances(silent, SIZE) == pytest.approx(cocked_chances(leans, SIZE))


def test_of_two_that_disagree_the_one_that_faces_the_camera_is_rather_level() -> None:
    aslant, facing = cocked_chances([seen(0.4, 0), seen(0, 0.05)], SIZE)
    assert aslant > 0.5 > facing


def test_a_die_that_was_measured_badly_says_little_about_the_table() -> None:
    vague = replace(seen(0.3, 0), spread=0.4)
    assert odd([vague, seen(0, 0.05)]) == [False, False]


def test_two_dice_that_lean_alike_are_level_even_where_one_alone_is_in_doubt() -> None:
    doubtful = replace(seen(0.2, 0), doubt=0.5)
    alone, beside = cocked_chances([doubtful], SIZE)[0], cocked_chances([doubtful, seen(0.2, 0)], SIZE)[0]
    assert beside < alone / 2


def test_a_known_table_decides_about_a_single_die() -> None:
    assert odd([seen(0.3, 0)]) == [False]
    assert odd([seen(0.3, 0)], table_up=DOWN_ON_IT) == [True]


def test_dice_far_apart_under_a_near_camera_lean_away_from_each_other() -> None:
    """Either side of the point straight below the camera; seen through a long lens, one of them would be cocked."""
    tip = np.tan(np.arctan(600 / (0.85 * 1920)) / 2)
    dice = [seen(tip, 0, 359.5), seen(-tip, 0, 1559.5)]
    assert odd(dice) == [False, False]
    assert min(cocked_chances(dice, SIZE, focal_px=20 * 1920)) > 3 * max(cocked_chances(dice, SIZE))


def test_nothing_is_odd_about_no_dice() -> None:
    assert cocked_chances([], SIZE) == []


@pytest.mark.parametrize("seed", range(4))
def test_true_leans_of_simulated_dice_share_one_up(seed: int) -> None:
    still = still_dice(seed, "ordinary", poses=[DiePose.FLAT] * 4)
    camera: SimulatedCamera = still.camera
    leans = [Lean(*die.lean, die.x, die.y) for die in still.dice]
    assert odd(leans) == [False] * 4
    table = camera.rotation @ DOWN_ON_IT
    ups = [up_of(lean, SIZE, camera.focal_px) for lean in leans]
    assert all(np.degrees(np.arccos(up @ table)) < 4 for up in ups)
