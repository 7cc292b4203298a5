"""What a serial port is to us, and telling ours from other people's. ``devices.serial_ports`` are the computer's own.

A port is recognised by the identity of its USB device, never by its name: ``/dev/ttyACM0`` is another board after the
next replugging. Boards that run MicroPython are asked who they are. A USB-to-serial chip (CH340, CP210x, FTDI) may sit
on an ESP32 board of ours or in somebody's 3D printer, which restarts when its port is opened: such a port is left alone
until a person says that it may be asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Welcome(StrEnum):
    """Whether a port is asked who it is."""

    OURS = "ours"  # the identity of a board that our firmware runs on
    MAYBE = "maybe"  # a chip that many things use: asked only when a person allows it
    FOREIGN = "foreign"  # something else


# USB vendor and product. What MicroPython itself announces: on RP2040 and RP2350 boards, and on an ESP32-S2 or -S3.
_OURS = {(0x2E8A, 0x0005), (0x303A, 0x4001)}
_MAYBE = {
    (0x1A86, 0x7523): "CH340",
    (0x1A86, 0x55D4): "CH9102",
    (0x10C4, 0xEA60): "CP210x",
    (0x0403, 0x6001): "FT232",
    (0x0403, 0x6015): "FT231X",
    (0x303A, 0x1001): "ESP32",  # the serial port that the chip brings along, whatever runs on it
}


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port as it is listed.

    Attributes:
        name: what it is opened by, such as ``/dev/ttyACM0``.
        vendor, product: the USB identity, or None for a port that is not on USB.
        serial_number: of the USB device, "" where it has none.
        description: for people.
        named: a person asked for this very port.
    """

    name: str
    vendor: int | None = None
    product: int | None = None
    serial_number: str = ""
    description: str = ""
    named: bool = False

    @property
    def identity(self) -> str:
        """What stays when the board is plugged in elsewhere: ``2e8a:0005:SERIAL``; the name where there is no USB."""
        if self.vendor is None or self.product is None:
            return self.name
        return f"{self.vendor:04x}:{self.product:04x}:{self.serial_number}"

    @property
    def welcome(self) -> Welcome:
        """Whether this port may be asked."""
        pair = (self.vendor, self.product)
        if self.named or pair in _OURS:
            return Welcome.OURS
        return Welcome.MAYBE if pair in _MAYBE else Welcome.FOREIGN

    @property
    def chip(self) -> str:
        """The USB-to-serial chip, where it is one that is known."""
        return _MAYBE.get((self.vendor or 0, self.product or 0), "")


class PortProblem(StrEnum):
    """Why a port could not be opened."""

    BUSY = "busy"
    DENIED = "denied"
    FAILED = "failed"
    GONE = "gone"


class PortRefused(Exception):
    """A port that could not be opened: ``name``, ``problem`` and the system's own words."""

    def __init__(self, name: str, problem: PortProblem, detail: str = "") -> None:
        self.name = name
        self.problem = problem
        self.detail = detail
        super().__init__(f"{name}: {problem}: {detail}")


class PortGone(Exception):
    """An open port that is no longer there: ``name``."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is gone")


class Port(Protocol):
    """An open port. Nothing here waits."""

    def read(self) -> bytes:
        """What has arrived, at most 4096 bytes, b"" for nothing. Raises :class:`PortGone`."""

    def write(self, data: bytes) -> int:
        """Write what fits now; how many bytes did. Raises :class:`PortGone`."""

    def close(self) -> None:
        """Give it back; harmless when it is gone."""

    def fileno(self) -> int | None:
        """What ``select`` can wait for, or None where the system has no such thing."""


class Ports(Protocol):
    """Where ports come from."""

    def present(self) -> tuple[PortInfo, ...]:
        """Every port that is there now."""

    def open(self, info: PortInfo) -> Port:
        """Open it. Raises :class:`PortRefused`."""
