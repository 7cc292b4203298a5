"""Two looks of one tile: did somebody come or go between them, and nothing else?"""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning import bare_exemplars
from vision.carcassonne.learning.bare_exemplars import TileExemplar, figure_between
from vision.imaging.patches import lab_of

RED, BLUE = (40, 40, 200), (175, 85, 40)
SIDE = bare_exemplars.PARAMETERS.exemplar_px


def look(*figures: tuple[float, float], kind: str = "BA/RCr", light: float = 1.0, paint=BLUE) -> TileExemplar:
    """A tile with figures standing at (x, y), tile units."""
    picture = cv2.resize(tile_picture(kind, 160, 0), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    for x, y in figures:
        cv2.circle(picture, (round(x * SIDE), round(y * SIDE)), 5, paint, -1)
    grain = np.random.default_rng(len(figures)).normal(0, 3, picture.shape)
    return TileExemplar(np.eye(3), lab_of(np.clip(picture * light + grain, 0, 255).astype(np.uint8)), None)


def test_somebody_who_came_is_seen_by_comparing_the_tile_with_how_it_looked_before():
    assert figure_between(look(), look((0.5, 0.7))) == pytest.approx((0.5, 0.7), abs=0.08)
    assert figure_between(look((0.3, 0.3), paint=RED), look()) == pytest.approx((0.3, 0.3), abs=0.08)


def test_he_is_seen_though_a_cloud_has_passed_meanwhile():
    assert figure_between(look(light=0.8), look((0.5, 0.7)))


def test_where_nobody_came_or_went_no_look_is_barer_than_the_other():
    assert not figure_between(look(), look())
    assert not figure_between(look(light=0.8), look())
    assert not figure_between(look((0.5, 0.7)), look((0.5, 0.7)))


def test_somebody_who_was_moved_from_one_place_to_another_is_in_both_looks():
    assert not figure_between(look((0.25, 0.25)), look((0.75, 0.75)))


def test_another_tile_is_not_the_same_one_with_a_figure():
    assert not figure_between(look(), look(kind="BA/Cccc+"))


def test_a_tile_that_was_laid_beside_it_is_nobody():
    beside = look()
    beside.patch[:, -3:] = lab_of(np.full((SIDE, 3, 3), RED, np.uint8))
    assert not figure_between(look(), beside)
