"""A piece of paint as large as a figure that stands out from what lies beside it is somebody, whatever his outline."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.learning.paint.painted_piece import NO_PIECE, largest_piece
from vision.carcassonne.live.followers.silhouettes import SPAN

PRINT, PAINT = -3.0, 3.0  # nats


def tile(*pieces, beside=PRINT):
    """What the pixels of a tile say: paint in some pieces (left, top, width, height; tile units), print elsewhere."""
    says = np.full((SPAN, SPAN), beside, np.float32)
    for left, top, width, height in pieces:
        at = [round(SPAN * value) for value in (left, top, left + width, top + height)]
        says[at[1] : at[3], at[0] : at[2]] = PAINT
    return says


def test_a_box_as_large_as_a_figure_is_somebody_though_no_figure_of_ours_looks_so():
    """Given 18 by 12 mm of his paint, as a wooden figure of many a make shows."""
    piece = largest_piece(tile((0.2, 0.5, 0.4, 0.27)))
    assert piece.like_somebody
    assert piece.middle == pytest.approx((0.4, 0.635), abs=0.03)


def test_where_all_of_the_tile_looks_a_little_like_his_paint_nobody_stands_out():
    assert largest_piece(tile((0.2, 0.5, 0.4, 0.27), beside=0.8)).like_nobody


def test_a_shutter_of_his_colour_is_too_small_to_be_somebody():
    piece = largest_piece(tile((0.6, 0.3, 0.14, 0.14)))
    assert piece.like_nobody
    assert not piece.like_somebody


def test_a_tile_without_a_spot_of_his_paint_shows_no_piece():
    assert largest_piece(tile()) == NO_PIECE


def test_of_two_pieces_the_larger_one_is_told():
    assert largest_piece(tile((0.1, 0.1, 0.1, 0.1), (0.5, 0.5, 0.3, 0.3))).middle[0] > 0.5


def test_an_outline_in_a_city_that_looks_like_his_paint_all_over_tells_nobody_surely():
    """Given roofs that were learned as yellow's paint, so that an outline of his fits anywhere among them."""
    city = largest_piece(tile((0.4, 0.4, 0.6, 0.6), beside=0.5))
    assert city.goes_on
    assert city.believed(16.0) <= 0


def test_a_small_spot_of_his_paint_speaks_against_an_outline_and_does_not_decide():
    spot = largest_piece(tile((0.6, 0.3, 0.14, 0.14)))
    assert 0 < spot.believed(16.0) < 16.0


def test_what_stands_out_as_paint_alone_does_is_somebody_and_what_does_less_is_asked_about():
    """Given a farmstead on a meadow, which no map of few tiles has shown before: houses differ from their meadow by
    less than a figure's paint does."""
    somebody, farmstead = (largest_piece(tile((0.2, 0.5, 0.4, 0.27), beside=beside)) for beside in (-4.5, -2.9))
    assert farmstead.like_somebody
    assert farmstead.alone < 0.65 < 0.9 < somebody.alone
