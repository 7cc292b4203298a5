"""Which tile lies there, and how it is turned, where most of it looks alike either way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.references import Reference, edition_of
from games.carcassonne.tiles import tile_type
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live import tile_evidence
from vision.carcassonne.live.change_outline import OUTLINED
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL

TWO_CITIES = "BA/CFC.2"  # looks the same after half a turn, but for its trees and fields
SIDE, EDGE = 160, 100  # px: a reference's side, and a tile's in the picture
KINDS = (TWO_CITIES, "BA/C", "BA/Cc.1")


@pytest.fixture(scope="module")
def deck() -> Deck:
    references = []
    for key in KINDS:
        for variant in (0, 1):
            north, east, south, west = tile_type(key).turned[0].sides
            picture = tile_picture(key, SIDE, variant)
            references.append(Reference(tile_type(key).name, (north, east, south, west), picture, f"{key}#{variant}"))
    return Deck.of(edition_of("two of each", references))


def lying(key: str, variant: int, turns: int, figure: bool) -> np.ndarray:
    """A table with one tile in its middle, perhaps with a follower on one of its cities."""
    picture = np.full((300, 300, 3), (70, 60, 120), np.uint8)
    tile = np.rot90(tile_picture(key, EDGE, variant), -turns).copy()
    if figure:
        tile[38:70, 64:100] = (40, 200, 235)
    picture[100:200, 100:200] = tile
    return picture


@pytest.mark.parametrize("variant", [0, 1])
@pytest.mark.parametrize("turns", [1, 3])
def test_half_a_turn_is_told_whichever_copy_of_the_tile_it_is(deck: Deck, variant: int, turns: int) -> None:
    layers = layers_of(lying(TWO_CITIES, variant, turns, figure=True), float(EDGE))
    pose = np.array([[EDGE, 0, 103.0], [0, EDGE, 98.0], [0, 0, 1]], np.float64)
    every = [(key, turn) for key in KINDS for turn in range(4)]
    best, second = TileSight(layers, NEUTRAL, deck).matches(pose, every)[:2]
    assert (best.key, best.turns) == (TWO_CITIES, turns)
    assert second.cost > best.cost + 0.3


def test_many_templates_laid_on_together_lie_where_each_lies_by_itself(deck: Deck) -> None:
    sight = TileSight(layers_of(lying(TWO_CITIES, 0, 1, figure=True), float(EDGE)), NEUTRAL, deck)
    entries = np.arange(len(deck.fine.patches))
    assert len(entries) > tile_evidence.PARAMETERS.finely_at_once
    poses = np.stack([[[EDGE, 0, 100.0 + entry % 5], [0, EDGE, 99.0], [0, 0, 1]] for entry in entries])
    together = sight.finely(poses, entries)
    alone = [sight.finely(poses[entry][None], entries[entry : entry + 1])[0] for entry in entries]
    assert together == pytest.approx(np.stack(alone), abs=1e-2)
    assert sight.finely(poses[:0], entries[:0]).shape == (0, 3, 3)


def test_where_all_prints_are_burnt_alike_no_tile_is_left_out(deck: Deck) -> None:
    """Given a square that a lamp has burnt to one pale colour, in a light in which it is no worse a city than a field:
    each tile that may lie there is told of, for what is not told of counts as what can't be."""
    many = ("BA/C", "BA/CRr", "BA/CRRR", "BA/Cc.1", "BA/Ccc", "BA/CccR", "BA/LR", "BA/Rr", "BA/RRR")
    prints = [Reference(tile_type(key).name, tile_type(key).turned[0].sides, tile_picture(key, SIDE)) for key in many]
    burnt = np.full((300, 300, 3), (70, 60, 120), np.uint8)
    burnt[100:200, 100:200] = (190, 225, 225)
    pale = replace(NEUTRAL, sigma=6.0 * np.array(tile_evidence.PARAMETERS.usual_scatter))
    sight = TileSight(layers_of(burnt, float(EDGE)), pale, Deck.of(edition_of("many", prints)))
    pose = np.array([[EDGE, 0, 100.0], [0, EDGE, 100.0], [0, 0, 1]], np.float64)
    every = [(key, turn) for key in many for turn in range(4)]
    assert {(one.key, one.turns) for one in sight.matches(pose, every, OUTLINED)} == set(every)


def test_where_the_picture_scatters_so_far_that_anything_fits_nothing_fits_well(deck: Deck) -> None:
    """Given a bare table and a light in which colours scatter four times as far as they usually do about prints."""
    layers = layers_of(np.full((300, 300, 3), (70, 60, 120), np.uint8), float(EDGE))
    pose = np.array([[EDGE, 0, 100.0], [0, EDGE, 100.0], [0, 0, 1]], np.float64)
    every = [(key, turn) for key in KINDS for turn in range(4)]
    usual = np.array(tile_evidence.PARAMETERS.usual_scatter)
    fits, wide = (
        TileSight(layers, replace(NEUTRAL, sigma=sigma), deck).matches(pose, every)[0] for sigma in (usual, 4 * usual)
    )
    assert wide.residual.mean() < fits.residual.mean()
    assert wide.cost == pytest.approx(wide.residual.mean() + 2 * np.log(4), abs=0.01)
    assert fits.cost == pytest.approx(fits.residual.mean(), abs=0.01)


def test_a_view_that_shows_little_of_its_tile_speaks_little_for_it() -> None:
    """Given a cloister of which the only view shows no more than a meadow in the east, for a monk was cut out of it,
    and a curve with the same meadow: where the curve lies, its own view tells it, another copy's as well."""
    all_but_the_east = ((0.0, 0.0), (0.6, 0.0), (0.6, 1.0), (0.0, 1.0))
    curve, cloister = "BA/Rr", "BA/L"

    def view(key: str, picture: np.ndarray, hidden: tuple[tuple[float, float], ...] = ()) -> Reference:
        north, east, south, west = tile_type(key).turned[0].sides
        return Reference(tile_type(key).name, (north, east, south, west), picture, hidden=hidden)

    meadow = tile_picture(cloister, SIDE, 0).copy()
    meadow[:, SIDE * 6 // 10 :] = tile_picture(curve, SIDE, 1)[:, SIDE * 6 // 10 :]
    views = (view(curve, tile_picture(curve, SIDE, 0)), view(cloister, meadow, all_but_the_east))
    sight = TileSight(layers_of(lying(curve, 1, 0, figure=False), float(EDGE)), NEUTRAL, Deck.of(edition_of("", views)))
    pose = np.array([[EDGE, 0, 103.0], [0, EDGE, 98.0], [0, 0, 1]], np.float64)
    best = sight.matches(pose, [(key, turn) for key in (curve, cloister) for turn in range(4)])[0]
    assert (best.key, best.turns) == (curve, 0)
