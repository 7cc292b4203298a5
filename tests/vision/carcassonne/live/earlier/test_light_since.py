"""An earlier picture is held against the one of now in the light of now, whatever colour the cloth has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from calibration.arrays import Float64Array
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live import change_outline
from vision.carcassonne.live.earlier.past import Past
from vision.imaging.patches import Layers, layers_of
from vision.photometry.srgb import light_to_srgb, srgb_to_light
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import Cell, Lattice, Matrix
from vision.registration.tracking import Track

SIDE = 48
BLUE_CLOTH = (96, 56, 26)
HERE, BARE = (0, 0), (0, 1)
BY_ITSELF = change_outline.PARAMETERS.light_lab  # what a place may differ by without having changed
DIMMER, WARMER = np.full(3, 0.45), np.array([0.75, 1.0, 1.25])


def pose(cell: Cell, aside: float = 0.0) -> Matrix:
    return np.array([[SIDE, 0, 150.0 + aside + SIDE * cell[1]], [0, SIDE, 130.0 + SIDE * cell[0]], [0, 0, 1]])


def table(light: Float64Array, *cells: Cell, aside: int = 0) -> Layers:
    """Tiles on a cloth; ``light`` of blue, green and red falls on all of it."""
    picture = np.broadcast_to(np.array(BLUE_CLOTH, np.uint8), (320, 360, 3)).copy()
    for cell in (HERE, *cells):
        left, top = pose(cell, aside)[:2, 2].astype(int)
        picture[top : top + SIDE, left : left + SIDE] = tile_picture("BA/RCr", SIDE)
    lit = light_to_srgb(srgb_to_light(picture) * light)
    grain = np.random.default_rng(3).normal(0, 1.0, picture.shape)
    return layers_of(np.clip(lit + grain, 0, 255).astype(np.uint8), float(SIDE))


def track(aside: float = 0.0, *laid: Cell) -> Track:
    return Track(Lattice({cell: pose(cell, aside) for cell in (HERE, *laid)}))


def differences(
    now: Layers, cell: Cell, aside: float = 0.0, laid: Sequence[Cell] = (), waiting: Sequence[Cell] = ()
) -> Float64Array:
    """(3,) Lab by how much a place differs in the mean from the table that had the start tile alone, in white light;
    what was ``laid`` since is on record, what is ``waiting`` is not."""
    past = Past(table(np.ones(3)), NEUTRAL, track()).in_light_of(now, NEUTRAL, track(aside, *laid), waiting)
    then, _ = past.toned(pose(cell)[None], 16)
    seen, _ = now.cut(pose(cell, aside)[None], 16)
    return np.asarray(np.abs((seen - then).mean(axis=(0, 1, 2))), np.float64)


@pytest.mark.parametrize("light", [DIMMER, WARMER, DIMMER * WARMER], ids=["dimmer", "warmer", "both"])
def test_bare_cloth_looks_as_it_did_once_the_light_has_changed(light: Float64Array) -> None:
    assert differences(table(light), BARE).max() < BY_ITSELF
    assert differences(table(light), HERE).max() < BY_ITSELF


def test_tiles_that_were_laid_since_do_not_pass_for_another_light() -> None:
    laid = table(DIMMER, BARE, (1, 0), (-1, 0))
    assert differences(laid, (1, 1)).max() < BY_ITSELF
    assert differences(laid, BARE).max() > 5.0


def test_many_tiles_that_were_laid_since_tell_nothing_of_the_light() -> None:
    """Given a start tile alone when anybody looked last, and twelve tiles around it since then, in less light: half of
    them are on record, the others wait for a press."""
    laid = [cell for cell in product((-2, -1, 0, 1), (-1, 0, 1, 2)) if cell != HERE and cell not in ((1, 1), (1, 2))]
    now, bare = table(DIMMER, *laid), (1, 1)
    assert differences(now, bare).max() > BY_ITSELF
    assert differences(now, bare, laid=laid[::2], waiting=laid[1::2]).max() < BY_ITSELF


def test_after_a_push_each_place_is_held_against_where_it_lay() -> None:
    assert differences(table(DIMMER, aside=20), BARE, aside=20.0).max() < BY_ITSELF


def test_a_picture_is_in_its_own_light_and_has_the_colours_that_are_known_of_it_by_now() -> None:
    layers, better = table(np.ones(3)), replace(NEUTRAL, sigma=NEUTRAL.sigma / 2)
    past = Past(layers, NEUTRAL, track()).in_light_of(layers, better, track())
    assert past.since is None
    assert past.tone is better
