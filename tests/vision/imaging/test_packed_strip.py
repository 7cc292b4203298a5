"""Patches of a packed picture are cut out of a strip of what lies about them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.imaging.packed_strip import PARAMETERS, HeldStrips
from vision.imaging.patches import layers_of
from vision.registration.lattice import Matrix

PICTURE = np.random.default_rng(3).integers(0, 255, (300, 420, 3), np.uint8)
TILE_PX = 48.0


def square(left: float, top: float, side: float = TILE_PX) -> Matrix:
    return np.array([[side, 4.0, left], [-3.0, side, top], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize("n", [16, 32])
def test_what_is_cut_of_a_packed_picture_is_what_is_cut_of_the_whole(n: int) -> None:
    """In the middle, across the picture's edges, and beyond it."""
    poses = np.stack([square(150.3, 80.7), square(-20.2, 5.1), square(401.5, 270.4), square(700.0, 40.0)])
    whole, packed = (layers_of(PICTURE, TILE_PX, packed=kept) for kept in (False, True))
    (seen, inside), (kept, there) = (layers.cut(poses, n) for layers in (whole, packed))
    assert (inside == there).all()
    assert kept[inside] == pytest.approx(seen[inside], abs=0.05)
    assert kept == pytest.approx(seen, abs=0.5)


def test_squares_that_are_moved_are_cut_as_if_they_had_been_looked_at_there_first() -> None:
    layers, held = layers_of(PICTURE, TILE_PX, packed=True), HeldStrips()
    for right in (0.0, 1.4, 3.2, 60.0, 59.0):  # px: a little further, and once much further
        poses = np.stack([square(150.3 + right, 80.7), square(30.2, 5.1 + right)])
        again, _ = layers.cut(poses, 32, held=held)
        assert again == pytest.approx(layers.cut(poses, 32)[0], abs=0.01)


def test_more_squares_than_are_made_ready_at_once_are_all_cut() -> None:
    layers = layers_of(PICTURE, TILE_PX, packed=True)
    poses = np.stack([square(1.5 * number, 0.7 * number) for number in range(PARAMETERS.windows + 30)])
    together, _ = layers.cut(poses, 16)
    alone = np.concatenate([layers.cut(pose[None], 16)[0] for pose in poses])
    assert together == pytest.approx(alone, abs=0.05)
