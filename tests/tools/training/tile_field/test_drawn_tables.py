"""The drawn tables that the network is taught on: repeatable, and their truth is where the tiles are seen."""

import numpy as np
import pytest

from tools.training.tile_field.tables import SIDE, DrawnTable, photographs
from vision.networks.tile_field.field import STEP


@pytest.fixture(scope="module")
def shots() -> list[DrawnTable]:
    return photographs(2, 31)


def test_the_same_seed_draws_the_same_tables(shots: list[DrawnTable]) -> None:
    again = photographs(1, 31)
    assert all(np.array_equal(one.picture, other.picture) for one, other in zip(shots, again, strict=False))
    assert all(np.array_equal(one.corners, other.corners) for one, other in zip(shots, again, strict=False))


def test_corners_run_clockwise(shots: list[DrawnTable]) -> None:
    for shot in shots:
        assert shot.picture.shape == (SIDE, SIDE, 3)
        assert shot.hidden.shape == (SIDE // STEP, SIDE // STEP)
        x, y = shot.corners[..., 0], shot.corners[..., 1]
        assert (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1).min(initial=1) > 0
