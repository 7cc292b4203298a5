"""Stands in for the board's `machine`: button 1 is pressed from 1.0 to 1.2 s after the start, nothing else happens."""

import time

_start = time.ticks_ms()


def _now():
    return time.ticks_diff(time.ticks_ms(), _start)


_lit = {}


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=0, pull=None, value=None):
        self.number = number

    def value(self, on=None):
        if on is not None:
            _lit[self.number] = on
            return None
        return 0 if self.number == 3 and 1000 <= _now() < 1200 else 1


class ADC:
    """The tray stays empty until 1.0 s; then a 5 lies in the first pocket and a 2 in the second."""

    def __init__(self, pin):
        self.pin = pin

    def read_u16(self):
        underside = "*.......*" if self.pin.number == 26 else "*.*.*.*.*"
        channel = sum(_lit.get(10 + bit, 0) << bit for bit in range(4))
        dark = _now() < 1000 or underside[channel] == "*"
        return 62000 if dark else 4000  # the load resistor pulls up: light brings the voltage down


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        pass


def unique_id():
    return b"\xe6\x61\x41\x03\xe7\x45\x2b\x2f"
