"""An Android tablet's USB ports, through usbserial4a: there are no device files that pyserial could open there.

The system asks people itself whether an app may use a device; until they say yes the port is refused, and tried again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from devices.line import BAUD
from devices.port import Port, PortGone, PortInfo, PortProblem, PortRefused

_READ = 4096
_WRITE_S = 0.05


class AndroidPort:
    """A port opened through usbserial4a, whose ports are pyserial's in all but where their bytes come from."""

    def __init__(self, name: str) -> None:
        from usb4a import usb
        from usbserial4a import serial4a

        self.name, self._usb = name, usb
        try:
            self._serial: Any = serial4a.get_serial_port(name, BAUD, timeout=0, write_timeout=_WRITE_S)
        except Exception as error:  # Java's own, and plain ones for chips that it can't drive
            raise PortRefused(name, PortProblem.FAILED, str(error)) from error
        if not self._serial.is_open:  # people are being asked
            raise PortRefused(name, PortProblem.DENIED)

    def read(self) -> bytes:
        """What has arrived, at most 4096 bytes. Raises :class:`PortGone`."""
        self._ask_whether_there()
        try:
            return bytes(self._serial.read(_READ))
        except OSError as error:
            raise PortGone(self.name) from error

    def write(self, data: bytes) -> int:
        """Write it. Raises :class:`PortGone`."""
        self._ask_whether_there()
        try:
            return int(self._serial.write(data) or 0)
        except OSError as error:
            raise PortGone(self.name) from error

    def close(self) -> None:
        """Give it back."""
        with suppress(OSError):  # what was pulled out need not be closed properly
            self._serial.close()

    def fileno(self) -> int | None:
        """Nothing that ``select`` could wait for."""
        return None

    def _ask_whether_there(self) -> None:
        """A device that was pulled out looks like one that says nothing."""
        if self._usb.get_usb_device(self.name) is None:
            raise PortGone(self.name)


class AndroidPorts:
    """The tablet's own ports."""

    def present(self) -> tuple[PortInfo, ...]:
        """Every USB device that is there now; which of them are boards their identity tells."""
        from usb4a import usb

        return tuple(
            PortInfo(
                device.getDeviceName(),
                device.getVendorId(),
                device.getProductId(),
                _serial_number(usb, device),
                device.getProductName() or "",
            )
            for device in usb.get_usb_device_list()
        )

    def open(self, info: PortInfo) -> Port:
        """Open it, or have people asked whether it may be opened. Raises :class:`PortRefused`."""
        return AndroidPort(info.name)


def _serial_number(usb: Any, device: Any) -> str:
    """Android tells it only where the device may be used."""
    return device.getSerialNumber() or "" if usb.has_usb_permission(device) else ""
