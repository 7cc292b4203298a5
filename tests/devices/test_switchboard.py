"""Several devices on many ports: found, told apart, lost and found again, and everybody else left alone."""

from __future__ import annotations

from devices.buttons import Lamp
from devices.events import (
    DeviceBack,
    DeviceFound,
    DeviceFresh,
    DeviceLost,
    DeviceRestarted,
    DeviceStale,
    DeviceTrouble,
    LongPressed,
    Loss,
    Pressed,
    Rolled,
    Rolling,
    TroubleKind,
)
from devices.line import DeviceKind
from devices.roster import Presence
from devices.switchboard import PortUse, Switchboard
from tests.devices.switched_table import MOUSE, Table, box, kinds, tray

CH340 = (0x1A86, 0x7523)


def test_a_box_and_a_tray_are_found_and_tell_what_happens():
    table, buttons, dice = Table(), box(), tray()
    table.ports.plug("ttyACM0", buttons)
    table.ports.plug("ttyACM1", dice)
    found = table.until(1000)
    assert [(event.device, event.kind, event.size, event.port) for event in found] == [
        ("btn-a", DeviceKind.BUTTONS, 3, "ttyACM0"),
        ("dice-1", DeviceKind.DICE, 2, "ttyACM1"),
    ]
    buttons.tap(1, 1100)
    buttons.tap(2, 1300, hold_ms=900)
    dice.roll((4, 3), 1400)
    value = table.until(4000)
    assert [(type(event), event.device) for event in value] == [
        (Pressed, "btn-a"),
        (Rolling, "dice-1"),
        (LongPressed, "btn-a"),
        (Rolled, "dice-1"),
    ]
    assert value[0].button == 1
    assert value[3].values == (4, 3)


def test_other_peoples_ports_are_never_opened():
    table = Table()
    for number in range(20):
        table.ports.plug(f"ttyS{number}", None, usb=MOUSE)
    table.ports.plug("ttyUSB0", None, usb=CH340)
    table.until(60_000, step=100)
    assert table.ports.opened == []
    assert {use for _, use in table.host.uses()} == {PortUse.LEFT_ALONE, PortUse.ASK_FIRST}


def test_a_common_chip_is_asked_once_a_person_allows_it():
    table = Table()
    cable = table.ports.plug("ttyUSB0", box(), usb=CH340)
    table.until(1000)
    table.host.allow(cable.info.identity)
    assert kinds(table.until(2000)) == [DeviceFound]


def test_a_board_that_never_answers_is_asked_three_times_and_then_left_alone():
    table = Table()
    table.ports.plug("ttyACM0", None)
    table.until(120_000, step=100)
    assert table.ports.opened == ["ttyACM0"] * 3
    assert [use for _, use in table.host.uses()] == [PortUse.LEFT_ALONE]
    assert table.events == []


def test_a_lamp_follows_the_wish_also_after_replugging():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    assert table.host.set_lamp("btn-a", 1, Lamp.ON)
    table.until(1100)
    assert buttons.pins.lit == [False, True, False]
    assert not table.host.set_lamp("btn-a", 3, Lamp.ON)
    assert not table.host.set_lamp("btn-b", 0, Lamp.ON)
    table.ports.pull("ttyACM0")
    buttons.restart()
    table.until(2000)
    table.ports.plug("ttyACM7", buttons)
    table.until(2600)
    assert buttons.pins.lit == [False, True, False]


def test_lamps_go_out_when_the_host_is_gone():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    table.host.set_lamp("btn-a", 0, Lamp.ON)
    table.until(1100)
    for now in range(1100, 8000, 10):
        buttons.step(now)  # nobody listens
    assert buttons.pins.lit == [False, False, False]


def test_unplugged_and_plugged_in_elsewhere_it_is_back_within_two_seconds():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    table.ports.pull("ttyACM0")
    (lost,) = table.until(3000)
    assert (type(lost), lost.loss) == (DeviceLost, Loss.UNPLUGGED)
    table.ports.plug("ttyACM9", buttons)
    (back,) = table.until(5000)
    assert (type(back), back.port, back.restarted) == (DeviceBack, "ttyACM9", False)
    assert back.time_ms - 3000 < 2000


def test_presses_made_while_the_line_was_cut_come_in_once_and_say_how_old_they_are():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    table.ports.pull("ttyACM0")
    for number in range(3):
        buttons.tap(number, 2000 + 300 * number)
    for now in range(1010, 8000, 10):
        buttons.step(now)
    table.now = 8000
    table.ports.plug("ttyACM1", buttons)
    table.until(10_000)
    presses = [event for event in table.events if isinstance(event, Pressed)]
    assert [event.button for event in presses] == [0, 1, 2]
    assert all(event.age_ms > 5000 for event in presses)


def test_more_than_the_ring_holds_is_told_as_lost():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    table.ports.pull("ttyACM0")
    for number in range(20):
        buttons.tap(0, 1500 + 400 * number)
    for now in range(1010, 10_000, 10):
        buttons.step(now)
    table.now = 10_000
    table.ports.plug("ttyACM0", buttons)
    table.until(12_000)
    assert len([event for event in table.events if isinstance(event, Pressed)]) == 16
    (trouble,) = [event for event in table.events if isinstance(event, DeviceTrouble)]
    assert trouble.kind is TroubleKind.EVENTS_LOST
    assert dict(trouble.phrase.values)["count"] == 4
    table.until(23_000)
    assert table.troubles() == [(TroubleKind.EVENTS_LOST, False), (TroubleKind.EVENTS_LOST, True)]


def test_a_box_that_hangs_is_stale_then_lost_then_found_again():
    table, buttons = Table(), box()
    cable = table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    cable.silent = True
    assert kinds(table.until(9000)) == [DeviceStale, DeviceLost]
    assert table.host.status()[0].presence is Presence.LOST
    cable.silent = False
    buttons.restart()
    (back,) = table.until(20_000)
    assert (type(back), back.restarted) == (DeviceBack, True)


def test_a_short_silence_is_only_stale():
    table, buttons = Table(), box()
    cable = table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    cable.silent = True
    table.until(4500)
    cable.silent = False
    table.until(6000)
    assert kinds(table.events) == [DeviceFound, DeviceStale, DeviceFresh]


def test_after_this_computer_slept_the_devices_are_simply_there():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    table.now += 8 * 3_600_000
    buttons.tap(1, table.now + 100)
    value = table.until(table.now + 2000)
    assert kinds(value) == [Pressed]
    assert value[0].age_ms < 1000


def test_a_box_that_restarts_in_passing_is_told_and_its_presses_count_from_one_again():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    buttons.tap(0, 1100)
    table.until(1500)
    buttons.restart()
    buttons.tap(1, 1700)
    value = table.until(2500)
    assert kinds(value) == [DeviceRestarted, Pressed]
    assert value[1].button == 1


def test_a_tray_that_restarts_while_the_dice_roll_says_so():
    table, dice = Table(), tray()
    cable = table.ports.plug("ttyACM0", dice)
    table.until(1000)
    dice.roll((4, 3), 1100)
    table.until(1500)
    cable.silent = True  # its power fails, and is back when the dice have stopped
    table.until(2500)
    cable.silent = False
    dice.restart()
    table.until(4500)
    assert kinds(table.events) == [DeviceFound, Rolling, DeviceRestarted, DeviceTrouble]
    assert table.troubles() == [(TroubleKind.ROLL_CUT, False)]
    dice.roll((2, 2), 4600)
    table.until(7000)
    assert table.troubles() == [(TroubleKind.ROLL_CUT, False), (TroubleKind.ROLL_CUT, True)]
    assert table.events[-1].values == (2, 2)


def test_of_two_boxes_with_one_name_the_second_is_shown_and_not_used():
    table = Table()
    first, second = box(uid="chip-1"), box(uid="chip-2")
    table.ports.plug("ttyACM0", first)
    table.until(1000)
    table.ports.plug("ttyACM1", second)
    second.tap(0, 1500)
    first.tap(1, 1600)
    value = table.until(3000)
    assert table.troubles() == [(TroubleKind.TWINS, False)]
    assert [event.button for event in value if isinstance(event, Pressed)] == [1]
    table.ports.pull("ttyACM1")
    table.until(4000)
    assert table.troubles()[-1] == (TroubleKind.TWINS, True)


def test_when_the_first_twin_goes_the_second_takes_the_name():
    table = Table()
    table.ports.plug("ttyACM0", box(uid="chip-1"))
    table.until(1000)
    second = box(uid="chip-2")
    table.ports.plug("ttyACM1", second)
    table.until(2000)
    table.ports.pull("ttyACM0")
    second.tap(2, 4500)
    value = table.until(6000)
    assert kinds(value) == [DeviceLost, DeviceFound, DeviceTrouble, Pressed]
    assert value[2].over


def test_the_same_chip_on_two_ports_is_a_twin_as_long_as_both_speak():
    table = Table()
    table.ports.plug("ttyACM0", box(uid="chip-1"))
    table.until(1000)
    table.ports.plug("ttyACM1", box(uid="chip-1"))
    table.until(5000)
    assert table.troubles() == [(TroubleKind.TWINS, False)]
    assert kinds(table.events) == [DeviceFound, DeviceTrouble]


def test_what_was_pressed_before_this_programme_started_is_old():
    table, buttons = Table(), box()
    buttons.step(0)
    buttons.tap(0, 100)
    for now in range(10, 60_000, 10):
        buttons.step(now)
    table.now = 60_000
    table.ports.plug("ttyACM0", buttons)
    (found, press) = table.until(61_000)
    assert type(found) is DeviceFound
    assert press.age_ms > 59_000


def test_closing_puts_the_lamps_out_and_gives_every_port_back():
    table, buttons = Table(), box()
    cable = table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    table.host.set_lamp(buttons.name, 0, "1")
    table.until(1500)
    assert buttons.conversation.lamps[0] == "1"
    table.host.close(table.now)
    table.ports.run(table.now + 100)
    assert set(buttons.conversation.lamps) == {"0"}
    assert not cable.is_open


def test_when_this_programme_is_killed_and_started_again_nothing_comes_twice():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    buttons.tap(0, 1100)
    table.until(2000)
    table.host = Switchboard(table.ports)  # the old one never said goodbye
    buttons.tap(1, 2500)
    value = table.until(4000)
    assert kinds(value) == [DeviceFound, Pressed]
    assert value[1].button == 1


def test_a_press_that_the_killed_programme_never_heard_comes_to_the_next_one():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    buttons.tap(2, 1100)
    for now in range(1010, 2000, 10):
        buttons.step(now)
    table.now, table.host = 2000, Switchboard(table.ports)
    value = table.until(3000)
    assert kinds(value) == [DeviceFound, Pressed]
    assert value[1].button == 2
