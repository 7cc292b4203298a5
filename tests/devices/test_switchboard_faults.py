"""Boards, ports and lines that are not as they should be."""

from __future__ import annotations

import random

import pytest

from devices.events import (
    DeviceFound,
    DeviceTrouble,
    LongPressed,
    Pressed,
    TroubleKind,
)
from devices.line import crc
from devices.port import PortProblem
from devices.roster import Presence
from devices.simulated.rough_line import Roughness
from tests.devices.switched_table import Table, box, kinds


def sealed(body: bytes) -> bytes:
    return b"%s*%04X\n" % (body, crc(body))


@pytest.mark.parametrize(("version", "key"), [(0, "older"), (2, "newer")])
def test_another_protocol_version_is_named_with_its_remedy(version, key):
    table = Table()
    cable = table.ports.plug("ttyACM0", None)
    table.until(300)
    cable.to_host += sealed(b'{"t":"hello","v":%d,"fw":"0.9","id":"btn-x"}' % version)
    (trouble,) = table.until(20_000)
    assert (trouble.kind, trouble.device) == (TroubleKind.WRONG_PROTOCOL, "btn-x")
    assert trouble.phrase.key == f"devices.trouble.{key}_protocol"
    assert table.ports.opened == ["ttyACM0"]  # and it is not asked again
    table.ports.pull("ttyACM0")
    assert table.until(21_000)[0].over


def test_a_board_with_a_bare_prompt_is_named():
    table = Table()
    cable = table.ports.plug("ttyACM0", None)
    table.until(300)
    cable.to_host += b"\r\nMicroPython v1.27 on 2026; Raspberry Pi Pico with RP2040\r\n>>> "
    (trouble,) = table.until(1000)
    assert trouble.kind is TroubleKind.NO_PROGRAMME


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (PortProblem.BUSY, TroubleKind.PORT_BUSY),
        (PortProblem.DENIED, TroubleKind.PORT_DENIED),
        (PortProblem.FAILED, TroubleKind.PORT_FAILED),
    ],
)
def test_a_port_that_cannot_be_opened_is_told_and_tried_again(problem, kind):
    table = Table()
    table.ports.plug("ttyACM0", box())
    table.ports.refusals["ttyACM0"] = problem
    table.until(10_000)
    assert table.troubles() == [(kind, False)]
    table.ports.refusals.clear()
    table.until(20_000)
    assert table.troubles() == [(kind, False), (kind, True)]
    assert table.host.status()[0].presence is Presence.LIVE


def test_a_stuck_button_is_told_and_over_when_it_comes_up():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    buttons.tap(1, 1100, hold_ms=15_000)
    table.until(20_000)
    assert kinds(table.events) == [DeviceFound, LongPressed, DeviceTrouble, DeviceTrouble]
    assert table.troubles() == [(TroubleKind.STUCK, False), (TroubleKind.STUCK, True)]


def test_a_button_that_presses_itself_is_muted_until_it_rests():
    table, buttons = Table(), box()
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    for number in range(60):
        buttons.tap(1, 1100 + 70 * number, hold_ms=30)
    buttons.tap(2, 3000)  # its neighbour goes on working
    buttons.tap(1, 9000)
    table.until(10_000)
    presses = [event.button for event in table.events if isinstance(event, Pressed)]
    assert presses.count(1) == 17  # sixteen before it was noticed, and the one after the rest
    assert presses.count(2) == 1
    assert table.troubles() == [(TroubleKind.CHATTER, False), (TroubleKind.CHATTER, True)]


def test_a_flood_is_muted_and_does_not_grow():
    table, buttons = Table(), box(size=6)
    table.ports.plug("ttyACM0", buttons)
    table.until(1000)
    for number in range(3000):
        buttons.conversation.tell("press", number % 6, 1000 + number // 4)
        if number % 8 == 0:
            table.until(table.now + 2, step=2)
    table.until(10_000)
    presses = [event for event in table.events if isinstance(event, Pressed)]
    assert 0 < len(presses) <= 96
    assert (TroubleKind.FLOOD, False) in table.troubles()
    assert (TroubleKind.FLOOD, True) in table.troubles()


def test_a_torrent_of_rubbish_costs_nothing_but_a_word():
    table = Table()
    cable = table.ports.plug("ttyACM0", box())
    table.until(1000)
    rng = random.Random(3)
    for _ in range(100):
        cable.to_host += rng.randbytes(5000)
        table.until(table.now + 10)
    assert (TroubleKind.NOISE, False) in table.troubles()
    assert not [event for event in table.events if isinstance(event, Pressed | LongPressed)]


def test_everything_arrives_through_a_rough_line():
    table, buttons = Table(), box()
    rough = Roughness(lose=0.2, repeat=0.2, reorder=0.2, corrupt=0.2)
    table.ports.plug("ttyACM0", buttons, roughness=rough, rng=random.Random(5))
    table.until(3000)
    for number in range(100):
        buttons.tap(number % 3, 3000 + 400 * number)
    table.until(50_000)
    assert [event.button for event in table.events if isinstance(event, Pressed)] == [n % 3 for n in range(100)]
