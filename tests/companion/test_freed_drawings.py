"""Leaving a table gives back what eyes and painters had worked out for it, and for games before it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.freed_drawings import give_back_drawings
from vision.artwork.riga.cards import good_back
from vision.artwork.riga.edition import drawn_riga
from vision.artwork.stained_glass.glass import glass_back
from vision.artwork.thurn_and_taxis.cards import card_back
from vision.cards.judging import prepared_edition
from vision.networks.tile_field.field import _network, tile_field

CACHES = {
    "riga": (good_back, good_back),
    "cards of any game": (prepared_edition, lambda: prepared_edition(drawn_riga())),
    "thurn-and-taxis": (card_back, lambda: card_back(0)),
    "carcassonne-stained-glass": (glass_back, lambda: glass_back(90)),
}


@pytest.mark.parametrize("whose", CACHES)
def test_drawings_go_with_the_table(whose):
    cache, draw = CACHES[whose]
    draw()
    assert cache.cache_info().currsize
    give_back_drawings()
    assert not cache.cache_info().currsize


def test_a_drawing_that_is_still_in_use_stays_as_it_is():
    back = good_back()
    was = back.copy()
    give_back_drawings()
    assert (back == was).all()


def test_networks_go_with_what_lies_between_their_layers():
    before = tile_field(np.full((360, 640, 3), 90, np.uint8))
    assert _network.cache_info().currsize == 1
    give_back_drawings()
    assert _network.cache_info().currsize == 0
    again = tile_field(np.full((360, 640, 3), 90, np.uint8))
    assert (again.logit == before.logit).all()
