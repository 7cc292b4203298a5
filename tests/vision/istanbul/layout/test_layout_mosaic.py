"""Two places under a camera straight above: whether they lie where they lay."""

from __future__ import annotations

import numpy as np
import pytest

from vision.istanbul.layout.edition import PlaceEdition
from vision.istanbul.layout.layout_mosaic import LayoutMosaic
from vision.registration.board_camera import CameraAboveBoard

WIDE = 120.0  # px of the picture that a place is wide
POSES = np.stack(
    [np.array([[WIDE, 0.0, 200.0 + 130 * column], [0.0, WIDE, 150.0], [0.0, 0.0, 1.0]]) for column in (0, 1)]
)


def two_places() -> LayoutMosaic:
    """The plan of them."""
    view = CameraAboveBoard(640, 480, 512.0, 0.0, np.zeros(3), np.array([-42.0, -78.0, 358.4]))
    plain = np.full((96, 96, 3), 120, np.uint8)
    edition = PlaceEdition((1, 2), (plain, plain), 1.0)
    return LayoutMosaic.of(view, np.array([[0.0, 0.0], [1.0, 0.0]]), POSES, (1, 2), edition)


@pytest.mark.parametrize(("aside", "lies"), [(0.0, True), (1.0, True), (6.0, False)])
def test_places_found_again_in_another_light_lie_where_they_lay(aside: float, lies: bool) -> None:
    again = POSES.copy()
    again[1, 0, 2] += aside  # one of them, pushed to the right
    assert two_places().lies(again) is lies


def test_another_number_of_places_is_another_layout() -> None:
    assert not two_places().lies(POSES[:1])
