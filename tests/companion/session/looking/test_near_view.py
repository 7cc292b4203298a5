"""People watch the part of the camera's picture in which the game lies; it stays where it is while the map has room."""

import numpy as np
import pytest

from companion.session.looking.near_view import LEAST, NearViewer, within

HIGH, WIDE = 1080, 1920


def table():
    """Every pixel tells where it lies: blue its column, green its row, in 256ths of the picture."""
    rows, columns = np.mgrid[0:HIGH, 0:WIDE]
    return np.dstack([columns * 256 // WIDE, rows * 256 // HIGH, np.zeros((HIGH, WIDE))]).astype(np.uint8)


TABLE = table()


def around(left, top, right, bottom):
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], np.float32)


def test_the_map_is_cut_out_with_room_for_the_next_tile_and_outlines_lie_on_what_they_outline():
    tile = around(0.6, 0.6, 0.7, 0.7)
    near = NearViewer().of(TABLE, [tile, around(0.5, 0.5, 0.6, 0.6)])
    assert near is not None
    assert near.picture.shape == (360, 640, 3)
    (shown,) = near.within((tile,))
    x, y = (shown[0] * (640, 360)).astype(int)
    assert near.picture[y, x, :2] == pytest.approx((0.6 * 256, 0.6 * 256), abs=2)
    assert shown.min() > 0.15
    assert shown.max() < 0.85


def test_the_part_stays_while_the_map_has_room_in_it_and_is_chosen_anew_when_it_has_not():
    viewer = NearViewer()
    first = viewer.of(TABLE, [around(0.4, 0.4, 0.6, 0.6)])
    grown = viewer.of(TABLE, [around(0.36, 0.4, 0.6, 0.6)])
    assert (grown.left, grown.width) == (first.left, first.width)
    outgrown = viewer.of(TABLE, [around(0.3, 0.4, 0.6, 0.6)])
    assert outgrown.left < first.left
    assert outgrown.width > first.width
    shrunk = viewer.of(TABLE, [around(0.5, 0.5, 0.6, 0.6)])
    assert shrunk.width < outgrown.width


def test_what_an_upright_phone_shows_keeps_its_shape():
    upright = np.ascontiguousarray(np.rot90(TABLE))
    near = NearViewer().of(upright, [around(0.4, 0.4, 0.6, 0.6)])
    assert near.picture.shape[0] == 360
    assert near.picture.shape[1] == pytest.approx(360 * 9 / 16, abs=2)
    assert within(upright, (480, 270)).shape == (270, 152, 3)


def test_never_nearer_than_a_quarter_and_never_beyond_the_picture():
    single = NearViewer().of(TABLE, [around(0.01, 0.01, 0.03, 0.03)])
    assert (single.left, single.top) == (0.0, 0.0)
    assert single.width == pytest.approx(LEAST, abs=0.01)
    everything = NearViewer().of(TABLE, [around(-0.2, 0.1, 1.3, 0.9)])
    assert (everything.left, everything.top, everything.width, everything.height) == (0, 0, 1, 1)


def test_where_nothing_is_tracked_there_is_nothing_to_be_near_to():
    assert NearViewer().of(TABLE, []) is None
    assert NearViewer().of(TABLE, [np.full((5, 2), np.nan, np.float32)]) is None


def test_what_lies_far_beside_the_part_is_not_shown_in_it():
    near = NearViewer().of(TABLE, [around(0.4, 0.4, 0.5, 0.5)])
    assert near.shows((around(0.42, 0.42, 0.44, 0.44),))
    assert not near.shows((around(0.9, 0.9, 0.95, 0.95),))
