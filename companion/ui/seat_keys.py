"""Hands keys and gamepad buttons that belong to seats to the table, while nothing on the screen wants to be typed."""

from __future__ import annotations

from collections.abc import Callable

from kivy.core.window import Window

from companion.session.hands.buttons import Hands
from companion.session.hands.key_presses import GAMEPAD, KEYBOARD, KeyPresses
from devices.buttons import ButtonAddress

# Escape and Android's back, Tab, Shift, Ctrl, Alt, Meta, the locks: they move about on the screen and name nobody.
_NOBODYS = frozenset({9, 27, *range(300, 315), 1000, 1001})


class SeatKeys:
    """Listens to the window. ``hands`` gives the buttons of the table that is on the screen, or None."""

    def __init__(self, hands: Callable[[], Hands | None], now_ms: Callable[[], int]) -> None:
        self._hands, self._now_ms = hands, now_ms
        self._presses = KeyPresses()

    def listen(self) -> None:
        """Begin."""
        Window.bind(on_key_down=self._key_down, on_key_up=self._key_up)
        Window.bind(on_joy_button_down=self._pad_down, on_joy_button_up=self._pad_up)

    def close(self) -> None:
        """Listen no more."""
        Window.unbind(on_key_down=self._key_down, on_key_up=self._key_up)
        Window.unbind(on_joy_button_down=self._pad_down, on_joy_button_up=self._pad_up)

    def tick(self) -> None:
        """Tell the table what was pressed."""
        hands = self._hands()
        for press in self._presses.take(self._now_ms()):
            if hands is not None:
                hands.hear(press)

    def _key_down(self, _: object, key: int, *__: object) -> bool:
        return key not in _NOBODYS and self._goes_down(ButtonAddress(KEYBOARD, key))

    def _key_up(self, _: object, key: int, *__: object) -> bool:
        self._presses.up(ButtonAddress(KEYBOARD, key), self._now_ms())
        return False

    def _pad_down(self, _: object, pad: int, button: int) -> None:
        self._goes_down(ButtonAddress(f"{GAMEPAD} {pad + 1}", button))

    def _pad_up(self, _: object, pad: int, button: int) -> None:
        self._presses.up(ButtonAddress(f"{GAMEPAD} {pad + 1}", button), self._now_ms())

    def _goes_down(self, key: ButtonAddress) -> bool:
        """True where the key is the table's: then it does nothing else."""
        hands = self._hands()
        if hands is None or not hands.wants(key):
            return False
        self._presses.down(key, self._now_ms())
        return True
