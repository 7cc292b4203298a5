"""Tiles on which somebody stands are looked at again, once it is known what he hides."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.figures.beneath_figures import hidden_of, looked_beneath
from vision.imaging.patches import layers_of
from vision.pieces.figures import FoundPiece
from vision.tile_map.terrain import placements

EDGE = 100.0  # px of a tile
SIDE = 64


def tile_at(column: int) -> np.ndarray:
    """Where the tile of a column lies: unit square to px."""
    return np.array([[EDGE, 0.0, EDGE * column], [0.0, EDGE, 0.0], [0.0, 0.0, 1.0]])


def figure(x: float, y: float, confidence: float = 0.99) -> FoundPiece:
    """A red figure of 20 x 20 px with its middle at (x, y) px."""
    square = np.array([[-10, -10], [10, -10], [10, 10], [-10, 10]], np.float32) + np.float32([x, y])
    return FoundPiece("red", np.array([x, y]), 0.04, 9.0, confidence, square)


def test_a_figure_hides_its_outline_and_a_little_around_it_on_its_own_tile() -> None:
    stood_on, beside = hidden_of(np.stack([tile_at(0), tile_at(1)]), [figure(50, 50)], SIDE)
    assert stood_on[32, 32] == stood_on[32, 32 + 10] == 255  # 16 % of a tile away: 10 % are his, 8 % around him
    assert stood_on[32, 32 + 16] == 0
    assert not beside.any()


def test_a_figure_across_a_rim_hides_of_both_tiles() -> None:
    left, right = hidden_of(np.stack([tile_at(0), tile_at(1)]), [figure(100, 50)], SIDE)
    assert left[32, 62] == right[32, 2] == 255


@pytest.mark.parametrize("figures", [[], [figure(50, 50, confidence=0.6)], [figure(350, 50)]])
def test_a_tile_on_which_surely_nobody_stands_is_told_as_it_was(figures: list[FoundPiece]) -> None:
    layers = layers_of(np.full((100, 400, 3), 128, np.uint8), EDGE)
    logs = np.log(np.full((1, len(placements()) + 1), 0.01, np.float32))
    both, hidden = looked_beneath(layers, tile_at(0)[None], logs, figures)
    assert not hidden.any()
    assert np.array_equal(both, logs)


def test_what_is_told_of_a_tile_with_somebody_on_it_is_told_by_both_looks() -> None:
    rng = np.random.default_rng(7)
    layers = layers_of(rng.integers(0, 255, (100, 200, 3), np.uint8), EDGE)
    poses, logs = np.stack([tile_at(0), tile_at(1)]), np.zeros((2, len(placements()) + 1), np.float32)
    both, hidden = looked_beneath(layers, poses, logs, [figure(50, 50)])
    assert hidden.tolist() == [True, False]
    assert np.ptp(both[0]) > 0
    assert not both[1].any()
