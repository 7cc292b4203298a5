"""The pins, the line and the memory of a real board (RP2040 or ESP32). The only file that imports `machine`."""

import os
import select
import sys
import time

import machine

from .button_box import Pins
from .dice_tray import Sensors


class UsbLine:
    """The USB serial line. Reading and writing never wait: a host that has gone must not hold up the buttons."""

    CHUNK = 64  # bytes: one USB packet
    QUEUE = 2048  # bytes that may wait for a host that does not read
    PATIENCE = 200  # so many vain questions, and this MicroPython cannot tell whether it may write: write anyway

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._waiting = b""
        self._patience = self.PATIENCE  # None once it has shown that it can tell

    def read(self):
        """What has arrived. Byte by byte: on these boards a longer read waits until it is full."""
        got = b""
        while len(got) < 256 and self._poll.poll(0):
            got += sys.stdin.buffer.read(1)
        return got

    def write(self, data):
        """Queue bytes and write what fits. A full queue is dropped: hello, beats and events are all said again."""
        self._waiting += data
        if len(self._waiting) > self.QUEUE:
            self._waiting = b""
        while self._waiting and self._may_write():
            sys.stdout.buffer.write(self._waiting[: self.CHUNK])
            self._waiting = self._waiting[self.CHUNK :]

    def _may_write(self):
        if self._out.poll(0):
            self._patience = None
            return True
        if self._patience is None:
            return False
        self._patience -= 1
        return self._patience < 0


class ButtonPins(Pins):
    """Buttons between a pin and ground, lamps behind a ULN2003A (pin high: lamp on)."""

    def __init__(self, buttons, lamps):
        self._buttons = [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in buttons]
        self._lamps = [machine.Pin(number, machine.Pin.OUT, value=0) for number in lamps]

    def down(self, number):
        """True while the button is pressed."""
        return not self._buttons[number].value()

    def light(self, number, on):
        """Set the lamp."""
        self._lamps[number].value(1 if on else 0)


class TraySensors(Sensors):
    """Eighteen reflective sensors behind two CD74HC4067 multiplexers that share their four address pins."""

    SETTLE_US = 20  # the multiplexer and the sensor's load resistor need this long after a change of channel

    def __init__(self, address, signals, power):
        self._address = [machine.Pin(number, machine.Pin.OUT, value=0) for number in address]
        self._signals = [machine.ADC(machine.Pin(number)) for number in signals]
        self._power = machine.Pin(power, machine.Pin.OUT, value=1)  # the sensors' LEDs, through a transistor

    def read(self, pocket):
        """Nine readings, 0 to 65535, light is high. The load resistor pulls up, so the voltage falls with light."""
        readings = []
        for channel in range(9):
            for bit, pin in enumerate(self._address):
                pin.value(channel >> bit & 1)
            time.sleep_us(self.SETTLE_US)
            readings.append(65535 - self._signals[pocket].read_u16())
        return readings


class Clock:
    """Milliseconds since power-up that never wrap (`ticks_ms` does, after twelve days)."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._ms = 0

    def ms(self):
        """Milliseconds since power-up."""
        now = time.ticks_ms()
        self._ms += time.ticks_diff(now, self._last)
        self._last = now
        return self._ms


def boot_number(path="boot.txt"):
    """A number that this board has not used before: a count kept on its flash, or a random one where that fails."""
    try:
        with open(path) as file:
            boot = int(file.read()) + 1
    except (OSError, ValueError):
        boot = 1
    try:
        with open(path, "w") as file:
            file.write(str(boot))
    except OSError:
        boot = int.from_bytes(os.urandom(3), "big") + 1000000
    return boot % 2000000000


def unique_id():
    """The serial number of the chip in hex digits."""
    return "".join(["{:02x}".format(byte) for byte in machine.unique_id()])  # noqa: UP032


def watchdog():
    """Restarts the board if it has not been fed for 8 s."""
    return machine.WDT(timeout=8000)
