"""The computer's own serial ports, through pyserial: on Linux and macOS with ``termios``, on Windows without.

Only whoever opens or lists ports imports this, so that a table without buttons starts where pyserial does not run.
"""

from __future__ import annotations

import errno
import select
from contextlib import suppress
from pathlib import Path

import serial
from serial.tools import list_ports

from devices.line import BAUD
from devices.port import Port, PortGone, PortInfo, PortProblem, PortRefused

try:
    import termios

    _PORT_ERRORS: tuple[type[Exception], ...] = (OSError, ValueError, termios.error)
except ImportError:  # Windows
    _PORT_ERRORS = (OSError, ValueError)

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
