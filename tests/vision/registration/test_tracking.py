"""Where the next piece beside a few known ones is foretold to lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.imaging.patches import layers_of
from vision.registration.lattice import Lattice, quad_of, side_px
from vision.registration.tracking import Track

SIDE = 110.0  # px
FIRST, NEXT = (0, 0), (0, 1)


@pytest.mark.parametrize("corner", range(4))
def test_one_tile_whose_corner_was_found_wrongly_foretells_another_of_its_size_beside_it(corner: int) -> None:
    """Given a start tile of which one corner was taken for another 5 px aside, then the next tile is not foretold as
    that would have the table lie."""
    outline = np.array([(700, 400), (810, 400), (810, 510), (700, 510)], np.float32)
    outline[corner] += 5.0 * np.sign(outline[corner] - outline.mean(axis=0))
    pose = cv2.getPerspectiveTransform(np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32), outline)
    layers = layers_of(np.full((1080, 1920, 3), 120, np.uint8), SIDE)
    track = Track(Lattice({FIRST: pose})).with_piece(FIRST, pose, layers).levelled((1080, 1920))
    foretold = track.predicted(NEXT)
    assert side_px(foretold) == pytest.approx(SIDE, rel=0.08)
    assert quad_of(foretold).mean(axis=0) == pytest.approx((865, 455), abs=0.08 * SIDE)
