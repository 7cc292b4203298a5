"""The thread: through pyserial on pseudo-terminals, with plugs that are really pulled."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from devices.buttons import Lamp
from devices.events import DeviceBack, DeviceFound, DeviceLost, DeviceTrouble, Loss, Pressed, TroubleKind
from devices.hub import DeviceHub, monotonic_ms
from devices.line import DeviceKind
from devices.port import PortInfo
from devices.roster import Presence
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import MemoryPorts
from devices.simulated.pty_ports import PtyPorts


class Ear:
    def __init__(self) -> None:
        self.events = []
        self._changed = threading.Condition()

    def __call__(self, event):
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait_for(self, kind, timeout=8.0):
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                for event in self.events:
                    if isinstance(event, kind):
                        self.events.remove(event)
                        return event
                assert self._changed.wait(end - time.monotonic()), f"no {kind.__name__}: {self.events}"


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[PtyPorts]:
    ports = PtyPorts(tmp_path)
    yield ports
    ports.close()


def box(name="btn-a") -> SimulatedBoard:
    return SimulatedBoard(DeviceKind.BUTTONS, name, size=2)


def test_a_real_port_is_found_pressed_lit_pulled_and_found_under_another_name(ports):
    ear, board = Ear(), box()
    with DeviceHub(ports, listener=ear) as hub:
        ports.plug("ttyACM0", board)
        ear.wait_for(DeviceFound)
        board.tap(1, monotonic_ms())
        assert ear.wait_for(Pressed).button == 1
        assert hub.set_lamp("btn-a", 0, Lamp.ON)
        ports.pull("ttyACM0")
        assert ear.wait_for(DeviceLost).loss is Loss.UNPLUGGED
        assert hub.status()[0].presence is Presence.LOST
        pulled = monotonic_ms()
        ports.plug("ttyACM4", board)
        back = ear.wait_for(DeviceBack)
        assert back.restarted
        assert back.time_ms - pulled < 2000
        board.tap(0, monotonic_ms())
        assert ear.wait_for(Pressed).button == 0
        assert board.conversation.lamps == "10"


def test_a_silent_neighbour_and_a_talking_stranger_disturb_nobody(ports):
    ear, board = Ear(), box()
    ports.plug_bare("silent")
    stranger = ports.plug_bare("stranger", usb=(0x2C99, 0x0002))
    with DeviceHub(ports, listener=ear) as hub:
        ports.plug("ttyACM0", board)
        ear.wait_for(DeviceFound)
        os.write(stranger, b"start\necho:Marlin 2\n")
        board.tap(1, monotonic_ms())
        ear.wait_for(Pressed)
        names = {Path(info.name).name: use.value for info, use in hub.uses()}
        assert names == {"silent": "open", "stranger": "left alone", "ttyACM0": "open"}
    with pytest.raises(BlockingIOError):
        os.read(stranger, 100)  # not a byte was written to it


def test_a_port_that_another_program_holds_is_told(ports):
    ear = Ear()
    path = ports.plug("ttyACM0", box())
    with serial.Serial(path, exclusive=True), DeviceHub(ports, listener=ear):
        assert ear.wait_for(DeviceTrouble).kind is TroubleKind.PORT_BUSY


def test_events_wait_to_be_fetched_where_nobody_listens():
    memory = MemoryPorts()
    memory.plug("ttyACM0", box())
    clock = iter(range(0, 10_000_000, 20))

    def tick() -> int:
        now = next(clock)
        memory.run(now)
        return now

    hub = DeviceHub(memory, clock=tick)
    hub.start()
    events = []
    end = time.monotonic() + 8
    while not events and time.monotonic() < end:
        events = hub.drain()
    hub.close()
    assert [type(event) for event in events] == [DeviceFound]


def test_closing_joins_the_thread_and_can_be_repeated(ports):
    before = threading.active_count()
    hub = DeviceHub(ports)
    hub.start()
    hub.close()
    hub.close()
    assert threading.active_count() == before
    assert not hub.set_lamp("btn-a", 0, Lamp.ON)
    never_started = DeviceHub(ports)
    never_started.close()


class StuckPort:
    """A port whose driver does not answer: reading waits until somebody lets go."""

    def __init__(self) -> None:
        self.asked, self.answers, self.closed = threading.Event(), threading.Event(), threading.Event()

    def read(self) -> bytes:
        self.asked.set()
        self.answers.wait(8)
        return b""

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        self.closed.set()

    def fileno(self) -> None:
        return None


class StuckPorts:
    def __init__(self) -> None:
        self.port = StuckPort()

    def present(self) -> tuple[PortInfo, ...]:
        return (PortInfo("ttyACM0", named=True),)

    def open(self, info: PortInfo) -> StuckPort:
        return self.port


def test_who_closes_does_not_wait_for_a_port_that_does_not_answer_and_the_thread_gives_it_back():
    ports = StuckPorts()
    hub = DeviceHub(ports)
    hub.start()
    assert ports.port.asked.wait(8)
    hub.close(0.0)
    assert not ports.port.closed.is_set()
    ports.port.answers.set()
    assert ports.port.closed.wait(8)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_stops_the_thread_is_told_to_whoever_asks(ports):
    def broken(_):
        raise KeyError("a listener's own mistake")

    hub = DeviceHub(ports, listener=broken)
    ports.plug("ttyACM0", box())
    hub.start()
    end = time.monotonic() + 8
    while hub.is_running and time.monotonic() < end:
        hub.status()
    with pytest.raises(RuntimeError) as stopped:
        hub.drain()
    assert isinstance(stopped.value.__cause__, KeyError)
    hub.close()
