"""Tokens whose paint looks paler than it was told, on a board that is seen from above."""

import cv2
import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.drawing import drawn
from vision.cronberg.tokens import PARAMETERS, token_height, weigh_tokens
from vision.cronberg.tone import RectifiedBoard, Toner

COLOURS = ("red", "yellow", "green", "blue")
GLOSS = 0.25  # of white light over the paint


@pytest.fixture(scope="module")
def toner():
    return Toner(drawn_set(), 1.0)


@pytest.fixture(scope="module")
def board(toner):
    """The empty board as it is printed."""
    return drawn(drawn_set(), toner.reference, toner.to_px, [])


def seen(picture, printed, toner, saturations):
    """What is weighed at every crossing, the board's print known."""
    plane = RectifiedBoard(
        picture.astype(np.float32), np.ones(picture.shape[:2], np.float32), toner.to_px, token_height(drawn_set())
    )
    behind = (np.clip(printed, 0, 255).astype(np.uint8), np.zeros(picture.shape[:2], bool))
    return weigh_tokens(drawn_set(), plane, COLOURS, behind, saturations=saturations)


def glossy_token(board, toner, crossing, colour):
    prints = drawn_set()
    paint = np.array(prints.woods[colour]) * (1 - GLOSS) + 255 * GLOSS
    x, y = (round(float(v)) for v in toner.to_px[:2, :2] @ prints.crossings_mm[crossing] + toner.to_px[:2, 2])
    return cv2.circle(board.copy(), (x, y), round(prints.token_radius_mm), paint.tolist(), -1)


@pytest.mark.parametrize("colour", ["red", "yellow", "green"])
def test_a_glossy_token_is_told_where_the_print_beneath_is_known(board, toner, colour):
    crossing = 18
    picture = glossy_token(board, toner, crossing, colour)
    assert seen(picture, board, toner, (1.0,)).nats[crossing].max() <= 0
    glossy = seen(picture, board, toner, PARAMETERS.saturations)
    assert COLOURS[int(glossy.nats[crossing].argmax())] == colour
    assert glossy.nats[crossing].max() > 0
    assert (np.delete(glossy.nats, crossing, axis=0) <= 0).all()


def test_a_board_without_tokens_has_none_in_any_paint(board, toner):
    assert (seen(board, board, toner, PARAMETERS.saturations).nats <= 0).all()
