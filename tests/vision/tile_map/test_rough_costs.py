"""A quarter of the pixels tells nearly as well which tiles a place may show as all of them do."""

from __future__ import annotations

import cv2
import numpy as np

from vision.artwork.carcassonne.edition import own_edition
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import side_px
from vision.simulator.carcassonne.still import still_board
from vision.tile_map.edition_atlas import atlas_of
from vision.tile_map.residuals import judge_all, rough_costs


def test_what_costs_least_costs_least_roughly_too() -> None:
    board = still_board(604, "easy", 9)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    quads = [np.asarray(tile.corners_px, np.float32) for tile in board.truth.tiles]
    poses = np.stack([np.asarray(cv2.getPerspectiveTransform(unit, quad), np.float64) for quad in quads])
    layers, soft = layers_of(board.picture, side_px(poses[0])), atlas_of(own_edition()).soft
    exact, rough = judge_all(layers, NEUTRAL, soft, poses), rough_costs(layers, NEUTRAL, soft, poses)
    among = np.argsort(rough, axis=1)[:, :4]
    assert (among == exact.best[:, None]).any(axis=1).all()
