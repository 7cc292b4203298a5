"""Serial ports: listing them, telling ours from other people's, opening one without disturbing anything.

A port is recognised by the identity of its USB device, never by its name: ``/dev/ttyACM0`` is another board after the
next replugging. Boards that run MicroPython are asked who they are. A USB-to-serial chip (CH340, CP210x, FTDI) may sit
on an ESP32 board of ours or in somebody's 3D printer, which restarts when its port is opened: such a port is left alone
until a person says that it may be asked.

:func:`examine` tells why no device is found: permissions, cables, other programs.
"""

from __future__ import annotations

import errno
import os
import select
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

from devices.line import BAUD
from games.game import Phrase

try:
    import termios

    _PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError, termios.error)
except ImportError:  # Windows
    _PORT_ERRORS = (OSError, ValueError)


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


_READ = 4096


class SerialPort:
    """A port opened through pyserial."""

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self._serial = serial.Serial(
                name, BAUD, timeout=0, write_timeout=0.05, exclusive=True if _can_select() else None
            )
        except _PORT_ERRORS as error:
            raise PortRefused(name, _problem(error), str(error)) from error

    def read(self) -> bytes:
        """What has arrived, at most 4096 bytes. Raises :class:`PortGone`."""
        try:
            return bytes(self._serial.read(_READ))
        except _PORT_ERRORS as error:
            raise PortGone(self.name) from error

    def write(self, data: bytes) -> int:
        """Write what fits now. Raises :class:`PortGone`."""
        try:
            if _can_select() and not select.select([], [self._serial.fileno()], [], 0)[1]:
                return 0
            return int(self._serial.write(data) or 0)
        except serial.SerialTimeoutException:
            return 0
        except _PORT_ERRORS as error:
            raise PortGone(self.name) from error

    def close(self) -> None:
        """Give it back."""
        with suppress(*_PORT_ERRORS):  # a port that was pulled out can't be closed properly, and need not be
            self._serial.close()

    def fileno(self) -> int | None:
        """What ``select`` can wait for, or None on Windows."""
        return int(self._serial.fileno()) if _can_select() else None


def _can_select() -> bool:
    return str(serial.Serial.__module__) == "serial.serialposix"


def _problem(error: Exception) -> PortProblem:
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return PortProblem.DENIED
    if number in (errno.EBUSY, errno.EAGAIN):
        return PortProblem.BUSY
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return PortProblem.GONE
    return PortProblem.FAILED


class SerialPorts:
    """The computer's own ports, and those that a person names beside them."""

    def __init__(self, named: tuple[str, ...] = ()) -> None:
        self._named = named

    def present(self) -> tuple[PortInfo, ...]:
        """Every port that is there now."""
        found = {
            port.device: PortInfo(
                port.device,
                port.vid,
                port.pid,
                port.serial_number or "",
                port.description or "",
                port.device in self._named,
            )
            for port in list_ports.comports()
        }
        beside = (name for name in self._named if name not in found and (Path(name).exists() or not _can_select()))
        return (*found.values(), *(PortInfo(name, named=True) for name in beside))

    def open(self, info: PortInfo) -> Port:
        """Open it. Raises :class:`PortRefused`."""
        return SerialPort(info.name)


_RULES = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d", "run/udev/rules.d")
_BOOTLOADERS = {("2e8a", "0003"), ("2e8a", "000f")}  # an RP2040 or RP2350 that shows itself as a drive


class Health(StrEnum):
    """How well something is."""

    OK = "ok"
    WARN = "warn"  # may be the reason if something does not work
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: a word for it, how well it is, and the sentence with the remedy."""

    subject: str
    health: Health
    phrase: Phrase


def udev_rules() -> str:
    """The text of the udev rule file that ships with Tableside."""
    return Path(__file__).with_name("udev").joinpath("60-tableside.rules").read_text(encoding="utf-8")


def examine(
    ports: Iterable[PortInfo] | None = None,
    *,
    root: Path = Path("/"),
    may_open: Callable[[str], bool] | None = None,
) -> list[Finding]:
    """Look at this computer.

    Args:
        ports: the ports that are there; the computer's own by default.
        root: where ``/sys``, ``/etc`` and ``/proc`` are.
        may_open: whether this user may read and write a port.
    """
    present = tuple(SerialPorts().present() if ports is None else ports)
    allowed = may_open or (lambda name: os.access(name, os.R_OK | os.W_OK))
    ours = [info for info in present if info.welcome is not Welcome.FOREIGN]
    findings = [_port(info, allowed(info.name)) for info in ours]
    waiting = _in_bootloader(root)
    if waiting:
        findings.append(Finding("board", Health.BAD, Phrase.of("devices.doctor.bootloader", count=waiting)))
    if not ours and not waiting:
        findings.append(
            Finding("buttons and dice", Health.WARN, Phrase.of("devices.doctor.no_port", others=len(present)))
        )
    if any(not allowed(info.name) for info in ours) and not _has_rule(root, "60-tableside.rules"):
        findings.append(Finding("udev", Health.BAD, Phrase.of("devices.doctor.no_rule")))
    if _is_running(root, "ModemManager") and ours and not _has_rule(root, "60-tableside.rules"):
        findings.append(Finding("ModemManager", Health.WARN, Phrase.of("devices.doctor.modem_manager")))
    if any(info.chip == "CH340" for info in present) or not ours:
        brltty = _has_rule(root, "90-brltty", "85-brltty")
        findings += [Finding("brltty", Health.WARN, Phrase.of("devices.doctor.brltty"))] if brltty else []
    return findings


def _port(info: PortInfo, allowed: bool) -> Finding:
    values = {"description": info.description or info.identity, "port": info.name}
    if not allowed:
        return Finding(info.name, Health.BAD, Phrase.of("devices.doctor.denied", **values))
    if info.welcome is Welcome.MAYBE:
        return Finding(info.name, Health.WARN, Phrase.of("devices.doctor.maybe", chip=info.chip, **values))
    return Finding(info.name, Health.OK, Phrase.of("devices.doctor.port", **values))


def _in_bootloader(root: Path) -> int:
    found = 0
    for device in sorted(root.glob("sys/bus/usb/devices/*")):
        identity = (_text(device / "idVendor"), _text(device / "idProduct"))
        found += identity in _BOOTLOADERS
    return found


def _has_rule(root: Path, *names: str) -> bool:
    return any(path.name.startswith(names) for place in _RULES for path in root.joinpath(place).glob("*.rules"))


def _is_running(root: Path, name: str) -> bool:
    return any(_text(path) == name for path in root.glob("proc/[0-9]*/comm"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # it went while we looked, or is none of our business
        return ""
