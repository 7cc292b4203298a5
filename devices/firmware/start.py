"""Starts the device that `config.json` describes. On the board, `main.py` says: `import firmware.start`.

Keep button 1 down (or the tray's BOOTSEL-side jumper closed) while plugging in to get MicroPython's prompt instead.
"""

import json

import micropython

from . import board
from .button_box import ButtonBox
from .dice_tray import DiceTray
from .protocol import Conversation

STEP_MS = {"buttons": 2, "dice": 8}


def conversation(config, uid, boot):
    """The conversation that the configuration asks for; without an ``id`` it is made from the chip's number."""
    kind = config["kind"]
    name = config.get("id") or kind + "-" + uid[-4:]
    size = len(config["buttons"]) if kind == "buttons" else len(config["signals"])
    return Conversation(kind, name, uid, boot, size, len(config.get("lamps", ())))


def device(config, talk):
    """The button box or the dice tray on this board's pins."""
    if config["kind"] == "buttons":
        return ButtonBox(talk, board.ButtonPins(config["buttons"], config["lamps"]))
    sensors = board.TraySensors(config["address"], config["signals"], config["power"])
    return DiceTray(talk, sensors, config["dark"], config["light"])


def run(config):
    """Serve for ever."""
    talk = conversation(config, board.unique_id(), board.boot_number())
    app = device(config, talk)
    line, clock, dog = board.UsbLine(), board.Clock(), board.watchdog()
    micropython.kbd_intr(-1)  # a stray 0x03 on the line must not stop the box
    next_step = 0
    while True:
        ms = clock.ms()
        dog.feed()
        talk.hear(line.read(), ms)
        if ms >= next_step:
            next_step = ms + STEP_MS[config["kind"]]
            app.step(ms)
        line.write(talk.say(ms))


def wants_prompt(config):
    """True where the first button (or the configured jumper) is held down at power-up."""
    pin = config.get("prompt", config.get("buttons", (None,))[0])
    return pin is not None and board.ButtonPins((pin,), ()).down(0)


with open("config.json") as file:
    _config = json.load(file)
if not wants_prompt(_config):
    run(_config)
