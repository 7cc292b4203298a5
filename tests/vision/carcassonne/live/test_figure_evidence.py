"""What a pixel on a tile says of a follower: paint, print, or print in the shade."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.live.followers.figure_evidence import LearnedPaint, Standpoint
from vision.carcassonne.live.followers.silhouettes import MARGIN, SPAN

MEADOW = (32.0, -18.0, 28.0)  # Lab with half of L, as the edition's picture has it
IN_HER_SHADOW = (21.0, -14.0, 22.0)
BLACK = (8.0, -1.0, 1.0)
BLACK_AS_THE_TILES_HAVE_IT = (20.0, -12.0, 20.0)  # where their light was told from green tiles alone
WIDE = SPAN + 2 * MARGIN


def standpoint(seen, balanced):
    """A meadow, all of which is seen so, in the edition's colours and in white light."""
    whole = [np.full((WIDE, WIDE, 3), lab, np.float32) for lab in (seen, balanced, MEADOW)]
    sigma = np.array((3.0, 5.0, 5.0), np.float32)
    return Standpoint(*whole, np.ones((WIDE, WIDE), bool), sigma, np.zeros(2), ())


@pytest.fixture
def black():
    return LearnedPaint.of("black").learned(np.array([BLACK], np.float32))


def test_black_wood_that_passes_for_a_shaded_meadow_by_the_colours_of_the_tiles_is_told_in_white_light(black):
    assert standpoint(BLACK_AS_THE_TILES_HAVE_IT, BLACK).votes(black).min() > 1.0


def test_a_shadow_on_a_meadow_is_no_black_wood(black):
    assert standpoint(IN_HER_SHADOW, IN_HER_SHADOW).votes(black).max() < -0.5


def test_a_meadow_in_full_light_is_no_black_wood(black):
    assert standpoint(MEADOW, MEADOW).votes(black).max() < -2.0
