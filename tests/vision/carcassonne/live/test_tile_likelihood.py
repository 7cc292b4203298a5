"""A tile that lies where it must not is told of only where nothing else explains the place."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.tile_evidence import TileSight
from vision.carcassonne.live.tile_likelihood import against_the_rules, tile_weight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.alignment import LAID_BY_HAND

EDGE = 100  # px
KINDS = ("BA/C", "BA/Cc.1", "BA/L")
POSE = np.array([[EDGE, 0, 102.0], [0, EDGE, 99.0], [0, 0, 1]], np.float64)
SURELY_A_TILE = 2.0  # squared standard deviations
AS_SHARP_AS_USUAL = 1.0  # share of the pixels with something of their own to say


@pytest.fixture(scope="module")
def sight() -> TileSight:
    """A cloister on a table of one colour."""
    references = []
    for key in KINDS:
        north, east, south, west = tile_type(key).turned[0].sides
        references.append(Reference(tile_type(key).name, (north, east, south, west), tile_picture(key, 160, 0), key))
    picture = np.full((300, 300, 3), (70, 60, 120), np.uint8)
    picture[100:200, 100:200] = tile_picture("BA/L", EDGE, 0)
    return TileSight(layers_of(picture, float(EDGE)), NEUTRAL, Deck.of(edition_of("three kinds", references)))


def test_a_tile_that_lies_where_nothing_else_explains_the_place_is_told(sight: TileSight) -> None:
    other_than_before = tile_weight(5.5, AS_SHARP_AS_USUAL)
    found = against_the_rules(sight, POSE, LAID_BY_HAND, other_than_before, SURELY_A_TILE)
    assert found is not None
    assert found.key == "BA/L"


@pytest.mark.parametrize("cost", [0.0, 0.3])
def test_where_the_place_looks_as_it_did_no_tile_lies_against_the_rules(sight: TileSight, cost: float) -> None:
    assert against_the_rules(sight, POSE, LAID_BY_HAND, tile_weight(cost, AS_SHARP_AS_USUAL), SURELY_A_TILE) is None


def test_of_a_place_where_no_tile_can_win_none_is_laid_on(sight: TileSight) -> None:
    """Given bare wood beside the tile, tiles that would have to fit well are not even told."""
    beside = POSE + np.array([[0.0, 0.0, -95.0], [0.0, 0.0, -95.0], [0.0, 0.0, 0.0]])
    every = [(key, turns) for key in KINDS for turns in range(4)]
    assert sight.matches(beside, every)
    assert sight.matches(beside, every, worth=1.0) == []


def test_what_it_is_worth_changes_nothing_about_the_tile_that_lies_there(sight: TileSight) -> None:
    every = [(key, turns) for key in KINDS for turns in range(4)]
    first, worth = sight.matches(POSE, every)[0], sight.matches(POSE, every, worth=1.0)[0]
    assert (first.key, first.turns, first.cost) == (worth.key, worth.turns, worth.cost)
