"""How painted wood looks where the picture is full."""

import numpy as np

from vision.imaging.patches import lab_of
from vision.istanbul.pieces.paints import Paints
from vision.istanbul.pieces.shapes import PLAYERS

SIGMA = np.array([3.0, 4.0, 4.0])


def shown(colour: str, light: float) -> np.ndarray:
    """A patch of wood as bright as the light makes it, brought back into the references' light."""
    full = np.minimum(np.array(PLAYERS[colour]) * light, 255) / light
    return lab_of(np.full((2, 2, 3), full, np.uint8))


def test_white_wood_that_fills_the_picture_is_no_stranger() -> None:
    seen, everywhere = shown("white", 1.6), np.arange(4)
    unaware = Paints(seen, SIGMA)["white"]
    aware = Paints(seen, SIGMA, [(everywhere, np.full(3, 255 / 1.6, np.float32))])["white"]
    assert aware.max() < 1.0 < unaware.min()


def test_dark_wood_looks_as_ever_where_the_picture_is_full() -> None:
    seen, everywhere = shown("black", 1.6), np.arange(4)
    aware = Paints(seen, SIGMA, [(everywhere, np.full(3, 255 / 1.6, np.float32))])
    assert np.array_equal(aware["black"], Paints(seen, SIGMA)["black"])


def test_only_the_full_part_of_a_picture_is_taken_so() -> None:
    seen, upper = shown("white", 1.6), np.array([0, 1])
    away = Paints(seen, SIGMA, [(upper, np.full(3, 255 / 1.6, np.float32))])["white"]
    assert away[0].max() < 1.0 < away[1].min()
