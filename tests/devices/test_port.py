"""Ports are known by what they are."""

from __future__ import annotations

from devices.port import PortInfo, Welcome

PICO = PortInfo("/dev/ttyACM0", 0x2E8A, 0x0005, "E661", "Board in FS mode")
CH340 = PortInfo("/dev/ttyUSB0", 0x1A86, 0x7523, "", "USB Serial")
PRINTER = PortInfo("/dev/ttyACM5", 0x2C99, 0x0002, "", "Original Prusa i3 MK3")


def test_a_port_is_known_by_its_usb_identity():
    assert (PICO.welcome, CH340.welcome, PRINTER.welcome) == (Welcome.OURS, Welcome.MAYBE, Welcome.FOREIGN)
    assert PICO.identity == "2e8a:0005:E661"
    assert PortInfo("/dev/ttyS0").identity == "/dev/ttyS0"
    assert CH340.chip == "CH340"
    assert PortInfo("/dev/ttyS0", named=True).welcome is Welcome.OURS  # a person asked for it
