"""What can't be saved, and a camera that is lost, in the middle of a game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.session.looking.sighting import Sighting
from companion.session.views import NewsKind
from games.game import Phrase
from tests.companion.session.hand_fed_table import ROAD_EAST, actions
from vision.eyes import Attention


def test_a_move_that_cannot_be_saved_is_shown_and_not_announced(table):
    table.sees((0.97, *ROAD_EAST))
    table.session._kept.close()
    table.session.commit(0)
    assert table.notation == ()
    assert [chip.phrase.key for chip in table.session.view.chips] == ["store.cannot_write"]
    assert NewsKind.COMMITTED not in table.news()


def test_each_press_that_cannot_be_saved_is_answered(table):
    table.sees((0.97, *ROAD_EAST))
    table.session._kept.close()
    for _ in range(2):
        table.session.commit(0)
        assert [news.phrase.key for news in table.session.take_news()] == ["store.cannot_write"]
        assert table.session.view.ribbon.key == "store.cannot_write"


def test_a_picture_that_cannot_be_kept_takes_no_move_back(table):
    table.sees((0.97, *ROAD_EAST))
    table.session._look.sighting = replace(table.session._look.sighting, small=np.zeros((0, 0, 3), np.uint8))
    table.session.commit(0)
    assert table.notation == ROAD_EAST
    assert [chip.phrase.key for chip in table.session.view.chips] == ["store.kept_less"]


def test_a_lost_camera_is_a_chip_and_touch_goes_on(table):
    lost = Sighting(None, None, trouble=Phrase.of("vision.camera_lost", source="0"))
    table.watcher.sightings.append(lost)
    table.session.tick(0)
    assert table.session.view.chips[0].lost
    table.session.stage(actions("lay BA/RFr 1,0 r0"))
    table.session.commit()
    assert len(table.notation) == 2
    table.sees((0.97, "lay BA/RFr -1,0 r0", "skip"))
    assert table.session.view.chips == ()


def test_whoever_pressed_before_a_camera_was_lost_is_told_once(table):
    table.sees(attention=Attention.WAITING)
    table.session.commit(0)
    table.session.take_news()
    for number in range(3):  # every picture that comes is too small, and each is told with its own size
        trouble = Phrase.of("picture.frame_too_small", value=f"{number} × 1")
        table.watcher.sightings.append(Sighting(None, None, trouble=trouble))
        table.session.tick(0)
    found = [news.phrase.key for news in table.session.take_news()]
    assert found.count("table.cannot_look") == 1
