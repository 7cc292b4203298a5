"""A patch of a tile's own ground is nobody, whoever stands on it is somebody."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pieces.figures import FoundPiece
from vision.pieces.look_alikes import doubt_look_alikes
from vision.pieces.map_scene import MapScene

SIDE = 60
GRASS, PAINT, ROAD = (25.0, -30.0, 30.0), (20.0, -38.0, 12.0), (43.0, 1.0, 12.0)  # half-L Lab


def scene_of(raw: NDArray[np.float32]) -> MapScene:
    """Two tiles beside each other."""
    owner = np.repeat(np.array([[0, 1]], np.int16), SIDE, axis=1).repeat(SIDE, axis=0)
    none, near = np.zeros(owner.shape, np.float32), np.ones(owner.shape, np.bool_)
    sides = np.full(2, float(SIDE))
    return MapScene(none, none, none, raw, np.ones(3, np.float32), owner, near, 1.0, (0, 0), float(SIDE), sides)


def ground(of: tuple[float, float, float] = GRASS) -> NDArray[np.float32]:
    """Two tiles of one colour, with a road across."""
    raw = np.full((SIDE, 2 * SIDE, 3), of, np.float32)
    raw[26:32] = ROAD
    return raw


def square(x: int, y: int, evidence: float = 10.0, size: int = 16) -> FoundPiece:
    corners = np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float32)
    area = (size / SIDE) ** 2
    return FoundPiece("green", corners.mean(axis=0).astype(np.float64), area, evidence, 0.998, corners)


def painted(raw: NDArray[np.float32], *figures: FoundPiece) -> NDArray[np.float32]:
    for one in figures:
        cv2.fillPoly(raw, [one.outline.astype(np.int32)], PAINT)
    return raw


def test_a_patch_of_grass_on_a_tile_of_such_grass_is_nobody() -> None:
    (judged,) = doubt_look_alikes(scene_of(ground()), [square(8, 6)])
    assert judged.confidence < 0.1


def test_green_wood_on_grass_is_as_sure_as_it_was() -> None:
    (judged,) = doubt_look_alikes(scene_of(painted(ground(), square(8, 6))), [square(8, 6)])
    assert judged.confidence == pytest.approx(0.998)


def test_another_surely_painted_piece_on_the_tile_speaks_against_nobody() -> None:
    """Given two green followers on a tile, when each is looked at, then the other is no print that looks like it."""
    both = [square(4, 6, evidence=14.0), square(38, 36, evidence=14.0)]
    judged = doubt_look_alikes(scene_of(painted(ground(), *both)), both)
    assert [one.confidence for one in judged] == [0.998, 0.998]


def test_two_patches_that_hardly_look_painted_speak_against_each_other() -> None:
    both = [square(4, 6, evidence=5.0), square(38, 36, evidence=5.0)]
    judged = doubt_look_alikes(scene_of(painted(ground(), *both)), both)
    assert all(one.confidence < 0.1 for one in judged)


def test_what_lies_on_another_tile_speaks_against_nobody() -> None:
    raw = ground(ROAD)
    raw[:, SIDE:] = PAINT
    (judged,) = doubt_look_alikes(scene_of(painted(raw, square(8, 6))), [square(8, 6)])
    assert judged.confidence == pytest.approx(0.998)
