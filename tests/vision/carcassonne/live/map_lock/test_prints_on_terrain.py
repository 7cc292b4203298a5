"""Terrain says about where a recorded map lies; its prints say exactly where, and whether it does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.map_lock.prints_on_terrain import prints_on_terrain
from vision.carcassonne.poses import TileAsLaid
from vision.carcassonne.recorded_map import FoundMap
from vision.frames import Picture
from vision.imaging.patches import layers_of
from vision.registration.lattice import Cell, Matrix, project, shifted

SIDE, LEFT, TOP = 48, 240, 180  # px: a tile's side, and where the one in the middle lies
TILES: dict[Cell, TileAsLaid] = {
    (0, 0): ("BA/RCr", 0),
    (0, 1): ("BA/RFr", 0),
    (1, 0): ("BA/L", 0),
    (1, 1): ("BA/C", 2),
    (0, -1): ("BA/Rr", 3),
    (1, -1): ("BA/LR", 2),
}
HIDDEN: Cell = (1, 1)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return Deck.of(own_edition()).softened_as_usual()


@pytest.fixture(scope="module")
def table() -> Picture:
    """Six small tiles, blurred and in bad light; on one of them lies a box."""
    picture = np.full((480, 640, 3), (96, 118, 140), np.uint8)
    for (row, column), (key, turns) in TILES.items():
        face = np.rot90(cv2.resize(tile_picture(key, 160, 0), (SIDE, SIDE), interpolation=cv2.INTER_AREA), -turns)
        if (row, column) == HIDDEN:
            face = np.full_like(face, (40, 40, 160))
        top, left = TOP + row * SIDE, LEFT + column * SIDE
        picture[top : top + SIDE, left : left + SIDE] = face
    grain = np.random.default_rng(7).normal(0, 4, picture.shape)
    return np.clip(0.5 * cv2.GaussianBlur(picture, None, 1.5) + grain, 0, 255).astype(np.uint8)


def lying(cell: Cell) -> Matrix:
    return np.array([[SIDE, 0, LEFT + cell[1] * SIDE], [0, SIDE, TOP + cell[0] * SIDE], [0, 0, 1]], np.float64)


def by_terrain(*, aside: float = 0.0, besides: tuple[Cell, ...] = ()) -> FoundMap:
    """As terrain may say: each tile a little beside where it lies, all of them so many places aside."""
    ways = np.random.default_rng(2).uniform(-0.1, 0.1, (len(TILES), 2))
    poses = {cell: shifted(lying(cell), aside + right, down) for cell, (right, down) in zip(TILES, ways, strict=True)}
    return FoundMap.surely({cell: pose for cell, pose in poses.items() if cell not in besides})


def off(pose: Matrix, cell: Cell) -> float:
    """Of a tile's middle, tile sides."""
    return float(np.linalg.norm(project(pose, [[0.5, 0.5]]) - project(lying(cell), [[0.5, 0.5]])) / SIDE)


def test_prints_lie_exactly_where_terrain_says_it_about(table: Picture, deck: Deck) -> None:
    found = prints_on_terrain(by_terrain(), layers_of(table, float(SIDE)), deck, TILES)
    assert found is not None
    assert set(found.matches) == set(TILES)
    assert max(off(match.pose, cell) for cell, match in found.matches.items() if cell != HIDDEN) < 0.05


def test_a_tile_that_something_hides_stays_near_where_terrain_says(table: Picture, deck: Deck) -> None:
    found = prints_on_terrain(by_terrain(), layers_of(table, float(SIDE)), deck, TILES)
    assert found is not None
    assert off(found.matches[HIDDEN].pose, HIDDEN) < 0.25


def test_a_tile_that_terrain_missed_is_seen_where_the_others_foretell_it(table: Picture, deck: Deck) -> None:
    found = prints_on_terrain(by_terrain(besides=((0, 1), HIDDEN)), layers_of(table, float(SIDE)), deck, TILES)
    assert found is not None
    assert off(found.matches[0, 1].pose, (0, 1)) < 0.05
    assert HIDDEN not in found.matches


def test_one_place_aside_prints_do_not_bear_terrain_out(table: Picture, deck: Deck) -> None:
    assert prints_on_terrain(by_terrain(aside=1.0), layers_of(table, float(SIDE)), deck, TILES) is None


def test_an_edition_without_pictures_of_the_tiles_bears_nothing_out(table: Picture, deck: Deck) -> None:
    elsewhere = FoundMap.surely({(0, 0): lying((0, 0))})
    assert prints_on_terrain(elsewhere, layers_of(table, float(SIDE)), deck, {(0, 0): ("IC/RFr", 0)}) is None
