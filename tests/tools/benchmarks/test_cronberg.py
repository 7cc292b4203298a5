"""The measure of how boards of Cronberg are read, and the interval that stands beside every share."""

from __future__ import annotations

import pytest

from tools.benchmarks.reading.cronberg import read_boards
from tools.benchmarks.wilson import wilson
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.cronberg.reading import CronbergReader


def test_the_bench_counts_what_is_right():
    found = read_boards(CronbergReader(drawn_set()), "easy", [412])
    assert found["boards"]["right"] == 1
    assert found["rhombi"]["right"] == found["rhombi"]["of"]
    assert found["failures"] == []


def test_the_interval_of_thirty_out_of_thirty_leaves_room_for_doubt():
    assert wilson(30, 30) == pytest.approx((0.8865, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_interval_stays_between_none_and_all():
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
