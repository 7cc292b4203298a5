"""Tiles laid between the edges around them, as two neighbours on a table whose seams show."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.arrays import Float64Array
from vision.registration.lattice import quad_of
from vision.tile_map.between_edges import laid_between_edges

SIDE = 80.0  # px
SEAMS = np.array(
    [[[x, 40.0], [x, 120.0]] for x in (100.0, 180.0, 260.0)]
    + [[[left, y], [left + SIDE, y]] for left in (100.0, 180.0) for y in (40.0, 120.0)]
)


def tile(x: float, y: float) -> Float64Array:
    """One that lies straight, its upper left corner there."""
    return np.array([[SIDE, 0.0, x], [0.0, SIDE, y], [0.0, 0.0, 1.0]])


def test_a_tile_foretold_a_little_aside_is_laid_on_its_seams() -> None:
    (laid,) = laid_between_edges(tile(103.0, 38.0)[None], SEAMS)
    assert np.abs(quad_of(laid) - quad_of(tile(100.0, 40.0))).max() < 0.6


def test_where_no_edges_show_it_stays_where_it_was_foretold() -> None:
    far = tile(900.0, 900.0)
    assert (laid_between_edges(far[None], SEAMS)[0] == far).all()


def test_each_of_many_is_laid_as_if_it_were_alone() -> None:
    tiles = np.stack([tile(103.0, 38.0), tile(178.0, 43.0), tile(900.0, 900.0)])
    alone = [laid_between_edges(one[None], SEAMS)[0] for one in tiles]
    assert laid_between_edges(tiles, SEAMS) == pytest.approx(np.stack(alone))
