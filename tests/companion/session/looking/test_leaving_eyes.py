"""The eyes of every game give up in the middle of their first search, where people leave the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.session.looking.looker import Looker
from companion.session.looking.watching import eyes_for
from companion.titles.registry import game_keys, game_named
from games.game import SEAT_COLOURS, Seat
from vision.frames import Frame
from vision.giving_up import GivenUp, until_left

LOOKS = 3  # at a still picture, until the eyes have settled


def crowded_picture():
    """Triangles in all colours: much to search through, and nothing to find."""
    chance = np.random.default_rng(20_261_123)
    picture = np.full((360, 640, 3), 90, np.uint8)
    for _ in range(120):
        corners = chance.uniform(0, (640, 360), 2) + chance.uniform(-60, 60, (3, 2))
        colour = tuple(int(one) for one in chance.integers(0, 256, 3))
        cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], colour, cv2.LINE_AA)
    return picture


def searched(looker):
    for number in range(LOOKS):
        looker.look(Frame(crowded_picture(), 700.0 * number, number))


@pytest.mark.parametrize("key", game_keys(lambda title: title.eyes))
def test_eyes_that_were_left_search_no_further(key):
    game = game_named(key)
    state = game.new(game.setup(tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2])))
    looker = Looker(eyes_for(key, state))
    looker.record_moved_on(state, 1)
    with until_left(lambda: True), pytest.raises(GivenUp):
        searched(looker)
