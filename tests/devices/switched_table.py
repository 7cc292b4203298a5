"""A table with simulated boards on its ports, and a switchboard that finds them."""

from __future__ import annotations

from devices.events import (
    DeviceTrouble,
)
from devices.line import DeviceKind
from devices.simulated.board import SimulatedBoard
from devices.simulated.memory_ports import MemoryPorts
from devices.switchboard import Switchboard

MOUSE = (0x046D, 0xC077)


class Table:
    """A host, some ports, and a clock that is moved by hand."""

    def __init__(self, **options) -> None:
        self.ports = MemoryPorts()
        self.host = Switchboard(self.ports, **options)
        self.now = 0
        self.events = []

    def until(self, now, step=10):
        """Let time pass; returns what happened in it."""
        before = len(self.events)
        while self.now < now:
            self.now += step
            self.ports.run(self.now)
            self.events += self.host.step(self.now)
        return self.events[before:]

    def troubles(self):
        return [(event.kind, event.over) for event in self.events if isinstance(event, DeviceTrouble)]


def box(name="btn-a", **options) -> SimulatedBoard:
    return SimulatedBoard(DeviceKind.BUTTONS, name, **{"size": 3, **options})


def tray(name="dice-1", **options) -> SimulatedBoard:
    return SimulatedBoard(DeviceKind.DICE, name, **options)


def kinds(events) -> list[type]:
    return [type(event) for event in events]
