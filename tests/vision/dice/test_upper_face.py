"""From beside a table a die shows a side: faces at right angles to one up tell the table, and where the top lies."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.arrays import Float64Array
from vision.dice.level import DiceTable, Lean, stances
from vision.dice.pattern import UpperFace
from vision.dice.upper_face import edge_there, supposed_table, upper_face

SIZE = (1920, 1080)
FOCAL = 1500.0
MIDDLE = np.array([(SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2])


class Cube:
    """A level die of 16 mm before a camera that looks down on its table at a slant.

    Args:
        at: mm, of its middle on the table: right, away.
        yaw_deg: how it is turned about its up.
        tilt_deg: from looking straight down.
    """

    def __init__(self, at: tuple[float, float], yaw_deg: float, tilt_deg: float) -> None:
        slant, yaw = np.radians(tilt_deg), np.radians(yaw_deg)
        self.up = np.array([0.0, -np.sin(slant), -np.cos(slant)])
        right, away = np.array([1.0, 0.0, 0.0]), np.cross(self.up, [1.0, 0.0, 0.0])
        self.middle = np.array([0.0, 0.0, 500.0]) + at[0] * right + at[1] * away + 8 * self.up
        self.front = -np.sin(yaw) * right - np.cos(yaw) * away
        self.front *= np.sign(-self.front @ self.middle)

    def px(self, point: Float64Array) -> Float64Array:
        return np.asarray(point[:2] / point[2] * FOCAL + MIDDLE, np.float64)

    def seen(self, out: Float64Array) -> tuple[Lean, float]:
        """How the face that looks ``out`` is seen, and its mean edge, px."""
        a = np.cross(out, self.up if abs(out @ self.up) < 0.5 else self.front)
        b = np.cross(out, a)
        corners = [self.px(self.middle + 8 * (out + x * a + y * b)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        edge = float(np.mean([np.hypot(*(corners[k] - corners[k - 1])) for k in range(4)]))
        x, y = self.px(self.middle + 8 * out)
        lean = (self.px(self.middle) - (x, y)) / edge
        return Lean(float(lean[0]), float(lean[1]), float(x), float(y), 0.03, 0.5), edge


def test_fronts_tell_the_table_though_no_upper_face_was_measured() -> None:
    turned = [((-60, 0), 40), ((10, 30), -35), ((70, -20), 5), ((0, -40), -12), ((-20, 50), 22)]
    dice = [Cube(at, yaw, 52) for at, yaw in turned]
    how, table = stances([die.seen(die.front)[0] for die in dice], SIZE, focal_px=FOCAL)
    assert all(stance.side > max(stance.level, stance.cocked) for stance in how)
    assert np.degrees(np.arccos(table.up @ dice[0].up)) < 4


def test_an_upper_face_beside_a_front_stays_the_upper_one() -> None:
    top, front = Cube((-60, 0), 20, 50), Cube((60, 0), -30, 50)
    upper = top.seen(top.up)[0]
    how, _ = stances([upper, Lean(upper.right, upper.down, 900, 600, 0.03, 0.1), front.seen(front.front)[0]], SIZE)
    assert how[0].level > 0.9
    assert how[2].side > how[2].level


def test_from_above_nobody_takes_an_upper_face_for_a_side() -> None:
    dice = [Cube((-60, 0), 20, 15), Cube((60, 0), -30, 15)]
    how, _ = stances([die.seen(die.up)[0] for die in dice], SIZE)
    assert max(stance.side for stance in how) < 0.01


@pytest.mark.parametrize("yaw", [-30, 0, 12, 40])
def test_the_upper_face_is_where_the_die_has_it(yaw: float) -> None:
    die = Cube((40, -25), yaw, 55)
    found = upper_face(*die.seen(die.front), SIZE, DiceTable(die.up, FOCAL))
    true, edge = die.seen(die.up)
    assert np.hypot(found.x - true.x, found.y - true.y) < 0.06 * edge
    assert found.side == pytest.approx(edge, rel=0.06)
    assert np.hypot(found.lean[0] - true.right, found.lean[1] - true.down) < 0.08


@pytest.mark.parametrize("yaw", [-30, 0, 12, 40])
def test_a_side_alone_tells_how_its_table_would_lie_before_an_upright_camera(yaw: float) -> None:
    die = Cube((0, 10), yaw, 55)
    table = supposed_table(die.seen(die.front)[0], SIZE, FOCAL)
    assert table is not None
    assert np.degrees(np.arccos(table.up @ die.up)) < 4


def test_a_face_that_looks_up_at_the_camera_is_nobody_s_side() -> None:
    die = Cube((0, 10), 20, 15)
    assert supposed_table(die.seen(die.up)[0], SIZE, FOCAL) is None


def test_fronts_that_are_turned_alike_are_no_upper_faces_where_those_are_seen_above_them() -> None:
    """Two dice flush side by side: their fronts agree with each other as well as their upper faces do."""
    dice = [Cube((0, 0), 15, 55), Cube((15, 4), 15, 55)]
    fronts, tops = [die.seen(die.front)[0] for die in dice], [die.seen(die.up)[0] for die in dice]
    how, table = stances(fronts, SIZE, above=tops, focal_px=FOCAL)
    assert all(stance.side > 0.9 for stance in how)
    assert np.degrees(np.arccos(table.up @ dice[0].up)) < 4


def test_dice_of_one_size_have_one_edge_however_far_away_they_are_seen() -> None:
    """The camera is held aslant: of two dice of 16 mm the one far away looks a good deal smaller."""
    near, far = Cube((0, -60), 20, 50), Cube((10, 160), 35, 50)
    seen = [die.seen(die.up) for die in (near, far)]
    edges = [
        edge_there(UpperFace(lean.x, lean.y, side, (lean.right, lean.down)), SIZE, DiceTable(near.up, FOCAL))
        for lean, side in seen
    ]
    assert seen[1][1] < 0.8 * seen[0][1]
    assert edges[1] == pytest.approx(edges[0], rel=0.06)
