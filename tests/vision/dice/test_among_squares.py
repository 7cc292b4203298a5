"""A cell with a disc in it is no die: cells as large lie beside it on every side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.among_squares import off_boards
from vision.dice.sighting import DieSighting
from vision.frames import Picture
from vision.networks.dice.judge import Verdict
from vision.networks.dice.measure import measured

CELL = 40


@pytest.fixture(scope="module")
def board() -> Picture:
    """Cells of a board in two colours with lines between them, a disc in the middle one."""
    picture = np.full((9 * CELL, 9 * CELL, 3), (40, 60, 150), np.uint8)
    for row in range(9):
        for column in range(row % 2, 9, 2):
            cv2.rectangle(
                picture, (column * CELL, row * CELL), ((column + 1) * CELL, (row + 1) * CELL), (190, 120, 60), -1
            )
    for line in range(0, 9 * CELL, CELL):
        cv2.line(picture, (line, 0), (line, 9 * CELL), (20, 20, 20), 2)
        cv2.line(picture, (0, line), (9 * CELL, line), (20, 20, 20), 2)
    cv2.circle(picture, (4 * CELL + CELL // 2, 4 * CELL + CELL // 2), 6, (240, 240, 240), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


@pytest.fixture(scope="module")
def alone(board: Picture) -> Picture:
    """The same cell on a bare table."""
    bare = np.full_like(board, (90, 110, 100))
    middle = slice(4 * CELL, 5 * CELL)
    bare[middle, middle] = board[middle, middle]
    return cv2.GaussianBlur(bare, (0, 0), 0.8)


def seen_in(picture: Picture, x: float, y: float) -> DieSighting:
    (face,) = measured(picture, [(x, y, float(CELL))])
    verdict = Verdict(face.x, face.y, face.side, (0.01, 0.99, *[0.0] * 5), 0.05, 0.02, 1.0, (0.0, 0.0), 0.02)
    return DieSighting(verdict, (0.9, *[0.2] * 5), measured=face)


def test_a_cell_among_cells_is_no_die_though_the_same_square_alone_may_be_one(board: Picture, alone: Picture) -> None:
    x = y = 4.5 * CELL
    assert off_boards(board, [seen_in(board, x, y)]) == []
    assert len(off_boards(alone, [seen_in(alone, x, y)])) == 1


def test_dice_pushed_together_are_no_board(board: Picture) -> None:
    middles = [(4.5, 4.5), (3.5, 4.5), (5.5, 4.5), (4.5, 3.5), (4.5, 5.5)]
    dice = [seen_in(board, column * CELL, row * CELL) for column, row in middles]
    assert dice[0] in off_boards(board, dice)
