"""Which rhombi nobody could read: told from the light and the lamp, not from a reading."""

import numpy as np
import pytest

from vision.simulated.cronberg_legible import unreadable
from vision.simulated.cronberg_table import still_board


@pytest.fixture(scope="module")
def photograph():
    """A clear picture of a few rhombi."""
    return still_board("easy", 3, rhombi=5)


def lamp_over_everything(photograph, share):
    height, width = photograph.image.shape[:2]
    photograph.photographer.glare = [((0, 0), np.full((height, width, 3), round(255 * share), np.uint8))]


def test_in_clear_light_everything_can_be_read(photograph):
    assert not unreadable(photograph)


def test_under_a_faint_lamp_everything_can_still_be_read(photograph):
    lamp_over_everything(photograph, 0.3)

    assert not unreadable(photograph)


def test_under_a_blinding_lamp_nothing_can_be_read(photograph):
    lamp_over_everything(photograph, 0.99)

    assert len(unreadable(photograph)) == len(photograph.state.rhombi) > 0
