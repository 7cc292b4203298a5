"""Terrain of tiles that lie as they lay is not read again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.known_ground import KnownGround
from vision.imaging.patches import layers_of
from vision.tile_map.presence_gate import crops_of
from vision.tile_map.terrain import terrain_reader

SIDE, OLD, NEW = 64, (0, 0), (0, 1)


def pose_at(left, top=80):
    return np.array([[SIDE, 0, left], [0, SIDE, top], [0, 0, 1.0]])


POSES = {OLD: pose_at(60), NEW: pose_at(125)}


def layers(*keys):
    sheet = np.full((240, 320, 3), (96, 118, 140), np.uint8)
    for key, left in zip(keys, (60, 125), strict=True):
        sheet[80 : 80 + SIDE, left : left + SIDE] = cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE))
    return layers_of(sheet, SIDE)


def read(picture, poses):
    ground = terrain_reader().look(crops_of(picture, np.stack(list(poses.values()))))[1]
    return dict(zip(poses, ground, strict=True))


def same(one, other):
    return all(np.allclose(one[cell], other[cell], atol=1e-4) for cell in POSES)


@pytest.fixture
def known():
    ground = KnownGround()
    ground.of(layers("BA/RFr", "BA/C"), POSES, NEW)
    return ground


def test_at_first_all_is_read():
    picture = layers("BA/RFr", "BA/C")
    assert same(KnownGround().of(picture, POSES, NEW), read(picture, POSES))


def test_only_the_tile_in_question_is_read_again(known):
    before, after = layers("BA/RFr", "BA/C"), layers("BA/L", "BA/L")
    found = known.of(after, POSES, NEW)
    assert np.allclose(found[OLD], read(before, POSES)[OLD])
    assert np.allclose(found[NEW], read(after, POSES)[NEW], atol=1e-4)


def test_after_a_knock_tiles_are_read_where_they_lie_now(known):
    knocked = {cell: pose_at(pose[0, 2] + 12) for cell, pose in POSES.items()}
    picture = layers("BA/L", "BA/L")
    assert same(known.of(picture, knocked, NEW), read(picture, knocked))


def test_grain_in_where_a_tile_lies_is_no_move(known):
    nearly = {cell: pose_at(pose[0, 2] + 0.5) for cell, pose in POSES.items()}
    found = known.of(layers("BA/L", "BA/L"), nearly, NEW)
    assert np.allclose(found[OLD], read(layers("BA/RFr", "BA/C"), POSES)[OLD])
