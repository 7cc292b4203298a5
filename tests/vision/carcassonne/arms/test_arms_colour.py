"""The arms of one edition are of one colour: what only has their form, or stands where they do, is none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.arms.arms_colour import said_by_colour
from vision.carcassonne.arms.twin_tiles import TwinTile
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named
from vision.tile_map.terrain.reader import TERRAINS

ARMED = kind_named("BA/Ccc+")
LIES = Orientation(ARMED, 1, as_sides(ARMED.sides(1)))  # arms in the north-east
OCHRE, BLUE, SNOW = (32, 8, 28), (22, 5, -30), (40, 0, 4)
SURELY_ARMED, SURELY_BARE, OPEN = 0.95, 0.05, 0.5


def city(rng, stands_there=None):
    """A tile full of city, and something of one colour in its north-east corner."""
    tile = rng.normal(OCHRE, 4, (48, 48, 3)).astype(np.float32)
    if stands_there is not None:
        tile[3:11, -11:-3] = stands_there
    return tile


def said_of_last(tiles, armed, covered=0.0):
    """What is said of the last of these tiles; 0 where nothing is."""
    ground = np.zeros((len(tiles), len(TERRAINS), 32, 32), np.float32)
    ground[:, TERRAINS.index("city")] = 1.0
    ground[:, TERRAINS.index("shield"), 4, 27] = armed
    twins = {tile: TwinTile(LIES, chance, chance, 0.0) for tile, chance in enumerate(armed[:-1])}
    twins[len(tiles) - 1] = TwinTile(LIES, armed[-1], armed[-1], covered)
    covers = np.zeros((len(tiles), 32, 32), np.float32)
    return said_by_colour(twins, ground, covers, np.stack(tiles)).get(len(tiles) - 1, 0.0)


@pytest.fixture
def known():
    """Three tiles that surely bear blue arms, and two that surely bear none."""
    rng = np.random.default_rng(11)
    tiles = [city(rng, BLUE) for _ in range(3)] + [city(rng) for _ in range(2)]
    return tiles, [SURELY_ARMED] * 3 + [SURELY_BARE] * 2, rng


def test_arms_of_the_map_s_colour_are_arms_and_a_roof_under_snow_is_none(known):
    tiles, armed, rng = known
    assert said_of_last([*tiles, city(rng, BLUE)], [*armed, OPEN]) > 1
    assert said_of_last([*tiles, city(rng, SNOW)], [*armed, OPEN]) < -1


def test_the_less_is_said_the_more_of_their_place_is_covered(known):
    tiles, armed, rng = known
    bare = [*tiles, city(rng)], [*armed, OPEN]
    assert said_of_last(*bare) < said_of_last(*bare, covered=0.3) < 0
    assert said_of_last(*bare, covered=0.5) == pytest.approx(0.0)


def test_two_coats_of_arms_are_too_few_to_show_their_colour(known):
    tiles, armed, rng = known
    assert said_of_last([*tiles[1:], city(rng)], [*armed[1:], OPEN]) == 0.0
