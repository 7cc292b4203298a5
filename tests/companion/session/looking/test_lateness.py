"""Eyes that have been at a table for a while are late, and people are told so."""

import numpy as np
import pytest

from companion.session.looking.last_look import LastLook
from companion.session.looking.lateness import LATE_MS, Lateness
from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from games.carcassonne.rules import CARCASSONNE
from games.record import Record
from tests.companion.session.fed_watcher import FedWatcher
from tests.companion.session.hand_fed_table import SEATS
from vision.eyes import Attention, Glance

SMALL = np.zeros((27, 48, 3), np.uint8)


def glimpse(attention):
    return Sighting(SMALL, Glance(1, 0.0, attention, changed=True))


@pytest.fixture
def watched():
    """Eyes that looked at second 0: what they saw can be told them, and what time it is."""
    look, lateness = LastLook(), Lateness()
    lateness.follow(look, 0)

    def at(now_ms, attention=None):
        if attention is not None:
            look.see(glimpse(attention))
        lateness.follow(look, now_ms)
        return lateness.late

    return at


def test_eyes_that_say_nothing_after_a_still_picture_are_late_in_a_while(watched):
    assert not watched(0, Attention.STILL)
    assert not watched(LATE_MS)
    assert watched(LATE_MS + 1)


def test_a_hand_over_the_table_is_nothing_to_be_late_with(watched):
    for now_ms in range(0, 3 * LATE_MS, 250):
        assert not watched(now_ms, Attention.WAITING)
    assert watched(5 * LATE_MS), "the hand went, and nothing is heard of the eyes since"


def test_the_view_says_that_the_table_is_still_read_until_more_is_heard():
    now, watcher = [0], FedWatcher()
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    session = TableSession(record, lambda: now[0], watcher=watcher)

    def still_reading():
        session.tick(now[0])
        return session.view.still_reading

    watcher.sightings.append(glimpse(Attention.STILL))
    assert not still_reading()
    now[0] += 2 * LATE_MS
    assert still_reading()
    watcher.sightings.append(glimpse(Attention.WAITING))
    assert not still_reading()


def test_a_frame_that_has_no_news_leaves_the_view_as_it_is():
    watcher = FedWatcher()
    session = TableSession(Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS)), lambda: 0, watcher=watcher)
    versions = []
    for number, attention in enumerate((Attention.STILL, Attention.STILL, Attention.WAITING)):
        watcher.sightings.append(Sighting(SMALL, Glance(number, 33.0 * number, attention)))
        session.tick(0)
        versions.append(session.version)
    assert versions[0] == versions[1] < versions[2]
