"""The drawing tells what the tile data tells: by eye, and by flood fill."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from games.carcassonne.tiles import INNER, SIDES, FeatureKind, tile_type, tile_types
from vision.artwork.carcassonne.shapes import edge_point, feature_map, follower_spot, shapes_of
from vision.artwork.carcassonne.style import ORCHARD, SCHOOLBOOK, TileStyle
from vision.artwork.carcassonne.tiles import tile_back, tile_picture

KINDS = sorted(tile_types())
SIZE = 120


@pytest.mark.parametrize("style", [ORCHARD, SCHOOLBOOK], ids=lambda style: style.name)
def test_every_half_side_shows_the_field_of_the_data_and_fields_are_parted_as_it_says(style: TileStyle) -> None:
    for key in KINDS:
        shapes = shapes_of(key, style)
        land = ((shapes.city_mask(SIZE) <= 127) & (shapes.road_mask(SIZE) <= 127)).astype(np.uint8)
        _, parts = cv2.connectedComponents(land, connectivity=4)
        parted: dict[int, int] = {}
        for index, feature in enumerate(tile_type(key).features):
            if feature.kind is not FeatureKind.FIELD:
                continue
            seen = {int(parts[tuple((edge_point(edge)[::-1] * SIZE).astype(int))]) for edge in feature.edges}
            assert len(seen) == 1, f"{key}: field {feature.location} is drawn in {len(seen)} parts"
            (part,) = seen
            assert part != 0, f"{key}: field {feature.location} is built over"
            assert parted.setdefault(part, index) == index, f"{key}: two fields are drawn as one"


def test_cities_that_the_data_keeps_apart_do_not_touch() -> None:
    for key in KINDS:
        shapes = shapes_of(key)
        if key == "IC/CRCR":
            continue  # a castle stands between them
        inner = shapes.city_mask(SIZE)
        count, _ = cv2.connectedComponents((inner[2:-2, 2:-2] > 127).astype(np.uint8), connectivity=4)
        assert count - 1 == len(shapes.cities), key


def colour_class(pixel: np.ndarray) -> str:
    """Grass is green, a road is pale and hardly coloured, a city is warm."""
    hue, saturation, value = (
        int(v) for v in cv2.cvtColor(pixel.reshape(1, 1, 3).astype(np.uint8), cv2.COLOR_BGR2HSV)[0, 0]
    )
    if 33 <= hue <= 75 and saturation > 50:
        return "field"
    return "road" if value > 180 and saturation < 95 else "city"


@pytest.mark.parametrize("variant", [0, 1])
def test_the_middle_of_each_side_looks_like_its_terrain(variant: int) -> None:
    for key in KINDS:
        picture = tile_picture(key, SIZE, variant)
        for number, terrain in enumerate(tile_type(key).turned[0].sides):
            middle = edge_point(SIDES[number], 0.045)
            x, y = (int(v) for v in middle * SIZE)
            patch = picture[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].reshape(-1, 3)
            looks = [colour_class(pixel) for pixel in patch]
            assert max(set(looks), key=looks.count) == terrain, f"{key} {SIDES[number]}: {looks}"


def test_followers_stand_on_what_they_are_put_on_at_every_turn() -> None:
    for key in KINDS:
        for turns in range(4):
            labels = feature_map(key, turns, 200)
            for index, feature in enumerate(tile_type(key).turned[turns].features):
                u, v = follower_spot(key, turns, feature.kind, feature.location)
                assert labels[int(v * 200), int(u * 200)] == index, f"{key} turned {turns}: {feature}"


def test_loose_spots_stay_on_their_feature() -> None:
    rng = np.random.default_rng(0)
    for key in KINDS:
        labels = feature_map(key, 1, 200)
        for index, feature in enumerate(tile_type(key).turned[1].features):
            if feature.edges == (INNER,) and feature.kind is FeatureKind.FIELD:
                continue
            for _ in range(5):
                u, v = follower_spot(key, 1, feature.kind, feature.location, rng=rng)
                assert labels[int(v * 200), int(u * 200)] == index, f"{key}: {feature}"


def test_a_follower_cannot_stand_where_there_is_nothing() -> None:
    with pytest.raises(KeyError, match="Monastery"):
        follower_spot("BA/RFr", 0, FeatureKind.MONASTERY, "I")


def test_the_same_tile_is_the_same_picture_and_a_copy_differs_a_little() -> None:
    first, again, copy = tile_picture("D", SIZE), tile_picture("BA/RCr", SIZE), tile_picture("D", SIZE, 1)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, copy)
    assert np.abs(first.astype(int) - copy).mean() < 30
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 0


def test_pennants_cathedrals_and_inns_are_seen() -> None:
    def gold_and_blue(key: str) -> int:
        hsv = cv2.cvtColor(tile_picture(key, SIZE), cv2.COLOR_BGR2HSV).astype(int)
        blue = (abs(hsv[..., 0] - 112) < 12) & (hsv[..., 1] > 90)
        return int(blue.sum())

    assert gold_and_blue("BA/Cc+") > gold_and_blue("BA/Cc.1") + 60
    assert gold_and_blue("IC/Cccc.c") > 200
    plain, inn = tile_picture("BA/RFr", SIZE), tile_picture("IC/RFr.i", SIZE)
    thatch = [
        int((cv2.inRange(cv2.cvtColor(p, cv2.COLOR_BGR2HSV), (15, 110, 150), (27, 255, 255)) > 0).sum())
        for p in (plain, inn)
    ]
    assert thatch[1] > thatch[0] + 150


def test_a_kind_with_a_garden_shows_it_and_a_letter_is_no_garden() -> None:
    assert not np.array_equal(tile_picture("BA/CG", SIZE), tile_picture("BA/C", SIZE))
    assert np.array_equal(tile_picture("G", SIZE), tile_picture("BA/CFc.1", SIZE))


def test_backs_are_all_alike_and_like_no_front() -> None:
    back = tile_back(SIZE)
    assert back.shape == (SIZE, SIZE, 3)
    blue, green, red = back.reshape(-1, 3).mean(axis=0)
    assert blue > 1.4 * max(green, red)
