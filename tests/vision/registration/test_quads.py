"""Squares on a picture of which nobody knows how large a tile is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frames import Picture
from vision.registration.lattice import project
from vision.registration.quads import squares_anywhere

SIDE, HALO = 100, 136  # px
UNIT = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])


def a_tile_in_a_pool_of_light(rng: np.random.Generator) -> tuple[Picture, np.ndarray]:
    """A printed square on a plain table, and about it a soft, larger square of light without any edge."""
    table = np.full((540, 720, 3), (92, 110, 128), np.float32)
    corner = rng.uniform((180, 140), (420, 290))
    middle = corner + SIDE / 2
    light = np.zeros((540, 720), np.float32)
    low, high = np.rint(middle - HALO / 2).astype(int), np.rint(middle + HALO / 2).astype(int)
    light[low[1] : high[1], low[0] : high[0]] = 30.0
    table += cv2.GaussianBlur(light, (0, 0), 9.0)[..., None]
    x, y = np.rint(corner).astype(int)
    spots = rng.choice([15.0, 45.0, 200.0, 240.0], (5, 5, 3)).astype(np.float32)  # unlike the table
    table[y : y + SIDE, x : x + SIDE] = cv2.resize(spots, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    table += rng.normal(0, 2, table.shape).astype(np.float32)
    return np.clip(table, 0, 255).astype(np.uint8), np.array([x, y]) + SIDE * UNIT


@pytest.mark.parametrize("seed", range(4))
def test_of_two_outlines_of_one_tile_the_one_whose_rim_lies_on_edges_is_told(seed: int) -> None:
    picture, corners = a_tile_in_a_pool_of_light(np.random.default_rng(seed))
    squares = squares_anywhere(picture)
    quads = [project(pose, UNIT) for pose in squares]
    about = [quad for quad in quads if np.linalg.norm(quad.mean(axis=0) - corners.mean(axis=0)) < SIDE / 3]
    sizes = [float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32))))) for quad in about]
    assert sizes
    assert all(abs(size - SIDE) < 0.04 * SIDE for size in sizes), sizes
