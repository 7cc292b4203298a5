"""Whether a small processor is enough is told in two halves, of which one may be late."""

from __future__ import annotations

import subprocess

from tools.benchmarks.budget.small_processor import measured


def test_the_first_half_stands_where_the_second_took_too_long():
    def late():
        raise subprocess.TimeoutExpired("the tablet", 600)

    found = measured(lambda: {"idle_watching_percent_of_a_core": 5.2, "first_lock_cpu_s": 2.1}, late)
    assert found["idle_watching_percent_of_a_core"] == 5.2
    assert found["holds"] == {"idle_watching_percent_of_a_core": True, "first_lock_cpu_s": False}
    assert found["not_measured"] == ["peak_memory_mb", "peak_memory_unknown_box_mb"]
