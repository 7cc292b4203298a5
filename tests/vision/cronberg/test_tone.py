"""The light on a board, though it burns some of the print out."""

import numpy as np
import pytest

from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.tone import Toner
from vision.registration.board_camera import CameraAboveBoard


@pytest.fixture(scope="module")
def toner():
    return Toner(drawn_set(), 1.0)


def straight_above(toner):
    """A camera that sees a millimetre as a pixel, and the board where its picture has it."""
    width, height = toner.size
    focal = 1000.0
    x, y = toner.to_px[:2, 2] - np.array([(width - 1) / 2, (height - 1) / 2])
    return CameraAboveBoard(width, height, focal, 0.0, np.zeros(3), np.array([x, y, focal]))


@pytest.mark.parametrize("light", [0.5, 1.0, 1.9])
def test_the_gain_is_told_in_dim_light_and_where_most_of_the_wall_is_burnt_out(toner, light):
    photograph = np.clip(toner.reference * light, 0, 255).astype(np.uint8)

    gain = toner.gain(photograph, straight_above(toner))
    assert gain == pytest.approx(light, rel=0.08)
