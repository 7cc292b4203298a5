"""Painted wood on print that nobody has seen before, in a light that falls unevenly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.colours import paints_of
from vision.figures import Figure
from vision.figures_outline import MIDDLING, Outlines
from vision.figures_unseen import find_figures_on_print, scene_without_faces
from vision.lattice import shifted
from vision.lattice_patches import layers_of
from vision.painted_wood import WOOD
from vision.simulated.carcassonne_art import tile_picture

SIDE = 64
KEYS = ("BA/Rr", "BA/RFr", "BA/C", "BA/LR", "BA/L", "BA/RCr", "BA/Rr", "BA/CFC.2", "BA/RFr", "BA/Rr", "BA/RFr", "BA/L")
EVEN, UNEVEN = np.ones(len(KEYS) * SIDE), np.geomspace(0.2, 1.0, len(KEYS) * SIDE)


def row_of_tiles(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Tiles from left to right, on whose columns this light (width,) falls."""
    row = np.hstack([cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE)) for key in KEYS])
    return np.asarray(np.clip(row * light[None, :, None], 0, 255), np.uint8)


def doubted(picture: NDArray[np.uint8]) -> float:
    """Share of the map that looks like no print."""
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    return float((scene.doubt[scene.owner >= 0] > 8).mean())


def test_print_in_half_a_shadow_is_hardly_more_doubted_than_in_full_light() -> None:
    assert doubted(row_of_tiles(UNEVEN)) < doubted(row_of_tiles(EVEN)) + 0.02


def followers_on(picture: NDArray[np.uint8]) -> list[str]:
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    return [figure.colour for figure in find_figures_on_print(scene, paints_of()) if figure.confidence > 0.5]


def painted(colour: tuple[float, float, float], softness: float) -> NDArray[np.uint8]:
    """The row of tiles with a spot of a colour on the grass of its second tile, whose edge fades out over some px."""
    row = row_of_tiles(EVEN)
    spot = cv2.circle(np.zeros(row.shape[:2], np.float32), (SIDE + 46, 45), 12, 1.0, -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(spot, (0, 0), softness)[..., None]
    return np.asarray(np.clip(row * (1 - share) + np.array(colour) * share, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("colour", "name"), [((38, 36, 196), "red"), ((42, 196, 236), "yellow"), ((178, 92, 30), "blue")]
)
def test_wood_ends_at_once(colour: tuple[int, int, int], name: str) -> None:
    assert followers_on(painted(colour, 0.8)) == [name]


def test_a_glow_stands_out_less_than_wood_of_the_same_colour() -> None:
    assert narrowly(painted(WOOD["yellow"], 6.0)) < 0.5 * narrowly(painted(WOOD["yellow"], 0.8))


def test_where_a_terrain_ends_tells_nothing() -> None:
    picture = np.full((SIDE, SIDE, 3), (60, 160, 90), np.uint8)
    land = np.zeros((SIDE, SIDE), np.int32)
    picture[20:44, 20:44], land[20:44, 20:44] = (90, 160, 220), 1
    scene = scene_without_faces(layers_of(picture, SIDE), np.diag([SIDE, SIDE, 1.0])[None])
    blob = square(20, 43)
    assert Outlines.on(scene, land).contrasts(blob) == MIDDLING
    assert min(Outlines.on(scene, np.zeros_like(land)).contrasts(blob)) > 1


def narrowly(picture: NDArray[np.uint8]) -> float:
    """By how much the spot of :func:`painted` stands out from what is close to it."""
    poses = np.stack([shifted(np.diag([SIDE, SIDE, 1.0]), column, 0) for column in range(len(KEYS))])
    scene = scene_without_faces(layers_of(picture, SIDE), poses)
    ring = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    outline = np.stack([SIDE + 46 + 12 * np.cos(ring), 45 + 12 * np.sin(ring)], axis=1)
    return Outlines.on(scene, scene.ground).contrasts(figure_of(outline))[1]


def square(least: int, most: int) -> Figure:
    line = np.linspace(0, 1, 20, endpoint=False)[:, None]
    corners = np.array([[least, least], [most, least], [most, most], [least, most]], np.float64)
    ways = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return figure_of(np.concatenate([here + (there - here) * line for here, there in ways]))


def figure_of(outline: NDArray[np.float64]) -> Figure:
    return Figure("yellow", outline.mean(axis=0), 0.1, 9.0, 0.98, outline.astype(np.float32))


def test_a_bare_map_has_no_followers() -> None:
    assert followers_on(row_of_tiles(EVEN)) == []
