"""Where a dim map lies on a dark table whose picture is full of grain."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.own_edition import own_edition
from vision.lattice import Lattice, project
from vision.lattice_seeds import SeedSearch
from vision.lattice_standout import standing_out, standing_tiles
from vision.recognise_atlas import atlas_of

SIDE = 36  # px of a tile on the picture
HELD = ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3))
TURN = np.deg2rad(24)
LAID = np.array(
    [
        [SIDE * np.cos(TURN), -SIDE * np.sin(TURN), 420],
        [SIDE * np.sin(TURN), SIDE * np.cos(TURN), 210],
        [0, 0, 1],
    ]
)
MIDDLES = project(LAID, [[column + 0.5, row + 0.5] for row, column in HELD])


def grainy(picture: NDArray[np.float32]) -> NDArray[np.uint8]:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    return np.clip(soft + np.random.default_rng(4).normal(0, 11, picture.shape), 0, 255).astype(np.uint8)


def dark_table() -> NDArray[np.float32]:
    return np.full((600, 800, 3), (15, 19, 26), np.float32)


@pytest.fixture(scope="module")
def picture() -> NDArray[np.uint8]:
    """Twelve tiles in a tenth of the light, a dark table around them."""
    table = dark_table()
    for (row, column), view in zip(HELD, own_edition().references[::3], strict=False):
        tile = cv2.resize(view.image, (72, 72), interpolation=cv2.INTER_AREA).astype(np.float32) * 0.35
        to_picture = LAID @ np.array([[1 / 72, 0, column], [0, 1 / 72, row], [0, 0, 1.0]])
        cv2.warpPerspective(tile, to_picture, (800, 600), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return grainy(table)


def on_tiles(lattice: Lattice) -> int:
    """How many places of a lattice have their middle within a fifth of a tile of a true one's."""
    middles = project(np.stack(list(lattice.cells.values())), [[0.5, 0.5]])[:, 0]
    return sum(bool(np.hypot(*(MIDDLES - middle).T).min() < 0.2 * SIDE) for middle in middles)


def test_of_all_that_stands_out_the_map_is_one_region(picture: NDArray[np.uint8]) -> None:
    boxes = standing_out(picture)
    assert len(boxes) == 1
    left, top, right, bottom = boxes[0]
    x, y = MIDDLES.T
    assert left < x.min() < x.max() < right
    assert top < y.min() < y.max() < bottom


def test_a_map_that_no_feature_tells_is_begun_by_its_straight_edges(picture: NDArray[np.uint8]) -> None:
    atlas = atlas_of(own_edition())
    features = SeedSearch(picture, atlas.features).at(1100)
    assert sum(on_tiles(Lattice({(0, 0): seed.pose})) for seed in features) <= len(features) / 10
    lattice, judge = next(standing_tiles(picture, atlas))
    assert len(lattice) > 1
    assert on_tiles(lattice) == len(lattice)
    assert judge.blurred


def test_grain_alone_does_not_stand_out() -> None:
    assert standing_out(grainy(dark_table())) == []
