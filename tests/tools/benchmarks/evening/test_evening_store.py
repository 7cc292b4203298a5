"""The short form of ``bench evening`` for kept games: whatever is done to them, nothing that was told is lost."""

from __future__ import annotations

import pytest

from tools.benchmarks.evening.measures import MEASURES

SHORT = {"kills": 1, "full_disks": 3, "two_writers": 1, "damage": 15, "damage_to_both": 5}


@pytest.mark.parametrize("name", SHORT)
def test_nothing_is_lost(name):
    measure, _ = MEASURES[name]
    row = measure(SHORT[name], seed=2026)
    assert row.lost == 0, row.to_json()
