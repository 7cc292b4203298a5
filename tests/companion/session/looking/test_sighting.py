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
        self.attention, self.changed = Attention.STILL, False

    def look(self, frame):
        return Glance(frame.number, frame.time_ms, self.attention, changed=self.changed)

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


def test_a_table_that_looks_changed_in_every_frame_is_read_now_and_then_and_a_press_does_not_wait_for_ever(
    looker, eyes
):
    eyes.changed = True  # grain in little light, a lamp that flickers
    seen = [looker.look(frame) for frame in frames(np.arange(100) * REREAD_AFTER_MS / 10)]
    assert eyes.readings == 10
    assert [one.will_be_reread for one in seen if one.explanation is not None] == [True] * REREADINGS + [False] * 7


def test_what_comes_is_read_at_once_also_where_the_table_looked_changed_all_the_time(looker, eyes):
    eyes.changed = True
    still, moving, again = frames([0.0, 100.0, 200.0])
    looker.look(still)
    eyes.attention = Attention.WAITING
    looker.look(moving)
    eyes.attention = Attention.STILL
    assert looker.look(again).explanation is not None


def test_what_comes_unseen_is_read_at_once(looker, eyes):
    nothing, something = frames([0.0, 100.0])
    looker.look(nothing)
    eyes.changed = True
    assert looker.look(something).explanation is not None


def test_the_table_may_clear_up_meanwhile(looker, eyes):
    first, later = frames([0.0, REREAD_AFTER_MS])
    assert looker.look(first).will_be_reread
    eyes.sure = 0.97
    assert not looker.look(later).will_be_reread
