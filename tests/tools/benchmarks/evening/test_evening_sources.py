"""The short form of ``bench evening`` for cameras, cables and passwords."""

from __future__ import annotations

import pytest

from tools.benchmarks.evening.measures import MEASURES

pytestmark = pytest.mark.pictures  # of simulated cameras

SHORT = {"leaving": 2, "pictures_of_now": 2, "source_faults": 2, "passwords": 56, "replugs": 2}


@pytest.mark.parametrize("name", SHORT)
def test_nothing_is_lost(name):
    measure, _ = MEASURES[name]
    row = measure(SHORT[name], seed=2026)
    assert row.lost == 0, row.to_json()
