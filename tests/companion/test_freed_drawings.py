"""Leaving a table gives back what eyes and painters had worked out for the games that were not on it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.freed_drawings import give_back_drawings_of_others
from vision.artwork.riga.cards import good_back
from vision.artwork.riga.edition import drawn_riga
from vision.artwork.stained_glass.glass import glass_back
from vision.artwork.thurn_and_taxis.cards import card_back
from vision.cards.judging import looks_of
from vision.networks.tile_field.field import _network, tile_field

CACHES = {"riga": good_back, "thurn-and-taxis": card_back, "carcassonne-stained-glass": glass_back}


@pytest.mark.parametrize(
    ("left", "stays"),
    [
        ("riga", "riga"),
        ("grand-masters", "riga"),  # with the cards of Riga
        ("power-and-glory", "thurn-and-taxis"),
        ("carcassonne-stained-glass", "carcassonne-stained-glass"),
        ("carcassonne", None),  # glass lies only on tables with the expansion
        ("cronberg", None),
    ],
)
def test_drawings_of_the_game_that_was_left_stay_and_others_go(left, stays):
    good_back()
    card_back(0)
    glass_back(90)
    give_back_drawings_of_others(left)
    assert {key for key, cache in CACHES.items() if cache.cache_info().currsize} == ({stays} - {None})


def test_a_drawing_that_is_still_in_use_stays_as_it_is():
    back = good_back()
    was = back.copy()
    give_back_drawings_of_others("cronberg")
    assert (back == was).all()


@pytest.mark.parametrize(("left", "kept"), [("riga", 1), ("power-and-glory", 1), ("cronberg", 0)])
def test_looks_of_cards_stay_while_games_with_cards_are_played(left, kept):
    looks_of.cache_clear()
    looks_of(drawn_riga())
    give_back_drawings_of_others(left)
    assert looks_of.cache_info().currsize == kept


def test_networks_go_with_what_lies_between_their_layers():
    before = tile_field(np.full((360, 640, 3), 90, np.uint8))
    assert _network.cache_info().currsize == 1
    give_back_drawings_of_others("carcassonne")
    assert _network.cache_info().currsize == 0
    again = tile_field(np.full((360, 640, 3), 90, np.uint8))
    assert (again.logit == before.logit).all()
