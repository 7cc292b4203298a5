"""Two threads share an eye's work, and neither changes what comes of it."""

from __future__ import annotations

import threading

import pytest

from vision.giving_up import GivenUp, checkpoint, until_left
from vision.imaging.side_by_side import meanwhile, side_by_side


def test_answers_come_in_the_order_of_what_was_asked():
    assert side_by_side(lambda number: number**2, range(5)) == [0, 1, 4, 9, 16]


def test_what_goes_on_meanwhile_needs_nobody_to_wait_for_it():
    here = threading.Event()
    answer = meanwhile(lambda: here.wait(10.0))
    here.set()  # were it not begun yet, or waited for already, this would come too late
    assert answer()
    assert answer()  # whoever asks again is told the same


def test_what_failed_meanwhile_fails_where_it_is_needed():
    answer = meanwhile(lambda: [][0])
    with pytest.raises(IndexError):
        answer()


def test_what_goes_on_meanwhile_gives_up_with_who_asked_for_it():
    with until_left(lambda: True):
        answer = meanwhile(checkpoint)
    with pytest.raises(GivenUp):
        answer()
