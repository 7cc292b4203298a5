"""Full passes of the cycle collector wait until nobody touches the glass."""

import gc

import pytest

from companion.ui.calm_collecting import CALM_MS, DUE, SPARED


@pytest.fixture
def passes(monkeypatch):
    """A collector for which a full pass is due, and when it was made, by the tablet's time."""
    made = []
    monkeypatch.setattr("companion.ui.calm_collecting.gc.get_count", lambda: (0, 0, DUE))
    monkeypatch.setattr("companion.ui.calm_collecting.gc.collect", lambda: made.append(True))
    return made


def test_a_pass_waits_until_the_glass_was_left_alone_for_a_while(tablet, passes):
    tablet.start_game()
    tablet.wait(CALM_MS / 1000 + 0.2)
    passes.clear()
    tablet.tap_at(640, 400)
    tablet.wait(CALM_MS / 1000 - 0.6)
    assert not passes
    tablet.wait(0.6)
    assert passes


def test_the_collector_is_given_back_with_the_app(make_tablet):
    before = gc.get_threshold()
    tablet = make_tablet()
    assert gc.get_threshold()[2] == SPARED
    tablet.app.end_asked = lambda: True
    tablet.wait()
    assert gc.get_threshold() == before
