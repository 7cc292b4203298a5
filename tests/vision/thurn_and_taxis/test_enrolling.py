"""A board that only its owner has seen, photographed once while it is empty: its outline, its lens, its cities."""

from __future__ import annotations

import numpy as np
import pytest

from vision.simulator.thurn_and_taxis.table import still_board
from vision.thurn_and_taxis.enrolling import board_view, found_corners

EMPTY_SEED = 2


@pytest.fixture(scope="module")
def empty():
    return still_board("thurn-and-taxis", "easy", EMPTY_SEED, empty=True, engraved=True)


def test_tapped_corners_and_straight_edges_tell_where_every_city_lies(empty):
    atlas = empty.state.setup.atlas
    tapped = empty.board_px + np.random.default_rng(4).normal(0, 3, (4, 2))
    view = board_view(empty.image, tapped, atlas)
    cities = np.array([[city.x_mm, city.y_mm] for city in atlas.cities])
    seen = empty.camera.project(np.column_stack([cities, np.full(len(cities), 2.5)]))
    off_mm = np.linalg.norm(view.project(cities) - seen, axis=1) / view.px_per_mm(cities[0])
    assert off_mm.max() < 3.0


def test_a_plain_outline_is_found_by_itself(empty):
    found = found_corners(empty.image, empty.state.setup.atlas)
    assert found is not None
    assert np.abs(found - empty.board_px).max() < 8


def test_where_there_is_no_board_no_corner_is_told(empty):
    bare = np.full((270, 480, 3), 190, np.uint8)
    assert found_corners(bare, empty.state.setup.atlas) is None
