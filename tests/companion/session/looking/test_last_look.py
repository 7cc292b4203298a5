"""What was read of one still picture is shown once another, taken a little later, bears it out."""

from __future__ import annotations

import pytest

from companion.session.looking.last_look import LastLook
from companion.session.looking.sighting import Sighting
from vision.explanation import NEVER, Scored, explained
from vision.eyes import Attention, Glance


def seen(look: LastLook, time_ms: float, *, changed: bool = False, attention: Attention = Attention.STILL) -> None:
    look.see(Sighting(None, Glance(0, time_ms, attention, changed=changed)))


@pytest.fixture
def look() -> LastLook:
    """A look that has just read the picture of 1000 ms."""
    look = LastLook()
    seen(look, 1000.0, changed=True)
    look.take(explained((Scored(("a tile",), 0.0),), 0, otherwise=NEVER))
    look.settle(fresh=True)
    return look


@pytest.mark.parametrize(("time_ms", "borne_out"), [(1033.0, False), (1066.0, False), (1100.0, True)])
def test_a_picture_bears_out_what_was_read_unless_it_comes_at_once(look: LastLook, time_ms: float, borne_out: bool):
    seen(look, time_ms)
    assert look.settle(fresh=False) is borne_out
    assert look.borne_out is borne_out


def test_a_picture_on_which_something_changed_bears_nothing_out(look: LastLook):
    seen(look, 1200.0, changed=True)
    assert not look.settle(fresh=False)
    assert not look.borne_out


def test_what_was_borne_out_once_stays_so_while_nothing_else_is_read(look: LastLook):
    for time_ms in (1100.0, 1133.0):
        seen(look, time_ms)
        look.settle(fresh=False)
    assert look.borne_out
