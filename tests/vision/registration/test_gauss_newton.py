"""Poses that descend to a place that is known exactly: a drawn pattern laid somewhere, and sought beside it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.registration.gauss_newton import Normals, PoseDescent, by_weight, evenly
from vision.registration.lattice import moved_about_middle

N = 24  # px of a patch
SIDE = 60.0  # px of the square on the picture
TRUE_OFF = np.array([[0.03, -0.02, 0.01, 0.004, -0.006, 0.015], [-0.02, 0.025, -0.012, 0.0, 0.01, 0.0]])
FREE = np.diag(np.full(6, 1e-4))

Ask = Callable[[Float32Array, Float32Array, BoolMask], Normals]


def hills(points: Float64Array) -> Float32Array:
    """A smooth pattern over the unit square: (..., 2) to (..., 3)."""
    x, y = points[..., 0], points[..., 1]
    return np.stack([np.sin(5 * x + 2 * y), np.cos(4 * y - x), np.sin(3 * x) * np.cos(3 * y)], axis=-1).astype(
        np.float32
    )


def places() -> Float64Array:
    """(n, n, 2) middles of the pixels of a patch."""
    line = (np.arange(N) + 0.5) / N
    return np.stack(np.meshgrid(line, line), axis=-1)


def slopes_of_hills() -> Float32Array:
    """(2, 3 n n, 6) how the pattern changes with the motion, of two copies of it."""
    tiny, at = 1e-3, places()
    right, down = ((hills(at + step) - hills(at - step)) / (2 * tiny) for step in tiny * np.eye(2))
    u, v = np.moveaxis(at - 0.5, -1, 0)[..., None]
    one = np.stack([right, down, right * u, right * v, down * u, down * v], axis=-1).reshape(-1, 6)
    return np.stack([one, one]).astype(np.float32)


def predicted() -> Float64Array:
    """Two squares on the picture, the second beside the first."""
    one = np.array([[SIDE, 0.0, 100.0], [0.0, SIDE, 40.0], [0.0, 0.0, 1.0]])
    return np.stack([one, one + np.array([[0.0, 0.0, 200.0], [0.0] * 3, [0.0] * 3])])


def seen_at(poses: Float64Array) -> Float32Array:
    """What patches at these poses show: the patterns lie off where they are predicted."""
    lies = predicted() @ moved_about_middle(TRUE_OFF)
    back = np.linalg.inv(lies) @ poses
    rich = np.concatenate([places(), np.ones((N, N, 1))], axis=-1)
    moved = np.einsum("bij,yxj->byxi", back, rich)
    return hills(moved[..., :2] / moved[..., 2:])


def descend(ask: Ask, precision: Float64Array, inside: BoolMask, steps: int = 8) -> PoseDescent:
    """Both squares after some steps."""
    descent = PoseDescent(predicted(), precision, 0.08)
    known = np.stack([hills(places())] * 2)
    for _ in range(steps):
        error = (known - seen_at(descent.poses)) * inside[..., None]
        descent.step(ask(slopes_of_hills(), error, inside))
    return descent


def ask_evenly(slopes: Float32Array, error: Float32Array, inside: BoolMask) -> Normals:
    return evenly(slopes, np.swapaxes(slopes, 1, 2) @ slopes, error, inside, 1.0)


def ask_by_weight(slopes: Float32Array, error: Float32Array, inside: BoolMask) -> Normals:
    return by_weight(slopes, error, inside.astype(np.float32))


EVERYTHING = np.ones((2, N, N), bool)
HALF_OUT = EVERYTHING.copy()
HALF_OUT[0, :, : N // 2] = False


@pytest.mark.parametrize("ask", [ask_evenly, ask_by_weight])
@pytest.mark.parametrize("inside", [EVERYTHING, HALF_OUT], ids=["whole", "half of one out of the picture"])
def test_a_pattern_is_found_where_it_lies(ask: Ask, inside: BoolMask) -> None:
    assert descend(ask, FREE, inside).off == pytest.approx(TRUE_OFF, abs=1e-3)


def test_what_covers_a_part_and_weighs_nothing_leads_nobody_astray() -> None:
    def covered(slopes: Float32Array, error: Float32Array, inside: BoolMask) -> Normals:
        spoilt = error.copy()
        spoilt[:, : N // 3] = 5.0
        weight = inside.astype(np.float32)
        weight[:, : N // 3] = 0.0
        return by_weight(slopes, spoilt, weight)

    assert descend(covered, FREE, EVERYTHING).off == pytest.approx(TRUE_OFF, abs=1e-3)


def test_a_firm_prediction_holds_a_pose_where_it_is() -> None:
    held = descend(ask_evenly, np.diag(np.full(6, 1e9)), EVERYTHING)
    assert held.off == pytest.approx(0.0, abs=1e-4)
    assert held.poses == pytest.approx(predicted(), abs=0.01)


def test_no_pose_moves_further_at_once_than_it_may() -> None:
    descent = PoseDescent(predicted(), FREE, 0.08)
    descent.step(Normals(np.stack([np.eye(6)] * 2) * 1e-3, np.ones((2, 6))))
    assert np.abs(descent.off).max() == pytest.approx(0.08)


def test_strain_counts_squared_standard_deviations() -> None:
    begun = PoseDescent(predicted(), np.diag(1 / np.full(6, 0.02) ** 2), 0.08, np.array([[0.04, 0.0], [0.0, 0.0]]))
    assert begun.strain == pytest.approx([4.0, 0.0])
