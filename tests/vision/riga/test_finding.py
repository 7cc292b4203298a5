"""Light before cards are sought: the first row of an evening is four small tiles and nothing else on dark wood."""

from __future__ import annotations

import numpy as np

from vision.cards.finding import lightened


def dark_table(level):
    return np.full((1080, 1920), level, np.uint8)


def test_what_is_light_on_four_small_tiles_does_not_burn_out():
    picture = dark_table(110)
    for left in (500, 550, 600, 650):
        picture[520:564, left : left + 44] = 150
        picture[527:557, left + 7 : left + 37] = 215  # the light middle of each
    assert lightened(picture).max() < 250


def test_a_dark_picture_is_lightened_so_that_its_cards_have_contrast():
    picture = dark_table(20)
    picture[300:600, 400:1200] = 56
    assert lightened(picture).max() > 200
