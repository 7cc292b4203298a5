"""Which places no longer look bare, however little of a tile shows on a table of its own colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.references import Reference, edition_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.change_outline import PARAMETERS, changes
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.earlier.past import Past
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import layers_of
from vision.photometry.tone import NEUTRAL
from vision.registration.lattice import Lattice
from vision.registration.tracking import Track

HERE, THERE = (0, 0), (0, 1)
SIDE = 64
WHITE, SNOW = (206, 208, 210), (224, 217, 213)
TONE = replace(NEUTRAL, sigma=NEUTRAL.sigma / 3)  # of a camera whose colours are known well


@pytest.fixture(scope="module")
def deck():
    start = Reference("D", ("city", "road", "field", "road"), tile_picture("BA/RCr", 64))
    return Deck.of(edition_of("one tile", (start,)))


def table(*, tile=WHITE, around=WHITE):
    """A white table with the start tile, beside it a plain ``tile``, and the light ``around`` it on that side."""
    picture = np.broadcast_to(np.array(WHITE, np.uint8), (240, 360, 3)).copy()
    picture[:, 100 + SIDE :] = around
    picture[80 : 80 + SIDE, 100 : 100 + SIDE] = tile_picture("BA/RCr", SIDE)
    picture[80 : 80 + SIDE, 100 + SIDE : 100 + 2 * SIDE] = tile
    return layers_of(picture, float(SIDE))


def changed(now, deck):
    """The places that have changed since nothing lay beside the start tile."""
    lies = {HERE: np.array([[SIDE, 0, 100.0], [0, SIDE, 80], [0, 0, 1]])}
    track = Track(Lattice(lies), dict.fromkeys(lies, np.zeros((24, 24, 3), np.float32)))
    memory = Memory(deck, {}, {HERE: ("BA/RCr", 0)}, track=track, before=Past(table(), TONE, track))
    return {one.cell: one.cost for one in changes(TileSight(now, TONE, deck), memory, [THERE, (0, -1)], 4)}


def test_a_tile_nearly_as_white_as_the_table_is_noticed_because_the_table_ends_there(deck):
    snow = changed(table(tile=SNOW), deck)
    assert list(snow) == [THERE]
    assert snow[THERE] >= PARAMETERS.no_table


def test_a_light_that_has_changed_as_much_all_over_that_side_is_no_tile(deck):
    assert changed(table(tile=SNOW, around=SNOW), deck) == {}
    assert changed(table(), deck) == {}
