"""What lay bare before the turn, and shows the same in another light, is no tile that somebody laid."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.arrays import Float32Array
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.unchanged_places import PARAMETERS, against_a_tile

PLACE = (0, 1)
PX = PARAMETERS.px
LAB_OF_BYTES = np.array([100 / 255, 1.0, 1.0], np.float32)


def chequered_cloth() -> Float32Array:
    """(n, n, 3) Lab of two of its squares' edges."""
    cloth = np.full((PX, PX, 3), (80.0, 0.0, 0.0), np.float32)
    cloth[: PX // 2, : PX // 3] = cloth[PX // 2 :, PX // 3 :] = (45.0, 40.0, 20.0)
    return cloth


def wood() -> Float32Array:
    """(n, n, 3) Lab of boards with their grain."""
    grain = np.random.default_rng(3).normal(0, 1.5, (PX, 1, 1)).astype(np.float32)
    return np.full((PX, PX, 3), (50.0, 10.0, 20.0), np.float32) + grain * np.array([1, 0, 0], np.float32)


def in_a_shadow(place: Float32Array) -> Float32Array:
    """All but its rim gets a fifth less light; a camera's noise is another in each picture."""
    shaded = place.copy()
    shaded[PX // 8 :, :, 0] *= 0.8
    return shaded + np.random.default_rng(5).normal(0, 0.5, place.shape).astype(np.float32)


def with_a_tile(_: Float32Array) -> Float32Array:
    face = cv2.resize(tile_picture("BA/RRR", 96), (PX, PX), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(face, cv2.COLOR_BGR2LAB).astype(np.float32) * LAB_OF_BYTES


def shown(place: Float32Array) -> SimpleNamespace:
    return SimpleNamespace(toned=lambda poses, n: (place[None], np.ones((1, PX, PX), bool)))


def remembering(place: Float32Array, waiting: set[tuple[int, int]] = frozenset()) -> SimpleNamespace:
    track = SimpleNamespace(predicted=lambda cell: np.eye(3))
    before = SimpleNamespace(track=track, waiting=waiting, toned=shown(place).toned)
    return SimpleNamespace(track=track, before=before, deck=None)


@pytest.mark.parametrize("table", [chequered_cloth(), wood()], ids=["cloth", "wood"])
def test_a_shadow_on_the_table_is_no_second_tile(table: Float32Array) -> None:
    assert against_a_tile(PLACE, shown(in_a_shadow(table)), remembering(table)) == pytest.approx(PARAMETERS.against)


@pytest.mark.parametrize("table", [chequered_cloth(), wood()], ids=["cloth", "wood"])
def test_nothing_speaks_against_a_tile_that_was_laid(table: Float32Array) -> None:
    assert against_a_tile(PLACE, shown(with_a_tile(table)), remembering(table)) == 0


def test_nor_against_one_that_waited_there_already() -> None:
    tile = with_a_tile(wood())
    assert against_a_tile(PLACE, shown(tile), remembering(tile, {PLACE})) == 0


def test_nor_where_no_earlier_picture_tells() -> None:
    memory = SimpleNamespace(track=SimpleNamespace(predicted=lambda cell: np.eye(3)), before=None, deck=None)
    assert against_a_tile(PLACE, shown(wood()), memory) == 0
