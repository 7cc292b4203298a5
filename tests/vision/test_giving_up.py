"""A search that nobody waits for any more ends at its next checkpoint, also in threads that it asked for help."""

from __future__ import annotations

import threading

import pytest

from vision.giving_up import GivenUp, checkpoint, until_left
from vision.imaging.side_by_side import side_by_side


def test_a_checkpoint_does_nothing_where_nobody_can_leave():
    checkpoint()
    with until_left(lambda: False):
        checkpoint()
    with until_left(None):
        checkpoint()


def test_a_search_gives_up_at_the_first_checkpoint_after_it_was_left():
    left, steps = threading.Event(), []

    def search():
        for step in range(10):
            checkpoint()
            steps.append(step)
            if step == 3:
                left.set()

    with until_left(left.is_set), pytest.raises(GivenUp):
        search()
    assert steps == [0, 1, 2, 3]
    checkpoint()  # what is searched for somebody else goes on


def test_another_thread_is_not_left_with_this_one():
    found = []
    with until_left(lambda: True):
        other = threading.Thread(target=lambda: (checkpoint(), found.append("went on")))
        other.start()
        other.join()
    assert found == ["went on"]


def test_threads_that_a_search_asks_for_help_give_up_with_it():
    left, done = threading.Event(), []

    def work(item):
        done.append(item)
        left.set()

    with until_left(left.is_set), pytest.raises(GivenUp):
        side_by_side(work, range(100))
    assert len(done) <= 2  # as many as were at work when it was left
