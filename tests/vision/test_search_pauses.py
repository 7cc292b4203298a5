"""A table on which nothing is found is sought ever more seldom, until something moves."""

from __future__ import annotations

from itertools import pairwise

from vision.search_pauses import PARAMETERS, SearchPauses


def searches(pauses: SearchPauses, until_ms: int, takes_ms: int = 0, start_ms: int = 0) -> list[int]:
    """When it is sought, ten frames a second, where each search takes so long and is in vain."""
    when, now = [], start_ms
    while now < until_ms:
        if pauses.due(now):
            when.append(now)
            pauses.sought(found=False)
            now += takes_ms
        now += 100
    return when


def test_pauses_double_while_nothing_moves():
    assert searches(SearchPauses(900), 15_000) == [0, 1000, 2900, 6600, 13_900]


def test_a_slow_search_does_not_use_up_its_own_pause():
    first, second, third = searches(SearchPauses(900), 60_000, takes_ms=20_000)
    assert second == first + 20_000 + 100 + 900
    assert third == second + 20_000 + 100 + 1800


def test_no_pause_is_longer_than_the_longest():
    when = searches(SearchPauses(900), 300_000)
    assert max(after - before for before, after in pairwise(when)) <= PARAMETERS.longest_ms + 200


def test_a_table_that_nobody_comes_back_to_is_sought_for_days():
    pauses = SearchPauses(900)
    for _ in range(5000):
        pauses.sought(found=False)
    assert searches(pauses, 65_000) == [30_000, 60_100]


def test_once_something_has_moved_it_is_sought_soon():
    pauses = SearchPauses(900)
    searches(pauses, 60_000)
    pauses.moved()
    assert searches(pauses, 62_000, start_ms=60_000)[0] <= 61_000


def test_what_was_found_and_lost_again_is_sought_at_once():
    pauses = SearchPauses(900)
    searches(pauses, 60_000)
    pauses.sought(found=True)
    assert pauses.due(60_000)
