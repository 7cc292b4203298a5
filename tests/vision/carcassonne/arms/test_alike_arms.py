"""An edition's coats of arms look alike: who shows what the others show where arms are printed bears some."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.arms.alike_arms import PARAMETERS, arms_alike
from vision.carcassonne.arms.printed_arms import arms_in_place
from vision.carcassonne.poses import Orientation, as_sides
from vision.tile_map.terrain import kind_named
from vision.tile_map.terrain.reader import TERRAINS

BOX = {"BA/Ccc": 3, "BA/Ccc+": 1}
TURNED = [Orientation(kind, 1, as_sides(kind.sides(1))) for kind in map(kind_named, BOX)]  # arms in the north-east
SURELY_ARMED, SURELY_BARE, OPEN = [-4.0, 0.0], [0.0, -4.0], [0.0, 0.0]


def roofs(rng):
    """A tile full of roofs, no two alike."""
    side = PARAMETERS.side_px + 2 * PARAMETERS.margin_px
    return rng.normal((30, 20, 25), 4, (side, side, 3)).astype(np.float32)


def with_arms(tile, aside=0):
    """The same with a quartered shield in its north-east corner."""
    shield = np.full((8, 8, 3), (45, 0, 0), np.float32)
    shield[:4, :4] = shield[4:, 4:] = (15, 10, -40)
    tile = tile.copy()
    tile[5 + aside : 13 + aside, -13 - aside : -5 - aside] = shield
    return tile


def compared(tiles, evidence, covered=()):
    """Log-odds of arms after the tiles have been compared; a few of them ``covered`` where arms are printed."""
    evidence = np.array(evidence)
    posterior = np.exp(evidence) / np.exp(evidence).sum(axis=1, keepdims=True)
    ground = np.zeros((len(tiles), len(TERRAINS), 32, 32), np.float32)
    ground[:, TERRAINS.index("shield"), 4, 27] = posterior[:, 1]
    covers = np.zeros((len(tiles), 32, 32), np.float32)
    covers[list(covered), :12, 20:] = 1.0
    seen = arms_in_place(ground, covers, TURNED, BOX)
    after = arms_alike(evidence, posterior, TURNED, BOX, seen, ground, covers, np.stack(tiles))
    return after[:, 1] - after[:, 0]


@pytest.fixture
def known():
    """Three tiles that surely bear arms, and two that surely bear none."""
    rng = np.random.default_rng(4)
    tiles = [with_arms(roofs(rng)) for _ in range(3)] + [roofs(rng) for _ in range(2)]
    return tiles, [SURELY_ARMED] * 3 + [SURELY_BARE] * 2, rng


def test_a_tile_that_shows_what_the_others_show_bears_arms_and_one_that_shows_roofs_none(known):
    tiles, evidence, rng = known
    odds = compared([*tiles, with_arms(roofs(rng), aside=2), roofs(rng)], [*evidence, OPEN, OPEN])
    assert odds[5] > 3
    assert odds[6] < -3


def test_what_a_figure_covers_is_compared_with_nothing(known):
    tiles, evidence, rng = known
    assert compared([*tiles, roofs(rng)], [*evidence, OPEN], covered=[5])[5] == pytest.approx(0.0)


def test_two_coats_of_arms_are_too_few_to_show_what_they_look_like(known):
    tiles, evidence, rng = known
    odds = compared([*tiles[1:], with_arms(roofs(rng))], [*evidence[1:], OPEN])
    assert odds[4] == pytest.approx(0.0)
