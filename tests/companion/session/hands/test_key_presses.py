"""Keys as buttons."""

from __future__ import annotations

from companion.session.hands.key_presses import KEYBOARD, KeyPresses
from devices.buttons import ButtonAddress
from devices.events import LongPressed, Pressed

FIVE, SIX = ButtonAddress(KEYBOARD, 261), ButtonAddress(KEYBOARD, 262)


def test_a_key_that_is_let_go_soon_is_one_press_however_often_the_system_repeats_it():
    keys = KeyPresses()
    for time_ms in (100, 400, 430, 460):
        keys.down(FIVE, time_ms)
    assert keys.take(500) == ()
    keys.up(FIVE, 520)
    assert keys.take(530) == (Pressed(KEYBOARD, 261, 520),)
    assert keys.take(540) == ()


def test_a_key_that_is_held_is_one_long_press_and_nothing_more_when_it_is_let_go():
    keys = KeyPresses()
    keys.down(FIVE, 0)
    assert keys.take(799) == ()
    assert keys.take(800) == (LongPressed(KEYBOARD, 261, 800),)
    keys.up(FIVE, 2000)
    assert keys.take(2010) == ()


def test_a_screen_that_stood_still_still_tells_a_long_press_from_a_short_one():
    keys = KeyPresses()
    keys.down(FIVE, 0)
    keys.up(FIVE, 900)
    assert keys.take(5000) == (LongPressed(KEYBOARD, 261, 900),)


def test_two_people_may_press_at_once():
    keys = KeyPresses()
    keys.down(FIVE, 0)
    keys.down(SIX, 10)
    keys.up(FIVE, 50)
    keys.up(SIX, 60)
    assert [press.button for press in keys.take(70)] == [261, 262]


def test_a_key_that_went_down_elsewhere_is_nobodys_press():
    keys = KeyPresses()
    keys.up(FIVE, 10)
    assert keys.take(20) == ()
