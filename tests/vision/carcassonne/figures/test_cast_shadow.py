"""Where the shadow of somebody lies on a tile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.carcassonne.figures.cast_shadow import cast_shadow

SNOW, GREY_ROAD, ROOFS = (215, 210, 205), (120, 118, 115), (80, 120, 170)
SIZE = 64
THIEF = (slice(16, 30), slice(34, 48))  # rows and columns
HIS_SHADOW = (slice(30, 64), slice(35, 47))


def tile_with_a_thief() -> np.ndarray:
    """Snow with a road from west to east, and a blue figure on it."""
    tile = np.full((SIZE, SIZE, 3), SNOW, np.uint8)
    tile[20:26] = GREY_ROAD
    tile[THIEF] = (160, 60, 30)
    return tile


def shaded(tile: np.ndarray, spots: tuple[slice, slice]) -> np.ndarray:
    """The lamp's light is kept off some spots; a third of it comes from the walls."""
    tile[spots] = (((tile[spots] / 255.0) ** 2.2 * 0.33) ** (1 / 2.2) * 255).astype(np.uint8)
    return cv2.GaussianBlur(tile, (0, 0), 0.7)


def hidden() -> np.ndarray:
    """What he hides, told a little wide."""
    found = np.zeros((SIZE, SIZE), np.uint8)
    found[11:35, 29:53] = 255
    return found


def covered(outline: tuple[tuple[float, float], ...]) -> np.ndarray:
    found = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillConvexPoly(found, np.rint(np.array(outline) * SIZE).astype(np.int32), 1)
    return found > 0


def test_a_long_shadow_is_found_from_who_casts_it_to_the_edge_of_the_tile() -> None:
    tile = shaded(tile_with_a_thief(), HIS_SHADOW)
    found = covered(cast_shadow(tile, hidden()))
    assert found[33:62, 36:46].mean() > 0.95
    assert found[:, :28].mean() < 0.02
    assert found[:14].mean() < 0.02


@pytest.mark.parametrize("quarter_turns", [1, 2, 3])
def test_a_lamp_may_stand_anywhere(quarter_turns: int) -> None:
    tile = np.rot90(shaded(tile_with_a_thief(), HIS_SHADOW), quarter_turns).copy()
    found = covered(cast_shadow(tile, np.rot90(hidden(), quarter_turns).copy()))
    upright = np.rot90(found, -quarter_turns)
    assert upright[34:61, 37:45].mean() > 0.95
    assert upright[:, :28].mean() < 0.02


def test_a_dark_shadow_has_the_colour_of_the_room() -> None:
    """What falls into it comes from brown walls; ground that is hardly darker and as brown is none."""

    def browned(share: float) -> np.ndarray:
        tile, brown = tile_with_a_thief(), np.array([0.82, 1.0, 1.2])
        light = (tile[HIS_SHADOW] / 255.0) ** 2.2 * share * brown
        tile[HIS_SHADOW] = np.clip(light ** (1 / 2.2) * 255, 0, 255).astype(np.uint8)
        return cv2.GaussianBlur(tile, (0, 0), 0.7)

    assert covered(cast_shadow(browned(0.33), hidden()))[33:62, 36:46].mean() > 0.95
    assert cast_shadow(browned(0.6), hidden()) == ()


def test_a_shadow_that_ends_on_the_tile_ends_there() -> None:
    tile = shaded(tile_with_a_thief(), (slice(30, 48), HIS_SHADOW[1]))
    found = covered(cast_shadow(tile, hidden()))
    assert found[34:46, 37:45].mean() > 0.95
    assert found[54:].mean() < 0.02


def test_beneath_a_lamp_that_hangs_above_him_somebody_casts_none() -> None:
    assert cast_shadow(tile_with_a_thief(), hidden()) == ()
    assert cast_shadow(shaded(tile_with_a_thief(), (slice(30, 37), HIS_SHADOW[1])), hidden()) == ()


def test_a_road_that_leaves_from_where_he_stands_is_none() -> None:
    tile = tile_with_a_thief()
    tile[26:, 38:44] = GREY_ROAD
    tile[THIEF] = (160, 60, 30)
    assert cast_shadow(cv2.GaussianBlur(tile, (0, 0), 0.7), hidden()) == ()


def test_roofs_beside_snow_are_none() -> None:
    """They are as dark as a shadow, and of another colour."""
    tile = tile_with_a_thief()
    tile[30:, 33:49] = ROOFS
    assert cast_shadow(cv2.GaussianBlur(tile, (0, 0), 0.7), hidden()) == ()


def test_where_nobody_was_made_out_no_shadow_is_sought() -> None:
    assert cast_shadow(tile_with_a_thief(), np.zeros((SIZE, SIZE), np.uint8)) == ()
