"""Painted wood on print that nobody has seen before, in a light that falls unevenly."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures_unseen import scene_without_faces
from vision.lattice import shifted
from vision.lattice_patches import layers_of
from vision.simulated.carcassonne_art import tile_picture

SIDE = 64
KEYS = ("BA/Rr", "BA/RFr", "BA/C", "BA/LR", "BA/L", "BA/RCr", "BA/Rr", "BA/CFC.2", "BA/RFr", "BA/Rr", "BA/RFr", "BA/L")
EVEN, UNEVEN = np.ones(len(KEYS) * SIDE), np.geomspace(0.2, 1.0, len(KEYS) * SIDE)


def row_of_tiles(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Tiles from left to right, on whose columns this light (width,) falls."""
    row = np.hstack([cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)) for key in KEYS])
    return np.asarray(np.clip(row * light[None, :, None], 0, 255), np.uint8)


def doubted(picture: NDArray[np.uint8]) -> float:
    """Share of the map that looks like no print."""
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    return float((scene.doubt[scene.owner >= 0] > 8).mean())


def test_print_in_half_a_shadow_is_hardly_more_doubted_than_in_full_light() -> None:
    assert doubted(row_of_tiles(UNEVEN)) < doubted(row_of_tiles(EVEN)) + 0.02
