"""How late onlookers see a move is told from when it was on the disk and when the page changed."""

from __future__ import annotations

from tools.benchmarks.wires.onlookers import lags_of

MS = 1_000_000


def test_each_onlooker_sees_each_move_once_and_what_came_before_does_not_count():
    kept = [1000 * MS, 2000 * MS]
    arrived = [[10 * MS, 1100 * MS, 2300 * MS], [10 * MS, 1050 * MS, 2150 * MS]]
    assert lags_of(kept, arrived) == ([100, 300, 50, 150], 0)


def test_a_move_that_the_next_one_overtook_was_missed():
    assert lags_of([1000 * MS, 2000 * MS], [[2100 * MS]]) == ([100], 1)


def test_a_stream_that_tells_nothing_missed_every_move():
    assert lags_of([1000 * MS, 2000 * MS], [[]]) == ([], 2)
