"""Runs a device's firmware on a line that was handed over as a file descriptor. For MicroPython, and for CPython.

Arguments: folder of the project, descriptor, kind, name, size, boot. Pins and dice are moved by lines on standard
input: ``down 1``, ``up 1``, ``tap 1`` (down for a tenth of a second), ``lie 0 4`` (pocket, face), ``end``.
"""

import select
import sys
import time

sys.path.insert(0, sys.argv[1])

from devices.firmware.button_box import ButtonBox, Pins
from devices.firmware.dice_tray import DiceTray, Sensors
from devices.firmware.protocol import Conversation

UNDERSIDE = {6: "....*....", 5: "*.......*", 4: "*...*...*", 3: "*.*...*.*", 2: "*.*.*.*.*", 1: "*.**.**.*"}


class Table(Pins, Sensors):
    def __init__(self, size):
        self.pressed = [False] * size
        self.faces = [-1] * size
        self.taps = {}  # button -> when the finger leaves it

    def down(self, number):
        return self.pressed[number]

    def light(self, number, on):
        pass

    def read(self, pocket):
        face = self.faces[pocket]
        if face < 1:
            return [0 if face < 0 else 30000] * 9
        return [0 if place == "*" else 65000 for place in UNDERSIDE[face]]

    def move(self, words, ms):
        if words[0] == "tap":
            self.pressed[int(words[1])] = True
            self.taps[int(words[1])] = ms + 100
        elif words[0] == "lie":
            self.faces[int(words[1])] = int(words[2])
        else:
            self.pressed[int(words[1])] = words[0] == "down"

    def let_go(self, ms):
        for button in [button for button, end in self.taps.items() if end <= ms]:
            del self.taps[button]
            self.pressed[button] = False


def now():
    return time.ticks_ms() if hasattr(time, "ticks_ms") else time.monotonic_ns() // 1000000


def unbuffered(descriptor, mode):
    return open(descriptor, mode) if hasattr(time, "ticks_ms") else open(descriptor, mode, buffering=0)


def main(descriptor, kind, name, size, boot):
    line, hands = unbuffered(descriptor, "r+b"), unbuffered(0, "rb")
    wait = select.poll()
    wait.register(line, select.POLLIN)
    wait.register(hands, select.POLLIN)
    number = line if hasattr(time, "ticks_ms") else descriptor
    table = Table(size)
    talk = Conversation(kind, name, "chip-" + name, boot, size, size if kind == "buttons" else 0)
    device = ButtonBox(talk, table) if kind == "buttons" else DiceTray(talk, table)
    start = now()
    while True:
        heard = b""
        for source, _ in wait.poll(2):
            if source == number:
                heard = line.read(4096) or b""
            else:
                words = hands.readline().decode().split()
                if not words or words[0] == "end":
                    return
                table.move(words, now() - start)
        ms = now() - start
        table.let_go(ms)
        talk.hear(heard, ms)
        device.step(ms)
        text = talk.say(ms)
        if text:
            line.write(text)


main(int(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5]), int(sys.argv[6]))
