"""How large cards show on one table, and what is too large or too small to be one."""

from __future__ import annotations

import numpy as np

from vision.cards.one_size import CardSizes

CARD_MM, TILE_MM = (59.0, 91.0), (45.0, 45.0)


def lying_at(x, y, px_per_mm, size_mm=CARD_MM):
    """A card, or a tile, with its middle at a place."""
    wide, high = size_mm[0] * px_per_mm, size_mm[1] * px_per_mm
    return np.array([[wide, 0.0, x - wide / 2], [0.0, high, y - high / 2], [0.0, 0.0, 1.0]]), size_mm


def test_a_card_is_as_large_as_the_others_and_tiles_say_so_too():
    sizes = CardSizes.of([lying_at(300, 200, 0.7, TILE_MM), lying_at(400, 200, 0.7, TILE_MM), lying_at(350, 400, 0.7)])
    assert sizes.fits(lying_at(500, 300, 0.7))
    assert not sizes.fits(lying_at(500, 300, 0.43))
    assert not sizes.fits(lying_at(500, 300, 1.1))


def test_at_the_far_end_of_a_table_cards_are_smaller():
    sizes = CardSizes.of([lying_at(300 + 90 * n, 200 + 100 * n, 0.5 * 1.1**n) for n in range(6)])
    assert sizes.fits(lying_at(390, 220, 0.52))
    assert not sizes.fits(lying_at(390, 220, 0.5 * 1.1**5))


def test_one_that_is_no_card_says_nothing_of_the_others():
    rest = [lying_at(300 + 60 * n, 300, 0.7) for n in range(6)]
    sizes = CardSizes.of([*rest, lying_at(420, 500, 0.3)])
    assert sizes.fits(lying_at(500, 350, 0.7))


def test_two_cards_say_nothing():
    assert CardSizes.of([lying_at(300, 200, 0.7), lying_at(400, 200, 0.7)]) is None
