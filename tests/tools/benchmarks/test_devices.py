"""The measures of the serial edge at a small size: what has to be zero is zero."""

from __future__ import annotations

from tools.benchmarks.wires.devices import fuzz, latency, replug, soak


def test_a_soak_through_a_rough_line_loses_doubles_and_invents_nothing():
    measured = soak(2000)
    assert measured["heard_presses"] == measured["sent_presses"] == 2000
    assert measured["wrong_presses"] == 0
    assert measured["pulled_times"] > 10


def test_a_storm_of_damaged_bytes_invents_nothing():
    measured = fuzz(300_000)
    assert measured["invented_lines"] == measured["invented_events"] == 0
    assert measured["arrived_events"] == measured["sent_events"] > 500


def test_replugging_loses_nothing():
    measured = replug(3)
    assert measured["missed_cycles"] == measured["unheard_presses"] == 0
    assert measured["back_longest_ms"] < 2000


def test_a_press_reaches_the_table_at_once():
    measured = latency(20)
    assert measured["presses"] == 20
    assert measured["median_ms"] < 20  # on a machine that does other things besides; the measure itself is in bench
