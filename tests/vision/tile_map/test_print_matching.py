"""Small tiles told apart by their prints, in light that nobody knows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.artwork.carcassonne.edition import own_edition
from vision.imaging.patches import layers_of
from vision.photometry.illumination import Illumination
from vision.registration.feature_seeds import edition_features, find_seeds
from vision.tile_map.edition_atlas import atlas_of
from vision.tile_map.print_matching import light_of, light_on, print_costs

SIDE, LEFT, TOP = 40, 60, 30  # px
POSE = np.array([[[SIDE, 0, LEFT], [0, SIDE, TOP], [0, 0, 1.0]]])


def picture_of(view: int, gains: tuple[float, float, float], level: float) -> NDArray[np.uint8]:
    """A grey table with one small soft tile, in light of these gains of blue, green and red, behind a veil."""
    picture = np.full((110, 160, 3), 128, np.float32)
    tile = cv2.resize(own_edition().references[view].image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    picture[TOP : TOP + SIDE, LEFT : LEFT + SIDE] = tile
    picture = cv2.GaussianBlur(picture, (0, 0), 1.0) * np.array(gains) + level
    return np.clip(picture + np.random.default_rng(3).normal(0, 8, picture.shape), 0, 255).astype(np.uint8)


def light_of_gains(gains: tuple[float, float, float], level: float = 0.0) -> Illumination:
    """The same light everywhere."""
    terms = np.zeros((6, 3))
    terms[0] = gains
    return Illumination(terms, np.full(3, level), np.zeros(2), 1.0)


def costs_of(picture: NDArray[np.uint8], light: Illumination) -> NDArray[np.float32]:
    prints = atlas_of(own_edition()).prints
    return print_costs(layers_of(picture, SIDE), POSE, prints, [np.arange(len(prints))], light)[0]


@pytest.mark.parametrize("view", [0, 7, 21, 40])
def test_a_tile_is_known_in_orange_light_behind_a_veil(view: int) -> None:
    gains = (0.4, 0.7, 0.9)
    assert costs_of(picture_of(view, gains, 25), light_of_gains(gains, 25)).argmin() == 4 * view


@pytest.mark.parametrize("view", [0, 7, 21, 40])
@pytest.mark.parametrize("paint", [(30, 30, 200), (160, 120, 220), (210, 210, 215), (160, 80, 20)])
def test_a_tile_a_third_of_which_is_covered_is_known(view: int, paint: tuple[int, int, int]) -> None:
    picture = picture_of(view, (0.8, 0.9, 1.0), 0)
    cv2.circle(picture, (LEFT + 12, TOP + 15), 12, paint, -1)
    assert costs_of(picture, light_of_gains((0.8, 0.9, 1.0))).argmin() == 4 * view


@pytest.mark.parametrize("view", [7, 21, 40])
def test_a_tile_half_burnt_by_a_lamp_is_known(view: int) -> None:
    picture = picture_of(view, (0.7, 0.8, 0.9), 0)
    across = np.linspace(0, 0.9, SIDE)[None, :, None]
    tile = picture[TOP : TOP + SIDE, LEFT : LEFT + SIDE]
    tile[...] = tile + across * (255.0 - tile)
    assert costs_of(picture, light_of_gains((0.7, 0.8, 0.9))).argmin() == 4 * view


def test_nowhere_to_look_gives_nothing() -> None:
    layers, light = layers_of(picture_of(0, (1, 1, 1), 0), SIDE), light_of_gains((1, 1, 1))
    assert print_costs(layers, np.zeros((0, 3, 3)), atlas_of(own_edition()).prints, [], light).shape[0] == 0


def test_the_light_on_a_map_is_told_by_its_tiles() -> None:
    prints = atlas_of(own_edition()).prints
    layers = layers_of(picture_of(7, (0.5, 0.8, 1.0), 0), SIDE)
    light = light_of(layers, POSE, prints, np.array([28]), np.ones(1))
    assert np.abs(light.gains(np.array([[80.0, 50.0]])) - [0.5, 0.8, 1.0]).max() < 0.06


def test_the_light_on_a_tile_is_told_by_its_print() -> None:
    prints = atlas_of(own_edition()).prints
    layers = layers_of(picture_of(7, (0.5, 1.0, 1.0), 0), SIDE)
    light, alike = light_on(layers, POSE, prints, np.array([28]))
    assert alike[0] > 0.6
    assert light[0, 0] < -0.3
    assert np.abs(light[0, 1:]).max() < 0.15


def test_a_chequered_cloth_tells_no_place() -> None:
    rows, columns = np.indices((480, 640)) // 9
    checks = np.where((rows + columns) % 2, 60, 210).astype(np.uint8)
    checks[200:280, 300:380] = cv2.cvtColor(
        cv2.resize(own_edition().references[7].image, (80, 80), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    noisy = np.clip(checks + np.random.default_rng(1).normal(0, 6, checks.shape), 0, 255).astype(np.uint8)
    middle = find_seeds(noisy, edition_features(own_edition()))[0].pose @ [0.5, 0.5, 1.0]
    assert np.hypot(middle[0] - 340, middle[1] - 240) < 12
