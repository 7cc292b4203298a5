"""Keys as buttons: of a keyboard, a number pad, a presenter or a gamepad, for whoever does not solder.

A key means what a button of the box means (``devices.firmware.button_box``): let go soon it is a press, held for
0.8 s it is a long one. A system that repeats a held key tells nothing new with that.
"""

from __future__ import annotations

from devices.buttons import ButtonAddress
from devices.events import ButtonEvent, LongPressed, Pressed

LONG_MS = 800  # as the boards count it (devices/firmware/button_box.py)
KEYBOARD = "keyboard"  # number pads and presenters are keyboards, too
GAMEPAD = "gamepad"


class KeyPresses:
    """Turns keys that go down and up into presses, at times that are told."""

    def __init__(self) -> None:
        self._down: dict[ButtonAddress, int] = {}
        self._held: set[ButtonAddress] = set()  # told as a long press already
        self._pressed: list[ButtonEvent] = []

    def down(self, key: ButtonAddress, now_ms: int) -> None:
        """A key goes down, or the system repeats it."""
        self._down.setdefault(key, now_ms)

    def up(self, key: ButtonAddress, now_ms: int) -> None:
        """A key is let go. One that never went down here was pressed for something else."""
        since = self._down.pop(key, None)
        if since is None:
            return
        if key in self._held:
            self._held.discard(key)
        else:
            kind = LongPressed if now_ms - since >= LONG_MS else Pressed
            self._pressed.append(kind(key.device, key.button, now_ms))

    def take(self, now_ms: int) -> tuple[ButtonEvent, ...]:
        """Every press since the last call."""
        for key, since in self._down.items():
            if key not in self._held and now_ms - since >= LONG_MS:
                self._held.add(key)
                self._pressed.append(LongPressed(key.device, key.button, now_ms))
        presses, self._pressed = tuple(self._pressed), []
        return presses
