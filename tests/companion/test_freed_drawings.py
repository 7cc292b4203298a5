"""Leaving a table gives back what eyes and painters had worked out for it, and for games before it."""

from __future__ import annotations

import gc
import sys

import numpy as np
import pytest

from companion.freed_drawings import give_back_drawings
from companion.rehearsal.games import RehearsalPlan, players_record
from companion.session.looking.watchers import ThreadedWatcher
from companion.session.looking.watching import eyes_for
from vision.artwork.carcassonne.edition import own_edition
from vision.artwork.riga.cards import good_back
from vision.artwork.riga.edition import drawn_riga
from vision.artwork.stained_glass.glass import glass_back
from vision.artwork.thurn_and_taxis.cards import card_back
from vision.cards.judging import prepared_edition
from vision.networks.standing.network import standing_network
from vision.networks.tile_field.field import FieldNetwork, tile_field
from vision.source_error import SourceError

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
    standing_network()
    assert standing_network.cache_info().currsize == 1
    give_back_drawings()
    assert standing_network.cache_info().currsize == 0


def test_a_network_that_looked_over_a_whole_picture_is_gone_with_its_answer():
    """It would hold a hundred megabytes until the next picture, which may never come."""
    picture = np.full((360, 640, 3), 90, np.uint8)
    before = tile_field(picture)
    assert not any(type(one) is FieldNetwork for one in gc.get_objects())  # others' dead references are no instances
    assert (tile_field(picture).logit == before.logit).all()


def test_nobody_holds_the_pictures_that_eyes_were_opened_with_while_people_play():
    record = players_record(RehearsalPlan("carcassonne", 1, 2))
    box, eyes = own_edition(record.game.box(record.setup)), eyes_for("carcassonne", record.state)
    watcher = ThreadedWatcher(no_camera, eyes)
    assert sys.getrefcount(box) == 2  # this test, and who counts
    watcher.close()
    watcher.join()


def no_camera():
    """Nobody named one."""
    raise SourceError("camera", "vision.address_lost")
