"""First guesses where places lie, on pictures of any size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.istanbul.edition import own_places
from vision.artwork.istanbul.places import place_picture
from vision.frames import Picture
from vision.istanbul.layout.seeds import find_seeds
from vision.registration import interest_points
from vision.registration.lattice import project, side_px


def places_on(width: int, height: int, place_px: int) -> Picture:
    """Four places in a row, their upper left corner in the middle of the picture."""
    row = np.hstack(
        [cv2.resize(place_picture(number, 1.0)[..., :3], (place_px, place_px * 3 // 4)) for number in (5, 2, 7, 9)]
    )
    picture = np.full((height, width, 3), (60, 80, 110), np.uint8)
    picture[height // 2 :, width // 2 :][: row.shape[0], : row.shape[1]] = row
    return picture


@pytest.mark.parametrize(("width", "height", "place_px"), [(1280, 720, 120), (3000, 1600, 300)])
def test_seeds_lie_on_the_places_also_where_a_picture_is_looked_at_in_fewer_pixels(
    width: int, height: int, place_px: int
) -> None:
    picture = places_on(width, height, place_px)
    edition = own_places()
    best = find_seeds(picture, edition.tilted_features, edition.aspect)[0]
    across, down = (project(best.pose, [[0.5, 0.5]])[0] - (width // 2, height // 2)) / (place_px, place_px * 0.75)
    assert across % 1 == pytest.approx(0.5, abs=0.08)
    assert down == pytest.approx(0.5, abs=0.08)
    assert side_px(best.pose) == pytest.approx(place_px * 0.75**0.5, rel=0.08)
    assert (width * height > interest_points.PARAMETERS.most_px) == (width == 3000)
