"""Which shades belong to a piece."""

from __future__ import annotations

import numpy as np

from calibration.colours import DEFAULT_PAINTS
from vision.pieces.shades import with_its_shades

GREEN = DEFAULT_PAINTS["green"]
DARK_GREEN, DARK_RED = (20.0, -25.0, 22.0), (20.0, 30.0, 20.0)


def strip(colour, unexplained):
    """Ten px in a row: three in a paint, then others in a shade that the print fails to explain, or does not."""
    seen = np.zeros((1, 10), bool)
    seen[0, :3] = True
    lab = np.full((1, 10, 3), colour, np.float32)
    return with_its_shades(seen, ~seen, GREEN, lab, np.full((1, 10), unexplained, np.float32))


def test_the_dark_side_of_a_piece_is_its_own():
    assert strip(DARK_GREEN, 9.0).all()


def test_what_the_print_explains_stays_print():
    assert strip(DARK_GREEN, 2.0).sum() == 3


def test_a_shade_of_another_hue_is_not_the_piece_s():
    assert strip(DARK_RED, 9.0).sum() == 3
