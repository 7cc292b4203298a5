from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.artwork.stained_glass.edition import own_glass
from vision.stained_glass import context
from vision.stained_glass.evenness import as_film_can_be, evenness, strength
from vision.stained_glass.judge import templates_of

TILES = templates_of(own_glass()).naming.patches
EVERYWHERE = np.ones(TILES.shape[:3], bool)


def one_thing_on_bare_ground(tile: NDArray[np.float32]) -> NDArray[np.float32]:
    """What of a tile stands out most, and the rest as plain as a table."""
    away = np.linalg.norm(tile - np.median(tile, axis=(0, 1)), axis=2)
    table = np.median(tile, axis=(0, 1)) + np.random.default_rng(3).normal(0, 0.5, tile.shape)
    return np.where((away > np.quantile(away, 0.9))[..., None], tile, table).astype(np.float32)


def test_a_tile_is_there_all_over():
    assert evenness(TILES, TILES, EVERYWHERE) == pytest.approx(1.0)


def test_dim_light_and_film_weaken_a_pattern_evenly():
    assert evenness(10 + 0.3 * TILES, TILES, EVERYWHERE) == pytest.approx(1.0, abs=1e-3)


def test_of_one_thing_on_a_table_hardly_anything_is_left_beside_it():
    things = np.stack([one_thing_on_bare_ground(tile) for tile in TILES])
    assert evenness(things, TILES, EVERYWHERE).max() < context.PARAMETERS.even / 2


def test_what_lies_outside_the_picture_says_nothing():
    half = EVERYWHERE.copy()
    half[:, :, : half.shape[2] // 2] = False
    covered = np.where(half[..., None], TILES, 90).astype(np.float32)
    assert evenness(covered, TILES, half).min() > context.PARAMETERS.even


def test_no_places_are_no_trouble():
    assert evenness(TILES[:0], TILES[:0], EVERYWHERE[:0]).shape == (0,)


def test_what_is_much_weaker_than_film_on_its_ground_counts_for_less() -> None:
    usual = np.array([0.44, 0.44, 0.44, 0.0])
    assert as_film_can_be(np.array([0.45, 0.30, 0.11, 0.11]), usual).tolist() == [1.0, 1.0, 0.5, 1.0]


def test_no_film_shows_more_than_on_white() -> None:
    """A red box is like film on red whose panes are darker than black."""
    assert as_film_can_be(np.array([1.1, 2.25, 3.8]), np.zeros(3)).tolist() == [1.0, 0.5, 0.0]


def test_a_pattern_at_half_its_contrast_is_half_as_strong() -> None:
    reference = np.random.default_rng(3).normal(0, 10, (1, 20, 20, 3)).astype(np.float32)
    everywhere = np.ones((1, 20, 20), bool)
    assert abs(float(strength(reference / 2 + 30, reference, everywhere)[0]) - 0.5) < 1e-3
