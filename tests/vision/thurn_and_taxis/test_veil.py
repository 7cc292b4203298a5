"""A lamp that is mirrored in a city takes print and wood the same share of the way to white."""

from __future__ import annotations

import numpy as np
import pytest

from vision.pieces.painted_wood import WOOD
from vision.thurn_and_taxis.board_patch import BoardPatch
from vision.thurn_and_taxis.veil import veil_over

COLOURS = ("red", "yellow", "green", "blue")
PX_PER_MM = 1.6
SIDE = 64
HOUSE = (slice(26, 40), slice(26, 40))


def city(colour: str | None, mirrored: float, gain: float = 0.75) -> BoardPatch:
    """A square of cream paper with roads on it, a house in its middle, under a light of its own."""
    rng = np.random.default_rng(4)
    expected = np.full((SIDE, SIDE, 3), (196.0, 208.0, 216.0), np.float32)
    expected[:, 8:14] = (120.0, 150.0, 176.0)
    expected[50:56] = (80.0, 90.0, 110.0)
    lies = expected.copy()
    if colour is not None:
        lies[HOUSE] = np.array(WOOD[colour]) * 0.9
    photograph = lies * gain * (1 - mirrored) + 255 * mirrored + rng.normal(0, 3.0, lies.shape)
    white = np.full_like(expected, 255 / gain)
    return BoardPatch(np.clip(photograph, 0, 255).astype(np.float32) / gain, expected, white)


def board_colours(sight: BoardPatch) -> np.ndarray:
    return np.ones(sight.image.shape[:2], np.float32)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("mirrored", [0.5, 0.7])
def test_a_washed_out_house_is_known_under_the_light_that_lies_over_it(colour, mirrored):
    sight = city(colour, mirrored)
    veil = veil_over(sight, board_colours(sight), board_colours(sight), COLOURS, PX_PER_MM)
    board, wood = sight.fits(COLOURS, veil)
    inside = (slice(29, 37), slice(29, 37))
    seen = wood[:, inside[0], inside[1]].mean(axis=(1, 2))
    assert veil[inside].mean() == pytest.approx(mirrored, abs=0.1)
    assert COLOURS[int(seen.argmax())] == colour
    assert seen.max() > board[inside].mean()


def test_where_no_light_is_mirrored_there_is_no_veil():
    sight = city(None, 0.0)
    assert veil_over(sight, board_colours(sight), board_colours(sight), COLOURS, PX_PER_MM).max() < 0.15


def test_paper_that_is_burnt_out_is_not_taken_for_a_house_under_a_veil():
    sight = city(None, 0.0, gain=1.3)
    board, wood = sight.fits(COLOURS, veil_over(sight, board_colours(sight), board_colours(sight), COLOURS, PX_PER_MM))
    assert (board[HOUSE] > 0.7).all()
    assert wood[:, HOUSE[0], HOUSE[1]].max() < 0.1


def test_where_no_house_can_stand_light_land_is_no_wood_under_a_veil():
    sight = city(None, 0.0, gain=1.15)
    land = np.full_like(sight.image, (150.0, 205.0, 221.0))
    bright = BoardPatch(land, np.full_like(land, (158.0, 212.0, 226.0)), sight.white)
    veil = veil_over(bright, board_colours(bright), np.zeros_like(board_colours(bright)), COLOURS, PX_PER_MM)
    assert veil.max() < 0.3
