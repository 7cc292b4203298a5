"""Tiles of the project's own drawing, laid on exactly from where they are only roughly thought to lie."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.artwork.carcassonne.edition import own_edition
from vision.imaging.patches import Layers, layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import project, quad_of, shifted, side_px
from vision.simulator.carcassonne.still import still_board
from vision.tile_map.edition_atlas import EditionAtlas, atlas_of
from vision.tile_map.pose_refinement import laid_exactly, placed
from vision.tile_map.residuals import judge_all


@cache
def table() -> tuple[Layers, EditionAtlas, NDArray[np.float64]]:
    """A picture, the edition, and where its tiles lie (b, 3, 3)."""
    board = still_board(604, "easy", 9)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    quads = [np.asarray(tile.corners_px, np.float32) for tile in board.truth.tiles]
    poses = np.stack([np.asarray(cv2.getPerspectiveTransform(unit, quad), np.float64) for quad in quads])
    return layers_of(board.picture, side_px(poses[0])), atlas_of(own_edition()), poses


def away(found: NDArray[np.float64], true: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far corners lie off, in sides of a tile."""
    return np.array(
        [np.linalg.norm(quad_of(one) - quad_of(other), axis=1).max() / side_px(other)
         for one, other in zip(found, true, strict=True)]
    )  # fmt: skip


def laid(starts: NDArray[np.float64]) -> NDArray[np.float64]:
    layers, atlas, _ = table()
    costs = judge_all(layers, NEUTRAL, atlas.soft, starts).costs
    return laid_exactly(layers, NEUTRAL, atlas, starts, costs)


@pytest.mark.parametrize(("right", "down"), [(0.07, 0.0), (-0.05, 0.05), (0.0, -0.08)])
def test_a_tile_thought_a_little_beside_itself_is_laid_where_it_lies(right: float, down: float) -> None:
    _, _, poses = table()
    found = laid(np.stack([shifted(pose, right, down) for pose in poses]))
    assert np.median(away(found, poses)) < 0.03


def test_a_tile_that_lies_right_stays() -> None:
    _, _, poses = table()
    assert np.median(away(laid(poses), poses)) < 0.03


def test_no_tile_is_laid_nowhere() -> None:
    layers, atlas, _ = table()
    nothing = np.zeros((0, 4 * len(atlas.edition.references)), np.float32)
    assert laid_exactly(layers, NEUTRAL, atlas, np.zeros((0, 3, 3)), nothing).shape == (0, 3, 3)


def test_a_shape_is_moved_and_turned_but_never_stretched() -> None:
    shape = np.diag([50.0, 50.0, 1.0])
    turn = np.deg2rad(10)
    seen = np.array([[np.cos(turn), -np.sin(turn), 0.3], [np.sin(turn), np.cos(turn), 0.2], [0, 0, 1.0]])
    stretched = seen @ np.diag([1.1, 0.95, 1.0])
    found = placed(shape[None], (shape @ stretched)[None])[0]
    assert side_px(found) == pytest.approx(50.0)
    assert project(found, [[0.5, 0.5]])[0] == pytest.approx(project(shape @ stretched, [[0.5, 0.5]])[0])
