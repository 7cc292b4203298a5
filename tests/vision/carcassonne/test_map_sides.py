"""A photographed map's own roads, at the sides of its tiles."""

from __future__ import annotations

import numpy as np
import pytest

from vision.carcassonne.map_sides import by_other_sides, profiles_of
from vision.carcassonne.poses import Orientation, as_sides
from vision.frames import Picture
from vision.tile_map.terrain import kind_named

EDGE = 64
SNOW, ROAD, FENCE = (240, 240, 235), (110, 120, 130), (60, 90, 170)
CURVE, STRAIGHT, JUNCTION, PLAIN = range(4)
LYING = [Orientation(kind, 0, as_sides(kind.sides(0))) for kind in map(kind_named, ("V", "U", "W", "B"))]
NOBODY = np.zeros((32, 32), np.float32)


def tile(of: int, rng: np.random.Generator) -> Picture:
    """Snow, and a road to the middle from each side that one of this kind has."""
    picture = np.empty((EDGE, EDGE, 3), np.int16)
    picture[:] = SNOW
    middle = EDGE // 2 + int(rng.integers(-2, 3))
    for side, terrain in enumerate(LYING[of].sides):
        if terrain == "road":
            np.rot90(picture, side)[: EDGE // 2, middle - 3 : middle + 4] = ROAD
    return np.clip(picture + rng.integers(-6, 7, picture.shape), 0, 255).astype(np.uint8)


def fenced(picture: Picture, side: int) -> Picture:
    """The same with a hut's fence that ends a little before that side."""
    np.rot90(picture, side)[7:16, 26:38] = FENCE
    return picture


def evidence(kinds: list[int], doubtful: Picture, cover: np.ndarray = NOBODY) -> np.ndarray:
    """What is told of a doubtful tile beside others that are known."""
    rng = np.random.default_rng(7)
    tiles = np.stack([*(tile(kind, rng) for kind in kinds), doubtful])
    covers = np.stack([*(NOBODY for _ in kinds), cover])
    posterior = np.vstack([np.eye(4)[kinds], np.full((1, 4), 0.25)])
    return by_other_sides(profiles_of(tiles, covers), posterior, LYING)[-1]


KNOWN = [CURVE, STRAIGHT, JUNCTION, PLAIN, CURVE]


def roadless_side(of: int) -> int:
    """The side of a junction at which a curve has none."""
    return next(side for side in range(4) if LYING[JUNCTION].sides[side] == "road" and LYING[of].sides[side] != "road")


def test_a_fence_beside_a_curve_is_no_third_road():
    doubtful = fenced(tile(CURVE, np.random.default_rng(1)), roadless_side(CURVE))
    said = evidence(KNOWN, doubtful)
    assert said[CURVE] == pytest.approx(0.0, abs=0.6)
    assert said[JUNCTION] < said[CURVE] - 1


def test_what_somebody_hides_tells_nothing():
    cover = NOBODY.copy()
    np.rot90(cover, roadless_side(CURVE))[:12, 6:26] = 1.0
    doubtful = tile(CURVE, np.random.default_rng(1))
    hidden, open_side = evidence(KNOWN, doubtful, cover), evidence(KNOWN, doubtful)
    assert hidden[JUNCTION] > open_side[JUNCTION] + 1


def test_of_a_map_of_which_hardly_a_road_is_known_nothing_follows():
    assert evidence([PLAIN, PLAIN, CURVE], tile(CURVE, np.random.default_rng(1))) == pytest.approx(0.0)
