"""When a table is read, and when it is read once more."""

import numpy as np
import pytest

from companion.session.looking.looker import REREAD_AFTER_MS, REREADINGS, Looker
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance
from vision.frames import Frame


class DoubtfulEyes:
    """Eyes before a table that lies still; they are as sure as they are told to be."""

    def __init__(self):
        self.sure = 0.6
        self.readings = 0

    def look(self, frame):
        return Glance(frame.number, frame.time_ms, Attention.STILL)

    def overlay(self):
        return ()

    def explain(self, state, still):
        self.readings += 1
        return Explanation((Candidate((state,), 0.0, self.sure),), 1 - self.sure, 0)

    def committed(self, state):
        pass


@pytest.fixture
def eyes():
    return DoubtfulEyes()


@pytest.fixture
def looker(eyes):
    looker = Looker(eyes)
    looker.record_moved_on("a turn", 1)
    return looker


def frames(times):
    for number, time_ms in enumerate(times):
        yield Frame(np.zeros((108, 192, 3), np.uint8), time_ms, number)


def test_a_clear_table_is_read_once(looker, eyes):
    eyes.sure = 0.99
    seen = [looker.look(frame) for frame in frames(np.arange(20) * REREAD_AFTER_MS)]
    assert eyes.readings == 1
    assert not any(sighting.will_be_reread for sighting in seen)


def test_a_doubtful_table_is_read_again_but_not_for_ever(looker, eyes):
    seen = [looker.look(frame) for frame in frames(np.arange(20) * REREAD_AFTER_MS)]
    assert eyes.readings == 1 + REREADINGS
    assert [sighting.will_be_reread for sighting in seen] == [True] * REREADINGS + [False] * (20 - REREADINGS)


def test_readings_of_a_doubtful_table_are_some_time_apart(looker, eyes):
    for frame in frames(np.arange(5) * REREAD_AFTER_MS / 10):
        looker.look(frame)
    assert eyes.readings == 1


def test_the_table_may_clear_up_meanwhile(looker, eyes):
    first, later = frames([0.0, REREAD_AFTER_MS])
    assert looker.look(first).will_be_reread
    eyes.sure = 0.97
    assert not looker.look(later).will_be_reread
