"""A few tiles that lie edge to edge on a table show as one patch, which their number and shape divide."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.registration.joined_squares import joined_squares
from vision.registration.lattice import Cell, quad_of

SIDE = 90
DOMINO, BAR, CORNER = {(0, 0), (0, 1)}, {(0, 0), (0, 1), (0, 2)}, {(0, 0), (0, 1), (1, 0)}


def table(cells: set[Cell], turn: float = 0.0) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Green squares with a path across on a dark table, and (2, 3) where the map's own axes go."""
    sheet = np.full((480, 720, 3), (28, 34, 44), np.uint8)
    for row, column in cells:
        top, left = 180 + row * SIDE, 240 + column * SIDE
        sheet[top : top + SIDE, left : left + SIDE] = (60, 160, 90)
        cv2.line(sheet, (left, top + 40), (left + SIDE, top + 55), (220, 225, 230), 8)
    seen = cv2.getRotationMatrix2D((360, 240), turn, 1.0)
    picture = cv2.warpAffine(sheet, seen, (720, 480), borderMode=cv2.BORDER_REPLICATE)
    grain = np.random.default_rng(5).normal(0, 2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8), seen


@pytest.mark.parametrize("turn", [0.0, 35.0, -110.0])
@pytest.mark.parametrize("shape", [DOMINO, BAR, CORNER], ids=["domino", "bar", "corner"])
def test_a_patch_of_tiles_is_divided_into_them_however_it_lies(shape: set[Cell], turn: float) -> None:
    picture, seen = table(shape, turn)
    found = list(joined_squares(picture, shape))
    assert found
    middles = {(round(x), round(y)) for x, y in (quad_of(pose).mean(axis=0) for pose in found[0].values())}
    true = [seen @ [240 + (column + 0.5) * SIDE, 180 + (row + 0.5) * SIDE, 1.0] for row, column in shape]
    assert len(middles) == len(true)
    assert all(min(np.hypot(x - u, y - v) for x, y in middles) < 0.06 * SIDE for u, v in true)


def test_a_patch_of_another_shape_is_none() -> None:
    picture, _ = table(BAR, 20.0)
    assert not list(joined_squares(picture, CORNER))
    assert not list(joined_squares(picture, {*BAR, (1, 1)}))
