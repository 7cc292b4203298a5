from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.simulator.players.laying import Habit, HandLaid
from vision.simulator.scene import PiecePose

SQUARE = np.array([[-22.5, -22.5], [22.5, -22.5], [22.5, 22.5], [-22.5, 22.5]])
PITCH = 45.4


def row_of(count: int, habit: Habit, seed: int) -> HandLaid:
    table = HandLaid(habit, SQUARE, np.random.default_rng(seed))
    for x in range(count):
        table.lay(x, PiecePose(x * PITCH, 0, 0), (x - 1,) if x else ())
    return table


def block_of(columns: int, rows: int, habit: Habit, seed: int) -> HandLaid:
    table = HandLaid(habit, SQUARE, np.random.default_rng(seed))
    for y in range(rows):
        for x in range(columns):
            beside = tuple(at for at in ((x - 1, y), (x, y - 1)) if at in table.poses)
            table.lay((x, y), PiecePose(x * PITCH, y * PITCH, 90.0 * (x % 4)), beside)
    return table


def test_careful_hands_keep_the_lattice() -> None:
    table = row_of(12, Habit(1.0, 1.0, adds_up=False), 3)
    for x, pose in table.poses.items():
        assert abs(pose.x - x * PITCH) <= 1.6  # half a millimetre each, and what a push may add
        assert abs(pose.y) <= 1.1


def test_ordinary_hands_lay_each_piece_off_its_neighbour_and_the_map_drifts() -> None:
    habit = Habit(2.5, 2.5, adds_up=True)
    off_row = []
    for seed in range(12):
        poses = row_of(14, habit, seed).poses
        off_row.append(abs(poses[13].y))
        for x in range(1, 14):
            turn = (poses[x].turn_deg - poses[x - 1].turn_deg + 180) % 360 - 180
            assert abs(turn) <= 2.5 + 1e-9
    assert max(off_row) > 22.5  # half a tile off its row, at times


@pytest.mark.parametrize("deg", [1.0, 2.5, 4.0])
def test_no_piece_lies_on_another(deg: float) -> None:
    table = block_of(6, 5, Habit(deg, deg, adds_up=True), 1)
    placed = [pose.carry(SQUARE).astype(np.float32) for pose in table.poses.values()]
    for first in range(len(placed)):
        for second in range(first + 1, len(placed)):
            common, _ = cv2.intersectConvexConvex(placed[first], placed[second])
            assert common < 1.0  # mm², of 2025


def test_neighbours_in_a_block_stay_neighbours() -> None:
    poses = block_of(6, 5, Habit(4.0, 4.0, adds_up=True), 2).poses
    for (x, y), pose in poses.items():
        if (x + 1, y) in poses:
            other = poses[x + 1, y]
            assert 40 < np.hypot(other.x - pose.x, other.y - pose.y) < 56


def test_a_piece_that_rides_lies_on_its_neighbours_edge_for_good() -> None:
    table = row_of(2, Habit(0.0, 0.0, adds_up=True), 0)
    table.ride(1, 0, 2.0)
    table.lay(2, PiecePose(2 * PITCH, 0, 0), (1,))
    assert table.poses[1].x - table.poses[0].x == pytest.approx(PITCH - 2.0, abs=0.01)


def test_a_nudge_moves_everything_together() -> None:
    table = block_of(3, 2, Habit(1.0, 1.0, adds_up=True), 0)
    before = dict(table.poses)
    table.move_all((10.0, -4.0), 90.0, (before[0, 0].x, before[0, 0].y))
    here = table.poses[0, 0]
    assert (here.x - before[0, 0].x, here.y - before[0, 0].y) == pytest.approx((10.0, -4.0))
    across = before[1, 0].x - before[0, 0].x
    assert table.poses[1, 0].y - here.y == pytest.approx(across)
    assert here.turn_deg == pytest.approx(before[0, 0].turn_deg + 90)
