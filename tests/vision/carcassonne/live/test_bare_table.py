"""In the first picture of a sitting: whether a tile lies at a place, or the table goes on there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live import explainer, tile_evidence
from vision.carcassonne.live.bare_table import bare_cost
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL

EDGE = 80  # px: a tile's side in the picture
START, BESIDE = (1, 1), (1, 2)  # cells, row and column


@pytest.fixture(scope="module")
def deck() -> Deck:
    north, east, south, west = tile_type("BA/C").turned[0].sides
    whole = Reference(tile_type("BA/C").name, (north, east, south, west), tile_picture("BA/C", 160, 0), "C")
    return Deck.of(edition_of("one", [whole]))


def planks(colour: tuple[int, int, int]) -> np.ndarray:
    """A table of planks with grain in its wood, BGR (400, 400, 3)."""
    rng = np.random.default_rng(3)
    grain = rng.normal(0, 5, (400, 1, 1)) + rng.normal(0, 3, (400, 400, 1))
    wood = np.array(colour, np.float64) + grain
    wood[::97] *= 0.5
    return np.clip(wood, 0, 255).astype(np.uint8)


def cloth(step: int) -> np.ndarray:
    """A cloth with red and white checks ``step`` px wide, BGR (400, 400, 3)."""
    y, x = np.mgrid[0:400, 0:400]
    checks = ((x + 7) // step + (y + 3) // step) % 2
    sheet = np.where(checks[..., None] == 0, (225, 228, 232), (50, 45, 170)).astype(np.float64)
    return np.clip(sheet + np.random.default_rng(4).normal(0, 3, sheet.shape), 0, 255).astype(np.uint8)


def cost(deck: Deck, picture: np.ndarray, cell: tuple[int, int], covered: list[tuple[int, int]]) -> float:
    row, column = cell
    pose = np.array([[EDGE, 0, EDGE * column], [0, EDGE, EDGE * row], [0, 0, 1]], np.float64)
    return bare_cost(TileSight(layers_of(picture, float(EDGE)), NEUTRAL, deck), pose, cell, covered)


def laid(picture: np.ndarray, key: str, cell: tuple[int, int]) -> None:
    y, x = EDGE * cell[0], EDGE * cell[1]
    picture[y : y + EDGE, x : x + EDGE] = tile_picture(key, EDGE, 0)


@pytest.mark.parametrize("wood", [(55, 80, 120), (150, 185, 215), (70, 120, 90)])
def test_the_table_goes_on_beside_a_map_whatever_colour_it_is(deck: Deck, wood: tuple[int, int, int]) -> None:
    """Given a start tile alone on the table, then the place beside it is told to be bare rather than any tile."""
    picture = planks(wood)
    laid(picture, "BA/L", START)
    assert cost(deck, picture, BESIDE, [START]) < explainer.PARAMETERS.plainly_a_tile


@pytest.mark.parametrize("step", [16, 34])
def test_a_chequered_cloth_goes_on_beside_a_map(deck: Deck, step: int) -> None:
    """Given a start tile alone on a cloth with checks, then the place beside it is plainly cloth, and one where a tile
    lies is not."""
    picture = cloth(step)
    laid(picture, "BA/L", START)
    assert cost(deck, picture, BESIDE, [START]) < explainer.PARAMETERS.plainly_a_tile
    laid(picture, "BA/RRRR", BESIDE)
    assert cost(deck, picture, BESIDE, [START]) > explainer.PARAMETERS.maybe_a_tile


@pytest.mark.parametrize("key", ["BA/C", "BA/L", "BA/RRRR"])
@pytest.mark.parametrize("wood", [(55, 80, 120), (150, 185, 215)])
def test_a_tile_that_nobody_told_ends_where_the_table_begins(deck: Deck, key: str, wood: tuple[int, int, int]) -> None:
    """Given a tile that was laid while the tablet was off, then its place is not taken for bare."""
    picture = planks(wood)
    laid(picture, "BA/L", START)
    laid(picture, key, BESIDE)
    assert cost(deck, picture, BESIDE, [START]) > explainer.PARAMETERS.maybe_a_tile


def test_a_tile_that_a_figure_hides_is_surely_no_table(deck: Deck) -> None:
    """Given a monk on a tile that nobody told, then whatever the tile looks like something lies there."""
    picture = planks((70, 110, 160))
    laid(picture, "BA/L", START)
    laid(picture, "BA/L", BESIDE)
    middle = (round(EDGE * (BESIDE[1] + 0.5)), round(EDGE * (BESIDE[0] + 0.5)))
    cv2.circle(picture, middle, round(0.3 * EDGE), (170, 90, 240), -1)
    assert cost(deck, picture, BESIDE, [START]) > explainer.PARAMETERS.surely_no_table


def test_a_place_with_tiles_all_around_says_nothing_of_the_table(deck: Deck) -> None:
    around = [(y, x) for y in (0, 1, 2) for x in (1, 2, 3) if (y, x) != BESIDE]
    assert cost(deck, planks((55, 80, 120)), BESIDE, around) == tile_evidence.PARAMETERS.bound
