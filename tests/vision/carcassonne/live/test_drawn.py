"""Where features are drawn on a tile, told by its picture."""

from __future__ import annotations

import numpy as np
import pytest

from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live.drawn import Colours, footing, footing_as_drawn, labels
from vision.carcassonne.live.plan import SIZE, usual

HOUSES, GRASS, ROAD = (30.0, 12.0, 22.0), (33.0, -20.0, 28.0), (41.0, 3.0, 14.0)  # Lab, L halved
ROWS, COLUMNS = np.mgrid[0:SIZE, 0:SIZE]


@pytest.fixture
def chance() -> np.random.Generator:
    return np.random.default_rng(5)


def painted(city: np.ndarray, chance: np.random.Generator, road: np.ndarray | None = None) -> np.ndarray:
    picture = np.where(city[..., None], np.array(HOUSES), np.array(GRASS))
    if road is not None:
        picture = np.where(road[..., None], np.array(ROAD), picture)
    return (picture + chance.normal(0, 2.0, picture.shape)).astype(np.float32)


def learned(key: str, picture: np.ndarray) -> dict[FeatureKind, Colours]:
    return {kind: Colours.of([(key, picture)], kind) for kind in (FeatureKind.CITY, FeatureKind.MONASTERY)}


def straight_wall() -> np.ndarray:
    """A corner city north and west of the diagonal, where the usual plan bends the wall into the city."""
    return ROWS + COLUMNS < SIZE


def test_a_city_ends_where_its_colour_does(chance: np.random.Generator):
    city = straight_wall()
    picture = painted(city, chance)
    found = labels("BA/Cc.1", picture, learned("BA/Cc.1", picture))
    kinds = [feature.kind for feature in tile_type("BA/Cc.1").features]
    seen = np.isin(found, [index for index, kind in enumerate(kinds) if kind is FeatureKind.CITY])
    assert (seen == city).mean() > 0.97
    plan = np.isin(usual("BA/Cc.1"), [index for index, kind in enumerate(kinds) if kind is FeatureKind.CITY])
    assert (plan == city).mean() < 0.93  # the rules alone don't know


def test_a_follower_close_to_a_straight_wall_stands_in_the_city(chance: np.random.Generator):
    picture = painted(straight_wall(), chance)
    found = labels("BA/Cc.1", picture, learned("BA/Cc.1", picture))
    where = footing("BA/Cc.1", found)
    features = tile_type("BA/Cc.1").features
    city = next(index for index, feature in enumerate(features) if feature.kind is FeatureKind.CITY)
    field = next(index for index, feature in enumerate(features) if feature.kind is FeatureKind.FIELD)
    assert where[city, 13, 13] > 20 * where[field, 13, 13]


def test_a_winding_road_is_followed(chance: np.random.Generator):
    middle = SIZE / 2 + 3.0 * np.sin(COLUMNS / SIZE * 2 * np.pi)
    road = np.abs(ROWS - middle) < 1.8
    picture = painted(np.zeros((SIZE, SIZE), bool), chance, road)
    found = labels("BA/RFr", picture, learned("BA/Cc.1", painted(straight_wall(), chance)))
    index = next(i for i, feature in enumerate(tile_type("BA/RFr").features) if feature.kind is FeatureKind.ROAD)
    drawn_there = np.abs(ROWS - middle)[found == index]
    assert np.median(drawn_there) < 1.5
    assert (found == index)[:, 2:-2].any(axis=0).all()


def test_a_cloister_is_where_its_walls_are(chance: np.random.Generator):
    cloister = (abs(ROWS - 12) < 6) & (abs(COLUMNS - 18) < 5)  # off the middle
    court = (abs(ROWS - 12) < 2) & (abs(COLUMNS - 18) < 2)  # as green as the meadows around
    picture = painted(cloister & ~court, chance)
    found = labels("BA/L", picture, learned("BA/L", picture))
    kinds = [feature.kind for feature in tile_type("BA/L").features]
    assert ((found == kinds.index(FeatureKind.MONASTERY)) == cloister).mean() > 0.95


@pytest.mark.parametrize("key", ["BA/Rr", "BA/RRRR", "BA/CccR", "BA/L", "BA/CFc.1", "BA/CC.2"])
def test_every_feature_has_somewhere_to_stand(key: str, chance: np.random.Generator):
    picture = painted(usual(key) < 0, chance)
    where = footing(key, labels(key, picture, learned(key, picture)))
    assert where.shape == (len(tile_type(key).features), SIZE, SIZE)
    np.testing.assert_allclose(where.sum(axis=(1, 2)), 1, atol=1e-3)


def test_somebody_about_the_middle_of_a_road_that_winds_is_a_thief_all_the_same(chance: np.random.Generator):
    """Given a road that winds by a ninth of a tile, and a foot beside it where roads usually run."""
    middle = SIZE / 2 + SIZE / 9 * np.sin(COLUMNS / SIZE * 2 * np.pi)
    found = labels(key := "BA/RFr", painted(ROWS < 0, chance, np.abs(ROWS - middle) < 1.8), {})
    features = tile_type(key).features
    road = next(index for index, feature in enumerate(features) if feature.kind is FeatureKind.ROAD)
    where, at = footing_as_drawn(key, found), (SIZE // 2, SIZE // 4)
    assert where[road][at] > np.delete(where[:, at[0], at[1]], road).max()
    assert where[road, int(middle[0, SIZE // 4]), SIZE // 4] > where[road][at]
