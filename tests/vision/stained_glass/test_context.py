"""What the windows that were read foretell of tiles that something covers."""

from __future__ import annotations

import numpy as np
import pytest

from companion.own_glass import own_glass
from vision.lattice_patches import layers_of
from vision.stained_glass.context import borne_out
from vision.stained_glass.judge import GlassJudge, Sightings, looks_of

SIDE = 60.0
GLASS = own_glass()


@pytest.fixture(scope="module")
def judge() -> GlassJudge:
    return GlassJudge(layers_of(np.full((480, 640, 3), 90, np.uint8), SIDE), looks_of(GLASS))


def lying(*tiles: tuple[str, float, float]) -> Sightings:
    """Tiles by kind, column and row: upright, edge to edge."""
    poses = [
        np.array([[SIDE, 0, 200 + 1.01 * SIDE * x], [0, SIDE, 150 + 1.01 * SIDE * y], [0, 0, 1.0]]) for _, x, y in tiles
    ]
    views = np.array([GLASS.kinds.index(kind) for kind, _, _ in tiles])
    nothing = np.zeros(len(tiles))
    return Sightings(np.stack(poses), views, *[nothing] * 6)


def test_a_tile_that_lies_where_its_window_goes_on_is_borne_out(judge):
    read = lying(("1a", 0, 0), ("2a", 1, 0))
    assert borne_out(judge, read, lying(("1b", 0, 1), ("2b", 1.03, 1.02))).tolist() == [True, True]


def test_another_kind_or_another_place_is_not(judge):
    read = lying(("1a", 0, 0))
    assert borne_out(judge, read, lying(("1c", 0, 1), ("1b", 0.4, 1), ("1b", 3, 3))).tolist() == [False, False, False]


def test_a_tile_that_was_turned_is_not(judge):
    turned = lying(("1b", 0, 1))
    turned.poses[0] = turned.poses[0] @ np.array([[0, -1, 1], [1, 0, 0], [0, 0, 1.0]])
    assert not borne_out(judge, lying(("1a", 0, 0)), turned).any()


def test_nothing_read_bears_nothing_out(judge):
    nothing = lying(("1a", 0, 0)).at(np.zeros(1, bool))
    assert not borne_out(judge, nothing, lying(("1b", 0, 1))).any()
