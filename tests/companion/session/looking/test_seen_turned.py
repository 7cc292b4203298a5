"""How the map lies in the camera's picture, told by the tiles that are tracked."""

import numpy as np
import pytest

from companion.session.looking.seen_turned import quarter_turns

FRAME = (1280, 720)


def tile_at(degrees, middle=(640, 360)):
    angle = np.radians(degrees)
    across, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    around = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    corners = [np.array(middle) + 60 * (u * across + v * down) for u, v in around]
    return np.array(corners, np.float32) / np.array(FRAME, np.float32)


@pytest.mark.parametrize(("degrees", "turns"), [(0, 0), (30, 0), (90, 1), (121, 1), (180, 2), (-90, 3), (-136, 2)])
def test_tiles_tell_the_nearest_quarter_turn(degrees, turns):
    far_from_it = (turns + 2) % 4
    assert quarter_turns([tile_at(degrees), tile_at(degrees, (300, 200))], FRAME, far_from_it) == turns


def test_a_map_at_half_a_quarter_stays_as_it_is_shown():
    assert quarter_turns([tile_at(50)], FRAME, 0) == 0
    assert quarter_turns([tile_at(40)], FRAME, 1) == 1
    assert quarter_turns([tile_at(62)], FRAME, 0) == 1


def test_where_nothing_is_seen_it_stays_as_it_is_shown():
    assert quarter_turns([], FRAME, 3) == 3
    assert quarter_turns([tile_at(0)], (0, 0), 3) == 3


def test_the_first_outline_tells_it_whatever_else_is_tracked():
    assert quarter_turns([tile_at(90), tile_at(17), tile_at(-60)], FRAME, 0) == 1
