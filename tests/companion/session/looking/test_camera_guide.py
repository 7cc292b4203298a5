"""What the table check says of where the camera stands."""

from __future__ import annotations

import numpy as np
import pytest

from companion.locale import say
from companion.session.looking.camera_guide import camera_guide
from games.game import Phrase


def square(x, y, side):
    """A tile's outline with its upper left corner there, as shares of a picture of 16 by 9."""
    down = side * 16 / 9
    return np.array([(x, y), (x + side, y), (x + side, y + down), (x, y + down), (x, y)], np.float32)


def test_a_table_that_is_seen_whole_and_large_needs_nothing():
    assert camera_guide([square(0.4, 0.4, 0.05), square(0.45, 0.4, 0.05)]) is None


def test_where_nothing_is_tracked_nothing_is_advised():
    assert camera_guide([]) is None


@pytest.mark.parametrize(
    ("x", "y", "where"), [(-0.01, 0.4, "left"), (0.96, 0.4, "right"), (0.4, -0.02, "top"), (0.4, 0.95, "bottom")]
)
def test_a_map_that_leaves_the_picture_is_told_with_the_side(x, y, where):
    phrase = camera_guide([square(0.4, 0.4, 0.05), square(x, y, 0.05)])
    assert where in say(phrase, "en")


def test_a_map_that_leaves_it_all_around_asks_for_more_distance():
    corners = [square(-0.01, -0.02, 0.4), square(0.7, 0.6, 0.4)]
    assert camera_guide(corners).key == "guide.too_close"


def test_small_tiles_ask_for_a_nearer_camera():
    assert camera_guide([square(0.4, 0.4, 0.018)]) == Phrase.of("guide.nearer")


def test_what_is_cut_off_is_told_before_what_is_small():
    assert camera_guide([square(0.995, 0.4, 0.018)]).key == "guide.leaves"
