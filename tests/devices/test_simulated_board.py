"""A simulated board has a processor of its own: a host that comes late misses nothing that fingers and dice did."""

from __future__ import annotations

import pytest

from devices.line import DeviceKind, Host, encode
from devices.simulated.board import SimulatedBoard


def lines_of(board, steps):
    """What a board has said after it was looked after at these times."""
    return b"".join(board.step(ms) for ms in steps).decode()


def greeted(board):
    """A board that knows its host and has been still for half a second."""
    board.step(
        0,
        encode(Host(id=board.name, boot=1, ack=0, lamps="0" * board.size if board.kind is DeviceKind.BUTTONS else "")),
    )
    lines_of(board, range(5, 500, 5))
    return board


@pytest.fixture
def box():
    return greeted(SimulatedBoard(DeviceKind.BUTTONS, "box"))


@pytest.mark.parametrize("late_ms", [5, 60, 95, 400, 5000])
def test_a_tap_is_a_press_however_late_the_host_is(box, late_ms):
    box.tap(1, 500)
    said = lines_of(box, (500 + late_ms, 500 + late_ms + 300, 500 + late_ms + 600))
    assert box.conversation.n == 1  # events that the box holds for its host, however often it tells them
    assert '"t":"long"' not in said


def test_two_taps_are_two_presses(box):
    box.tap(0, 500)
    box.tap(0, 800)
    assert lines_of(box, (2500,)).count('"t":"press"') == 2


def test_a_button_held_is_a_long_press(box):
    box.tap(0, 500, 1000)
    said = lines_of(box, (600, 3000))
    assert said.count('"t":"long"') + said.count('"t":"hold"') == 1


def test_dice_are_told_when_they_have_come_to_rest():
    tray = greeted(SimulatedBoard(DeviceKind.DICE, "tray"))
    tray.roll((3, 4), 500)
    said = lines_of(tray, (4000, 4500, 5000))
    assert '"t":"rolled"' in said
