"""Which shades belong to a piece."""

from __future__ import annotations

import numpy as np

from calibration.colours import DEFAULT_PAINTS
from vision.pieces.shades import give_dark_side_to_paint, give_shade_to_paint, with_its_shades

GREEN = DEFAULT_PAINTS["green"]
TILE_PX = 60.0
DARK_GREEN, DARK_RED = (20.0, -25.0, 22.0), (20.0, 30.0, 20.0)


def strip(colour, unexplained, high=10):
    """Ten px in a row, so many high: three in a paint, then others in a shade that the print fails to explain, or does
    not; told is which of the middle row's belong together."""
    seen = np.zeros((10, 10), bool)
    seen[:, :3] = True
    lab = np.full((10, 10, 3), colour, np.float32)
    free = ~seen
    free[high // 2 + 5 :] = free[: 5 - high // 2] = False
    whole = with_its_shades(seen, free, GREEN, lab, np.full((10, 10), unexplained, np.float32), TILE_PX)
    return whole[5]


def test_the_dark_side_of_a_piece_is_its_own():
    assert strip(DARK_GREEN, 9.0).all()


def test_what_the_print_explains_stays_print():
    assert strip(DARK_GREEN, 2.0).sum() == 3


def test_a_shade_of_another_hue_is_not_the_piece_s():
    assert strip(DARK_RED, 9.0).sum() == 3


def test_a_thread_of_its_hue_is_the_edge_of_a_print_and_not_a_piece_s():
    assert strip(DARK_GREEN, 9.0, high=2).sum() == 3


BLACK, BLUE, RED = 0, 1, 2


def side_by_side():
    """A blue piece and a smaller red one whose dark sides touch, as a lamp from above leaves them."""
    label = np.full((40, 60), -1, np.int16)
    label[10:22, 10:30], label[12:22, 32:46] = BLUE, RED
    label[22:30, 10:46] = BLACK
    return label


def test_whose_shade_it_is_that_two_pieces_cast_side_by_side_nobody_can_tell():
    label = side_by_side()
    give_shade_to_paint(label, BLACK, TILE_PX)
    assert (label[22:30, 10:46] == -1).all()


def test_the_dark_side_of_one_piece_is_its_own_though_a_glint_is_of_another_paint():
    label = side_by_side()
    label[14:22, 34:46] = -1
    give_shade_to_paint(label, BLACK, TILE_PX)
    assert (label[22:30, 10:46] == BLUE).all()


def test_a_black_piece_alone_stays_black():
    label = side_by_side()
    label[label != BLACK] = -1
    give_shade_to_paint(label, BLACK, TILE_PX)
    assert (label[22:30, 10:46] == BLACK).all()


def test_a_thin_rim_of_another_paint_is_no_second_piece():
    label = side_by_side()
    label[label == RED] = -1
    label[30:33, 5:55] = RED
    assert (label == RED).sum() > 0.5 * (label == BLUE).sum()
    give_shade_to_paint(label, BLACK, TILE_PX)
    assert (label[22:30, 10:46] == BLUE).all()


def pink_over_red(apart: int, pink=(3.0, 1.0), red=(-3.0, 2.0)):
    """A pink part and below it a red one, whose middles are so many px apart, and what each paint says of a px of
    either; which paint is where."""
    label, odds = np.full((60, 30), -1, np.int16), np.full((2, 60, 30), -4, np.float32)
    upper, lower = (slice(4, 14), slice(8, 20)), (slice(14, 14 + 2 * (apart - 5)), slice(8, 20))
    for place, part in enumerate((upper, lower)):
        label[part] = place
        odds[0][part], odds[1][part] = pink[place], red[place]
    give_dark_side_to_paint(label, [DEFAULT_PAINTS["pink"], DEFAULT_PAINTS["red"]], odds, TILE_PX)
    return set(label[label >= 0].tolist())


def test_the_red_side_of_a_pink_piece_is_pink():
    assert pink_over_red(apart=11) == {0}


def test_what_a_lamp_lights_of_a_red_piece_is_red():
    assert pink_over_red(apart=11, pink=(1.0, -3.0), red=(0.5, 3.0)) == {1}


def test_a_red_piece_behind_a_pink_one_is_red():
    assert pink_over_red(apart=18) == {0, 1}


def test_a_yellow_part_above_a_green_one_is_of_another_hue():
    label = np.full((60, 30), -1, np.int16)
    label[4:14, 8:20], label[14:24, 8:20] = 0, 1
    give_dark_side_to_paint(
        label, [DEFAULT_PAINTS["yellow"], DEFAULT_PAINTS["green"]], np.ones((2, 60, 30), np.float32), TILE_PX
    )
    assert set(label[label >= 0].tolist()) == {0, 1}
