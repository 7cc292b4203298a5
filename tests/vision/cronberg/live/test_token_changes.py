"""A crossing that was bare a moment ago tells a token that looks little like its paint."""

import cv2
import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.drawing import drawn
from vision.cronberg.live.token_changes import PARAMETERS, token_changes
from vision.cronberg.tokens import token_height
from vision.cronberg.tone import RectifiedBoard, Toner

COLOURS = ("red", "yellow", "green", "blue")
PRINTS = drawn_set()
CROSSING = 18


@pytest.fixture(scope="module")
def toner():
    return Toner(PRINTS, 1.0)


@pytest.fixture(scope="module")
def bare(toner):
    return drawn(PRINTS, toner.reference, toner.to_px, [])


@pytest.fixture
def came(toner, bare):
    """What has come to a board, by how it looks now."""

    chance = np.random.default_rng(5)

    def plane(picture):
        grain = chance.normal(0, 2, picture.shape)
        whole = np.ones(picture.shape[:2], np.float32)
        return RectifiedBoard((picture + grain).astype(np.float32), whole, toner.to_px, token_height(PRINTS))

    def nats(picture):
        return token_changes(PRINTS, plane(bare), plane(picture), COLOURS)

    return nats


def spot(toner, picture, colour, radius_mm):
    x, y = (round(float(v)) for v in toner.to_px[:2, :2] @ PRINTS.crossings_mm[CROSSING] + toner.to_px[:2, 2])
    return cv2.circle(picture.copy(), (x, y), round(radius_mm), colour.tolist(), -1)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_token_in_a_lamps_gloss_has_come(toner, bare, came, colour):
    glossy = np.array(PRINTS.woods[colour]) * 0.5 + 255 * 0.5
    nats = came(spot(toner, bare, glossy, PRINTS.token_radius_mm))
    assert COLOURS[int(nats[CROSSING].argmax())] == colour
    assert nats[CROSSING].max() == PARAMETERS.most
    assert not np.delete(nats, CROSSING, axis=0).any()


def test_nothing_has_come_to_a_board_that_lies_as_before_in_dimmer_light(bare, came):
    assert not came(bare * 0.8).any()


def test_what_covers_more_than_a_crossing_is_no_token(toner, bare, came):
    sleeve = np.array(PRINTS.woods["blue"])
    assert not came(spot(toner, bare, sleeve, 4 * PRINTS.token_radius_mm))[CROSSING].any()
