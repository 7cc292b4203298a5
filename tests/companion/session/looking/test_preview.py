"""What is said of a table at once is shown while the rest is still read."""

import numpy as np
import pytest

from companion.session.looking.last_look import BEARS_OUT_AFTER_MS
from companion.session.looking.looker import Looker
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance
from vision.frames import Frame

STEP_MS = BEARS_OUT_AFTER_MS


class PreviewingEyes:
    """Eyes before a table that lies still, which say something at once and more of it later."""

    def __init__(self):
        self.attention, self.changed, self.at_once = Attention.STILL, False, True
        self.previewed, self.read = [], []

    def look(self, frame):
        return Glance(frame.number, frame.time_ms, self.attention, changed=self.changed)

    def overlay(self):
        return ()

    def outline_of(self, place):
        return None

    def preview(self, state, still):
        self.previewed.append(still.number)
        return Explanation((Candidate((state, "at once"), 0.0, 0.99),), 0.01, 0) if self.at_once else None

    def explain(self, state, still):
        self.read.append(still.number)
        return Explanation((Candidate((state, "all of it"), 0.0, 0.99),), 0.01, 0)

    def committed(self, state):
        pass


@pytest.fixture
def eyes():
    return PreviewingEyes()


@pytest.fixture
def looker(eyes):
    looker = Looker(eyes)
    looker.record_moved_on("a turn", 1)
    return looker


def frame(number, step_ms=STEP_MS):
    return Frame(np.zeros((108, 192, 3), np.uint8), number * step_ms, number)


def said(sighting):
    return None if sighting.explanation is None else sighting.explanation.best.actions[-1]


def test_what_is_said_at_once_is_borne_out_by_the_next_frame_before_the_rest_is_read(looker, eyes):
    seen = [looker.look(frame(number)) for number in range(5)]
    assert [said(one) for one in seen] == ["at once", None, "all of it", None, None]
    assert [one.will_be_reread for one in seen] == [True, True, False, False, False]
    assert (eyes.previewed, eyes.read) == ([0], [0]), "the rest is read of the frame that was previewed"


def test_frames_that_follow_at_once_bear_nothing_out(looker, eyes):
    for number in range(3):
        assert looker.look(frame(number, STEP_MS / 3)).will_be_reread
    assert not eyes.read


def test_eyes_with_nothing_to_say_at_once_are_asked_for_all_of_it(looker, eyes):
    eyes.at_once = False
    seen = looker.look(frame(0))
    assert (said(seen), seen.will_be_reread) == ("all of it", False)


def test_a_hand_that_comes_and_goes_does_not_end_what_is_read(looker, eyes):
    looker.look(frame(0))
    eyes.attention = Attention.WAITING
    assert looker.look(frame(1)).will_be_reread
    eyes.attention = Attention.STILL
    assert [said(looker.look(frame(number))) for number in (2, 3)] == [None, "all of it"]


def test_what_came_meanwhile_is_read_from_the_beginning(looker, eyes):
    looker.look(frame(0))
    eyes.attention = Attention.WAITING
    looker.look(frame(1))
    eyes.attention, eyes.changed = Attention.STILL, True
    assert said(looker.look(frame(2))) == "at once"
    eyes.changed = False
    looker.look(frame(3))
    looker.look(frame(4))
    assert (eyes.previewed, eyes.read) == ([0, 2], [2])


def test_for_a_record_that_moved_on_the_table_is_read_from_the_beginning(looker, eyes):
    looker.look(frame(0))
    looker.record_moved_on("the next turn", 2)
    assert said(looker.look(frame(1))) == "at once"
    assert eyes.previewed == [0, 1]


def test_people_who_want_the_table_read_anew_get_that(looker, eyes):
    looker.look(frame(0))
    looker.read_again()
    looker.look(frame(1))
    assert eyes.previewed == [0, 1]


def test_a_table_that_looks_changed_in_every_other_frame_is_read_to_its_end(looker, eyes):
    """Given grain in little light, when the table looks changed now and again, then a press does not wait for ever."""
    seen = set()
    for number in range(8):
        eyes.changed = number % 2 == 0
        seen.add(said(looker.look(frame(number))))
    assert "all of it" in seen
