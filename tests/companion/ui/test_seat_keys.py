"""People without a button box press keys: of a number pad, a presenter, a gamepad."""

from __future__ import annotations

import pytest
from kivy.core.window import Window

from companion.session.hands.buttons import Hands
from companion.session.table import TableSession
from devices.hub import DeviceHub
from devices.simulated.memory_ports import MemoryPorts
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.record import Record

ONE, TWO, PAGE_DOWN, LETTER_A, ESCAPE = 257, 258, 281, 97, 27
LAY = "lay BA/RFr 1,0 r0"


@pytest.fixture
def table(tablet, two_seats):
    """Anna and Ben in front of the table check, buttons switched on and no box plugged in."""
    hands = Hands(DeviceHub(MemoryPorts()), 2)
    record = Record.start(CARCASSONNE, Setup(two_seats))
    tablet.app.sit_down(TableSession(record, lambda: tablet.now_ms, hands=hands))
    tablet.open("table_check")
    return tablet


def press(tablet, key, seconds=0.1):
    Window.dispatch("on_key_down", key, 0, None, [])
    tablet.wait(seconds)
    Window.dispatch("on_key_up", key, 0)
    tablet.wait(0.2)


def taught(tablet, *keys):
    tablet.tap("Whose is whose?")
    for key in keys:
        press(tablet, key)
    tablet.tap("Play")


def staged(tablet):
    tablet.session.stage((CARCASSONNE.read(LAY),))
    tablet.wait(0.2)


def test_without_a_box_the_table_check_says_that_keys_will_do(table):
    assert table.reads("press a key of a keyboard, presenter or gamepad each")


def test_each_presses_a_key_and_that_is_the_button_of_the_seat(table):
    table.tap("Whose is whose?")
    assert table.reads("Anna: press your button or key now.")
    press(table, ONE)
    assert table.reads("Ben: press your button or key now.")
    press(table, TWO)
    assert table.reads("2 buttons are known.")
    table.tap("Play")
    staged(table)
    press(table, TWO)
    assert table.session.record.actions == ()  # it is Anna's turn
    press(table, ONE)
    assert table.session.record.actions == (LAY, "skip")


def test_a_key_that_is_held_takes_the_turn_back_like_a_button(table):
    taught(table, ONE, PAGE_DOWN)
    staged(table)
    press(table, ONE)
    assert table.session.record.actions
    press(table, PAGE_DOWN, seconds=1.0)
    assert table.session.record.actions == ()


def test_a_button_of_a_gamepad_is_a_seat_too(table):
    table.tap("Whose is whose?")
    for pad in (0, 1):
        Window.dispatch("on_joy_button_down", pad, 0)
        table.wait(0.1)
        Window.dispatch("on_joy_button_up", pad, 0)
        table.wait(0.2)
    table.tap("Play")
    staged(table)
    Window.dispatch("on_joy_button_down", 0, 0)
    table.wait(0.1)
    Window.dispatch("on_joy_button_up", 0, 0)
    table.wait(0.2)
    assert table.session.record.actions == (LAY, "skip")


def test_keys_of_nobody_do_nothing_and_escape_names_no_seat(table):
    table.tap("Whose is whose?")
    press(table, ESCAPE)
    assert table.session.hands.owners.owners == ()
    table.open("table_check")
    taught(table, ONE, TWO)
    staged(table)
    press(table, LETTER_A)
    assert table.session.record.actions == ()
    assert not table.reads("belongs to nobody")


def test_letters_typed_after_the_name_is_ready_seat_nobody(tablet):
    tablet.open("new_game", game="carcassonne")
    tablet.tap(tablet.thing(place=0))
    Window.dispatch("on_textinput", "a")
    tablet.wait(0.1)
    before = list(tablet.screen.seating.at)
    tablet.tap("Ready")
    Window.dispatch("on_textinput", "b")
    Window.dispatch("on_key_down", 8, 0, None, [])
    tablet.wait(0.1)
    assert tablet.screen.seating.at == before
